"""按条件评的奖, beside those for places. No event has any yet."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0034_reserves")]

    operations = [
        migrations.CreateModel(
            name="Prize",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField(help_text="1, 2 … in the order of the settings")),
                ("name", models.CharField(max_length=20)),
                (
                    "rule",
                    models.CharField(
                        choices=[
                            ("most_teams", "most_teams"),
                            ("all_present", "all_present"),
                            ("women", "women"),
                            ("mixed", "mixed"),
                            ("newcomers", "newcomers"),
                            ("fair_play", "fair_play"),
                            ("by_hand", "by_hand"),
                        ],
                        max_length=12,
                    ),
                ),
                ("count", models.PositiveSmallIntegerField(default=1, help_text="how many get it")),
                (
                    "decided_at",
                    models.DateTimeField(blank=True, help_text="when the office decided who gets it", null=True),
                ),
                (
                    "note",
                    models.CharField(
                        blank=True, help_text="why somebody else than was proposed gets it", max_length=200
                    ),
                ),
                ("branches", models.ManyToManyField(blank=True, related_name="+", to="tournaments.branch")),
                ("teams", models.ManyToManyField(blank=True, related_name="+", to="tournaments.team")),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prizes",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
                "constraints": [models.UniqueConstraint(fields=("tournament", "position"), name="prize_position_once")],
            },
        ),
    ]

"""每轮换搭档: who sits beside home and beside away. No match has partners yet."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0039_line_ups"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="away_partner",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.team",
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="away_partner_position",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="home_partner",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.team",
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="home_partner_position",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="changing_partners",
            field=models.BooleanField(
                default=False, help_text="每轮换搭档: everybody enters alone, as a team of one, and plays as one of two"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("away_partner", None), ("home_partner", None)),
                    models.Q(
                        ("away_partner__isnull", False),
                        ("away_slot", "team"),
                        ("home_partner__isnull", False),
                        ("home_slot", "team"),
                    ),
                    _connector="OR",
                ),
                name="both_sides_have_partners_or_none",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("home_partner", None),
                    models.Q(
                        models.Q(("home_partner", models.F("home_team")), _negated=True),
                        models.Q(("home_partner", models.F("away_team")), _negated=True),
                        models.Q(("home_partner", models.F("away_partner")), _negated=True),
                        models.Q(("away_partner", models.F("home_team")), _negated=True),
                        models.Q(("away_partner", models.F("away_team")), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="four_people_sit_at_a_table",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("changing_partners", False),
                    models.Q(("boards", 1), ("own_days", 0), ("reserves", 0), ("seats", 2)),
                    _connector="OR",
                ),
                name="changing_partners_are_two_at_one_board",
            ),
        ),
    ]

"""出场名单: who plays at which board of a team match. Nobody is lined up yet."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0038_own_days")]

    operations = [
        migrations.CreateModel(
            name="BoardPlayer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(
                        help_text="the board",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lined_up",
                        to="tournaments.match",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.player"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("match", "player"), name="lined_up_once_a_board")],
            },
        ),
    ]

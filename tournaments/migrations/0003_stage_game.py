"""A stage says which game is played; a sheet knows its match by another name, since its own game has that one."""

import django.db.models.deletion
from django.db import migrations, models

NAMES = ("guandan", "shuangsheng", "win_loss")


class Migration(migrations.Migration):
    dependencies = [("scoring", "0002_entries_of_any_game"), ("tournaments", "0002_frozen_draws")]
    operations = [
        migrations.AddField(
            "stage",
            "game",
            models.CharField(max_length=20, choices=[(name, name) for name in NAMES], default="guandan"),
        ),
        migrations.AlterField(
            "game",
            "sheet",
            models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="match_game", to="scoring.sheet"
            ),
        ),
    ]

"""每场限时: events that play several games a match keep the one clock that they began with."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0022_team_name")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="match_clock",
            field=models.BooleanField(
                default=False, help_text="每场限时: one clock for all games of a match, not one for each of them"
            ),
        ),
        migrations.RunSQL(
            "update tournaments_tournament set match_clock = true where best_of > 1", migrations.RunSQL.noop
        ),
    ]

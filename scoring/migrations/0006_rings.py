"""A clock without a bell, where the rules limit no time; those that exist are told apart by tournaments.0031."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0005_clock_games")]

    operations = [
        migrations.AddField(
            model_name="clock",
            name="rings",
            field=models.BooleanField(
                default=True, help_text="off: the rules limit no time, the minutes are planned alone"
            ),
        ),
    ]

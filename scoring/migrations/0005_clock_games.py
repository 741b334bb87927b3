"""三局两胜: a clock counts for each of so many games; those that exist go on as they began."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0004_behind")]

    operations = [
        migrations.AddField(
            model_name="clock",
            name="games",
            field=models.PositiveSmallIntegerField(
                default=1, help_text="how many games of so many minutes follow one another at a table, at most"
            ),
        ),
    ]

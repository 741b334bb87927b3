"""擂台赛: a match may come by a challenge, and a season is closed. In every event until now matches were planned."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0040_changing_partners")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="challenged_at",
            field=models.DateTimeField(blank=True, help_text="挑战: when away challenged home", null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="closed_at",
            field=models.DateTimeField(blank=True, help_text="of a season (赛季): when it was closed", null=True),
        ),
    ]

"""What an event is planned with: hours of a day, expected teams, matches that everybody plays at least."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0027_committees")]

    operations = [
        migrations.AddField(
            "tournament",
            "plan",
            models.JSONField(
                blank=True,
                default=dict,
                help_text="what it is planned with: `forecast.plan.Plan`; empty: nobody has said",
            ),
        ),
    ]

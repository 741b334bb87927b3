"""Telephones of players, where an event keeps them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0028_plan")]

    operations = [
        migrations.AddField("player", "phone", models.CharField(blank=True, default="", max_length=30)),
        migrations.AddField(
            "tournament",
            "phones_kept",
            models.BooleanField(default=False, help_text="telephones of players are kept, for the office alone"),
        ),
    ]

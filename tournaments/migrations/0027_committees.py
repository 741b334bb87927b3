"""组织机构: the groups that run an event."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0026_equal_places")]

    operations = [
        migrations.AddField(
            "tournament",
            "committees",
            models.TextField(
                blank=True,
                default="",
                help_text="组织机构, a line a group: who runs the event, as its notice prints it",
            ),
        ),
    ]

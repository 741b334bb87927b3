"""队名: a team may have a name of its own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0021_sources_and_places_for_alone")]

    operations = [
        migrations.AddField(
            model_name="team",
            name="name",
            field=models.CharField(blank=True, default="", help_text="of its own, such as 雄鹰队", max_length=20),
        ),
    ]

"""Names of every people: 50 columns of a person and a team, 80 of a branch, with their marks."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0029_phones_of_players")]

    operations = [
        migrations.AlterField("branch", "name", models.CharField(max_length=160)),
        migrations.AlterField("branch", "leader_name", models.CharField(blank=True, max_length=100)),
        migrations.AlterField("branch", "contact_name", models.CharField(blank=True, max_length=100)),
        migrations.AlterField("player", "name", models.CharField(max_length=100)),
        migrations.AlterField(
            "team",
            "name",
            models.CharField(blank=True, default="", help_text="of its own, such as 雄鹰队", max_length=100),
        ),
    ]

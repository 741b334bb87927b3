from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0002_entries_of_any_game"),
    ]

    operations = [
        migrations.AlterField(
            model_name="penalty",
            name="offence",
            field=models.CharField(help_text="a `guandan_rules.Offence`", max_length=20),
        ),
        migrations.AlterField(
            model_name="sheet",
            name="game",
            field=models.CharField(default="guandan", help_text="a name in `scoring.games.GAMES`", max_length=20),
        ),
    ]

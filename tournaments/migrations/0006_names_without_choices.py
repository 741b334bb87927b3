from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0005_seats"),
    ]

    operations = [
        migrations.AlterField(
            model_name="result",
            name="reason",
            field=models.CharField(help_text="a `guandan_rules.Reason`, or `WALKOVER`", max_length=24),
        ),
        migrations.AlterField(
            model_name="stage",
            name="format",
            field=models.CharField(default="knockout", help_text="a name in `formats.FORMATS`", max_length=20),
        ),
        migrations.AlterField(
            model_name="stage",
            name="game",
            field=models.CharField(default="guandan", help_text="a name in `scoring.games.GAMES`", max_length=20),
        ),
    ]

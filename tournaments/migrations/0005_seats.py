import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0004_stages"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="seats",
            field=models.PositiveSmallIntegerField(
                default=2,
                help_text="players a team",
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(3)],
            ),
        ),
        migrations.AlterField(
            model_name="player",
            name="number",
            field=models.PositiveSmallIntegerField(help_text="1, 2 … in the team"),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("seats__range", (1, 3))), name="one_to_three_players_a_team"
            ),
        ),
    ]

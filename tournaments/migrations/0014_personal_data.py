import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0013_names_public"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="forgotten_at",
            field=models.DateTimeField(blank=True, help_text="when everybody's personal data were removed", null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="personal_months",
            field=models.PositiveSmallIntegerField(
                default=12,
                help_text="how long after the event the office means to keep personal data",
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(120),
                ],
            ),
        ),
    ]

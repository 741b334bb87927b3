from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0008_stage_settings"),
    ]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="first_place",
            field=models.PositiveSmallIntegerField(default=1, help_text="the best place there that comes"),
        ),
        migrations.AddField(
            model_name="stage",
            name="by_lot",
            field=models.BooleanField(default=False, help_text="they are drawn anew, not placed by rank"),
        ),
        migrations.AlterField(
            model_name="stage",
            name="places",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="how many come from the source; 0: registration"
            ),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(("first_place__gte", 1)), name="places_count_from_one"
            ),
        ),
    ]

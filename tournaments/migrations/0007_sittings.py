from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0006_names_without_choices"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="round",
            options={"ordering": ["number", "sitting"]},
        ),
        migrations.RemoveConstraint(
            model_name="round",
            name="round_number_once",
        ),
        migrations.AddField(
            model_name="round",
            name="sitting",
            field=models.PositiveSmallIntegerField(default=1, help_text="批, counted through the round"),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(fields=("stage", "number", "sitting"), name="sitting_once_a_round"),
        ),
    ]

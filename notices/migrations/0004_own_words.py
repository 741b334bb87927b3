from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notices", "0003_mail_server"),
    ]

    operations = [
        migrations.AddField(
            model_name="notice",
            name="own_words",
            field=models.TextField(
                blank=True, default="", help_text="what the office says in place of the usual text, in its own words"
            ),
        ),
    ]

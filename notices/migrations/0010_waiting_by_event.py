from django.db import migrations, models


class Migration(migrations.Migration):
    """What is due is read from the index alone, by event and time."""

    dependencies = [
        ("notices", "0009_mailing"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                models.F("tournament"),
                models.F("due_at"),
                models.F("id"),
                condition=models.Q(("state", "pending")),
                name="notice_waiting",
            ),
        ),
        migrations.RemoveIndex(
            model_name="notice",
            name="notice_pending",
        ),
    ]

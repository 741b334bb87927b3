from django.db import migrations, models


class Migration(migrations.Migration):
    """A webhook that fails rests between two calls; what waits is read webhook by webhook."""

    dependencies = [
        ("integrations", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="webhook",
            name="rests_until",
            field=models.DateTimeField(help_text="by the database's own clock", null=True),
        ),
        migrations.AddIndex(
            model_name="call",
            index=models.Index(
                models.F("webhook"),
                models.OrderBy(models.F("retry_at"), nulls_first=True),
                models.F("id"),
                condition=models.Q(("state", "pending")),
                name="call_waiting_by_webhook",
            ),
        ),
        migrations.RemoveIndex(
            model_name="call",
            name="call_waiting",
        ),
    ]

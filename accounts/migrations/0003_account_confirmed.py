import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_session"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="handed_out_by",
            field=models.ForeignKey(
                help_text="who of an event's office has seen the one-time password, until somebody else confirms the account",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def name_what_reached_nobody(apps: Any, schema: BaseDatabaseSchemaEditor) -> None:
    """An issued notice without a delivery had no address to go to."""
    notices = apps.get_model("notices", "Notice").objects
    notices.filter(state="issued", deliveries=None).update(state="no_address")


class Migration(migrations.Migration):
    dependencies = [
        ("notices", "0002_kinds_are_a_table"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="delivery",
            name="state",
            field=models.CharField(
                choices=[
                    ("pending", "waiting to be sent"),
                    ("sent", "sent"),
                    ("unsent", "not sent: no mail server is set up"),
                    ("failed", "failed"),
                    ("cancelled", "cancelled"),
                ],
                default="pending",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="state",
            field=models.CharField(
                choices=[
                    ("pending", "waiting for its time"),
                    ("issued", "issued"),
                    ("no_address", "due, but nobody has an address"),
                    ("cancelled", "cancelled"),
                ],
                default="pending",
                max_length=10,
            ),
        ),
        migrations.CreateModel(
            name="MailServer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("host", models.CharField(max_length=253)),
                ("port", models.PositiveIntegerField()),
                (
                    "security",
                    models.CharField(
                        choices=[
                            ("tls", "TLS from the start (usually port 465)"),
                            ("starttls", "STARTTLS (usually port 587)"),
                            ("none", "none (only within one's own network)"),
                        ],
                        max_length=10,
                    ),
                ),
                ("username", models.CharField(blank=True, max_length=254)),
                ("secret", models.TextField(blank=True)),
                ("sender", models.EmailField(max_length=254)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "changed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.RunPython(name_what_reached_nobody, migrations.RunPython.noop),
    ]

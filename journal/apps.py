"""What happened: the append-only record of every event, its version and its time."""

from django.apps import AppConfig


class JournalConfig(AppConfig):
    name = "journal"
    default_auto_field = "django.db.models.BigAutoField"

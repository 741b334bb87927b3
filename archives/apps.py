"""One event as a file, the forgetting of personal data, and what goes by its age."""

from django.apps import AppConfig


class ArchivesConfig(AppConfig):
    name = "archives"
    default_auto_field = "django.db.models.BigAutoField"

"""Other programs: tokens by which they read and write over the API, and webhooks by which they are told."""

from django.apps import AppConfig


class IntegrationsConfig(AppConfig):
    name = "integrations"
    default_auto_field = "django.db.models.BigAutoField"

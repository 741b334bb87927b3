"""The event for programs: JSON over the same actions and queries as the screens."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "api"

"""The event: branches, teams, stages, rounds, matches, tables and the draw."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

"""The event: branches, teams, stages, rounds, matches, tables and the draw."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from journal.recording import on_kind, on_record
        from tournaments.locks import refuse_in_archive
        from tournaments.shared_versions import raised_by

        on_record(refuse_in_archive)
        on_kind(raised_by)

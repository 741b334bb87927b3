"""The event: branches, teams, stages, rounds, matches, tables and the draw."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.db.models.signals import post_migrate
        from django.utils.translation.trans_real import DjangoTranslation

        from journal.recording import on_kind, on_record
        from journal.words import teach
        from tournaments.bracket.placings import keep_missing
        from tournaments.locks import refuse_in_archive
        from tournaments.shared_versions import raised_by

        teach(DjangoTranslation)
        on_record(refuse_in_archive)
        on_kind(raised_by)
        post_migrate.connect(keep_missing, sender=self)

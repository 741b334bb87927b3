"""Who must hear: notices with due times, made by receivers of the journal and sent by Celery."""

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "notices"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from journal.recording import on_record
        from notices.receivers import make_notices

        on_record(make_notices)

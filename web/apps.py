"""Screens."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "web"

    def ready(self) -> None:
        from journal.recording import on_version
        from web.publishing.versions import note_version

        on_version(note_version)

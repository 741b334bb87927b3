"""Screens."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "web"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in
        from django.db.models.signals import post_save

        from journal.models import Journal
        from journal.recording import on_record, on_version
        from web.archiving.jobs import DOCUMENTS
        from web.documents.sets import forget_what_was_made, papers
        from web.publishing.pulse import notify_of_time, notify_open_pages
        from web.publishing.versions import note_version
        from web.requests.middleware import begin_session

        on_record(forget_what_was_made)
        on_version(note_version)
        on_version(notify_open_pages)
        post_save.connect(notify_of_time, sender=Journal)
        DOCUMENTS.append(papers)
        user_logged_in.connect(begin_session)

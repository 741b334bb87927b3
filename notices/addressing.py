"""The Message-ID of a mail, fixed before it is sent, so that a repeated one is known as the same."""

from urllib.parse import urlsplit
from uuid import uuid4

from django.conf import settings


def message_id() -> str:
    """A new one, at the host of this site."""
    return f"<{uuid4().hex}@{urlsplit(settings.SITE_URL).hostname or 'localhost'}>"

"""A file of an event that somebody sent: kept for an hour, for him alone, between a look at it and its import."""

import base64
import secrets

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext as _

from web.requests.loaders import actor

KEPT_SECONDS = 3600


def keep_file(request: HttpRequest, data: bytes) -> str:
    """The token by which ``kept_file`` finds it."""
    token = secrets.token_urlsafe(12)
    cache.set(_key(request, token), base64.b64encode(data).decode(), KEPT_SECONDS)
    return token


def kept_file(request: HttpRequest, token: str) -> bytes | None:
    """What the person sent an hour ago at most; None, and a word about it, where it is gone."""
    encoded = cache.get(_key(request, token))
    if encoded is None:
        messages.warning(request, _("The file was kept for an hour only. Please send it again."))
        return None
    return base64.b64decode(encoded)


def forget_file(request: HttpRequest, token: str) -> None:
    cache.delete(_key(request, token))


def _key(request: HttpRequest, token: str) -> str:
    return f"event-import:{actor(request).pk}:{token}"

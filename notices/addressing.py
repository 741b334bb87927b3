"""The Message-ID of a mail, fixed before it is sent, so that a repeated one is known as the same; and how the address
of a channel is kept and read."""

import json
from typing import Protocol
from urllib.parse import urlsplit
from uuid import uuid4

from django.conf import settings

from notices.sealing import seal, unseal


def message_id() -> str:
    """A new one, at the host of this site."""
    return f"<{uuid4().hex}@{urlsplit(settings.SITE_URL).hostname or 'localhost'}>"


def closed(address: str, key: str) -> str:
    """The address of a channel, with the key for its signatures, as the database keeps it."""
    return seal(json.dumps([address, key]))


class Sealed(Protocol):
    """A row that keeps an address and a key."""

    secret: str


def opened(channel: Sealed) -> tuple[str, str]:
    """Address and key; empty if they were sealed under a key that is not known any more."""
    secret = unseal(channel.secret)
    address, key = json.loads(secret) if secret else ("", "")
    return address, key

"""The Message-ID of a mail, fixed before it is sent, so that a repeated one is known as the same; and secrets of others
that the site must be able to read, as the address of a channel: kept under its own key, so that the database alone
tells none.

The key is derived from the site's for this purpose alone. After a change of the site's key the one before
(``GUANDAN_SECRET_KEY_BEFORE``) still opens what it sealed, until ``manage.py reseal`` has sealed it anew.
"""

import base64
import json
from typing import Protocol
from urllib.parse import urlsplit
from uuid import uuid4

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac


def message_id() -> str:
    """A new one, at the host of this site."""
    return f"<{uuid4().hex}@{urlsplit(settings.SITE_URL).hostname or 'localhost'}>"


def seal(text: str) -> str:
    """The text under the site's present key; "" stays ""."""
    return _locks().encrypt(text.encode()).decode() if text else ""


def unseal(sealed: str) -> str:
    """The text; "" if it was sealed under a key that is not known any more."""
    try:
        return _locks().decrypt(sealed.encode()).decode() if sealed else ""
    except InvalidToken:
        return ""


def mark(text: str) -> str:
    """A digest under the site's key, 64 characters: the same for the same text, and telling nothing of it."""
    return salted_hmac("notices.sealing.mark", text, algorithm="sha256").hexdigest()


def _locks() -> MultiFernet:
    # the words are those of the first release that sealed anything: what it wrote is still opened
    keys = [settings.SECRET_KEY, *filter(None, [settings.SECRET_KEY_BEFORE])]
    derived = [salted_hmac("notices.mail_servers", "password", secret=key, algorithm="sha256") for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key.digest())) for key in derived])


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

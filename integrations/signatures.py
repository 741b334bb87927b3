"""How a receiver knows that a call is ours: Standard Webhooks, HMAC-SHA256 over id, moment and body."""

import base64
import hmac
import secrets
from hashlib import sha256

PREFIX = "whsec_"


def new_key() -> str:
    """256 random bits, as the receiver's library takes them."""
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def signature(key: str, message_id: str, moment: int, body: bytes) -> str:
    """The value of ``webhook-signature``; ``moment`` is in seconds and stands in ``webhook-timestamp``."""
    signed = f"{message_id}.{moment}.".encode() + body
    mac = hmac.new(base64.b64decode(key.removeprefix(PREFIX)), signed, sha256)
    return "v1," + base64.b64encode(mac.digest()).decode()

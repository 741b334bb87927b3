"""A member's browser as a push service knows it: it made the keys, and it alone reads what was sealed for them."""

import json
import os
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import jwt
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from notices.actions.subscriptions import Subscription
from notices.push import decoded, encoded
from tests.notices.robots import Heard

CURVE = ec.SECP256R1()


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


@dataclass
class Browser:
    """``endpoint`` is the address that its push service gave it."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def subscription(self) -> Subscription:
        return Subscription(self.endpoint, encoded(point(self.key.public_key())), encoded(self.auth))

    @property
    def json(self) -> dict[str, Any]:
        """``PushSubscription.toJSON()``."""
        made = self.subscription
        return {"endpoint": made.endpoint, "expirationTime": None, "keys": {"p256dh": made.p256dh, "auth": made.auth}}

    def opened(self, body: bytes) -> bytes:
        """RFC 8291, 3.4, from the receiver's side."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        theirs, record = body[21 : 21 + length], body[21 + length :]
        assert len(body) <= size == 4096
        info = b"WebPush: info\0" + point(self.key.public_key()) + theirs
        secret = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
        shared = derived(secret, self.auth, info, 32)
        key = derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(shared, salt, b"Content-Encoding: nonce\0", 12)
        content = AESGCM(key).decrypt(nonce, record, None)
        assert content.endswith(b"\2")
        return content[:-1]

    def read(self, heard: Heard) -> dict[str, Any]:
        """What its service worker is given."""
        found: dict[str, Any] = json.loads(self.opened(heard.body))
        return found


def signed_by(heard: Heard, endpoint: str) -> tuple[str, dict[str, Any]]:
    """The public key under which the message is signed, and its claims, as a push service checks them (RFC 8292)."""
    scheme, _, said = heard.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    named = dict(part.strip().split("=", 1) for part in said.split(","))
    key: Any = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(named["k"]))
    service = urlsplit(endpoint)
    claims = jwt.decode(named["t"], key, algorithms=["ES256"], audience=f"{service.scheme}://{service.netloc}")
    return named["k"], claims

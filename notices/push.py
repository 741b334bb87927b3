"""Web Push: what a browser that asked to be told is sent. Sealed for that browser alone (RFC 8291, in the encoding of
RFC 8188), and signed, so that its push service knows whose it is (RFC 8292, VAPID).

The site's key pair for this is derived from its secret. A subscription keeps the private key under which it was made
with its own keys, so a new secret of the site changes nothing for it.
"""

import base64
import binascii
import os
from datetime import datetime, timedelta
from email.utils import parseaddr
from typing import Final
from urllib.parse import urlsplit

import jwt
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.crypto import salted_hmac

from notices.mail_servers import outgoing

RECORD_SIZE = 4096
"""Bytes that every push service takes (RFC 8030, 7.2); one record holds the whole message."""
MOST = 3993
"""Bytes of a message before it is sealed."""
SIGNED_FOR = timedelta(hours=12)
CURVE: Final = SECP256R1()
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def encoded(content: bytes) -> str:
    """base64url without padding, as all of Web Push writes bytes."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def site_key() -> str:
    """The private key of the site, as `opened` finds it in a subscription."""
    secret = salted_hmac("notices.push", "key pair", algorithm="sha256").digest()
    return encoded((int.from_bytes(secret) % (ORDER - 1) + 1).to_bytes(32))


def public_key(private: str) -> str:
    """The ``applicationServerKey`` of a page."""
    return encoded(_point(_private(private)))


def is_receiver(p256dh: str, auth: str) -> bool:
    """Are these the keys of a browser: a point of the curve, and 16 bytes?"""
    try:
        EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(p256dh))
        return len(decoded(auth)) == 16
    except (ValueError, binascii.Error):
        return False


def sealed(
    content: bytes, p256dh: str, auth: str, *, own: EllipticCurvePrivateKey | None = None, salt: bytes = b""
) -> bytes:
    """The content for the browser of these keys alone: header and one record of ``aes128gcm``.

    ``own`` and ``salt`` are new for every message; only a test names them.
    """
    own, salt = own or generate_private_key(CURVE), salt or os.urandom(16)
    theirs = EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(p256dh))
    both = b"WebPush: info\0" + decoded(p256dh) + _point(own)
    shared = _derived(own.exchange(ECDH(), theirs), decoded(auth), both, 32)
    key = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_SIZE.to_bytes(4) + len(_point(own)).to_bytes(1) + _point(own)
    return header + AESGCM(key).encrypt(nonce, content + b"\2", None)  # 2: the last record


def authorization(endpoint: str, private: str, now: datetime) -> str:
    """The header by which the push service knows this site, and whom to write to if something is wrong."""
    service = urlsplit(endpoint)
    claims = {"aud": f"{service.scheme}://{service.netloc}", "exp": now + SIGNED_FOR, "sub": _contact()}
    token = jwt.encode(claims, _private(private), algorithm="ES256")
    return f"vapid t={token}, k={public_key(private)}"


def _contact() -> str:
    known = outgoing()
    sender = parseaddr(known.sender)[1] if known else ""
    return f"mailto:{sender}" if sender else settings.SITE_URL


def _private(key: str) -> EllipticCurvePrivateKey:
    return derive_private_key(int.from_bytes(decoded(key)), CURVE)


def _point(key: EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

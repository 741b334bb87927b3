"""统一身份认证: who comes from the house's own identity provider, by OpenID Connect (docs/decisions/0063-…).

The authorization code flow with PKCE, state and nonce. Whoever runs the site names the provider, not an office, so it
may stand in the house's own network: it is asked at the addresses that its discovery document gives, by https in
production. Nothing of its answers is believed but an ID token that its published keys sign, for this site and for this
very sign-in.
"""

import logging
import secrets
import ssl
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256
from time import monotonic
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import httpx
from django.conf import settings
from django.utils.translation import get_language
from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet
from joserfc.jws import JWSRegistry

ALGORITHMS = [f"{family}{size}" for family in ("RS", "PS", "ES") for size in (256, 384, 512)]
"""Signatures by a key that only the provider has: neither by the shared secret (HS…) nor none at all."""
TIMEOUT = 4.0
"""Seconds for which a step of one question may take."""
PAUSE = 5.0
"""Seconds for which a provider that did not answer is not asked again: each question holds a process up."""
LASTS, NEW_KEY_AFTER = 3600.0, 60.0
"""Seconds for which what the provider publishes is good, and after which it is read again for a key that it lacks."""
CLOCKS_APART = 60
LONGEST_SUBJECT, LONGEST_NAME, LONGEST_LOGIN = 255, 40, 60

logger = logging.getLogger(__name__)


class Why(StrEnum):
    """Why somebody is not signed in. ``OVER``: it took too long, was used already or began in another browser."""

    DENIED = "denied"
    OVER = "over"
    AWAY = "away"
    UNPROVEN = "unproven"


class NotIdentified(Exception):
    """The provider did not say, or did not prove, who it is; ``reason`` is for whoever runs the site."""

    def __init__(self, why: Why, reason: str = "") -> None:
        super().__init__(why, reason)
        self.why, self.reason = why, reason
        if reason:
            logger.warning("The identity provider: %s.", reason)


@dataclass(frozen=True)
class Trip:
    """One way to the provider and back: what only this browser and this site know of it. ``wanted``: the page to which
    it leads in the end."""

    wanted: str
    state: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    nonce: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))


@dataclass(frozen=True)
class Identified:
    """Somebody as the provider knows him: by ``issuer`` and ``subject`` alone. ``name`` is what he is called there and
    ``login`` how he signs in there, both for people to read; either may be ""."""

    issuer: str
    subject: str
    name: str
    login: str

    @property
    def label(self) -> str:
        """张三 (20231234), as far as it is known."""
        if self.name and self.login:
            return f"{self.name} ({self.login})"
        return self.name or self.login or self.subject[:LONGEST_LOGIN]


def house_name() -> str:
    """What the house calls its accounts, in the reader's language; "" where nobody signs in with them."""
    names = settings.IDENTITY["names"] if settings.IDENTITY else {}
    return str(names.get(get_language(), names.get(settings.LANGUAGE_CODE, "")))


def way_there(trip: Trip, back: str) -> str:
    """The address at the provider to which the browser goes; ``back`` is where it is sent afterwards."""
    challenge = urlsafe_b64encode(sha256(trip.verifier.encode()).digest()).rstrip(b"=").decode()
    asked = {
        "response_type": "code",
        "client_id": settings.IDENTITY["client"],
        "redirect_uri": back,
        "scope": "openid profile",
        "state": trip.state,
        "nonce": trip.nonce,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
    }
    address = _discovered()["authorization_endpoint"]
    return f"{address}{'&' if urlsplit(address).query else '?'}{urlencode(asked)}"


def identify(trip: Trip, code: str, back: str) -> Identified:
    """Who came back with the ``code``. Raises ``NotIdentified``."""
    provider = _discovered()
    client, secret = settings.IDENTITY["client"], settings.IDENTITY["secret"]
    sent = {"grant_type": "authorization_code", "code": code, "redirect_uri": back, "code_verifier": trip.verifier}
    ways = provider.get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
    if secret and "client_secret_basic" in ways:
        auth = (quote(client, safe=""), quote(secret, safe=""))
        tokens = _asked(provider["token_endpoint"], sent, auth=auth)
    else:
        named = {"client_id": client} | ({"client_secret": secret} if secret else {})
        tokens = _asked(provider["token_endpoint"], sent | named)
    claims = _proven(provider, str(tokens.get("id_token", "")), trip.nonce)
    known = claims
    named_by = settings.IDENTITY["claim"]
    if named_by not in claims and provider.get("userinfo_endpoint") and tokens.get("access_token"):
        known = _asked(provider["userinfo_endpoint"], headers={"Authorization": f"Bearer {tokens['access_token']}"})
        if known.get("sub") != claims["sub"]:
            raise NotIdentified(Why.UNPROVEN, "it tells of somebody else than it has identified")
    return Identified(
        provider["issuer"],
        claims["sub"],
        _plain(known.get(named_by), LONGEST_NAME),
        _plain(known.get("preferred_username", claims.get("preferred_username")), LONGEST_LOGIN),
    )


def problems_of_provider() -> list[str]:
    """For whoever sets it up: what keeps people from signing in, as far as it shows without anybody signing in."""
    _away.clear()
    try:
        provider = _discovered(fresh=True)
        _keys(provider, 0)
    except NotIdentified as error:
        return [f"{settings.IDENTITY['issuer']}: {error.reason}"]
    signing = provider.get("id_token_signing_alg_values_supported", ALGORITHMS)
    return [] if set(signing) & set(ALGORITHMS) else [f"The provider signs by {', '.join(signing)} alone."]


def _proven(provider: dict[str, Any], id_token: str, nonce: str) -> dict[str, Any]:
    """The claims of an ID token that holds."""
    client = settings.IDENTITY["client"]
    wanted = jwt.JWTClaimsRegistry(
        leeway=CLOCKS_APART,
        iss={"essential": True, "value": provider["issuer"]},
        aud={"essential": True, "value": client},
        sub={"essential": True},
        exp={"essential": True},
        iat={"essential": True},
        nonce={"essential": True, "value": nonce},
    )
    try:
        registry = JWSRegistry(algorithms=ALGORITHMS, strict_check_header=False)
        try:
            claims = jwt.decode(id_token, _keys(provider, LASTS), registry=registry).claims
        except InvalidKeyIdError:  # it signs with a new key
            claims = jwt.decode(id_token, _keys(provider, NEW_KEY_AFTER), registry=registry).claims
        wanted.validate(claims)
    except (JoseError, ValueError) as error:
        raise NotIdentified(Why.UNPROVEN, f"its ID token is refused, {error}") from error
    audience, party = claims["aud"], claims.get("azp")
    is_for_others_too = isinstance(audience, list) and len(audience) > 1
    is_for_another = party != client and (party is not None or is_for_others_too)
    if is_for_another or len(claims["sub"]) > LONGEST_SUBJECT or not claims["sub"].isprintable():
        raise NotIdentified(Why.UNPROVEN, f"its ID token is refused, for {party!r} and of {claims['sub']!r:.80}")
    return claims


def _plain(value: object, length: int) -> str:
    """One line of printable letters."""
    text = "".join(letter if letter.isprintable() else " " for letter in value) if isinstance(value, str) else ""
    return " ".join(text.split())[:length].strip()


def _keys(provider: dict[str, Any], lasts: float) -> KeySet:
    published = _published(provider["jwks_uri"], lasts)
    try:
        return KeySet.import_key_set(published)  # type: ignore[arg-type]
    except (JoseError, KeyError, TypeError, ValueError) as error:
        raise _given_up(f"its keys cannot be read ({error})") from error


NEEDED = ("authorization_endpoint", "token_endpoint", "jwks_uri")


def _discovered(*, fresh: bool = False) -> dict[str, Any]:
    """What the provider says of itself, where it names every address that is needed, and itself as it was set up."""
    issuer = settings.IDENTITY["issuer"]
    provider = _published(f"{issuer}/.well-known/openid-configuration", 0 if fresh else LASTS)
    if str(provider.get("issuer", "")).rstrip("/") != issuer:
        raise _given_up(f"it calls itself {provider.get('issuer')}, not {issuer}")
    named = {name: provider.get(name) for name in (*NEEDED, "userinfo_endpoint")}
    scheme = urlsplit(issuer).scheme
    for name, address in named.items():
        if not (address or name not in NEEDED):
            raise _given_up(f"it names no {name}")
        if address and urlsplit(str(address)).scheme not in {"https", scheme}:
            raise _given_up(f"its {name} is not reached by https")
    return provider


_documents: dict[str, tuple[float, dict[str, Any]]] = {}
_away: dict[str, float] = {}


def _published(address: str, lasts: float) -> dict[str, Any]:
    """A document that is the same for everybody, read less than ``lasts`` seconds ago."""
    at, document = _documents.get(address, (float("-inf"), {}))
    if monotonic() - at > lasts:
        document = _asked(address)
        _documents[address] = monotonic(), document
    return document


def _asked(address: str, sent: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    """What the provider answers, a JSON object; ``sent``: to a form."""
    issuer = settings.IDENTITY["issuer"]
    if monotonic() - _away.get(issuer, float("-inf")) < PAUSE:
        raise NotIdentified(Why.AWAY)
    method = "GET" if sent is None else "POST"
    try:
        with httpx.Client(timeout=TIMEOUT, verify=_trusted(), trust_env=False) as client:
            answer = client.request(
                method, address, data=sent, headers={"Accept": "application/json"} | more.pop("headers", {}), **more
            )
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        if isinstance(error, httpx.TransportError):
            _away[issuer] = monotonic()
        raise _given_up(f"{address} does not answer ({error or type(error).__name__})") from error
    try:
        told = answer.json()
    except ValueError:
        told = None
    if not isinstance(told, dict):
        raise _given_up(f"{address} answers {answer.status_code} with something else than JSON")
    if told.get("error") == "invalid_grant":
        raise NotIdentified(Why.OVER)
    if not answer.is_success:
        raise _given_up(f"{address} answers {answer.status_code} {_plain(told.get('error'), 80)}")
    return told


def _given_up(reason: str) -> NotIdentified:
    """It is no use now; what it publishes may have been mended by the next time."""
    _documents.clear()
    return NotIdentified(Why.AWAY, reason)


@lru_cache(maxsize=1)
def _trusted() -> ssl.SSLContext:
    """The machine's own certificates, with those of SSL_CERT_FILE: a house may sign its own."""
    return ssl.create_default_context()

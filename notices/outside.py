"""The one way to addresses that an office typed: a POST to the outside, and its answer.

The name is looked up here and every address that it has is checked before one of them is connected to, so that nothing
changes between the look and the connection. No redirect is followed and no proxy of the environment is asked; the whole
conversation has one end, however slowly the other side speaks; of an answer no more is read than a robot ever says.
"""

import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import httpcore
from django.conf import settings
from httpcore import NetworkStream, SyncBackend

MOST_READ = 16_384
SPECIAL_V4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
            "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
            "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        ),
    )
)  # fmt: skip
"""What of IPv4 nobody in the open internet has alone: the registry of special purposes, and multicast."""
UNICAST_V6 = IPv6Network("2000::/3")
SPECIAL_V6 = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))
"""Within it: protocols (Teredo among them), documentation, 6to4."""
HOLD_V4 = tuple(map(IPv6Network, ("::ffff:0:0/96", "64:ff9b::/96")))
"""An address of IPv4 written in IPv6, and one behind NAT64: what counts is the one inside."""


class Forbidden(Exception):
    """The address leads into a private network."""


class Unanswered(Exception):
    """No answer: the name is unknown, nobody listens, the certificate is wrong, or the time is over."""


@dataclass(frozen=True)
class Answer:
    """``wait`` is what Retry-After said: seconds, or the moment itself; None if it said nothing that can be read."""

    status: int
    body: bytes
    wait: float | datetime | None = None


def post(url: str, content: bytes, headers: Mapping[bytes | str, bytes | str]) -> Answer:
    """Send it once. Raises ``Forbidden`` and ``Unanswered``."""
    backend = _Checked(monotonic() + settings.CHANNEL_TIMEOUT)
    try:
        with (
            httpcore.ConnectionPool(network_backend=backend) as pool,
            pool.stream("POST", url, headers={**headers}, content=content) as response,
        ):
            beginning = b""
            for part in response.iter_stream():
                beginning += part
                if len(beginning) >= MOST_READ:
                    break
            fields = {name.lower(): value for name, value in response.headers}
            wait = _retry_after(fields.get(b"retry-after", b""))
            return Answer(response.status, beginning[:MOST_READ], wait)
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException) as error:
        raise Unanswered(str(error) or type(error).__name__) from error
    except httpcore.UnsupportedProtocol as error:
        raise Forbidden(str(error)) from error


def _retry_after(value: bytes) -> float | datetime | None:
    text = value.decode("ascii", "replace").strip()
    if text.isdecimal() and len(text) < 10:
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else None


def is_public(address: str) -> bool:
    """Is the numeric address one of a single host in the open internet? Said by what is allowed, since whatever else
    there is or comes leads somewhere else."""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        if not any(ip in block for block in HOLD_V4):
            return ip in UNICAST_V6 and not any(ip in block for block in SPECIAL_V6)
        ip = IPv4Address(int(ip) & 0xFFFFFFFF)
    return not any(ip in block for block in SPECIAL_V4)


def is_address(url: str, *, private: bool) -> bool:
    """Is that an address to be told at: https, no name or password in it? ``private``: http will do."""
    try:
        parts = urlsplit(url)
        host, well_formed = parts.hostname or "", parts.port != 0
    except ValueError:
        return False
    if not host or not well_formed or "@" in parts.netloc or any(c.isspace() or ord(c) < 33 for c in url):
        return False
    return parts.scheme == "https" or (private and parts.scheme == "http")


def is_private(url: str) -> bool:
    """As far as it can be told without asking for the name: it is asked for whenever something is sent."""
    return is_private_host(urlsplit(url).hostname or "")


def is_private_host(host: str) -> bool:
    """The same of a name or a numeric address."""
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local", ".internal"))
    return not is_public(host)


def addresses_of(host: str, port: int, *, may_be_private: bool) -> list[str]:
    """All that the name stands for now, of which one may be connected to. Raises OSError, UnicodeError and
    ``Forbidden``."""
    resolved = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(row[4][0]) for row in resolved))
    if not may_be_private and not all(map(is_public, addresses)):
        raise Forbidden(host)
    return addresses


class _Checked(SyncBackend):
    """Connects where it is allowed to, until ``end`` (of the monotonic clock)."""

    def __init__(self, end: float) -> None:
        self.end = end

    def connect_tcp(self, host: str, port: int, *_settings: Any, **_more: Any) -> NetworkStream:
        try:
            addresses = addresses_of(host, port, may_be_private=settings.CHANNELS_MAY_BE_PRIVATE)
        except (OSError, UnicodeError) as error:
            raise httpcore.ConnectError(str(error)) from error
        for number, address in enumerate(addresses, start=1):
            try:
                return _Timed(super().connect_tcp(address, port, timeout=_left(self.end)), self.end)
            except httpcore.ConnectError:
                if number == len(addresses):
                    raise
        raise httpcore.ConnectError(host)


class _Timed(NetworkStream):
    """A connection whose every step ends at the same moment."""

    def __init__(self, stream: NetworkStream, end: float) -> None:
        self.stream, self.end = stream, end

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self.stream.read(max_bytes, _left(self.end))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.stream.write(buffer, _left(self.end))

    def close(self) -> None:
        self.stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> NetworkStream:
        return _Timed(self.stream.start_tls(ssl_context, server_hostname, _left(self.end)), self.end)

    def get_extra_info(self, info: str) -> Any:
        return self.stream.get_extra_info(info)


def _left(end: float) -> float:
    left = end - monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout("timed out")
    return left

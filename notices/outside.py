"""The one way to addresses that an office typed: a POST to the outside, and its answer.

The name is looked up here and every address that it has is checked before one of them is connected to, so that nothing
changes between the look and the connection. No redirect is followed and no proxy of the environment is asked; the whole
conversation has one end, however slowly the other side speaks; of an answer no more is read than a robot ever says.
"""

import socket
import ssl
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from ipaddress import IPv6Address, IPv6Network, ip_address
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import httpcore
from django.conf import settings
from httpcore import NetworkStream, SyncBackend

MOST_READ = 16_384
NAT64 = IPv6Network("64:ff9b::/96")


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
            said = {name.lower(): value for name, value in response.headers}
            return Answer(response.status, _beginning(response.iter_stream()), _wait(said.get(b"retry-after", b"")))
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException) as error:
        raise Unanswered(str(error) or type(error).__name__) from error
    except httpcore.UnsupportedProtocol as error:
        raise Forbidden(str(error)) from error


def _beginning(parts: Iterable[bytes]) -> bytes:
    read = b""
    for part in parts:
        read += part
        if len(read) >= MOST_READ:
            break
    return read[:MOST_READ]


def _wait(value: bytes) -> float | datetime | None:
    text = value.decode("ascii", "replace").strip()
    if text.isdecimal() and len(text) < 10:
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else None


def is_public(address: str) -> bool:
    """Does the numeric address lie in the open internet, whatever it is wrapped in?"""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if ip in NAT64:
            inner = ip_address(int(ip) & 0xFFFFFFFF)  # type: ignore[assignment]
        if inner is not None:
            return is_public(str(inner))
    return ip.is_global and not ip.is_multicast


def is_private(url: str) -> bool:
    """As far as it can be told without asking for the name: it is asked for whenever something is sent."""
    host = urlsplit(url).hostname or ""
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local", ".internal"))
    return not is_public(host)


class _Checked(SyncBackend):
    """Connects where it is allowed to, until ``end`` (of the monotonic clock)."""

    def __init__(self, end: float) -> None:
        self.end = end

    def connect_tcp(self, host: str, port: int, *_settings: Any, **_more: Any) -> NetworkStream:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise httpcore.ConnectError(str(error)) from error
        addresses = list(dict.fromkeys(str(row[4][0]) for row in found))
        if not settings.CHANNELS_MAY_BE_PRIVATE and not all(map(is_public, addresses)):
            raise Forbidden(host)
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

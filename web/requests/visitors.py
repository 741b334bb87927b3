"""Who asks, without an account: his address, how often he came, and 手机, the name by which a phone is known to the
sheets that it writes."""

import re
import secrets
from ipaddress import ip_address, ip_network

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

PROGRAMS = "/api/"
"""How the addresses of programs begin."""
MINUTE = 60
DEVICE_COOKIE = "device"
"""The page's script may read it."""
_YEAR = 365 * 24 * 3600
_DEVICE = re.compile(r"[A-Za-z0-9-]{8,40}")


def address_of(request: HttpRequest) -> str:
    """Who asks; of IPv6 the network that one household has."""
    try:
        address = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return ""
    return str(address if address.version == 4 else ip_network((address, 64), strict=False).network_address)


def count(key: str, seconds: int) -> int:
    """One more, since the first of the last so many seconds, in all processes. Raises ``RedisError`` while Valkey is
    away."""
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key)
    except ValueError:  # its time was over in between
        return 1


def device_of(request: HttpRequest) -> str:
    """The phone's name; a new one if it has none yet or a garbled one."""
    known = request.COOKIES.get(DEVICE_COOKIE, "")
    return known if _DEVICE.fullmatch(known) else secrets.token_hex(16)


def keep_device(request: HttpRequest, response: HttpResponse, device: str) -> None:
    """Let the phone keep its name; not HttpOnly, for the queue of unsent entries carries it."""
    response.set_cookie(DEVICE_COOKIE, device, max_age=_YEAR, samesite="Lax", secure=request.is_secure())

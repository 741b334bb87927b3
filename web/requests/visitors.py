"""Who asks, without an account, and how often: counted in Valkey, for all processes together."""

from ipaddress import ip_address, ip_network

from django.core.cache import cache
from django.http import HttpRequest

MINUTE = 60


def address_of(request: HttpRequest) -> str:
    """Who asks; of IPv6 the network that one household has."""
    try:
        address = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return ""
    return str(address if address.version == 4 else ip_network((address, 64), strict=False).network_address)


def count(key: str, seconds: int) -> int:
    """One more, since the first of the last so many seconds. Raises ``RedisError`` while Valkey is away."""
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key)
    except ValueError:  # its time was over in between
        return 1

"""How often a program may ask: counted a minute in Valkey, by token, else by address. People signed in are not counted,
nor is what lies ready at the door, which costs nothing (`web/publishing`).

Every counted answer says in ``RateLimit-Policy`` and ``RateLimit`` (draft-ietf-httpapi-ratelimit-headers) how much is
left; beyond it 429 with ``Retry-After``. While Valkey is away nobody is counted: no entry waits for it.
"""

from collections.abc import Mapping
from time import time

from django.core.cache import cache
from redis import RedisError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from integrations.models import Token

MINUTE = 60
OF_A_TOKEN, OF_AN_ADDRESS = 600, 300
"""Requests a minute."""


class Minute(BaseThrottle):
    """A minute of the clock."""

    headers: Mapping[str, str] = {}
    left = 0

    def allow_request(self, request: Request, view: APIView) -> bool:
        name, most = _counted(request)
        if not name:
            return True
        window, passed = divmod(int(time()), MINUTE)
        try:
            count = _count(f"api:{name}:{window}")
        except (RedisError, OSError):
            return True
        self.left = MINUTE - passed
        self.headers = {
            "RateLimit-Policy": f'"minute";q={most};w={MINUTE}',
            "RateLimit": f'"minute";r={max(0, most - count)};t={self.left}',
        }
        view.limits = self.headers  # type: ignore[attr-defined]
        return count <= most

    def wait(self) -> float:
        return float(self.left)


def _counted(request: Request) -> tuple[str, int]:
    """Under which name the request is counted, and how many there may be; "" for a person who is signed in."""
    if isinstance(request.auth, Token):
        return f"token:{request.auth.pk}", OF_A_TOKEN
    if getattr(request.user, "is_authenticated", False):
        return "", 0
    return f"address:{request.META.get('REMOTE_ADDR', '')}", OF_AN_ADDRESS


def _count(key: str) -> int:
    if cache.add(key, 1, timeout=2 * MINUTE):
        return 1
    try:
        return int(cache.incr(key))
    except ValueError:  # it went between the two
        return 1

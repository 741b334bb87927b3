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
        if isinstance(request.auth, Token):
            name, most = f"token:{request.auth.pk}", OF_A_TOKEN
        elif getattr(request.user, "is_authenticated", False):
            return True
        else:
            name, most = f"address:{request.META.get('REMOTE_ADDR', '')}", OF_AN_ADDRESS
        window, passed = divmod(int(time()), MINUTE)
        key = f"api:{name}:{window}"
        try:
            count = 1 if cache.add(key, 1, timeout=2 * MINUTE) else int(cache.incr(key))
        except ValueError:  # it went between the two
            count = 1
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

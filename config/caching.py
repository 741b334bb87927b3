"""The cache: JSON, in which nobody who can write to Valkey can smuggle code, by connections that all threads share."""

import json
from functools import cached_property
from typing import Any, ClassVar

from django.core.cache.backends.redis import RedisCache


class Cache(RedisCache):
    """Django makes a client for each thread, and closes no connection of a thread that has ended."""

    _clients: ClassVar[dict[tuple[str, ...], Any]] = {}

    @cached_property
    def _cache(self) -> Any:
        made: Any = self
        return self._clients.setdefault(tuple(made._servers), made._class(made._servers, **made._options))

    def validate_key(self, key: str) -> None:
        """Valkey takes any key; Django warns of those that memcached would refuse, and an address may hold one."""


class Json:
    """Numbers are written plainly, so that Valkey can count them up."""

    def dumps(self, value: Any) -> bytes:
        return json.dumps(value).encode()

    def loads(self, data: bytes) -> Any:
        return json.loads(data)

"""The cache: JSON, in which nobody who can write to Valkey can smuggle code, by connections that all threads share.

What cannot be read, of a release that wrote otherwise or of nobody knows whom, counts as absent.
"""

import json
from collections.abc import Iterable
from functools import cached_property
from typing import Any, ClassVar

from django.core.cache.backends import redis

UNREADABLE = object()


class Client(redis.RedisCacheClient):
    """Unlike Django's it asks for the default where a value is there and cannot be read."""

    def get(self, key: Any, default: Any) -> Any:
        return self.get_many([key]).get(key, default)

    def get_many(self, keys: Iterable[Any]) -> dict[Any, Any]:
        keys = list(keys)
        read = zip(keys, map(Json().loads, self.get_client(None).mget(keys)), strict=True)
        return {key: value for key, value in read if value is not UNREADABLE}


class Cache(redis.RedisCache):
    """Django makes a client for each thread, and closes no connection of a thread that has ended."""

    _clients: ClassVar[dict[tuple[str, ...], Any]] = {}

    @cached_property
    def _cache(self) -> Any:
        made: Any = self
        return self._clients.setdefault(tuple(made._servers), Client(made._servers, **made._options))

    def validate_key(self, key: str) -> None:
        """Valkey takes any key; Django warns of those that memcached would refuse, and an address may hold one."""


class Json:
    """Numbers are written plainly, so that Valkey can count them up."""

    def dumps(self, value: Any) -> bytes:
        return json.dumps(value).encode()

    def loads(self, data: bytes | str | None) -> Any:
        """The value, or ``UNREADABLE``; None is a value."""
        try:
            return UNREADABLE if data is None else json.loads(data)
        except (ValueError, RecursionError):
            return UNREADABLE

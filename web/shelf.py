"""Rendered pages that the processes of this site share, in Valkey. A shelf that does not answer counts as empty."""

from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

T = TypeVar("T")

PATIENCE = 0.25
"""Seconds that a page waits for Valkey."""
REST = 2.0
"""Seconds for which a Valkey that did not answer is not asked again."""


class Shelf:
    """Bytes under keys. ``claim`` lets one process work while the others wait."""

    def __init__(self, url: str, prefix: str) -> None:
        self._server = Redis.from_url(
            url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=Retry(NoBackoff(), 0)
        )
        self._prefix = f"page:{prefix}:"
        self._away_until = 0.0

    def get(self, key: str) -> bytes | None:
        return self._ask(lambda: self._server.get(self._prefix + key), None)  # type: ignore[return-value]

    def put(self, key: str, value: bytes, *, seconds: int) -> None:
        self._ask(lambda: self._server.set(self._prefix + key, value, ex=seconds), None)

    def claim(self, key: str, *, milliseconds: int) -> bool:
        """True for the one that may work now; also if the shelf is away, for then everybody must."""
        name = f"{self._prefix}{key}:claim"
        return self._ask(lambda: bool(self._server.set(name, 1, nx=True, px=milliseconds)), True)

    def release(self, key: str) -> None:
        self._ask(lambda: self._server.delete(f"{self._prefix}{key}:claim"), 0)

    def _ask(self, question: Callable[[], T], otherwise: T) -> T:
        if monotonic() < self._away_until:
            return otherwise
        try:
            return question()
        except (RedisError, OSError):
            self._away_until = monotonic() + REST
            return otherwise

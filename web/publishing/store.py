"""Rendered pages that the processes of this site share, in Valkey. A store that does not answer counts as empty."""

from collections.abc import Callable
from time import monotonic, sleep, time
from typing import TypeVar, cast

from redis import Redis
from redis.backoff import NoBackoff
from redis.client import PubSub
from redis.exceptions import RedisError
from redis.retry import Retry

from web.publishing.live import LISTENED, LISTENED_SECONDS, OPEN, channel

T = TypeVar("T")

PATIENCE = 0.25
"""Seconds that a page waits for Valkey."""
REST = 2.0
"""Seconds for which a Valkey that did not answer is not asked again."""
WISH_SECONDS = 5
"""Seconds for which the press keeps a page current after somebody asked for it."""
MOST_WISHES = 200
PRESS_SECONDS = 3
"""Seconds after its last look at the wishes for which a press counts as working."""
BELIEVED = 0.5
"""Seconds for which an answer to "does a press work?" is believed."""


class Store:
    """Bytes under keys. ``claim`` lets one process work while the others wait."""

    def __init__(self, url: str, prefix: str) -> None:
        self._server = Redis.from_url(
            url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=Retry(NoBackoff(), 0)
        )
        self._prefix = f"page:{prefix}:"
        self._wishes = f"{self._prefix}wishes"
        self._live, self._changes = channel(url), f"{channel(url)}:changes"
        self._heard: PubSub | None = None
        self._away_until = 0.0
        self._press, self._press_believed_until = False, 0.0

    def get(self, key: str) -> bytes | None:
        return self._ask(lambda: self._server.get(self._prefix + key), None)  # type: ignore[return-value]

    def put(self, key: str, value: bytes, *, seconds: int) -> None:
        self._ask(lambda: self._server.set(self._prefix + key, value, ex=seconds), None)

    def claim(self, key: str, *, milliseconds: int) -> bool:
        """True for the one that may work now; also if the store is away, for then everybody must."""
        name = f"{self._prefix}{key}:claim"
        return self._ask(lambda: bool(self._server.set(name, 1, nx=True, px=milliseconds)), True)

    def release(self, key: str) -> None:
        self._ask(lambda: self._server.delete(f"{self._prefix}{key}:claim"), 0)

    def wish(self, wish: str) -> None:
        """Somebody asks for that page."""
        self._ask(lambda: self._server.zadd(self._wishes, {wish: time()}), None)

    def wishes(self) -> list[str]:
        """What was asked for of late, the newest first. Whoever asks is the press, and is known to work from now on."""
        self.put("press", b"1", seconds=PRESS_SECONDS)
        self._ask(lambda: self._server.zremrangebyscore(self._wishes, "-inf", time() - WISH_SECONDS), 0)
        none: list[bytes] = []
        found = self._ask(lambda: cast(list[bytes], self._server.zrevrange(self._wishes, 0, MOST_WISHES - 1)), none)
        return [wish.decode() for wish in found]

    def unwish(self, wish: str) -> None:
        """That page cannot be had."""
        self._ask(lambda: self._server.zrem(self._wishes, wish), 0)

    def has_press(self) -> bool:
        """Does a press work, so that pages change by themselves?"""
        if monotonic() > self._press_believed_until:
            self._press, self._press_believed_until = self.get("press") is not None, monotonic() + BELIEVED
        return self._press

    def call(self, journal: int) -> None:
        """Call out that something public was written in that journal."""
        self._ask(lambda: self._server.publish(self._changes, journal), 0)

    def called(self, seconds: float) -> list[int]:
        """The journals that were called out, waiting for the first so long; none if Valkey is away."""
        began = monotonic()
        found = self._ask(lambda: self._hear(seconds), None)
        if found is None:
            self._heard = None
            sleep(max(0.0, began + seconds - monotonic()))
        return found or []

    def _hear(self, seconds: float) -> list[int]:
        if self._heard is None:
            self._heard = self._server.pubsub(ignore_subscribe_messages=True)
            self._heard.subscribe(self._changes)
        found: list[int] = []
        deadline = monotonic() + seconds
        while message := self._heard.get_message(timeout=0.0 if found else max(0.0, deadline - monotonic())):
            found.append(int(message["data"]))
        return found

    def tell(self, address: str, words: str) -> None:
        """Tell something to all who listen at that address (``live``)."""
        self._ask(lambda: self._server.publish(self._live, f"{address}\n{words}"), 0)

    def listened(self) -> list[str]:
        """The addresses at which somebody listens, whichever live process he has come to: most listeners first."""
        none: list[bytes] = []
        self._ask(lambda: self._server.zremrangebyscore(LISTENED, "-inf", time() - LISTENED_SECONDS), 0)
        return [a.decode() for a in self._ask(lambda: cast(list[bytes], self._server.zrevrange(LISTENED, 0, -1)), none)]

    def open_connections(self) -> int:
        """How many pages listen to all live processes together."""

        def counted() -> int:
            keys = list(self._server.scan_iter(match=f"{OPEN}*", count=1000))
            return sum(int(number or 0) for number in cast(list[bytes], self._server.mget(keys))) if keys else 0

        return self._ask(counted, 0)

    def has_live(self) -> bool:
        """Does a live process tell open pages what is new?"""
        return self._ask(lambda: any(True for _ in self._server.scan_iter(match=f"{OPEN}*", count=1000)), False)

    def drop(self) -> None:
        """Let every page go."""

        def gone() -> None:
            for key in self._server.scan_iter(match=f"{self._prefix}*:/*", count=500):
                self._server.delete(key)

        self._ask(gone, None)

    def forget(self) -> None:
        """Believe nothing about the press."""
        self._press_believed_until = 0.0

    def _ask(self, question: Callable[[], T], otherwise: T) -> T:
        if monotonic() < self._away_until:
            return otherwise
        try:
            return question()
        except (RedisError, OSError):
            self._away_until = monotonic() + REST
            return otherwise

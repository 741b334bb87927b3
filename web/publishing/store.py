"""What the processes of this site share in Valkey: rendered pages, and news for open pages. While it does not answer it
counts as empty, and nobody is told anything.
"""

from collections.abc import Callable, Iterable
from time import monotonic
from typing import TypeVar, cast

from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from web.publishing.live import OPEN, channel
from web.publishing.rendered import Page

T = TypeVar("T")

REST = 2.0
"""Seconds for which a Valkey that did not answer is not asked again."""
KEPT_SECONDS = 3600


class Store:
    """One entry a page and language, which a newer version takes the place of."""

    def __init__(self, url: str, prefix: str) -> None:
        self._server = Redis.from_url(
            url,
            socket_timeout=settings.VALKEY_PATIENCE,
            socket_connect_timeout=settings.VALKEY_PATIENCE,
            retry=Retry(NoBackoff(), 0),
        )
        self._url, self._prefix = url, f"page:{prefix}:"
        self._away_until = 0.0

    def get(self, key: str, version: str) -> Page | None:
        stored = self._ask(lambda: cast("bytes | None", self._server.get(self._prefix + key)), None)
        page = Page.from_bytes(stored) if stored else None
        return page if page and page.version == version else None

    def put(self, key: str, page: Page) -> None:
        self._ask(lambda: self._server.set(self._prefix + key, page.to_bytes(), ex=KEPT_SECONDS), None)

    def drop(self) -> None:
        """Let every page go."""

        def gone() -> None:
            for key in self._server.scan_iter(match=f"{self._prefix}*", count=500):
                self._server.delete(key)

        self._ask(gone, None)

    def listened(self, slugs: Iterable[str]) -> list[str]:
        """Those of the events that some open page listens to."""
        names = {channel(self._url, slug): slug for slug in slugs}
        nobody: list[tuple[bytes, int]] = []
        counts = self._ask(lambda: cast("list[tuple[bytes, int]]", self._server.pubsub_numsub(*names)), nobody)
        return [names[name.decode()] for name, number in counts if number]

    def tell(self, slug: str, words: str) -> None:
        """Tell something to all pages that listen to that event (``live``): a message, or ``<path> <version>`` of a
        page that lies ready, so that a crowd may ask for it."""
        self._ask(lambda: self._server.publish(channel(self._url, slug), words), 0)

    def listeners(self) -> list[int]:
        """How many pages listen to each live process; empty where none tells open pages what is new."""
        nobody: list[bytes] = []

        def counted() -> list[bytes]:
            keys = list(self._server.scan_iter(match=f"{OPEN}*", count=1000))
            return cast("list[bytes]", self._server.mget(keys)) if keys else []

        return [int(number or 0) for number in self._ask(counted, nobody)]

    def _ask(self, question: Callable[[], T], otherwise: T) -> T:
        if monotonic() < self._away_until:
            return otherwise
        try:
            return question()
        except (RedisError, OSError):
            self._away_until = monotonic() + REST
            return otherwise


STORE = Store(settings.REDIS_URL, settings.BUILD_ID)

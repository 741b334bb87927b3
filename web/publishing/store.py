"""A rendered page, how it travels, the pages that one process keeps, and what the processes of this site share in
Valkey: rendered pages, and news for open pages. While Valkey does not answer it counts as empty, and nobody is told
anything.

A page is compressed once, when it is rendered, and handed out as the browser takes it.
"""

import gzip
import json
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from threading import Lock
from time import monotonic
from typing import TypeVar, cast

import brotli
from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from web.publishing.live import OPEN, channel

MOST_PAGES = 512
MOST_BYTES = 64 * 1024 * 1024
PLAIN = ""
BROTLI, GZIP = "br", "gzip"
PREFERRED = (BROTLI, GZIP)
"""The smaller one first."""
WORTH_WHILE = 300
"""Bytes from which on an answer is compressed."""
BROTLI_QUALITY = 5
"""Nearly as small as 11, in a hundredth of its time."""
T = TypeVar("T")
REST = 2.0
"""Seconds for which a Valkey that did not answer is not asked again."""
KEPT_SECONDS = 3600


def packed(body: bytes) -> dict[str, bytes]:
    """The body in every encoding; none if it is short."""
    if len(body) < WORTH_WHILE:
        return {}
    return {BROTLI: brotli.compress(body, quality=BROTLI_QUALITY), GZIP: gzip.compress(body, 6, mtime=0)}


@lru_cache(maxsize=512)
def accepted(header: str) -> str:
    """The best encoding that an ``Accept-Encoding`` names, ``PLAIN`` if none. Weights other than 0 count alike."""
    offers: dict[str, bool] = {}
    for offer in header.lower().split(","):
        name, _, weight = offer.partition(";")
        number = weight.replace(" ", "").removeprefix("q=")
        offers[name.strip()] = not number or number.strip("0.") != ""
    return next((name for name in PREFERRED if offers.get(name, offers.get("*", False))), PLAIN)


@dataclass(frozen=True, slots=True)
class Page:
    """A rendered page, right as long as its ``version`` is the present one (``versions.Version.name``).

    ``packed`` is the body by the encodings in which a browser may take it; ``disposition`` names the file that it is,
    if it is one.
    """

    version: str
    etag: str
    content_type: str
    body: bytes
    packed: dict[str, bytes] = field(default_factory=dict)
    disposition: str = ""

    @property
    def size(self) -> int:
        """Bytes of all bodies together."""
        return len(self.body) + sum(map(len, self.packed.values()))

    def to_bytes(self) -> bytes:
        head = asdict(self)
        head["packed"] = {encoding: len(body) for encoding, body in self.packed.items()}
        head["body"] = len(self.body)
        return json.dumps(head).encode() + b"\n" + self.body + b"".join(self.packed.values())

    @classmethod
    def from_bytes(cls, data: bytes) -> "Page | None":
        """None for anything else."""
        first, _, rest = data.partition(b"\n")
        try:
            head = json.loads(first)
            body, at = rest[: head["body"]], head["body"]
            bodies: dict[str, bytes] = {}
            for encoding, length in head["packed"].items():
                bodies[encoding], at = rest[at : at + length], at + length
            return cls(**head | {"body": body, "packed": bodies}) if at == len(rest) else None
        except (ValueError, TypeError, KeyError, AttributeError):
            return None


class Memory:
    """The pages of one process, the newest version of each; those put down longest ago go first."""

    def __init__(self, most_pages: int = MOST_PAGES, most_bytes: int = MOST_BYTES) -> None:
        self._pages: OrderedDict[str, tuple[Page, float]] = OrderedDict()  # and when each was put down
        self._most_pages, self._most_bytes, self._bytes = most_pages, most_bytes, 0
        self._lock = Lock()

    def get(self, key: str, version: str) -> Page | None:
        page, _ = self._pages.get(key, (None, 0.0))
        return page if page and page.version == version else None

    def recent(self, key: str, seconds: float) -> Page | None:
        """The page, if it was put down less than so many seconds ago."""
        page, put_at = self._pages.get(key, (None, 0.0))
        return page if monotonic() - put_at < seconds else None

    def put(self, key: str, page: Page) -> None:
        with self._lock:
            self._drop(key)
            self._pages[key] = page, monotonic()
            self._bytes += page.size
            while len(self._pages) > self._most_pages or self._bytes > self._most_bytes:
                self._drop(next(iter(self._pages)))

    def forget(self) -> None:
        with self._lock:
            self._pages.clear()
            self._bytes = 0

    def _drop(self, key: str) -> None:
        page, _ = self._pages.pop(key, (None, 0.0))
        self._bytes -= page.size if page else 0


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

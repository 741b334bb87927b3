"""A rendered page and what it is good for, and the pages that one process keeps."""

import json
from collections import OrderedDict
from dataclasses import asdict, dataclass, field
from threading import Lock
from time import monotonic, time

from django.conf import settings

from web.publishing.versions import Pulse

MOST_PAGES = 512
MOST_BYTES = 64 * 1024 * 1024
OLD_PAGE_SECONDS = settings.STALE_SECONDS
"""How long ago a page must have been right at the least to be served while the new one is rendered."""


@dataclass(frozen=True, slots=True)
class Page:
    """A rendered page, right while the event has the same ``edition`` and its time is before ``expires`` (s, epoch).

    ``read_at`` (s, epoch, of this machine) is when the database named the version that the page shows. ``packed`` is
    the body by the encodings in which a browser may take it; ``disposition`` names the file that it is, if it is one.
    """

    edition: str
    etag: str
    expires: float
    read_at: float
    content_type: str
    body: bytes
    packed: dict[str, bytes] = field(default_factory=dict)
    disposition: str = ""

    def fits(self, pulse: Pulse) -> bool:
        return self.edition == pulse.edition and pulse.now.timestamp() < self.expires

    def was_right(self, pulse: Pulse) -> bool:
        """Right until less than a second ago?"""
        return self.behind(pulse) < OLD_PAGE_SECONDS and pulse.now.timestamp() < self.expires

    def behind(self, pulse: Pulse) -> float:
        """Seconds since the page was known to be right."""
        if self.edition == pulse.edition:
            return monotonic() - pulse.confirmed_at
        if self.edition == pulse.former:
            return min(self.age, monotonic() - pulse.former_confirmed_at)
        return self.age

    @property
    def age(self) -> float:
        """Seconds since its version was read."""
        return abs(time() - self.read_at)

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
    def from_bytes(cls, data: bytes) -> "Page":
        first, _, rest = data.partition(b"\n")
        head = json.loads(first)
        body, at = rest[: head["body"]], head["body"]
        bodies: dict[str, bytes] = {}
        for encoding, length in head["packed"].items():
            bodies[encoding], at = rest[at : at + length], at + length
        return cls(**head | {"body": body, "packed": bodies})


class Memory:
    """The pages of one process; those put down longest ago go first."""

    def __init__(self, most_pages: int = MOST_PAGES, most_bytes: int = MOST_BYTES) -> None:
        self._pages: OrderedDict[str, Page] = OrderedDict()
        self._most_pages, self._most_bytes, self._bytes = most_pages, most_bytes, 0
        self._lock = Lock()

    def get(self, key: str) -> Page | None:
        return self._pages.get(key)

    def put(self, key: str, page: Page) -> None:
        with self._lock:
            self._drop(key)
            self._pages[key] = page
            self._bytes += page.size
            while len(self._pages) > self._most_pages or self._bytes > self._most_bytes:
                self._drop(next(iter(self._pages)))

    def forget(self) -> None:
        with self._lock:
            self._pages.clear()
            self._bytes = 0

    def _drop(self, key: str) -> None:
        old = self._pages.pop(key, None)
        self._bytes -= old.size if old else 0

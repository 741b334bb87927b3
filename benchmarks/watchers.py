"""Open pages without a browser: `python -m benchmarks.watchers <port> <number> <seconds> <page,…>`.

Each holds a stream and does what `live.js` does: told of an edition that it does not show, it fetches its page by that
name, brotli or not at all, one fetch at a time. Prints a line when all hear, and one of JSON at the end: what each saw
when.

All of them share one process with the site's machine, so it does as little as it can: one loop over plain sockets, and
of a page it looks at the head alone and counts the rest.
"""

import heapq
import json
import os
import random
import select
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from itertools import count
from urllib.parse import quote

HOST = "127.0.0.1"
TOGETHER = 100
"""Pages opened at once."""
AGAIN = 0.2
"""Seconds until what was refused is asked for again."""
COMING_BACK, ASKED = (500, 5000), (0.75, 1.25)
PIECE = 1 << 16
REQUEST = f" HTTP/1.1\r\nHost: {HOST}\r\n"
PULSE = b"pulse"
LENGTH = b"content-length: "


@dataclass
class Watched:
    """What one page met: when it showed which version, fetches, ended streams, and fetches that failed."""

    seen: list[tuple[float, int]] = field(default_factory=list)
    fetches: int = 0
    returns: int = 0
    failed: int = 0


class Loop:
    """Hands each piece that a connection brings to whoever holds it (nothing at its end), and calls at a given time."""

    def __init__(self) -> None:
        self._poll = select.epoll()
        self._held: dict[int, tuple[socket.socket, Callable[[bytes], None]]] = {}
        self._planned: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()

    def connect(self, port: int, hear: Callable[[bytes], None]) -> socket.socket:
        link = socket.create_connection((HOST, port))
        link.setblocking(False)
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._held[link.fileno()] = link, hear
        self._poll.register(link.fileno(), select.EPOLLIN)
        return link

    def call_later(self, seconds: float, call: Callable[[], None]) -> None:
        heapq.heappush(self._planned, (time.monotonic() + seconds, next(self._order), call))

    def run(self, holds: Callable[[], bool]) -> None:
        """As long as that holds."""
        while holds():
            for number, _ in self._poll.poll(0.05 if self._planned else 0.2):
                link, hear = self._held[number]
                try:
                    piece = link.recv(PIECE)
                except BlockingIOError:
                    continue
                except OSError:
                    piece = b""
                if not piece:
                    self._poll.unregister(number)
                    del self._held[number]
                    link.close()
                hear(piece)
            while self._planned and self._planned[0][0] <= time.monotonic():
                heapq.heappop(self._planned)[2]()


class Watcher:
    """One open page."""

    def __init__(self, loop: Loop, port: int, page: str) -> None:
        self.loop, self.port, self.record = loop, port, Watched()
        event = page.split("/")[2]
        self._stream = f"GET /e/{event}/live/?page={quote(page)}&language=zh-hans{REQUEST}\r\n".encode()
        self._pulse = f"GET /e/{event}/pulse/{REQUEST}\r\n".encode()
        self._page, self._rest = f"GET {page}?edition=".encode(), f"{REQUEST}Accept-Encoding: br\r\n\r\n".encode()
        self.known, self.shown, self.requested = b"", b"", b""
        self.link: socket.socket | None = None
        self.is_open = self.streams = False
        self._head, self._left, self._version = b"", 0, 0

    def open(self) -> None:
        """The stream, and the connection over which pages are fetched."""
        try:
            if self.link is None:
                self.link = self.loop.connect(self.port, self.get)
            self.loop.connect(self.port, self.hear).send(self._stream)
        except OSError:
            self.broke()

    def hear(self, words: bytes) -> None:
        """Told of something; a stream that begins says nothing else."""
        if not words:
            self.broke()
            return
        if b"data:" not in words:
            return
        self.is_open = True
        if not self.streams and self.record.returns:
            self.ask()
        self.streams = True
        edition = edition_in(words)
        if edition:
            self.known = edition
            self.fetch()

    def fetch(self) -> None:
        """The page of the edition that is known, unless one is under way."""
        if self.link and not self.requested and self.known != self.shown:
            self.requested = self.known
            self._say(self._page + self.known + self._rest)

    def _say(self, request: bytes) -> None:
        assert self.link
        self._head, self._left = b"", 0
        try:
            self.link.send(request)
        except OSError:  # its end is heard next
            return

    def get(self, piece: bytes) -> None:
        """A piece of the page: the head says how long it is, and the body is only counted, but that of a pulse."""
        if not piece:
            self.lost()
        elif self._left:
            self._left -= len(piece)
            if not self._left:
                self._got()
        else:
            self._head += piece
            end = self._head.find(b"\r\n\r\n") + 4
            if end < 4:
                return
            head = self._head[:end].lower()
            start = head.index(LENGTH) + len(LENGTH)
            length = int(head[start : head.find(b"\r", start)])
            if self.requested == PULSE:
                if len(self._head) == end + length:
                    self.requested = b""
                    self.known = edition_in(self._head) or self.known
                    self.fetch()
                return
            start = head.find(b'etag: w/"') + 9
            self._version = version_of(head[start : head.find(b'"', start)]) if start >= 9 else -1
            self._left = end + length - len(self._head)
            if not self._left:
                self._got()

    def _got(self) -> None:
        """The page is here, whole."""
        self._head, self.record.fetches = b"", self.record.fetches + 1
        edition, self.requested = self.requested, b""
        if self._version >= 0:
            self.shown = edition
            self.record.seen.append((time.monotonic(), self._version))
            self.fetch()
        else:
            self.record.failed += 1
            self.loop.call_later(AGAIN, self.fetch)

    def lost(self) -> None:
        """The connection for pages is gone, and what was asked with it: nginx closes what is idle for half a minute."""
        self.link, self.requested = None, b""
        self.loop.call_later(AGAIN, self.relink)

    def relink(self) -> None:
        """A connection for pages again, unless there is one by now; what is new is fetched."""
        if self.link is None:
            try:
                self.link = self.loop.connect(self.port, self.get)
            except OSError:
                self.lost()
        self.fetch()

    def broke(self) -> None:
        """The stream ended: another one after a moment, as the server said; until then the page asks."""
        self.record.returns += 1
        self.streams = False
        self.loop.call_later(random.uniform(*COMING_BACK) / 1000, self.open)
        self.loop.call_later(random.uniform(*ASKED), self.ask)

    def ask(self) -> None:
        """Once, and again as long as there is no stream."""
        if self.link is None:
            self.relink()
        if self.link and not self.requested:
            self.requested = PULSE
            self._say(self._pulse)
        if not self.streams:
            self.loop.call_later(random.uniform(*ASKED), self.ask)


def edition_in(words: bytes) -> bytes:
    """The newest that is named there."""
    start = words.rfind(b'"edition":"') + 11
    return words[start : words.find(b'"', start)] if start >= 11 else b""


def version_of(edition: bytes) -> int:
    """In `<journal>.<version>-<moment>`."""
    return int(edition[edition.find(b".") + 1 : edition.find(b"-")])


def main() -> int:
    """So many pages, open for so long from when all of them hear."""
    os.nice(19)  # no watcher sits at the machine of the site
    port, number, seconds, addresses = sys.argv[1:]
    loop, pages = Loop(), addresses.split(",")
    watchers = [Watcher(loop, int(port), pages[n % len(pages)]) for n in range(int(number))]
    for first in range(0, len(watchers), TOGETHER):
        some = watchers[first : first + TOGETHER]
        for watcher in some:
            watcher.open()
        loop.run(lambda some=some: not all(watcher.is_open for watcher in some))  # type: ignore[misc]
    sys.stdout.write("all hear\n")
    sys.stdout.flush()
    until = time.monotonic() + float(seconds)
    loop.run(lambda: time.monotonic() < until)
    sys.stdout.write(json.dumps([asdict(watcher.record) for watcher in watchers]) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Open pages without a browser: `python -m benchmarks.watchers <port> <number> <seconds> <page,…> [--tls]`.

Each holds a stream and does what `live.js` does: told of an edition that it does not show, it fetches its page by that
name, brotli or not at all, one fetch at a time. Prints a line when all hear, and one of JSON at the end: what each saw
when, how long nobody told it anything, and bytes.
"""

import asyncio
import json
import os
import random
import re
import ssl
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from urllib.parse import quote

HOST = "127.0.0.1"
TOGETHER = 100
"""Pages opened at once."""
AGAIN = 0.2
"""Seconds until what was refused is asked for again."""
COMING_BACK, ASKED = (500, 5000), (0.75, 1.25)
ETAG = re.compile(rb'etag: W/"(\d+\.(\d+)-\d+)', re.IGNORECASE)
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
EDITION = re.compile(rb'"edition":"(\d+\.(\d+)-\d+)"')


@dataclass
class Watched:
    """What one page met: when it showed which version, its longest silence in s, bytes, and how often it came back."""

    seen: list[tuple[float, int]] = field(default_factory=list)
    told: list[tuple[float, int]] = field(default_factory=list)
    silence: float = 0.0
    streamed: int = 0
    fetched: int = 0
    fetches: int = 0
    returns: int = 0
    failed: int = 0


class Link(asyncio.Protocol):
    """A connection, whose bytes go to ``hear``; when it breaks, ``broken`` is called."""

    def __init__(self, hear: Callable[[bytes], None], broken: Callable[[], None]) -> None:
        self.data_received, self._broken = hear, broken  # type: ignore[method-assign]

    def connection_lost(self, error: Exception | None) -> None:
        self._broken()


class Watcher:
    """One open page."""

    def __init__(self, port: int, page: str, tls: ssl.SSLContext | None) -> None:
        self.port, self.page, self.tls = port, page, tls
        self.met = Watched()
        self.known, self.shown, self.asked = b"", b"", b""
        self.link: asyncio.WriteTransport | None = None
        self.answer = b""
        self.last = time.monotonic()
        self.hears, self.streams = asyncio.Event(), False

    async def open(self) -> None:
        """The stream, and the connection over which pages are fetched."""
        event = self.page.split("/")[2]
        address = f"/e/{event}/live/?page={quote(self.page)}&language=zh-hans"
        try:
            if self.link is None:
                self.link = await self._connect(self.get, self.lost)
            stream = await self._connect(self.hear, self.broke)
            stream.write(f"GET {address} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        except OSError:
            self.broke()

    async def _connect(self, hear: Callable[[bytes], None], broken: Callable[[], None]) -> asyncio.WriteTransport:
        loop = asyncio.get_running_loop()
        link, _ = await loop.create_connection(lambda: Link(hear, broken), HOST, self.port, ssl=self.tls)
        return link

    def hear(self, words: bytes) -> None:
        """Told of something; a stream that begins says nothing else."""
        self.met.streamed += len(words)
        now = time.monotonic()
        if b"data:" not in words:
            return
        self.met.silence, self.last = max(self.met.silence, now - self.last), now
        self.hears.set()
        if not self.streams and self.met.returns:
            asyncio.get_running_loop().create_task(self.ask())
        self.streams = True
        found = EDITION.search(words)
        if found:
            self.known = found[1]
            self.met.told.append((now, int(found[2])))
            self.fetch()

    def fetch(self) -> None:
        """The page of the edition that is known, unless one is under way."""
        if self.link and not self.asked and self.known != self.shown:
            self.asked, name = self.known, f"{self.page}?edition={self.known.decode()}"
            self.link.write(f"GET {name} HTTP/1.1\r\nHost: {HOST}\r\nAccept-Encoding: br\r\n\r\n".encode())

    def get(self, words: bytes) -> None:
        """A piece of the page; the whole is looked at."""
        self.answer += words
        head, found, body = self.answer.partition(b"\r\n\r\n")
        size = LENGTH.search(head) if found else None
        if size is None or len(body) < int(size[1]):
            return
        edition, pulse = ETAG.search(head), EDITION.search(body)
        self.answer = b""
        if self.asked == b"pulse":
            self.asked = b""
            self.known = pulse[1] if pulse else self.known
            self.fetch()
            return
        self.met.fetched += len(head) + len(body)
        self.met.fetches += 1
        if edition:
            self.shown, self.asked = self.asked, b""
            self.met.seen.append((time.monotonic(), int(edition[2])))
            self.fetch()
        else:
            self.met.failed += 1
            self.asked = b""
            asyncio.get_running_loop().call_later(AGAIN, self.fetch)

    def lost(self) -> None:
        """The connection for pages is gone, and what was asked with it: nginx closes what is idle for half a minute."""
        self.link, self.asked, self.answer = None, b"", b""
        asyncio.get_running_loop().call_later(AGAIN, lambda: asyncio.get_running_loop().create_task(self.relink()))

    async def relink(self) -> None:
        """A connection for pages again, unless there is one by now; what is new is fetched."""
        if self.link is None:
            try:
                self.link = await self._connect(self.get, self.lost)
            except OSError:
                self.lost()
        self.fetch()

    def broke(self) -> None:
        """The stream ended: another one after a moment, as the server said; until then the page asks."""
        self.met.returns += 1
        self.streams = False
        loop = asyncio.get_running_loop()
        loop.call_later(random.uniform(*COMING_BACK) / 1000, lambda: loop.create_task(self.open()))
        loop.call_later(random.uniform(*ASKED), lambda: loop.create_task(self.ask()))

    async def ask(self) -> None:
        """Once, and again as long as there is no stream."""
        if self.link is None:
            self.link = await self._connect(self.get, self.lost)
        if not self.asked:
            self.asked = b"pulse"
            self.link.write(f"GET /e/{self.page.split('/')[2]}/pulse/ HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        if not self.streams:
            loop = asyncio.get_running_loop()
            loop.call_later(random.uniform(*ASKED), lambda: loop.create_task(self.ask()))


async def watch(port: int, number: int, seconds: float, pages: list[str], tls: ssl.SSLContext | None) -> list[Watcher]:
    """So many pages, open for so long from when all of them hear."""
    watchers = [Watcher(port, pages[n % len(pages)], tls) for n in range(number)]
    for first in range(0, number, TOGETHER):
        some = watchers[first : first + TOGETHER]
        await asyncio.gather(*(watcher.open() for watcher in some))
        await asyncio.gather(*(watcher.hears.wait() for watcher in some))
    sys.stdout.write("all hear\n")
    sys.stdout.flush()
    await asyncio.sleep(seconds)
    return watchers


def main() -> int:
    os.nice(19)  # no watcher sits at the machine of the site
    port, number, seconds, pages, *rest = sys.argv[1:]
    tls = ssl.create_default_context() if rest else None
    if tls:
        tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
    watchers = asyncio.run(watch(int(port), int(number), float(seconds), pages.split(","), tls))
    sys.stdout.write(json.dumps([asdict(watcher.met) for watcher in watchers]) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""More visitors than the machine can bear: a process of its own (`benchmarks.flood <address> <slug> <rate> <s>`).

Every visitor has a connection and asks on a schedule, but never before his last answer came, as a browser does: what
falls due meanwhile is missed and counts as offered. ``rate`` 0: as many as the door lets to the site ask again at once,
which finds the capacity.
Every second request carries the ETag, and each has an address of its own. Prints one line of JSON.
"""

import json
import re
import selectors
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from itertools import cycle
from urllib.parse import urlsplit

from benchmarks.visitors import PAGES

VISITORS, AT_THE_SITE = 256, 24
"""Of all, and of those who find the capacity: the door refuses who comes when 32 requests are at the site."""
HEAD = re.compile(rb"HTTP/1.1 (\d+)[^\r]*\r\n(.*?)\r\n\r\n", re.DOTALL)
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
ETAG = re.compile(rb"etag: ([^\r]+)", re.IGNORECASE)


@dataclass(frozen=True)
class Flood:
    """Requests offered and answered a second, answers by status, and latencies in ms."""

    offered: float
    answered: float
    statuses: dict[str, int]
    p50: float
    p99: float


@dataclass
class Visitor:
    """One connection: what came so far of the answer, and when the next request is due."""

    number: int
    link: socket.socket
    paths: Iterator[str]
    due: float
    sent_at: float = 0.0
    came: bytes = b""
    etags: dict[str, bytes] = field(default_factory=dict)
    path: str = ""
    asked: int = 0

    def ask(self, now: float) -> None:
        self.path, self.sent_at, self.came, self.asked = next(self.paths), now, b"", self.asked + 1
        own = f"{self.path}?visit={self.number}.{self.asked}"  # which nginx has not kept
        known = self.etags.get(self.path, b"") if self.asked % 2 else b""
        condition = b"If-None-Match: " + known + b"\r\n" if known else b""
        self.link.send(b"GET " + own.encode() + b" HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n"
                       + condition + b"\r\n")  # fmt: skip

    def answer(self) -> str | None:
        """Status, once all of it is there."""
        self.came += self.link.recv(65536)
        head = HEAD.match(self.came)
        if head is None:
            return None
        status, lines = head[1].decode(), head[2]
        length = LENGTH.search(lines)
        if status != "304" and len(self.came) < head.end() + int(length[1] if length else 0):
            return None
        etag = ETAG.search(lines)
        self.etags[self.path] = etag[1] if etag else b""
        return status


def started(address: str, slug: str, rate: float, seconds: float) -> "subprocess.Popen[str]":
    """The process, which begins at once."""
    command = [sys.executable, "-m", "benchmarks.flood", address, slug, f"{rate}", f"{seconds}"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def read(process: "subprocess.Popen[str]") -> Flood:
    """What it saw, once it has ended."""
    output, _ = process.communicate()
    return Flood(**json.loads(output))


def flood(address: str, slug: str, rate: float, seconds: float) -> Flood:
    place = urlsplit(address)
    waiting, idle = selectors.DefaultSelector(), []
    begun = time.monotonic()
    for number in range(VISITORS if rate else AT_THE_SITE):
        link = socket.create_connection((place.hostname or "", place.port or 80))
        paths = [f"/e/{slug}/{page}" for page in (*PAGES[number % len(PAGES) :], *PAGES[: number % len(PAGES)])]
        idle.append(Visitor(number, link, cycle(paths), begun + number / rate if rate else begun))
    statuses: Counter[str] = Counter()
    took: list[float] = []
    while (now := time.monotonic()) < begun + seconds:
        for visitor in [one for one in idle if one.due <= now]:
            idle.remove(visitor)
            visitor.ask(now)
            waiting.register(visitor.link, selectors.EVENT_READ, visitor)
        for key, _ in waiting.select(0.001):
            visitor = key.data
            status = visitor.answer()
            if status is None:
                continue
            waiting.unregister(visitor.link)
            idle.append(visitor)
            statuses[status] += 1
            took.append((time.monotonic() - visitor.sent_at) * 1000)
            visitor.due = max(visitor.due + VISITORS / rate, now) if rate else now
    took.sort()
    answered = len(took) / seconds
    return Flood(rate or answered, answered, dict(statuses), took[len(took) // 2], took[int(len(took) * 0.99)])


def main() -> int:
    address, slug, rate, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3]), float(sys.argv[4])
    sys.stdout.write(json.dumps(asdict(flood(address, slug, rate, seconds))) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Visitors of the public pages, in a process of their own, so that they cost the one that saves nothing.

`python -m benchmarks.visitors <address> <slug> <rate> <seconds> <visitors> <apart>`: each visitor has a connection and
asks on a schedule, but never before his last answer came, as a browser does: what falls due meanwhile is missed and
counts as offered. ``rate`` 0: everybody asks again at once, which finds the capacity. Every second request carries the
ETag; ``apart`` gives each an address of its own, which nginx has not kept. Prints one line of JSON.
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

PAGES = ("bracket/", "hall/", "", "rounds/", "matches/1/")
HEAD = re.compile(rb"HTTP/1.1 (\d+)[^\r]*\r\n(.*?)\r\n\r\n", re.DOTALL)
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
ETAG = re.compile(rb"etag: ([^\r]+)", re.IGNORECASE)
CUT = "0"
"""The status of a request whose connection ended before its answer."""


@dataclass(frozen=True)
class Visits:
    """Requests answered a second, answers by status, and latencies in ms."""

    answered: float
    statuses: dict[str, int]
    p50: float
    p99: float


@dataclass
class Visitor:
    """One connection: what came so far of the answer, and when the next request is due."""

    number: int
    place: tuple[str, int]
    link: socket.socket
    paths: Iterator[str]
    apart: bool
    due: float
    received: bytes = b""
    etags: dict[str, bytes] = field(default_factory=dict)
    path: str = ""
    requests: int = 0

    def ask(self) -> None:
        self.path, self.received, self.requests = next(self.paths), b"", self.requests + 1
        address = f"{self.path}?visit={self.number}.{self.requests}" if self.apart else self.path
        known = self.etags.get(self.path, b"") if self.requests % 2 else b""
        condition = b"If-None-Match: " + known + b"\r\n" if known else b""
        head = b"GET " + address.encode() + b" HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n"
        self.link.send(head + condition + b"\r\n")

    def answer(self) -> str | None:
        """Status, once all of it is there; a connection that was cut is made anew."""
        try:
            piece = self.link.recv(65536)
        except ConnectionResetError:  # nginx ends a connection after its thousandth request
            piece = b""
        if not piece:
            self.link.close()
            self.link = socket.create_connection(self.place)
            return CUT
        self.received += piece
        head = HEAD.match(self.received)
        if head is None:
            return None
        status, lines = head[1].decode(), head[2]
        length = LENGTH.search(lines)
        if status != "304" and len(self.received) < head.end() + int(length[1] if length else 0):
            return None
        etag = ETAG.search(lines)
        self.etags[self.path] = etag[1] if etag else b""
        return status


def started(
    address: str, slug: str, *, rate: float, seconds: float, visitors: int, apart: bool = False
) -> "subprocess.Popen[str]":
    """The process, which begins at once."""
    words = [address, slug, f"{rate}", f"{seconds}", f"{visitors}", f"{apart:d}"]
    command = [sys.executable, "-m", "benchmarks.visitors", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def read(process: "subprocess.Popen[str]") -> Visits:
    """What it saw, once it has ended."""
    output, _ = process.communicate()
    return Visits(**json.loads(output))


def main() -> int:
    address, slug, rate, seconds, visitors, apart = sys.argv[1:]
    every, begun = float(rate), time.monotonic()
    place = urlsplit(address).hostname or "", urlsplit(address).port or 80
    waiting, idle = selectors.DefaultSelector(), []
    for number in range(int(visitors)):
        link = socket.create_connection(place)
        paths = [f"/e/{slug}/{page}" for page in (*PAGES[number % len(PAGES) :], *PAGES[: number % len(PAGES)])]
        idle.append(
            Visitor(number, place, link, cycle(paths), apart == "1", begun + number / every if every else begun)
        )

    statuses: Counter[str] = Counter()
    latencies: list[float] = []
    while (now := time.monotonic()) < begun + float(seconds):
        for visitor in [one for one in idle if one.due <= now]:
            idle.remove(visitor)
            visitor.ask()
            waiting.register(visitor.link, selectors.EVENT_READ, visitor)
        for key, _ in waiting.select(0.001):
            visitor = key.data
            status = visitor.answer()
            if status is None:
                continue
            waiting.unregister(key.fileobj)
            idle.append(visitor)
            statuses[status] += 1
            latencies.append((time.monotonic() - visitor.due) * 1000)
            visitor.due = max(visitor.due + int(visitors) / every, now) if every else now

    latencies.sort()
    p50, p99 = latencies[len(latencies) // 2], latencies[int(len(latencies) * 0.99)]
    sys.stdout.write(json.dumps(asdict(Visits(len(latencies) / float(seconds), dict(statuses), p50, p99))) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

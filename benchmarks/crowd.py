"""Fifty visitors ask for the bracket at the same instant after a change: each process renders it once at the most, and
the others wait.
"""

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPConnection
from statistics import median
from threading import Barrier
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from benchmarks.site import Server

if TYPE_CHECKING:
    from accounts.models import User
    from tournaments.models import Match

VISITORS = 50
TURNS = 10
PROCESSES = 2
OLD_SECONDS = 1.0
PATH = "/counted/championship/"


@dataclass(frozen=True)
class Visit:
    """An answer: how long it took in ms, and the version it was rendered at."""

    milliseconds: float
    version: int


def report(running: Server, matches: "list[Match]", *, by: "User") -> bool:
    """Print how often was rendered and how long the last visitor waited; was it once a process at the most?"""
    good = True
    for writers in (False, True):
        renders, slowest = zip(*(_turn(running, matches[0], writers, by=by) for _ in range(TURNS)), strict=True)
        who = "who have just written" if writers else "a second after the change"
        sys.stdout.write(f"{VISITORS} at once, {who}: {sum(renders)} renders after {TURNS} changes, ")
        sys.stdout.write(f"last answer after {median(slowest):.0f} ms (at most {max(slowest):.0f} ms)\n")
        good &= max(renders) <= PROCESSES
    return good


def _turn(running: Server, match: "Match", writers: bool, *, by: "User") -> tuple[int, float]:
    """One change and one crowd: how often was rendered, and the longest wait in ms."""
    from django.conf import settings
    from redis import Redis

    from benchmarks.urls import RENDERS
    from journal.models import Journal
    from tournaments.day.actions.matches import enter_deal, undo_deal

    valkey = Redis.from_url(settings.REDIS_URL)
    _crowd(running, "")
    enter_deal(match, "NWES", by=by)
    undo_deal(match, by=by)
    journal = Journal.objects.get(tournament__slug="championship")
    if not writers:
        time.sleep(OLD_SECONDS)
    valkey.delete(RENDERS)
    visits = _crowd(running, f"wrote={journal.pk}.{journal.version}" if writers else "")
    if {visit.version for visit in visits} != {journal.version}:
        raise RuntimeError("somebody got an old page")
    return int(valkey.get(RENDERS) or 0), max(visit.milliseconds for visit in visits)


def _crowd(running: Server, cookie: str) -> list[Visit]:
    """All connect first, then all ask together."""
    together = Barrier(VISITORS)

    def visit(_: int) -> Visit:
        link = HTTPConnection(urlsplit(running.address).netloc, timeout=10)
        link.connect()
        together.wait()
        start = time.perf_counter()
        link.request("GET", PATH, headers={"Cookie": cookie} if cookie else {})
        answer = link.getresponse()
        answer.read()
        took = (time.perf_counter() - start) * 1000
        version = int(answer.headers["ETag"].strip('"').partition("-")[0].partition(".")[2])
        link.close()
        return Visit(took, version)

    with ThreadPoolExecutor(VISITORS) as pool:
        return list(pool.map(visit, range(VISITORS)))

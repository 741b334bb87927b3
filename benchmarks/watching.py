"""Open pages beside saves: from stored to seen. Run as `python -m benchmarks.watching [watchers …]`, 500, 1,000 and
2,000 watchers when nothing is said.

The site of 13 tables as it stands in production: two web processes, the live process, nginx in front where there is one
(without TLS: the watchers' own would weigh as much as the site's). Watchers (`watchers.py`) hold a stream each on five
pages and fetch theirs whenever they hear of a new version. A save is *stored* when its answer is here and *seen* when a
watcher has a page of that version or a newer one, counted for every save and every watcher.
"""

import json
import os
import subprocess
import sys
import time
from bisect import bisect_left
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, cast

from benchmarks.door import in_front
from benchmarks.saving import SLUG, AtApi, AtPhone, SavedSheet, percentile, seated
from benchmarks.site import database, server

PAGES = ("bracket/", "hall/", "", "rounds/", "matches/1/")
TEAMS, RATE, SECONDS = 26, 1.0, 20.0
"""Saves a second, over the tables in turn, for so many seconds."""
HEAD_START = 2.0
LIMIT_MS = 300
NEVER = 60_000.0
LAST_LOOK = 6.0
"""Seconds after the last save for which the watchers stay."""


@dataclass(frozen=True)
class Stored:
    """A save: when its answer was here (monotonic), the version that it made, and ms since its moment."""

    at: float
    version: int
    latency: float


def saved(sheets: Sequence[SavedSheet]) -> list[Stored]:
    first = time.monotonic() + HEAD_START

    def save(number: int) -> Stored:
        sheet, moment = sheets[number % len(sheets)], first + number / RATE
        latency = sheet.play(moment, 1)[0].saved
        referee = sheet.referee
        client = referee.client if isinstance(referee, AtApi) else cast(AtPhone, referee).browser.client
        return Stored(moment + latency / 1000, int(client.cookies["wrote"].partition(".")[2]), latency)

    def table(place: int) -> list[Stored]:
        return [save(number) for number in range(place, int(RATE * SECONDS), len(sheets))]

    with ThreadPoolExecutor(len(sheets)) as pool:
        return [save for saves in pool.map(table, range(len(sheets))) for save in saves]


def latencies(saves: Sequence[Stored], moments: Sequence[tuple[float, int]]) -> list[float]:
    """For each save, ms until this watcher had it: ``moments`` are pairs of time and version, in order."""
    versions = [version for _, version in moments]
    waits = []
    for save in saves:
        place = bisect_left(versions, save.version)
        waits.append(NEVER if place == len(versions) else max(0.0, moments[place][0] - save.at) * 1000)
    return waits


def beside(number: int, port: int, sheets: Sequence[SavedSheet]) -> float:
    """Saves beside so many watchers: the 99th percentile from stored to seen."""
    seconds = HEAD_START + SECONDS + LAST_LOOK
    pages = ",".join(f"/e/{SLUG}/{page}" for page in PAGES)
    command = [sys.executable, "-m", "benchmarks.watchers", f"{port}", f"{number}", f"{seconds}", pages]
    crowd = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert crowd.stdout
    crowd.stdout.readline()
    saves = saved(sheets)
    watched: list[dict[str, Any]] = json.loads(crowd.communicate()[0])

    seen = [latency for watcher in watched for latency in latencies(saves, watcher["seen"])]
    fetches, failed, broken = (sum(watcher[name] for watcher in watched) for name in ("fetches", "failed", "returns"))
    sys.stdout.write(f"\n{number} watchers, {RATE:g} saves/s: {fetches} pages fetched, {failed} failed, ")
    sys.stdout.write(f"{broken} streams broke\n")
    for title, values in (("saves", [save.latency for save in saves]), ("stored to seen", seen)):
        p50, p99 = percentile(values, 0.5), percentile(values, 0.99)
        sys.stdout.write(f"{title}: p50 {p50:.0f} p99 {p99:.0f} max {max(values):.0f} ms\n")
    sys.stdout.flush()
    return percentile(seen, 0.99)


def main() -> int:
    with database(), ExitStack() as stack:
        from benchmarks.event import begin, chief_referee, draw, entered

        tournament = draw(entered(TEAMS, slug=SLUG))
        site = stack.enter_context(server(workers=2, behind_nginx=True))
        port = stack.enter_context(in_front(site))
        matches = begin(tournament, 1, by=chief_referee(tournament))
        sheets = seated(site, tournament, matches, stack)
        numbers = [int(word) for word in sys.argv[1:]] or [500, 1000, 2000]
        percentiles = [beside(number, port, sheets) for number in numbers]
        sys.stdout.write(f"load average {os.getloadavg()[0]:.1f}\n")
    return int(max(percentiles) > LIMIT_MS)


if __name__ == "__main__":
    raise SystemExit(main())

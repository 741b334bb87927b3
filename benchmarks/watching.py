"""Open pages beside saves: from stored to seen, what a watcher costs, and whether referees notice. Run as `python -m
benchmarks.watching [watchers …] [--rate saves/s] [--draw]`, 500, 1,000 and 2,000 watchers when nothing is said.

The site of 64 tables as it stands in production: two web processes, the live process, nginx in front where there
is one (without TLS: the watchers' own would weigh as much as the site's). Watchers (`watchers.py`) hold a stream each
on five pages and fetch theirs whenever they are told. A save is *stored* when its answer is here and *seen* when a
watcher has a page of that version or a newer one, counted for every save and every watcher. The saves alone, before
the watchers come and after they have gone, are the measure for saves beside them. With `--draw` lots are turned
instead, and the watchers have the projector's page and the one for everybody open.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from bisect import bisect_left
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from benchmarks.door import in_front
from benchmarks.saving import SLUG, AtApi, AtPhone, Sheet, signed_in
from benchmarks.site import Part, Server, database, server

if TYPE_CHECKING:
    from tournaments.models import Ceremony, Tournament

PAGES = ("bracket/", "hall/", "", "rounds/", "matches/1/")
OF_THE_DRAW = ("hall/draw/", "draw/ceremony/")
SECONDS = 20.0
HEAD_START = 2.0
LIMIT_MS = 300
NEVER = 60_000.0
LAST_LOOK = 6.0
"""Seconds after the last save for which the watchers stay."""
SILENT = 15.0
"""Seconds for which the watchers are there and nothing happens."""


@dataclass(frozen=True)
class Stored:
    """A save: when its answer was here (monotonic), the version that it made, and ms since its moment."""

    at: float
    version: int
    took: float


def saved(sheets: Sequence[Sheet], rate: float, seconds: float) -> list[Stored]:
    """So many saves a second, over the tables in turn."""
    first = time.monotonic() + HEAD_START

    def save(number: int) -> Stored:
        sheet, moment = sheets[number % len(sheets)], first + number / rate
        took = sheet.play(moment, 1, looks=False)[0].saved
        referee = sheet.referee
        client = referee.client if isinstance(referee, AtApi) else cast(AtPhone, referee).browser.client
        return Stored(moment + took / 1000, int(client.cookies["wrote"].partition(".")[2]), took)

    def table(place: int) -> list[Stored]:
        return [save(number) for number in range(place, int(rate * seconds), len(sheets))]

    with ThreadPoolExecutor(len(sheets)) as pool:
        return [save for saves in pool.map(table, range(len(sheets))) for save in saves]


def turned(ceremony: "Ceremony", rate: float, seconds: float) -> list[Stored]:
    """So many lots a second, until there are no more."""
    from tournaments.draw.actions.ceremony import show_lot
    from tournaments.draw.queries.ceremony import view_of

    first, shown = time.monotonic() + HEAD_START, len(view_of(ceremony).lots)
    stored = []
    for number in range(min(int(rate * seconds), len(ceremony.teams) - shown)):
        moment = first + number / rate
        time.sleep(max(0.0, moment - time.monotonic()))
        show_lot(ceremony, shown + number + 1, by=None)
        at = time.monotonic()
        ceremony.stage.tournament.journal.refresh_from_db()
        stored.append(Stored(at, ceremony.stage.tournament.journal.version, (at - moment) * 1000))
    return stored


def latencies(saves: Sequence[Stored], moments: Sequence[tuple[float, int]]) -> list[float]:
    """For each save, ms until this watcher had it: ``moments`` are pairs of time and version, in order."""
    versions = [version for _, version in moments]
    waits = []
    for save in saves:
        place = bisect_left(versions, save.version)
        if place == len(versions):
            waits.append(NEVER)
            continue
        waits.append(max(0.0, moments[place][0] - save.at) * 1000)
    return waits


def share(values: Sequence[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def told(title: str, values: Sequence[float]) -> str:
    return f"{title} p50 {share(values, 0.5):.0f} p99 {share(values, 0.99):.0f} max {max(values):.0f} ms"


@dataclass
class Trial:
    """The site that is watched, and where watchers reach it."""

    running: Server
    parts: dict[str, Part]
    port: int
    pages: Sequence[str]
    rate: float
    save: Callable[[], list[Stored]]

    def alone(self) -> list[Stored]:
        saves = self.save()
        sys.stdout.write(told("\nsaves alone:", [save.took for save in saves]) + "\n")
        return saves

    def beside(self, number: int) -> float:
        """Saves beside so many watchers: the 99th percentile from stored to seen."""
        memory, pages = self._kilobytes(), ",".join(f"/e/{SLUG}/{page}" for page in self.pages)
        seconds = SILENT + HEAD_START + SECONDS + LAST_LOOK
        command = [sys.executable, "-m", "benchmarks.watchers", f"{self.port}", f"{number}", f"{seconds}", pages]
        crowd = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert crowd.stdout
        crowd.stdout.readline()
        self.parts["watchers"] = Part(crowd)
        before, quiet_at = self._cpu(), time.monotonic()
        time.sleep(SILENT)
        quiet, grown = self._spent(before, quiet_at), {n: kb - memory[n] for n, kb in self._kilobytes().items()}
        before, busy_at = self._cpu(), time.monotonic()
        saves = self.save()
        busy, spent = self._spent(before, busy_at), {name: s - before[name] for name, s in self._cpu().items()}
        del self.parts["watchers"]
        met: list[dict[str, Any]] = json.loads(crowd.communicate()[0])
        seen = [one for watcher in met for one in latencies(saves, watcher["seen"])]
        announced = [one for watcher in met for one in latencies(saves, watcher["told"])]
        fetches, failed = sum(w["fetches"] for w in met), sum(w["failed"] for w in met)
        sys.stdout.write(f"\n{number} watchers, {self.rate:g} saves/s\n")
        pages_a_second = fetches / (SECONDS + HEAD_START)
        broken = sum(w["returns"] for w in met)
        for line in (
            told("saves:", [save.took for save in saves]), told("stored to told:", announced),
            told("stored to seen:", seen),
            f"{fetches} pages fetched, {pages_a_second:.0f}/s, {failed} failed, {broken} streams broke",
            f"memory a watcher: {', '.join(f'{name} {kb / number:.1f} kB' for name, kb in grown.items())}",
            f"processor, nothing happening: {quiet}", f"processor, saves: {busy}",
            f"processor a page: {', '.join(f'{name} {1e6 * s / max(1, fetches):.0f} µs' for name, s in spent.items())}",
            f"bytes a watcher: {sum(w['streamed'] for w in met) / number:.0f} told, "
            f"{sum(w['fetched'] for w in met) / max(1, fetches):.0f} a page",
        ):  # fmt: skip
            sys.stdout.write(line + "\n")
        sys.stdout.flush()
        return share(seen, 0.99)

    def _kilobytes(self) -> dict[str, int]:
        return {name: self.parts[name].kilobytes for name in ("live", "door") if name in self.parts}

    def _cpu(self) -> dict[str, float]:
        return {name: part.cpu_seconds for name, part in self.parts.items()}

    def _spent(self, before: dict[str, float], since: float) -> str:
        passed, spent = time.monotonic() - since, {name: s - before[name] for name, s in self._cpu().items()}
        return (
            ", ".join(f"{name} {100 * seconds / passed:.0f} %" for name, seconds in spent.items())
            + f"; {100 * spent['watchers'] / sum(spent.values()):.0f} % of it the watchers' own"
        )


def playing(site: Server, tournament: "Tournament", rate: float, stack: ExitStack) -> Callable[[], list[Stored]]:
    """The first round is on, and a referee sits at each table."""
    from benchmarks.event import account, begin, draw
    from tournaments.states import RoleKind

    matches = begin(draw(tournament), 1, by=account(tournament, "chief", RoleKind.CHIEF_REFEREE).user)
    sheets = []
    for place, match in enumerate(matches):
        browser = signed_in(site, account(tournament, f"referee{match.number}").user)
        stack.callback(browser.close)
        sheets.append(Sheet((AtApi if place % 2 else AtPhone)(browser, SLUG, match.number)))
    return lambda: saved(sheets, rate, SECONDS)


def drawing(tournament: "Tournament", rate: float, seconds: float = SECONDS) -> Callable[[], list[Stored]]:
    """The draw is on in the hall."""
    from tournaments.draw.actions.ceremony import open_ceremony
    from tournaments.draw.actions.draws import preview_draw

    preview_draw(tournament, by=None)
    ceremony = open_ceremony(tournament, by=None)
    return lambda: turned(ceremony, rate, seconds)


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("watchers", nargs="*", type=int)
    options.add_argument("--rate", type=float, default=1.0)
    options.add_argument("--teams", type=int, default=26)
    options.add_argument("--draw", action="store_true")
    args = options.parse_args()
    os.environ["BEHIND_NGINX"] = "1"
    with database(), ExitStack() as stack:
        from benchmarks.event import entered

        tournament = entered(args.teams, slug=SLUG)
        site = stack.enter_context(server(workers=2))
        parts, port = stack.enter_context(in_front(site))
        save = drawing(tournament, args.rate) if args.draw else playing(site, tournament, args.rate, stack)
        pages = OF_THE_DRAW if args.draw else PAGES
        trial = Trial(site, {**site.parts, **parts}, port, pages, args.rate, save)
        if not args.draw:
            trial.alone()
        percentiles = [trial.beside(number) for number in args.watchers or (500, 1000, 2000)]
        if not args.draw:
            trial.alone()
        sys.stdout.write(f"load average {os.getloadavg()[0]:.1f}\n")
    return int(max(percentiles) > LIMIT_MS)


if __name__ == "__main__":
    raise SystemExit(main())

"""Saving a deal under open load: 64 sheets, each saved every 4 s (16 saves a second, staggered), without and with 200
public page requests a second at nginx beside it; then all 64 at one instant; then beside three times the public load
that the machine can bear; then the end of a round, when all tables send their last deal at one instant, and confirm at
one. Run as `python -m benchmarks.saving`, or with ``--overload`` or ``--confirmations`` for the one or the other part.

Every save has its moment on a schedule made beforehand, and its latency counts from that moment, sent late or not: a
server that falls behind cannot slow the load down. Half of the tables send as the script of the phone does, half as a
program with the API. Reported too: the same load when every phone also asks for its whole page again after each save.
Every fifth save of a sheet takes the last deal back, the others are wins of one level by turns; with so many deals that
somebody would near A, every second one.
"""

import sys
import time
import uuid
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Protocol

from benchmarks import flood, visitors
from benchmarks.door import in_front
from benchmarks.site import Server, database, server
from rehearsal.browser import Browser

SHEETS = 64
PAUSE = 4.0
SAVES = 8
WEB_PROCESSES = 2
ORDERS = ("NWES", "WNSE")
MOST_DEALS = 8
LIMIT_MS = 100
MOST_OF_A_DEAL, ENDING_LIMIT_MS = 1.5, 2_000
OVERLOAD, OVERLOAD_LIMIT_MS = 3, 500
CAPACITY_SECONDS = 8.0
HEAD_START = 2.0
SLUG = "hall"


@dataclass(frozen=True)
class Save:
    """One save: ms from its moment on the schedule to the answer, and to the sheet shown again (0: not asked for)."""

    by: str
    saved: float
    shown: float
    late: float


class Referee(Protocol):
    """Somebody with a sheet: ``prepare`` comes before the moment, an empty order takes the last deal back."""

    way: str

    def prepare(self, order: str) -> None: ...

    def send(self) -> None: ...

    def look(self) -> bool: ...


class AtPhone:
    """The script of the referee page: every entry has a key of its own and builds on the one before it."""

    way = "phone"

    def __init__(self, browser: Browser, slug: str, number: int) -> None:
        self.browser, self.address = browser, f"/e/{slug}/sheets/{number}/"
        self.shown = browser.get(self.address).embedded("phone")
        self.deals, self.key = 0, ""
        self.entry: dict[str, Any] = {}

    def prepare(self, order: str) -> None:
        key, number = uuid.uuid4().hex, self.deals + 1 if order else self.deals
        self.entry = {
            "device": self.shown["device"], "key": key, "builds_on": self.key, "sheet": self.shown["sheet"],
            "operation": "deal" if order else "undo", "number": number,
            "body": {"order": order, "kind": "regular"} if order else {},
        }  # fmt: skip
        self.key, self.deals = key, self.deals + (1 if order else -1)

    def send(self) -> None:
        answer = self.browser.send(self.shown["address"], self.entry)
        _expect(answer.status_code == HTTPStatus.CREATED and answer.json()["state"] == "accepted", answer)

    def look(self) -> bool:
        return self.browser.get(self.address).status == HTTPStatus.OK


class AtApi:
    """A program: JSON with a key for each save, and the number of the last event that it knows."""

    way = "API"

    def __init__(self, browser: Browser, slug: str, number: int) -> None:
        browser.get(f"/e/{slug}/sheets/{number}/")  # for the token against forgery
        self.client, self.address = browser.client, f"/api/v1/tournaments/{slug}/matches/{number}/"
        self.seen = self.client.get(self.address).json()["games"][-1]["seen"]
        self.target = ""
        self.body: dict[str, Any] = {}

    def prepare(self, order: str) -> None:
        self.target = self.address + ("deals/" if order else "undo/")
        self.body = {"seen": self.seen} | ({"order": order} if order else {})

    def send(self) -> None:
        headers = {
            "Idempotency-Key": uuid.uuid4().hex,
            "X-CSRFToken": self.client.cookies["csrftoken"],
            "Referer": str(self.client.base_url),
        }
        answer = self.client.post(self.target, json=self.body, headers=headers)
        _expect(answer.is_success, answer)
        self.seen = answer.json().get("seen", self.seen)  # a confirmation is the last

    def look(self) -> bool:
        return False

    def prepare_confirmation(self) -> None:
        self.target, self.body = self.address + "confirmation/", {"seen": self.seen}


def _expect(holds: bool, answer: Any) -> None:
    if not holds:
        raise RuntimeError(f"{answer.request.url} answered {answer.status_code}: {answer.text[:300]}")


@dataclass
class Sheet:
    """One table: who saves there, and how many saves it has had."""

    referee: Referee
    saved: int = 0
    deals: int = 0

    def play(self, first: float, saves: int, looks: bool) -> list[Save]:
        """So many saves; ``first`` is the monotonic moment of the first one."""
        return [self._save(first + number * PAUSE, looks) for number in range(saves)]

    def _save(self, moment: float, looks: bool) -> Save:
        undone = self.saved % 5 == 4 or self.deals == MOST_DEALS
        self.referee.prepare("" if undone else ORDERS[self.deals % 2])
        self.saved += 1
        self.deals += -1 if undone else 1
        time.sleep(max(0.0, moment - time.monotonic()))
        late = time.monotonic() - moment
        self.referee.send()
        saved = time.monotonic() - moment
        shown = time.monotonic() - moment if looks and self.referee.look() else 0.0
        return Save(self.referee.way, saved * 1000, shown * 1000, late * 1000)


@dataclass
class Hall:
    """All tables, saved side by side."""

    sheets: list[Sheet] = field(default_factory=list)

    def play(self, saves: int, *, stagger: float = PAUSE / SHEETS, looks: bool = False) -> list[Save]:
        """Every table so often; the tables ``stagger`` seconds after each other; ``looks``: phones read their page."""
        start = time.monotonic() + HEAD_START
        with ThreadPoolExecutor(SHEETS) as pool:
            tables = [pool.submit(s.play, start + n * stagger, saves, looks) for n, s in enumerate(self.sheets)]
            return [save for table in tables for save in table.result()]


def report(title: str, saves: Sequence[Save]) -> float:
    """Print the table; the 99th percentile of all saves in ms."""
    sys.stdout.write(f"\n{title}\n                       saves   p50 ms   p99 ms   max ms\n")
    for way in dict.fromkeys(save.by for save in saves):
        _row(f"saved by the {way}", [save.saved for save in saves if save.by == way])
    everything = sorted(save.saved for save in saves)
    _row("all saves", everything)
    shown = [save.shown for save in saves if save.shown]
    if shown:
        _row("phone: page shown again", shown)
    behind = sum(save.late > 5 for save in saves)
    sys.stdout.write(f"sent more than 5 ms after their moment: {behind}, latest {max(s.late for s in saves):.0f} ms\n")
    return _percentile(everything, 0.99)


def _row(name: str, values: list[float]) -> None:
    p50, p99 = _percentile(values, 0.5), _percentile(values, 0.99)
    sys.stdout.write(f"{name:23} {len(values):4} {p50:8.1f} {p99:8.1f} {max(values):8.1f}\n")


def _percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def measure(hall: Hall, running: Server, door: str) -> bool:
    """Runs upon each other; is saving beside the public load quick enough, and did every visitor get his page?"""
    beside = f"{visitors.RATE} public page requests a second beside it"
    sys.stdout.write(f"{SHEETS} sheets, each saved every {PAUSE:.0f} s, {WEB_PROCESSES} web processes\n")
    before = running.cpu_seconds
    report("nobody else", hall.play(SAVES))
    spent = (running.cpu_seconds - before) * 1000 / (SHEETS * SAVES)
    sys.stdout.write(f"processor time of the web processes: {spent:.0f} ms a save\n")
    p99, failed = crowded(beside, hall, door, looks=False)
    report("all at one instant, nobody else (reported only)", hall.play(1, stagger=0.0))
    crowded(f"phones ask for their page after each save, {beside} (reported only)", hall, door, looks=True)
    sys.stdout.write(f"\nsaving beside the public load, p99: {p99:.0f} ms (at most {LIMIT_MS})\n")
    return p99 <= LIMIT_MS and not failed


def crowded(title: str, hall: Hall, door: str, *, looks: bool) -> tuple[float, int]:
    """Saves with visitors at nginx beside them: the 99th percentile in ms, and how many visitors got no page."""
    public = visitors.started(door, SLUG, SAVES * PAUSE + 2 * HEAD_START)
    p99 = report(title, hall.play(SAVES, looks=looks))
    seen = visitors.read(public)
    sys.stdout.write(f"public pages: {seen.requests} requests, {seen.failed} failed, ")
    sys.stdout.write(f"p50 {seen.p50:.1f} ms, p99 {seen.p99:.1f} ms\n")
    return p99, seen.failed


def overloaded(hall: Hall, door: str) -> bool:
    """Saves while the public asks nginx three times as much as the site could answer with nobody saving, each time for
    an address that nobody has asked for; was nobody kept waiting?"""
    capacity = flood.read(flood.started(door, SLUG, 0, CAPACITY_SECONDS)).answered
    offered = OVERLOAD * capacity
    crowd = flood.started(door, SLUG, offered, SAVES * PAUSE + 2 * HEAD_START)
    p99 = report(f"{OVERLOAD} times the load that the machine can bear beside it", hall.play(SAVES))
    seen = flood.read(crowd)
    sys.stdout.write(f"capacity {capacity:.0f}/s, offered {offered:.0f}/s, answered {seen.answered:.0f}/s: ")
    sys.stdout.write(f"{seen.statuses}, p50 {seen.p50:.0f} ms, p99 {seen.p99:.0f} ms\n")
    sys.stdout.write(f"saving in overload, p99: {p99:.0f} ms (at most {OVERLOAD_LIMIT_MS})\n")
    return p99 <= OVERLOAD_LIMIT_MS and set(seen.statuses) <= {"200", "304", "503"}


def ending(tournament: Any, running: Server) -> bool:
    """All tables finish together: is a confirmation at most 1.5 times as dear as a deal, and nobody kept waiting?"""
    from benchmarks.event import STRAIGHT, account, begin, play
    from tournaments.models import Match
    from tournaments.states import RoleKind

    chief = account(tournament, "chief_at_the_end", RoleKind.CHIEF_REFEREE).user
    matches = begin(tournament, 1, by=chief)
    play(matches, STRAIGHT[:-1], by=chief)
    with ExitStack() as stack:
        referees = []
        for match in matches:
            person = account(tournament, f"last_referee{match.number}", RoleKind.CHIEF_REFEREE)
            browser = signed_in(running, person.user)
            stack.callback(browser.close)
            referees.append(AtApi(browser, tournament.slug, match.number))
        for referee in referees:
            referee.prepare(STRAIGHT[-1])
        deal, _ = at_one_instant("last deals at one instant", referees, running)
        for referee in referees:
            referee.prepare_confirmation()
        confirmation, p99 = at_one_instant("confirmations at one instant", referees, running)
    if Match.objects.filter(pk__in=[m.pk for m in matches], result=None).exists():
        raise RuntimeError("a result was not confirmed")
    times = confirmation / deal
    sys.stdout.write(f"a confirmation costs {times:.2f} times a deal (at most {MOST_OF_A_DEAL})\n")
    return times <= MOST_OF_A_DEAL and p99 <= ENDING_LIMIT_MS


def at_one_instant(title: str, referees: Sequence[AtApi], running: Server) -> tuple[float, float]:
    """Everybody sends what is prepared: ms of processor time of the web processes each, and p99 in ms."""
    moment, before = time.monotonic() + HEAD_START, running.cpu_seconds

    def send(referee: AtApi) -> float:
        time.sleep(max(0.0, moment - time.monotonic()))
        referee.send()
        return (time.monotonic() - moment) * 1000

    with ThreadPoolExecutor(len(referees)) as pool:
        took = list(pool.map(send, referees))
    spent = (running.cpu_seconds - before) * 1000 / len(referees)
    p50, p99 = _percentile(took, 0.5), _percentile(took, 0.99)
    sys.stdout.write(f"{title}: p50 {p50:.0f} ms, p99 {p99:.0f} ms, {spent:.1f} ms of processor time each\n")
    return spent, p99


def signed_in(running: Server, person: Any) -> Browser:
    """A browser with the session of that account."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    browser = Browser(running.address)
    browser.client.timeout = 120  # on a busy machine a late answer is measured, too
    browser.client.cookies.set(settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value)
    return browser


def main() -> int:
    with database():
        from benchmarks.event import account, begin, draw, entered
        from tournaments.models import Match
        from tournaments.states import RoleKind

        if "--confirmations" in sys.argv:
            evening = draw(entered(2 * SHEETS, slug=SLUG))
            with server(workers=WEB_PROCESSES) as running:
                return 0 if ending(evening, running) else 1
        tournament = draw(entered(2 * SHEETS, slug=SLUG))
        chief = account(tournament, "chief", RoleKind.CHIEF_REFEREE).user
        matches = begin(tournament, 1, by=chief)
        with server(workers=WEB_PROCESSES) as running, in_front(running) as (_, port), ExitStack() as stack:
            hall = Hall()
            for place, match in enumerate(matches):
                browser = signed_in(running, account(tournament, f"referee{match.number}").user)
                stack.callback(browser.close)
                way = AtApi if place % 2 else AtPhone
                hall.sheets.append(Sheet(way(browser, SLUG, match.number)))
            door = f"http://127.0.0.1:{port}"
            good = measure(hall, running, door) if "--overload" not in sys.argv else True
            good &= overloaded(hall, door)
            good &= "--overload" in sys.argv or ending(draw(entered(2 * SHEETS, slug="evening")), running)
        stored = [m.games.get().sheet.standing["deals"] for m in Match.objects.filter(pk__in=[m.pk for m in matches])]
        if stored != [sheet.deals for sheet in hall.sheets]:
            raise RuntimeError(f"deals were lost: {stored}")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())

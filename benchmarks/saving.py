"""Saving a deal under open load: 64 sheets, each saved every 4 s (16 saves a second, staggered), without and with 200
public page requests a second at nginx beside it; then beside three times the public load that the machine can bear;
then the end of a round, when all tables send their last deal at one instant, and confirm at one. Run as `python -m
benchmarks.saving`, or with ``--overload`` or ``--confirmations`` for the one or the other part alone.

Every save has its moment on a schedule made beforehand, and its latency counts from that moment, sent late or not: a
server that falls behind cannot slow the load down. Half of the tables send as the script of the phone does, half as a
program with the API. Every fifth save of a sheet takes the last deal back, the others are wins of one level by turns;
with so many deals that somebody would near A, every second one.
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

import httpx

from benchmarks import visitors
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
READERS, READERS_RATE = 40, 200
CROWD, AT_THE_SITE, OVERLOAD, OVERLOAD_LIMIT_MS = 256, 24, 3, 500
"""Visitors who ask for pages, 200 times a second; those who ask for more than the site can answer; and those who find
out how much that is: the door refuses who comes when 32 requests are at the site."""
CAPACITY_SECONDS = 8.0
HEAD_START = 2.0
SLUG = "hall"


@dataclass(frozen=True)
class Save:
    """One save: ms from its moment on the schedule to the answer, and by how much it was sent late."""

    by: str
    saved: float
    late: float


class Referee(Protocol):
    """Somebody with a sheet: ``prepare`` comes before the moment, an empty order takes the last deal back."""

    way: str

    def prepare(self, order: str) -> None: ...

    def send(self) -> None: ...


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

    def once(self) -> httpx.Response:
        """What is prepared, under its key: it may be sent again."""
        return self.browser.send(self.shown["address"], self.entry)

    def send(self) -> None:
        answer = self.once()
        _expect(answer.status_code == HTTPStatus.CREATED and answer.json()["state"] == "accepted", answer)


class AtApi:
    """A program: JSON with a key for each save, and the number of the last event that it knows."""

    way = "API"

    def __init__(self, browser: Browser, slug: str, number: int) -> None:
        browser.get(f"/e/{slug}/sheets/{number}/")  # for the token against forgery
        self.client, self.address = browser.client, f"/api/v1/tournaments/{slug}/matches/{number}/"
        self.seen = self.client.get(self.address).json()["games"][-1]["seen"]
        self.target = self.key = ""
        self.body: dict[str, Any] = {}

    def prepare(self, order: str) -> None:
        self.target, self.key = self.address + ("deals/" if order else "undo/"), uuid.uuid4().hex
        self.body = {"seen": self.seen} | ({"order": order} if order else {})

    def prepare_confirmation(self) -> None:
        self.target, self.key, self.body = f"{self.address}confirmation/", uuid.uuid4().hex, {"seen": self.seen}

    def once(self) -> httpx.Response:
        """What is prepared, under its key: it may be sent again."""
        headers = {
            "Idempotency-Key": self.key,
            "X-CSRFToken": self.client.cookies["csrftoken"],
            "Referer": str(self.client.base_url),
        }
        answer = self.client.post(self.target, json=self.body, headers=headers)
        if answer.is_success:
            self.seen = answer.json().get("seen", self.seen)  # a confirmation is the last
        return answer

    def send(self) -> None:
        answer = self.once()
        _expect(answer.is_success, answer)


def _expect(holds: bool, answer: Any) -> None:
    if not holds:
        raise RuntimeError(f"{answer.request.url} answered {answer.status_code}: {answer.text[:300]}")


@dataclass
class SavedSheet:
    """One table: who saves there, and how many saves it has had."""

    referee: Referee
    saved: int = 0
    deals: int = 0

    def play(self, first: float, saves: int) -> list[Save]:
        """So many saves; ``first`` is the monotonic moment of the first one."""
        measured = []
        for number in range(saves):
            moment = first + number * PAUSE
            undone = self.saved % 5 == 4 or self.deals == MOST_DEALS
            self.referee.prepare("" if undone else ORDERS[self.deals % 2])
            self.saved += 1
            self.deals += -1 if undone else 1
            time.sleep(max(0.0, moment - time.monotonic()))
            late = time.monotonic() - moment
            self.referee.send()
            measured.append(Save(self.referee.way, (time.monotonic() - moment) * 1000, late * 1000))
        return measured


@dataclass
class Hall:
    """All tables, saved side by side."""

    sheets: list[SavedSheet] = field(default_factory=list)

    def play(self, saves: int, *, stagger: float = PAUSE / SHEETS) -> list[Save]:
        """Every table so often; the tables ``stagger`` seconds after each other."""
        start = time.monotonic() + HEAD_START
        with ThreadPoolExecutor(SHEETS) as pool:
            tables = [pool.submit(s.play, start + n * stagger, saves) for n, s in enumerate(self.sheets)]
            return [save for table in tables for save in table.result()]


def report(title: str, saves: Sequence[Save]) -> float:
    """Print the table; the 99th percentile of all saves in ms."""
    sys.stdout.write(f"\n{title}\n                       saves   p50 ms   p99 ms   max ms\n")
    for way in dict.fromkeys(save.by for save in saves):
        _row(f"saved by the {way}", [save.saved for save in saves if save.by == way])
    everything = sorted(save.saved for save in saves)
    _row("all saves", everything)
    behind = sum(save.late > 5 for save in saves)
    sys.stdout.write(f"sent more than 5 ms after their moment: {behind}, latest {max(s.late for s in saves):.0f} ms\n")
    return percentile(everything, 0.99)


def _row(name: str, values: list[float]) -> None:
    p50, p99 = percentile(values, 0.5), percentile(values, 0.99)
    sys.stdout.write(f"{name:23} {len(values):4} {p50:8.1f} {p99:8.1f} {max(values):8.1f}\n")


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share of them lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def measure(hall: Hall, running: Server, door: str) -> bool:
    """Runs upon each other; is saving beside the public load quick enough, and did every visitor get his page?"""
    sys.stdout.write(f"{SHEETS} sheets, each saved every {PAUSE:.0f} s, {WEB_PROCESSES} web processes\n")
    before = running.cpu_seconds
    report("nobody else", hall.play(SAVES))
    spent = (running.cpu_seconds - before) * 1000 / (SHEETS * SAVES)
    sys.stdout.write(f"processor time of the web processes: {spent:.0f} ms a save\n")
    seconds = SAVES * PAUSE + 2 * HEAD_START
    readers = visitors.started(door, SLUG, rate=READERS_RATE, seconds=seconds, visitors=READERS)
    p99 = report(f"{READERS_RATE} public page requests a second beside it", hall.play(SAVES))
    seen = visitors.read(readers)
    failed = sum(number for status, number in seen.statuses.items() if status not in ("200", "304"))
    sys.stdout.write(f"public pages: {sum(seen.statuses.values())} requests, {failed} failed, ")
    sys.stdout.write(f"p50 {seen.p50:.1f} ms, p99 {seen.p99:.1f} ms\n")
    sys.stdout.write(f"\nsaving beside the public load, p99: {p99:.0f} ms (at most {LIMIT_MS})\n")
    return p99 <= LIMIT_MS and not failed


def overloaded(hall: Hall, door: str) -> bool:
    """Saves while the public asks nginx three times as much as the site could answer with nobody saving, each time for
    an address that nobody has asked for; was nobody kept waiting?"""
    crowd = visitors.started(door, SLUG, rate=0, seconds=CAPACITY_SECONDS, visitors=AT_THE_SITE, apart=True)
    capacity = visitors.read(crowd).answered
    offered, seconds = OVERLOAD * capacity, SAVES * PAUSE + 2 * HEAD_START
    crowd = visitors.started(door, SLUG, rate=offered, seconds=seconds, visitors=CROWD, apart=True)
    p99 = report(f"{OVERLOAD} times the load that the machine can bear beside it", hall.play(SAVES))
    seen = visitors.read(crowd)
    sys.stdout.write(f"capacity {capacity:.0f}/s, offered {offered:.0f}/s, answered {seen.answered:.0f}/s: ")
    sys.stdout.write(f"{seen.statuses}, p50 {seen.p50:.0f} ms, p99 {seen.p99:.0f} ms\n")
    sys.stdout.write(f"saving in overload, p99: {p99:.0f} ms (at most {OVERLOAD_LIMIT_MS})\n")
    return p99 <= OVERLOAD_LIMIT_MS and set(seen.statuses) <= {"200", "304", "503"}


def ending(tournament: Any, running: Server) -> bool:
    """All tables finish together: is a confirmation at most 1.5 times as dear as a deal, and nobody kept waiting?"""
    from benchmarks.event import STRAIGHT, begin, chief_referee, play
    from tournaments.models import Match

    chief = chief_referee(tournament, "chief_at_the_end")
    matches = begin(tournament, 1, by=chief)
    play(matches, STRAIGHT[:-1], by=chief)
    with ExitStack() as stack:
        referees = []
        for match in matches:
            browser = signed_in(running, chief_referee(tournament, f"last_referee{match.number}"))
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
    p50, p99 = percentile(took, 0.5), percentile(took, 0.99)
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


def seated(
    running: Server, tournament: Any, matches: Sequence[Any], stack: ExitStack, ways: Sequence[Any] = (AtPhone, AtApi)
) -> list[SavedSheet]:
    """A referee at each match, who saves in one of the ways by turns; their browsers close with the stack."""
    from benchmarks.event import account

    sheets = []
    for place, match in enumerate(matches):
        browser = signed_in(running, account(tournament, f"referee{match.number}"))
        stack.callback(browser.close)
        sheets.append(SavedSheet(ways[place % len(ways)](browser, tournament.slug, match.number)))
    return sheets


def main() -> int:
    with database():
        from benchmarks.event import begin, chief_referee, draw, entered
        from tournaments.models import Match

        if "--confirmations" in sys.argv:
            evening = draw(entered(2 * SHEETS, slug=SLUG))
            with server(workers=WEB_PROCESSES) as running:
                return 0 if ending(evening, running) else 1
        tournament = draw(entered(2 * SHEETS, slug=SLUG))
        chief = chief_referee(tournament)
        matches = begin(tournament, 1, by=chief)
        with (
            server(workers=WEB_PROCESSES, behind_nginx=True) as running,
            in_front(running) as port,
            ExitStack() as stack,
        ):
            door = f"http://127.0.0.1:{port}"
            hall = Hall(seated(Server(door), tournament, matches, stack))
            good = measure(hall, running, door) if "--overload" not in sys.argv else True
            good &= overloaded(hall, door)
            good &= "--overload" in sys.argv or ending(draw(entered(2 * SHEETS, slug="evening")), running)
        stored = [m.games.get().sheet.standing["deals"] for m in Match.objects.filter(pk__in=[m.pk for m in matches])]
        if stored != [sheet.deals for sheet in hall.sheets]:
            raise RuntimeError(f"deals were lost: {stored}")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())

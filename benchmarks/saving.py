"""Saving a deal under open load: 10 saves a second over 10 sheets. Run as `python -m benchmarks.saving`.

Every save has its moment on a schedule made beforehand, and its latency counts from that moment, sent late or not: a
server that falls behind cannot slow the load down. Half of the referees send the form of the screen (and open the
sheet again before and after it), half the API. Every fifth save of a sheet takes the last deal back, the others are
wins of one level by turns, so that no side comes near A.
"""

import sys
import time
import uuid
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from http import HTTPStatus
from itertools import cycle
from typing import Any, Protocol

from benchmarks.site import database, server
from rehearsal.browser import Browser

RATE = 10
SHEETS = 10
SECONDS = 30
SAVES = RATE * SECONDS // SHEETS
WEB_PROCESSES = 2
ORDERS = ("NWES", "WNSE")
LIMIT_MS = 60
HEAD_START = 1.0


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


class AtScreen:
    """Taps at the sheet's page: its form with all hidden fields, and the page once more after the redirect."""

    way = "form"

    def __init__(self, browser: Browser, slug: str, number: int) -> None:
        self.browser, self.address = browser, f"/e/{slug}/sheets/{number}/"
        self.target, self.fields = "", {}

    def prepare(self, order: str) -> None:
        page = self.browser.get(f"{self.address}?order={order}" if order else self.address)
        form = page.form("deals/" if order else "undo/")
        self.target, self.fields = form.get("action"), dict(form.form_values())

    def send(self) -> None:
        referer = {"Referer": f"{self.browser.client.base_url}{self.address}"}
        answer = self.browser.client.post(self.target, data=self.fields, headers=referer, follow_redirects=False)
        _expect(answer.status_code == HTTPStatus.FOUND, answer)

    def look(self) -> bool:
        return self.browser.get(self.address).status == HTTPStatus.OK


class AtApi:
    """A program: JSON with a key for each save, and the number of the last event that it knows."""

    way = "API"

    def __init__(self, browser: Browser, slug: str, number: int) -> None:
        self.client, self.address = browser.client, f"/api/v1/tournaments/{slug}/matches/{number}/"
        self.seen = self.client.get(self.address).json()["games"][-1]["seen"]
        self.target, self.body = "", {}

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
        self.seen = answer.json()["seen"]

    def look(self) -> bool:
        return False


def _expect(holds: bool, answer: Any) -> None:
    if not holds:
        raise RuntimeError(f"{answer.request.url} answered {answer.status_code}: {answer.text[:300]}")


def play(referee: Referee, first: float) -> list[Save]:
    """All saves of one sheet; ``first`` is the monotonic moment of its first one."""
    saves, orders = [], cycle(ORDERS)
    for number in range(SAVES):
        referee.prepare("" if number % 5 == 4 else next(orders))
        moment = first + number * SHEETS / RATE
        time.sleep(max(0.0, moment - time.monotonic()))
        late = time.monotonic() - moment
        referee.send()
        saved = time.monotonic() - moment
        shown = time.monotonic() - moment if referee.look() else 0.0
        saves.append(Save(referee.way, saved * 1000, shown * 1000, late * 1000))
    return saves


def report(saves: Sequence[Save]) -> float:
    """Print the table; the 99th percentile of all saves in ms."""
    sys.stdout.write(f"{RATE} saves/s over {SHEETS} sheets for {SECONDS} s, {WEB_PROCESSES} web processes\n")
    sys.stdout.write("                       saves   p50 ms   p99 ms   max ms\n")
    for way in ("form", "API"):
        _row(f"saved by the {way}", [save.saved for save in saves if save.by == way])
    everything = sorted(save.saved for save in saves)
    _row("all saves", everything)
    _row("form: sheet shown again", [save.shown for save in saves if save.shown])
    behind = sum(save.late > 5 for save in saves)
    sys.stdout.write(f"sent more than 5 ms after their moment: {behind}, latest {max(s.late for s in saves):.0f} ms\n")
    return _percentile(everything, 0.99)


def _row(name: str, values: list[float]) -> None:
    p50, p99 = _percentile(values, 0.5), _percentile(values, 0.99)
    sys.stdout.write(f"{name:23} {len(values):4} {p50:8.1f} {p99:8.1f} {max(values):8.1f}\n")


def _percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def main() -> int:
    with database():
        from benchmarks.event import account, begin, championship
        from tournaments.models import Match
        from tournaments.states import RoleKind

        tournament = championship()
        matches = begin(tournament, 1, by=account(tournament, "chief", RoleKind.CHIEF_REFEREE).user)[:SHEETS]
        accounts = [account(tournament, f"referee{match.number}") for match in matches]
        with server(workers=WEB_PROCESSES) as running, ExitStack() as stack:
            referees: list[Referee] = []
            for place, (match, person) in enumerate(zip(matches, accounts, strict=True)):
                browser = Browser(running.address)
                stack.callback(browser.close)
                browser.sign_in(person.username, person.password)
                way = AtApi if place % 2 else AtScreen
                referees.append(way(browser, tournament.slug, match.number))
            start = time.monotonic() + HEAD_START
            with ThreadPoolExecutor(SHEETS) as pool:
                moments = [start + place / RATE for place in range(SHEETS)]
                saves = [save for found in pool.map(play, referees, moments) for save in found]
        kept = [m.games.get().sheet.standing["deals"] for m in Match.objects.filter(pk__in=[m.pk for m in matches])]
        if set(kept) != {SAVES - 2 * (SAVES // 5)}:
            raise RuntimeError(f"deals were lost: {kept}")
    return int(report(saves) > LIMIT_MS)


if __name__ == "__main__":
    raise SystemExit(main())

"""What an event of many teams costs: entering, drawing, starting a round, and each page of office, hall and public.

Run as `python -m benchmarks.scale [--teams 26 256 1024] [--pages office/]`: seconds, processor seconds and queries of
the changes; then for each page its bytes, the processor's milliseconds of the first opening and of a later one, and
its queries, while teams are entered and in the first round with a deal at every table. Pages are opened without a
server, from the database and not from the cache, by somebody who is office and chief referee in one. Papers are left
out: they stand whole.
"""

import gc
import logging
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import TYPE_CHECKING, TypeVar

from benchmarks.queries import address_of, routes, title_of
from benchmarks.site import database, forget_pages

if TYPE_CHECKING:
    from django.test import Client

    from accounts.models import User
    from tournaments.models import Tournament

T = TypeVar("T")
MARKS = {"enter": 20.0, "confirm": 5.0, "start": 3.0}
MOST_BYTES, MOST_MS, FEW_TEAMS, MOST_MS_BEYOND = 200_000, 300, 1024, 500
"""Of a page of an event with so few teams, and the time of a larger one."""
PROGRAMS = "api/"
"""Bodies for programs, which ask for the whole of it, may be large."""
PAPERS = ("printing/<", "circular/", "cards/", "codes/", "certificates/", "lists/", "record/", "file/", "entries/all/")
TURNS = 2


@dataclass(frozen=True)
class Cost:
    """Of a page: the first opening and the best of the later ones in processor milliseconds."""

    size: int
    first: float
    later: float
    queries: int

    def is_over(self, route: str, teams: int) -> bool:
        if teams > FEW_TEAMS:
            return self.later > MOST_MS_BEYOND
        return self.later > MOST_MS or (self.size > MOST_BYTES and not route.startswith(PROGRAMS))


Costs = dict[str, dict[int, Cost]]
"""By route and by number of teams."""


def measured(name: str, change: Callable[[], T], over: list[str]) -> T:
    """Do it, and print what it cost."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    began, worked = perf_counter(), process_time()
    with CaptureQueriesContext(connection) as captured:
        result = change()
    seconds, processor = perf_counter() - began, process_time() - worked
    sys.stdout.write(f"{name:10}{seconds:9.2f} s {processor:9.2f} s of processor {len(captured):7} queries\n")
    if seconds > MARKS.get(name, seconds):
        over.append(name)
    return result


class Pages:
    """Every page of an event whose address has ``wanted`` in it, opened again and again by the same person."""

    def __init__(self, client: "Client", wanted: str) -> None:
        self.client, self.wanted, self.costs = client, wanted, dict[str, Costs]()

    def open(self, phase: str, tournament: "Tournament", teams: int) -> None:
        from django.urls import get_resolver

        for route in routes(get_resolver("config.urls").url_patterns):
            address = address_of(route, tournament)
            if not address or self.wanted not in route or not route or any(paper in route for paper in PAPERS):
                continue
            if cost := self._cost(address):
                self.costs.setdefault(phase, {}).setdefault(route, {})[teams] = cost

    def _cost(self, address: str) -> Cost | None:
        """None of what is no page: papers, tables to take away, and what answers only when something is sent."""
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        times, size, queries = [], 0, 0
        for _ in range(TURNS + 1):
            forget_pages()
            with CaptureQueriesContext(connection) as captured:
                worked = process_time()
                response = self.client.get(address)
                times.append(1000 * (process_time() - worked))
            if response.status_code != 200 or response["Content-Type"].split(";")[0] not in (
                "text/html",
                "application/json",
            ):
                return None
            size, queries = len(response.content), len(captured)
            gc.freeze()  # as the web does after its first answers
        return Cost(size, times[0], min(times[1:]), queries)

    def report(self, sizes: list[int], over: list[str]) -> None:
        for phase, costs in self.costs.items():
            heads = "".join(f"{teams:>33,}" for teams in sizes)
            sys.stdout.write(f"\n{phase:52}{heads}\n{'bytes, ms at first, later, queries':52}\n")
            for route, by_size in costs.items():
                bad = [teams for teams, cost in by_size.items() if cost.is_over(route, teams)]
                over += [f"{title_of(route)} at {teams}" for teams in bad]
                cells = ""
                for cost in map(by_size.get, sizes):
                    figures = f"{cost.size:,} {cost.first:7.0f} {cost.later:6.0f} {cost.queries:4}" if cost else "–"
                    cells += f"{figures:>33}"
                sys.stdout.write(f"{title_of(route):52}{cells}{'  over' if bad else ''}\n")


def play(teams: int, person: "User", pages: Pages, over: list[str]) -> None:
    """An event of so many teams from its entries into its first round, its pages opened on the way."""
    from benchmarks import event
    from tournaments.day.actions.rounds import check_in_round
    from tournaments.draw.actions.draws import confirm_draw, preview_draw
    from tournaments.event.actions.people import grant_role
    from tournaments.event.actions.tournaments import archive_tournament
    from tournaments.states import RoleKind

    sys.stdout.write(f"{teams:,} teams\n")
    tournament = measured("enter", lambda: event.entered(teams, slug=f"many-{teams}"), over)
    grant_role(tournament, person, RoleKind.CHIEF_REFEREE, by=None)
    pages.open("while teams are entered", tournament, teams)
    draw = measured("preview", lambda: preview_draw(tournament, by=None, seed="many"), over)
    measured("confirm", lambda: confirm_draw(draw, by=None), over)
    check_in_round(tournament.stages.get().rounds.get(number=1), by=person)
    matches = measured("start", lambda: event.begin(tournament, 1, by=person), over)
    event.play(matches, event.OPENING[:1], by=person)
    pages.open("in the first round", tournament, teams)
    archive_tournament(tournament, by=person)


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--teams", type=int, nargs="+", default=[26, 256, 1024])
    parser.add_argument("--pages", default="", help="only those whose address holds this")
    options = parser.parse_args()
    logging.disable(logging.WARNING)  # pages for writing say that they are not for reading
    over: list[str] = []
    with database():
        from django.test import Client

        from benchmarks import event

        person, client = event.office(), Client()
        client.force_login(person)
        pages = Pages(client, options.pages)
        for teams in options.teams:
            play(teams, person, pages, over)
        pages.report(options.teams, over)
    if over:
        sys.stdout.write(f"over the mark: {', '.join(over)}\n")
    return int(bool(over))


if __name__ == "__main__":
    raise SystemExit(main())

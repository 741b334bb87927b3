"""What an event of many teams costs: entering, drawing, starting a round, and the pages of its round day.

Run as `python -m benchmarks.scale --teams 2048`: seconds, seconds of this process's processor time, queries, and bytes
of the pages. The pages are opened without a server, as the chief referee sees them with a deal at every table.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from time import perf_counter, process_time
from typing import TypeVar

from benchmarks.site import database

T = TypeVar("T")
PAGES = {
    "desk": ("desk", ""),
    "search": ("desk", "?q=第300分会"),
    "sheets": ("sheets", ""),
    "check-in": ("check_in", ""),
}
MOST_BYTES, MOST_SECONDS = 200_000, 0.3
MARKS = {"enter": 20.0, "confirm": 5.0, "start": 3.0}


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


def page(address: str, name: str, person: object, over: list[str]) -> None:
    """The third opening counts: templates and translations are read by then."""
    from django.test import Client

    client = Client()
    client.force_login(person)  # type: ignore[arg-type]
    for _ in range(2):
        client.get(address)
    worked = process_time()
    size = len(client.get(address).content)
    processor = process_time() - worked
    sys.stdout.write(f"{name:10}{size:9,} bytes {processor:5.2f} s of processor\n")
    if size > MOST_BYTES or processor > MOST_SECONDS:
        over.append(name)


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--teams", type=int, default=2048)
    teams = parser.parse_args().teams
    over: list[str] = []
    with database():
        from django.urls import reverse

        from benchmarks import event
        from tournaments.actions.draws import confirm_draw, preview_draw
        from tournaments.actions.people import grant_role
        from tournaments.actions.rounds import check_in_round
        from tournaments.states import RoleKind

        person = event.office()
        tournament = measured("enter", lambda: event.entered(teams, slug="many"), over)
        grant_role(tournament, person, RoleKind.CHIEF_REFEREE, by=None)
        draw = measured("preview", lambda: preview_draw(tournament, by=None, seed="many"), over)
        measured("confirm", lambda: confirm_draw(draw, by=None), over)
        check_in_round(tournament.stages.get().rounds.get(number=1), by=person)
        matches = measured("start", lambda: event.begin(tournament, 1, by=person), over)
        event.play(matches, event.OPENING[:1], by=person)
        for name, (view, asked) in PAGES.items():
            page(reverse(view, args=[tournament.slug]) + asked, name, person, over)
    if over:
        sys.stdout.write(f"over the mark: {', '.join(over)}\n")
    return int(bool(over))


if __name__ == "__main__":
    raise SystemExit(main())

"""How many queries each page costs at 8, 26 and 1,024 teams, from the database and not from the cache: the same at
every size. Run as `python -m benchmarks.queries`.

Every page of an event is opened twice: while teams are entered, and in the first round with a deal at every table.
Whoever asks is the office and the chief referee in one person. There is one open event at a time: the home page costs
the same again for each.
"""

import logging
import re
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchmarks.site import database, forget_pages

if TYPE_CHECKING:
    from django.test import Client
    from django.urls import URLPattern, URLResolver

    from tournaments.models import Tournament

SIZES = (8, 26, 1024)
MATCH_NUMBERS = ("matches/", "sheets/")
Counts = dict[str, dict[int, int]]
"""Queries by route and by number of teams."""


def routes(patterns: "list[URLPattern | URLResolver]", before: str = "") -> Iterator[str]:
    """The routes that name an event, with the home page and the list of events."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from routes(pattern.url_patterns, route)
        elif "<slug:slug>" in route or route in ("", "events/", "api/v1/tournaments/"):
            yield route


def count(tournament: "Tournament", client: "Client", counts: Counts, teams: int) -> None:
    """Open every page that answers 200; those for writing and those of another state of the event do not. Pages whose
    address names what this event has not (a token, a penalty) are left out."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext
    from django.urls import get_resolver

    for route in routes(get_resolver("config.urls").url_patterns):
        if (address := address_of(route, tournament)) is None:
            continue
        forget_pages()
        with CaptureQueriesContext(connection) as captured:
            status = client.get(address).status_code
        if status == 200:
            counts.setdefault(route, {})[teams] = len(captured)


def address_of(route: str, tournament: "Tournament") -> str | None:
    """Of that event, its first branch and match; None if it names what the event has not."""
    from tournaments.entries.queries.links import my_token

    branch = tournament.branches.order_by("number")[0]
    match = tournament.stages.get().matches.exclude(state="bye").first()
    values = {
        "slug": tournament.slug, "number": 1, "pk": branch.pk, "kind": "referee", "key": "timetable",
        "name": "timetable", "form": "text", "paper": "certificate", "notice": "result",
        "token": my_token(tournament, branch=branch.pk),
    }  # fmt: skip
    if match and any(part in route for part in MATCH_NUMBERS):
        values["number"] = match.number
    if "teams/<int:pk>" in route:
        values["pk"] = branch.teams.order_by("ordinal")[0].pk
    if set(re.findall(r"<\w+:(\w+)>", route)) - set(values):
        return None
    return "/" + re.sub(r"<\w+:(\w+)>", lambda variable: str(values[variable[1]]), route)


def title_of(route: str) -> str:
    """As it is printed."""
    return "/" + re.sub(r"<\w+:(\w+)>", r"<\1>", route)


def report(title: str, counts: Counts) -> bool:
    """Print the table; are all pages independent of the number of teams?"""
    sys.stdout.write(f"\n{title:58}{''.join(f'{size:>7,}' for size in SIZES)}\n")
    good = True
    for route, by_size in counts.items():
        same = len(set(by_size.values())) == 1
        good &= same
        numbers = "".join(f"{by_size.get(size, '–'):>7}" for size in SIZES)
        sys.stdout.write(f"{title_of(route):58}{numbers}{'' if same else '  grows'}\n")
    return good


def main() -> int:
    logging.disable(logging.WARNING)  # pages for writing say that they are not for reading
    entry: Counts = {}
    play: Counts = {}
    with database():
        from django.test import Client

        from benchmarks import event
        from tournaments.event.actions.people import grant_role
        from tournaments.event.actions.tournaments import archive_tournament
        from tournaments.states import RoleKind

        person = event.office()
        client = Client()
        client.force_login(person)
        for teams in SIZES:
            tournament = event.entered(teams, slug=f"teams-{teams}")
            grant_role(tournament, person, RoleKind.CHIEF_REFEREE, by=None)
            count(tournament, client, entry, teams)
            event.play(event.begin(event.draw(tournament), 1, by=person), ("NWES",), by=person)
            count(tournament, client, play, teams)
            archive_tournament(tournament, by=person)
    good = report("Queries a page while teams are entered, by teams", entry)
    good &= report("Queries a page in the first round, by teams", play)
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())

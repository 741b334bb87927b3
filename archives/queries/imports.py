"""What an import would meet on this site."""

from typing import Any

from archives.queries.event_files import origin_of
from journal.refusals import Problem
from tournaments.codes import Code
from tournaments.models import Series, Tournament
from tournaments.states import SeriesCounts


def copies_of(origin: str) -> list[Tournament]:
    """The events of this site that are the one of that origin, or copies of it."""
    every = Tournament.objects.select_related("journal").order_by("pk")
    return [tournament for tournament in every if origin_of(tournament) == origin]


def preview(file: dict[str, Any]) -> dict[str, Any]:
    """What a sound file would make, before anything is made of it: what it says of the event, and in numbers its
    ``rows`` by the name of their table, the ``events`` of its journal, the ``people`` who acted. ``joins`` is the
    series of this site that it would join, "" if its own would be made, or if it has none."""
    event, series = file["event"], file["series"]
    known = Series.objects.filter(slug=series["slug"]).first() if series else None
    tables = ("branches", "teams", "players", "stages", "rounds", "matches", "deals")
    return {
        **{name: event[name] for name in ("name", "slug", "organiser", "state")},
        "rehearsal": file["journal"]["rehearsal"],
        "personal": file["personal"],
        "rows": {name: len(file[name]) for name in tables},
        "events": len(file["journal"]["events"]),
        "people": len(file["people"]),
        "series": series["name"] if series else "",
        "joins": known.name if known else "",
        "copies": copies_of(file["origin"]),
    }


def series_problems(file: dict[str, Any], series: dict[str, Any] | None) -> list[Problem]:
    """Why the event cannot come into that series of this site, of the slug that the file names."""
    if series is None:
        return []
    problems = [Problem(Code.OF_A_REHEARSAL)] if file["journal"]["rehearsal"] else []
    others = Tournament.objects.filter(series__slug=series["slug"])
    if file["event"]["is_season_final"] and others.filter(is_season_final=True).exists():
        problems.append(Problem(Code.FINAL_ALREADY))
    is_of_branches = Series.objects.filter(slug=series["slug"], counts=SeriesCounts.BRANCHES).exists()
    if is_of_branches and file["event"]["is_season_final"]:
        problems.append(Problem(Code.BRANCHES_WITHOUT_FINAL))
    if not is_of_branches and others.exclude(seats=file["event"]["seats"]).exists():
        problems.append(Problem(Code.SEATS_DIFFER))
    return problems

"""The timetable: when each round starts, how many tables there are, and who plays at which."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from journal.refusals import Problem, refuse_if
from tournaments.actions import timetable
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.queries.matches import MatchView
from tournaments.queries.timetable import PlannedRound, planned_rounds
from tournaments.states import Code, TournamentState
from web.attempts import Attempt, attempt
from web.loaders import actor, needs
from web.numbers import typed_number
from web.round_day import stage_round

BLANK_ROWS = 1
NO_TABLE = -1


@dataclass(frozen=True)
class RoundRow:
    """One round's date and time as they were typed, or as they are."""

    number: int
    entrants: int
    starts_at: datetime | None
    date: str
    time: str
    begun: bool
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class TableRow:
    """One match and its table as it was typed, or as it is."""

    match: MatchView
    name: str
    table: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class RoundTables:
    """A round with a row a match; byes need no table."""

    planned: PlannedRound
    rows: tuple[TableRow, ...]


@needs(Permission.OFFICE_READ)
@require_safe
def plan(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament, Attempt())


@needs(Permission.TIMETABLE_EDIT)
@require_POST
def plan_rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    tried = attempt(
        request,
        lambda: timetable.plan_rounds(tournament, _starts(request.POST, tournament.tzinfo), by=actor(request)),
    )
    return _answer(request, tournament, tried, _("The timetable is saved."))


@needs(Permission.TIMETABLE_EDIT)
@require_POST
def plan_tables(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    count = _table(request.POST.get("tables", ""))
    tried = attempt(request, lambda: timetable.set_tables(tournament, count, by=actor(request)))
    return _answer(request, tournament, tried, _("The number of tables is saved."))


@needs(Permission.TIMETABLE_EDIT)
@require_POST
def plan_round_tables(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_ = stage_round(tournament, number)
    typed = ((name.removeprefix("table-"), str(text)) for name, text in request.POST.items() if name != "tables")
    numbers = ((typed_number(match), _table(text)) for match, text in typed)
    tables = {match: table for match, table in numbers if match is not None}
    tried = attempt(request, lambda: timetable.arrange_tables(round_, tables, by=actor(request)))
    return _answer(request, tournament, tried, _("The tables are saved."))


@needs(Permission.TIMETABLE_EDIT)
@require_POST
def plan_assignment(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_ = stage_round(tournament, number)
    tried = attempt(request, lambda: timetable.assign_tables(round_, by=actor(request)))
    return _answer(request, tournament, tried, _("The tables are assigned from the top."))


def _answer(request: HttpRequest, tournament: Tournament, tried: Attempt, said: str) -> HttpResponse:
    if not tried.done:
        return _page(request, tournament, tried)
    messages.success(request, said)
    return redirect("plan", tournament.slug)


def _page(request: HttpRequest, tournament: Tournament, tried: Attempt) -> HttpResponse:
    tournament.refresh_from_db(fields=["state"])
    planned = planned_rounds(tournament)
    in_registration = tournament.state == TournamentState.ENTRY
    tables = tournament.tables.count()
    context: dict[str, Any] = {
        "tournament": tournament,
        "tables_of_rounds": [_tables(request, p, tried) for p in planned if p.round.matches],
        "rows": _rows(request, planned, tried, blank=BLANK_ROWS if in_registration else 0),
        "tables": tables,
        "typed_tables": request.POST.get("tables", str(tables)),
        "table_problems": tried.at("tables"),
        "in_registration": in_registration,
        "problems": tried.problems,
    }
    return render(request, "plan/plan.html", context, status=tried.status)


def _rows(request: HttpRequest, planned: tuple[PlannedRound, ...], tried: Attempt, *, blank: int) -> list[RoundRow]:
    """The rounds as rows to edit, with blank ones to add a round; after a refusal as they were typed."""
    rows = []
    for number in range(1, len(planned) + blank + 1):
        known = planned[number - 1] if number <= len(planned) else None
        local = timezone.localtime(known.round.starts_at) if known else None
        rows.append(
            RoundRow(
                number=number,
                entrants=known.round.entrants if known else 0,
                starts_at=local,
                date=request.POST.get(f"date-{number}", local.strftime("%Y-%m-%d") if local else ""),
                time=request.POST.get(f"time-{number}", local.strftime("%H:%M") if local else ""),
                begun=bool(known and known.begun),
                problems=tuple(tried.at(f"round-{number}")),
            )
        )
    return rows


def _tables(request: HttpRequest, planned: PlannedRound, tried: Attempt) -> RoundTables:
    rows = []
    for match in planned.round.played:
        name = f"table-{match.number}"
        typed = request.POST.get(name, str(match.table or ""))
        rows.append(TableRow(match, name, typed, tuple(tried.at(name))))
    return RoundTables(planned, tuple(rows))


def _starts(posted: Mapping[str, str], zone: ZoneInfo) -> list[datetime]:
    """The typed starts in UTC; a row left blank is no round. Refused at its row: what is no moment in that zone."""
    starts, problems, number = [], [], 1
    while f"date-{number}" in posted:
        day, hour = posted[f"date-{number}"].strip(), posted.get(f"time-{number}", "").strip()
        moment = _moment(day, hour, zone)
        if moment is not None:
            starts.append(moment)
        elif day or hour:
            problems.append(Problem(Code.MOMENT_INVALID, f"round-{number}", {"round": number}))
        number += 1
    refuse_if(problems)
    return starts


def _moment(day: str, hour: str, zone: ZoneInfo) -> datetime | None:
    """A day and an hour of the clock on the wall there; None if not written so, or left out by summer time."""
    try:
        local = datetime.combine(date.fromisoformat(day), time.fromisoformat(hour), tzinfo=zone)
        moment = local.astimezone(UTC)
        kept = moment.astimezone(zone)
    except (ValueError, OverflowError):
        return None
    return moment if kept.replace(tzinfo=None) == local.replace(tzinfo=None) else None


def _table(typed: str) -> int:
    """The number of a table; blank is 0 (none), and what is no number is a table that does not exist."""
    number = typed_number(typed)
    if number is None:
        return NO_TABLE if typed.strip() else 0
    return number

"""Lots drawn in the hall: one position a team, typed as they are drawn."""

from dataclasses import dataclass
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from journal.refusals import Problem
from tournaments.actions.draws import preview_lots
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.queries.draws import LotRow, lot_rows, outlook, present_draw
from tournaments.queries.matches import TeamLabel
from tournaments.states import Code
from web.attempts import Attempt, attempt
from web.loaders import actor, needs
from web.numbers import typed_number

NO_NUMBER = 0


@dataclass(frozen=True)
class LotField:
    """One team's field as it was typed, with what is wrong with it."""

    name: str
    team: TeamLabel
    typed: str
    problems: tuple[Problem, ...]


@needs(Permission.DRAW_MAKE)
def draw_lots(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    rows = lot_rows(tournament, present_draw(tournament))
    tried = Attempt()
    if request.method == "POST":
        lots = {row.team.id: _position(request.POST.get(_name(row), "")) for row in rows if _name(row) in request.POST}
        leave_out = "without_drafts" in request.POST
        tried = attempt(request, lambda: preview_lots(tournament, lots, by=actor(request), without_drafts=leave_out))
        if tried.done:
            return redirect("draw", tournament.slug)
    fields = [_field(request, row, tried) for row in rows]
    context = {
        "tournament": tournament,
        "outlook": outlook(tournament),
        "problems": tried.problems,
        "general": [problem for problem in tried.problems if not problem.field.startswith("position-")],
        "drafts_left": any(problem.code == Code.DRAFTS_LEFT for problem in tried.problems),
        "branches": [(name, list(group)) for name, group in groupby(fields, lambda field: field.team.branch)],
    }
    return render(request, "draw/lots.html", context, status=tried.status)


def _name(row: LotRow) -> str:
    return f"position-{row.team.id}"


def _position(typed: str) -> int | None:
    """A blank field has no position yet; what is no number is none of the sheet's."""
    return (typed_number(typed) or NO_NUMBER) if typed.strip() else None


def _field(request: HttpRequest, row: LotRow, tried: Attempt) -> LotField:
    drawn = str(row.position) if row.position else ""
    return LotField(_name(row), row.team, request.POST.get(_name(row), drawn), tuple(tried.at(_name(row))))

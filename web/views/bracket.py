"""对阵表: the drawing of a knockout. Of more than 32 positions the last 32 are drawn, the rest is read by sections."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.states import SlotKind
from web import drawing
from web.followed import followed_branch
from web.loaders import needs
from web.pages import public_page
from web.present import Present, present


@public_page("branch", "section")
@needs(Permission.PUBLIC)
def bracket(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    found = present(tournament)
    followed = followed_branch(request, tournament)
    mine = followed.pk if followed else 0
    context = {"present": found, "tournament": tournament, "followed": followed, "mine": mine}
    if not found.is_drawn:
        return render(request, "public/bracket_planned.html", context)
    number = int(request.GET.get("section", "0"))
    if number:
        return render(request, "public/bracket_section.html", context | _section(found, number, mine))
    return render(request, "public/bracket.html", context | _drawing(found, mine))


def _section(found: Present, number: int, mine: int) -> dict[str, Any]:
    parts = drawing.sections(found.rounds[0].entrants)
    if number > len(parts):
        raise Http404
    part = parts[number - 1]
    return {"section": part, "sections": parts, "columns": drawing.section_columns(found, part, mine)}


def _drawing(found: Present, mine: int) -> dict[str, Any]:
    first, last = found.rounds[0], found.rounds[-1]
    columns = drawing.columns(found, mine)
    return {
        "columns": columns,
        "drawn_size": columns[0].round.entrants,
        "size": first.entrants,
        "sections": drawing.sections(first.entrants),
        "final": next(m for m in last.matches if not m.third_place),
        "third": next((m for m in last.matches if m.third_place), None),
        "semifinals": found.rounds[-2].matches if len(found.rounds) > 1 else (),
        "teams": sum(line.slot == SlotKind.TEAM for m in first.matches for line in m.lines),
        "byes": sum(line.slot == SlotKind.BYE for m in first.matches for line in m.lines),
        "current": found.day_round,
    }

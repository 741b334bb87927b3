"""对阵表: a stage as its format draws it, a tree of matches or a table of everybody against everybody.

Of a tree with more than 32 positions the last 32 are drawn, the rest is read by sections.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.formats.format import Drawing
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.queries.standings import StageView
from tournaments.states import SlotKind
from web.cross_table import cross_table
from web.loaders import needs
from web.present import Present, present
from web.public import bracket_layout
from web.public.followed import followed_branch
from web.publishing.pages import public_page
from words.formats import TITLES


@public_page("branch", "section", "stage")
@needs(Permission.PUBLIC)
def bracket(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    followed = followed_branch(request, tournament)
    found = present(tournament)
    mine = followed.pk if followed else 0
    context = {"present": found, "tournament": tournament, "followed": followed, "mine": mine}
    if not found.is_drawn:
        _refuse_sections(request)
        return render(request, "public/bracket_planned.html", context)
    shown = _shown(found, int(request.GET.get("stage", "0")))
    context |= {"shown": shown, "title": TITLES[shown.label.format], "current": found.day_round}
    if shown.drawing is Drawing.TABLE:
        _refuse_sections(request)
        return render(request, "public/cross.html", context | {"table": cross_table(shown)})
    number = int(request.GET.get("section", "0"))
    if number:
        return render(request, "public/bracket_section.html", context | _section(found, shown, number, mine))
    return render(request, "public/bracket.html", context | _drawing(found, shown, mine))


def _refuse_sections(request: HttpRequest) -> None:
    """Only a tree has sections, and only stages that are drawn have numbers."""
    if request.GET.get("section"):
        raise Http404


def _shown(found: Present, number: int) -> StageView:
    """The stage of that number, 0 for the last one drawn."""
    drawn = [stage for stage in found.stages if stage.matches]
    shown = next((stage for stage in drawn if stage.label.number == number), None) if number else drawn[-1]
    if shown is None:
        raise Http404
    return shown


def _section(found: Present, shown: StageView, number: int, mine: int) -> dict[str, Any]:
    parts = bracket_layout.sections(shown.label.size)
    if number > len(parts):
        raise Http404
    part = parts[number - 1]
    columns = bracket_layout.section_columns(found, shown.rounds, part, mine)
    return {"section": part, "sections": parts, "columns": columns}


def _drawing(found: Present, shown: StageView, mine: int) -> dict[str, Any]:
    first, last = shown.rounds[0], shown.rounds[-1]
    columns = bracket_layout.columns(found, shown.rounds, mine)
    return {
        "columns": columns,
        "drawn_size": columns[0].round.entrants,
        "size": first.entrants,
        "sections": bracket_layout.sections(first.entrants),
        "final": next(m for m in last.matches if not m.third_place),
        "third": next((m for m in last.matches if m.third_place), None),
        "semifinals": shown.rounds[-2].matches if len(shown.rounds) > 1 else (),
        "teams": sum(line.slot == SlotKind.TEAM for m in first.matches for line in m.lines),
        "byes": sum(line.slot == SlotKind.BYE for m in first.matches for line in m.lines),
    }

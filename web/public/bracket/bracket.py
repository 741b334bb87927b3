"""对阵表: a stage as its format draws it, a tree of matches or a table of everybody against everybody.

A tree with more than 32 positions is drawn by sections of 32, and from 32 on to the final; it opens where play is.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.views.decorators.http import require_safe

from notices.queries.announced import board
from tournaments.bracket.queries.ladders import LadderView
from tournaments.bracket.queries.pairing import paired_rounds
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.queries.standings import StageView
from tournaments.bracket.words.formats import TITLES
from tournaments.bracket.words.names import team_name
from tournaments.draw.queries.round_draws import round_records
from tournaments.entries.queries.teams import branch_line_ups
from tournaments.formats import Individual, Swiss
from tournaments.formats.format import Drawing
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.states import SlotKind
from web.displays.cross_table import cross_tables
from web.displays.drawings import parts_of, places_played_out, ring
from web.displays.present import Present, headline, present
from web.public.bracket import layout
from web.public.followed import followed_branch
from web.publishing.pages import public_page
from web.requests.loaders import needs
from web.requests.long_lists import LONGEST_SEARCH, is_called, page_of

ACROSS = 2
"""Tables along the top of a ring: beside the standing, and all the others down its sides."""
MOST_TOGETHER = 256
"""Matches of all rounds that stand on one page; of a larger event one round does, a page at a time."""
PER_PAGE = 128
MOST_RESULTS = 256
MOST_SHEETS_SIZE = 256
"""Positions of the largest event whose sheets are printed all at once."""


@public_page("branch", "section", "sheets", "stage", "whole")
def bracket(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    followed = followed_branch(request, tournament)
    snapshot = present(tournament)
    mine = followed.pk if followed else 0
    context = {"present": snapshot, "tournament": tournament, "followed": followed, "mine": mine}
    if not snapshot.is_drawn:
        _refuse_sections(request)
        return render(request, "bracket/bracket_planned.html", context)
    shown = _shown(snapshot, int(request.GET.get("stage", "0")))
    context |= {"shown": shown, "stage_title": TITLES[shown.label.format], "current": snapshot.day_round}
    if shown.drawing is not Drawing.BRACKET:
        _refuse_sections(request)
        template, tables = _without_tree(snapshot, shown)
        return render(request, template, context | tables)
    tabs = layout.tabs(shown.rounds, mine)
    first = shown.rounds[0]
    slots = [line.slot for match in first.matches for line in match.lines]
    counts = {"size": first.entrants, "teams": slots.count(SlotKind.TEAM), "byes": slots.count(SlotKind.BYE)}
    context |= counts | {"tabs": tabs, "most": MOST_SHEETS_SIZE, "places": places_played_out(shown)}
    if request.GET.get("sheets"):
        # every section and the last rounds, to be printed one after the other
        if first.entrants > MOST_SHEETS_SIZE:
            raise Http404
        sheets = [layout.section_sheet(snapshot, shown.rounds, tab.section, mine) for tab in tabs]
        sheets.append(layout.last_rounds(snapshot, shown.rounds, mine))
        return render(request, "bracket/bracket_sheets.html", context | {"sheets": sheets})
    sheet = _sheet(snapshot, shown, tabs, request.GET.get("section"), mine)
    is_whole = bool(request.GET.get("whole"))
    context |= {"sheet": sheet, "branches": layout.branches(shown.rounds), "whole": is_whole}
    return render(request, "bracket/bracket.html", context)


@public_page(framed=True)
def embedded_bracket(request: HttpRequest, tournament: Tournament, language: str = "") -> HttpResponse:
    """The drawing alone, for the frame of another site: the last stage drawn, where play is. A frame has no cookies,
    so its address says the ``language`` (`web.publishing.door`)."""
    snapshot = present(tournament)
    context: dict[str, Any] = {"present": snapshot, "tournament": tournament, "headline": headline(snapshot)}
    shown = _shown(snapshot, 0) if snapshot.is_drawn else None
    if shown and shown.drawing is Drawing.BRACKET:
        tabs = layout.tabs(shown.rounds)
        context |= {"shown": shown, "sheet": _sheet(snapshot, shown, tabs, None, 0)}
    return render(request, "bracket/embed.html", context)


def _without_tree(snapshot: Present, shown: StageView) -> tuple[str, dict[str, Any]]:
    """The template of a stage that is not drawn as a tree, and its tables or rounds."""
    if shown.drawing is Drawing.LADDER:
        return "bracket/ladder.html", {"ladder": LadderView(shown, snapshot.now)}
    tables = cross_tables(shown, snapshot.stages)
    if shown.drawing is Drawing.TABLE:
        return "bracket/cross.html", {"tables": tables}
    more: dict[str, Any] = {"table": tables[0] if tables else None}
    if shown.label.shape.has_parts:
        return "bracket/stage_parts.html", more | {"parts": parts_of(shown)}
    # before all others the round of the day, else the first that is not over
    of_day = (r for r in shown.rounds if snapshot.day_round and r.number == snapshot.day_round.number)
    first = next(of_day, next((r for r in shown.rounds if not r.is_over), shown.rounds[-1]))
    more |= {"rounds": [first, *(r for r in shown.rounds if r != first)]}
    if shown.drawing is Drawing.RING:
        return "bracket/stage_ring.html", more | {"ring": ring(shown, first, ACROSS)}
    if shown.label.shape.draws_rounds:
        more |= {"lots": round_records(snapshot.tournament)}
    return "bracket/stage_rounds.html", more | {"paired": paired_rounds(snapshot.tournament)}


def _refuse_sections(request: HttpRequest) -> None:
    """Only a tree has sections, and only stages that are drawn have numbers."""
    if request.GET.get("section"):
        raise Http404


def _shown(snapshot: Present, number: int) -> StageView:
    """The stage of that number, 0 for the last one drawn."""
    drawn = [stage for stage in snapshot.stages if stage.is_drawn]
    shown = next((stage for stage in drawn if stage.label.number == number), None) if number else drawn[-1]
    if shown is None:
        raise Http404
    return shown


def _sheet(
    snapshot: Present, shown: StageView, tabs: Sequence[layout.Tab], section: str | None, mine: int
) -> layout.Sheet:
    """The section that was asked for, 0 for the last rounds; unasked, the one where play is."""
    number = layout.opening(snapshot, shown.rounds, tabs) if section is None else int(section)
    if number > len(tabs):
        raise Http404
    if not number:
        return layout.last_rounds(snapshot, shown.rounds, mine)
    return layout.section_sheet(snapshot, shown.rounds, tabs[number - 1].section, mine)


@needs(Permission.PUBLIC)
@require_safe
def bracket_find(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A team by its branch, its own name or a player's: what is typed makes no page of its own, it leads to the page of
    the branch, at the section where the team stands."""
    words = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    snapshot = present(tournament)
    drawn = [stage for stage in snapshot.stages if stage.is_drawn]
    rounds = drawn[-1].rounds if drawn else ()
    first = [match.lines for round_ in rounds[:1] for match in round_.matches]
    places = {line.team.id: index for index, lines in enumerate(first) for line in lines if line.team}
    teams = (team for branch in branch_line_ups(tournament) for team in branch.teams if team.label.id in places)
    called = [team for team in teams if words and is_called(words, team_name(team.label), *team.players)]
    hits = []
    for team in called:
        query = {"branch": team.label.branch_id}
        if layout.sections(rounds[0].entrants):
            # the section where it stands now, 0 for the last rounds
            matches = (m for r in rounds if r.entrants <= layout.DRAWN for m in r.matches)
            in_last_rounds = any(line.team and line.team.id == team.label.id for m in matches for line in m.lines)
            query["section"] = 0 if in_last_rounds else layout.section_of(places[team.label.id])
        hits.append((team, f"{resolve_url('bracket', tournament.slug)}?{urlencode(query)}"))
    if len({team.label.branch_id for team in called}) == 1:
        return redirect(hits[0][1])
    context = {"tournament": tournament, "present": snapshot, "words": words, "hits": hits}
    return render(request, "bracket/bracket_find.html", context)


@public_page("branch", "round", "page")
def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """各轮对阵: the bracket as a list by rounds, which says in words everything that the drawing shows."""
    followed = followed_branch(request, tournament)
    snapshot = present(tournament)
    number = int(request.GET.get("round", "1"))
    wanted = next((r for r in snapshot.rounds if r.number == number), None)
    if wanted is None and "round" in request.GET:
        raise Http404
    if sum(len(r.matches) for r in snapshot.rounds) > MOST_TOGETHER:
        wanted = wanted or snapshot.rounds[-1]
        page = page_of(request, wanted.matches, PER_PAGE)
        shown: Sequence[RoundView] = [replace(wanted, matches=tuple(page))]
    else:
        page, shown = page_of(request, range(1), 1), snapshot.rounds  # all of them stand on one
    context = {
        "tournament": tournament,
        "present": snapshot,
        "shown": shown,
        "page": page.number,
        "pages": page.paginator.page_range,
        "mine": followed.pk if followed else 0,
    }
    if any(isinstance(round_.stage.shape, Swiss | Individual) for round_ in snapshot.rounds):
        context["paired"] = paired_rounds(tournament)
    return render(request, "bracket/rounds.html", context)


@public_page()
def results(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """成绩: the podium as far as it stands, and every result with its reason; of a very large event the last ones."""
    snapshot = present(tournament)
    left, decided = MOST_RESULTS, []
    for round_ in reversed(snapshot.rounds):
        over = tuple(match for match in round_.matches if match.is_over)[:left]
        left -= len(over)
        if over:
            decided.append(replace(round_, matches=over))
    context = {"tournament": tournament, "present": snapshot, "decided": decided}
    return render(request, "bracket/results.html", context)


@public_page()
def notices(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """通知: the notice board."""
    context = {"tournament": tournament, "present": present(tournament), "news": board(tournament)}
    return render(request, "bracket/notices.html", context)

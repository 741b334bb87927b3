"""分享图: pictures for the preview of a link in a chat: 1200 × 630, or square (微信, QQ) 800 × 800.

That of an event says where it stands and draws the part that matters: of a knockout the round that is on and what
follows, from the quarter finals on at the latest; of groups or of a table the first of each; where rounds do not
follow from one another in a tree, the matches of the round that is on. Pages that tell of several events have a short
list in the same frame. All are kept like pages, so that a chat of a thousand members costs one drawing a version.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.bracket.queries.standings import StageView
from tournaments.bracket.words.names import day, hour, listed, points, table_range, team_name
from tournaments.bracket.words.results import side_words
from tournaments.chronicle.queries import records
from tournaments.formats.format import Drawing
from tournaments.models import Tournament
from tournaments.series.queries import BranchLine, SeasonLine, season, series_at
from web.displays.cross_table import cross_tables
from web.displays.present import headline, present, presents
from web.documents.stage_papers import result_words, tree_of
from web.files.typesetting import first_page
from web.publishing.pages import public_page
from web.publishing.versions import FINISHED
from web.templatetags.season import table_name
from web.templatetags.site import group_name

PIXELS_AN_INCH = 95.25
"""The page of the template is 320 mm wide, or 640/3 mm square."""
LEAST, MOST_WIDE, MOST_SQUARE = 8, 32, 16
"""Positions that are drawn at least, if there are as many, and at most."""
MOST_ROWS, MOST_GROUPS, MOST_OF_A_GROUP = 6, 8, 4


@public_page("square")
def bracket_picture(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    shown = present(tournament)
    stage = next((stage for stage in reversed(shown.stages) if stage.is_drawn), None)
    return _picture(
        request,
        event=shown.tournament.name,
        organiser=shown.tournament.organiser,
        headline=headline(shown),
        has_champion=bool(shown.medals.champions),
        as_of=f"{day(shown.now)} {hour(shown.now)}",
        **(_part_that_matters(stage, is_square=bool(request.GET.get("square"))) if stage else {}),
    )


def _part_that_matters(stage: StageView, *, is_square: bool) -> dict[str, Any]:
    """The drawing, the standings or the matches of the stage, as `_picture` takes them."""
    current = next((r for r in stage.rounds if not r.is_over), stage.rounds[-1])
    if stage.drawing is Drawing.BRACKET and not stage.label.shape.has_parts:
        # the first round that is not over and those after it; where that does not fit, the quarter finals
        positions = len(current.of_bracket) * 2
        most = max(positions, LEAST) if positions <= (MOST_SQUARE if is_square else MOST_WIDE) else LEAST
        rounds = [r for r in stage.rounds if len(r.of_bracket) * 2 <= most]
        return {"tree": asdict(tree_of(rounds, stage)) if rounds else None}
    begun = [table for table in cross_tables(stage) if table.group or (table.has_begun and table.columns)]
    tables = []
    for table in begun[:MOST_GROUPS]:
        # its first rows: place, team, and the first number that counts
        is_ranked = len({row.place for row in table.rows}) > 1
        ranked = [
            (f"{row.place or ''}" if is_ranked else "", team_name(row.team), next(iter(row.counted), ""))
            for row in table.rows[: MOST_ROWS if len(begun) == 1 else MOST_OF_A_GROUP]
        ]
        counted = str(table.columns[0].heading) if table.columns else ""
        tables.append({"name": group_name(table.group) if table.group else "", "counted": counted, "rows": ranked})
    if tables:
        return {"tables": tables}
    rows = []
    for match in current.played[:MOST_ROWS]:
        where = _("Table %(number)s") % {"number": table_range(match.tables)} if match.tables else ""
        rows.append((where, " – ".join(side_words(line) for line in match.lines), result_words(match)))
    return {"rows": rows}


@public_page("square")
def home_picture(request: HttpRequest) -> HttpResponse:
    events = Tournament.objects.filter(journal__rehearsal=False, archived_at=None).select_related("journal")
    rows = []
    for shown in presents(list(events.order_by("-created_at", "-pk")[:MOST_ROWS])):
        with shown.tournament.at_home():
            rows.append(("", shown.tournament.name, headline(shown)))
    return _list(request, _("Guandan tournament desk"), _("Registration, draw, bracket and results"), rows)


@public_page("square")
def season_picture(request: HttpRequest, series: str) -> HttpResponse:
    shown = series_at(series)
    if shown is None:
        raise Http404
    table = season(shown, public=True)
    lines: Sequence[SeasonLine | BranchLine] = table.branch_lines if table.counts.has_branches else table.lines
    rows = []
    for line in lines[:MOST_ROWS]:
        who = line.branch_name
        if isinstance(line, SeasonLine):
            who = f"{listed(line.competitor.players)}　{line.competitor.branch}"
        rows.append((f"{line.rank}", who, points(line.ranked.points)))
    name = f"{shown.name}　{shown.season}".strip("　")
    return _list(request, name, table_name(table), rows, organiser=shown.organiser)


@public_page("square", of=FINISHED)
def champions_picture(request: HttpRequest) -> HttpResponse:
    rows = [
        (f"{records.year_of(row.event)}", row.event.name, listed(team_name(entrant.team) for entrant in row.places[0]))
        for row in records.honours(list(records.finished_events()[:MOST_ROWS]))
    ]
    return _list(request, _("Guandan tournament desk"), _("Champions of all years"), rows)


@public_page("square", of=FINISHED)
def medals_picture(request: HttpRequest) -> HttpResponse:
    table = records.medal_table(0).rows[:MOST_ROWS]
    rows = [(f"{row.rank}", row.name, " · ".join(map(str, row.medals))) for row in table]
    words = f"{_('Medal table')}　{_('Champion · runner-up · third place')}"
    return _list(request, _("Guandan tournament desk"), words, rows)


def _list(
    request: HttpRequest, title: str, caption: str, rows: Sequence[tuple[str, str, str]], organiser: str = ""
) -> HttpResponse:
    """``rows``: what stands first, what it is about, what is said of it."""
    data = {"event": title, "organiser": organiser, "headline": caption, "rows": rows}
    return _picture(request, **data, has_champion=False, as_of="")


def _picture(request: HttpRequest, **data: Any) -> HttpResponse:
    """The data in the frame of all shared pictures, with a drawing (``tree``), standings (``tables``) or a list
    (``rows``)."""
    of_all = {
        "size": "a4",  # what the parts shared with papers need
        "is_square": bool(request.GET.get("square")),
        "address": settings.SITE_URL.partition("//")[2],
        "tree": None,
        "tables": (),
        "rows": (),
    }
    image = first_page("shared.typ", of_all | data, ppi=PIXELS_AN_INCH)
    return HttpResponse(image, content_type="image/png")

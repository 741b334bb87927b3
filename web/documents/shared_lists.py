"""分享图 of pages that tell of several events: the list of events, a season, champions and medals of all years.

The same frame as the picture of a bracket, with a short list in the place of the drawing.
"""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.bracket.words.names import listed, points, team_name
from tournaments.chronicle.queries import records
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.series.queries import season, series_at
from web.displays.present import headline, presents
from web.documents.shared_picture import picture
from web.publishing.pages import public_page
from web.publishing.versions import FINISHED
from web.requests.loaders import needs

MOST = 6
Row = tuple[str, str, str]
"""What stands first, what it is about, what is said of it."""


@public_page("square")
@needs(Permission.PUBLIC)
def home_picture(request: HttpRequest) -> HttpResponse:
    events = Tournament.objects.filter(journal__rehearsal=False, archived_at=None).select_related("journal")
    latest = presents(list(events.order_by("-created_at", "-pk")[:MOST]))
    rows = []
    for shown in latest:
        with timezone.override(shown.tournament.tzinfo):
            rows.append(("", shown.tournament.name, headline(shown)))
    return _list(request, _("Guandan tournament desk"), "", _("Registration, draw, bracket and results"), rows)


@public_page("square")
@needs(Permission.PUBLIC)
def season_picture(request: HttpRequest, series: str) -> HttpResponse:
    shown_series = series_at(series)
    if shown_series is None:
        raise Http404
    rows = [
        (f"{line.rank}", f"{listed(line.competitor.players)}　{line.competitor.branch}", points(line.ranked.points))
        for line in season(shown_series, public=True).lines[:MOST]
    ]
    name = f"{shown_series.name}　{shown_series.season}".strip("　")
    return _list(request, name, shown_series.organiser, _("Season table"), rows)


@public_page("square", of=FINISHED)
@needs(Permission.PUBLIC)
def champions_picture(request: HttpRequest) -> HttpResponse:
    rows = [
        (f"{records.year_of(row.event)}", row.event.name, listed(team_name(entrant.team) for entrant in row.places[0]))
        for row in records.honours(list(records.finished_events()[:MOST]))
    ]
    return _list(request, _("Guandan tournament desk"), "", _("Champions of all years"), rows)


@public_page("square", of=FINISHED)
@needs(Permission.PUBLIC)
def medals_picture(request: HttpRequest) -> HttpResponse:
    rows = [(f"{row.rank}", row.name, " · ".join(map(str, row.medals))) for row in records.medal_table(0).rows[:MOST]]
    words = f"{_('Medal table')}　{_('Champion · runner-up · third place')}"
    return _list(request, _("Guandan tournament desk"), "", words, rows)


def _list(request: HttpRequest, title: str, organiser: str, caption: str, rows: Sequence[Row]) -> HttpResponse:
    return picture(
        request,
        {"event": title, "organiser": organiser, "headline": caption, "has_champion": False, "as_of": "", "rows": rows},
    )

"""赛季积分榜: the public page of a series, with its table, its curve and its events."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.permissions import Permission
from tournaments.series.queries import Season, season, series_at
from web.public.series.season_curve import curve
from web.publishing.pages import public_page
from web.requests.loaders import needs
from web.requests.numbers import typed_number


@public_page("branch")
@needs(Permission.PUBLIC)
def series(request: HttpRequest, series: str) -> HttpResponse:
    """It is published like the list of events, with the version of the whole site: any of its events may change it."""
    known_series = series_at(series)
    if known_series is None:
        raise Http404
    table = season(known_series, public=True)
    mine, followed = _followed(request, table)
    context = {"season": table, "curve": curve(table, mine), "mine": mine, "followed": followed}
    return render(request, "series/series.html", context)


def _followed(request: HttpRequest, table: Season) -> tuple[int, str]:
    """The branch of ``?branch=``, a row of it in any event, and its name; 404 if it stands in none."""
    wanted = typed_number(request.GET.get("branch", ""))
    if wanted is None:
        return 0, ""
    line = next((line for line in table.lines if wanted in line.branches), None)
    if line is None:
        raise Http404
    return wanted, line.competitor.branch

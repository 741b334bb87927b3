"""历年成绩: champions of all years, the medal table, and the record of a branch, a team and a player.

They tell of events that are over, and are rendered anew only when one of those changes.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.chronicle.queries import records
from tournaments.permissions import Permission
from web.publishing.pages import public_page
from web.publishing.versions import FINISHED
from web.requests.loaders import needs
from web.requests.long_lists import page_of
from web.requests.numbers import typed_number

EVENTS_A_PAGE, APPEARANCES_A_PAGE = 6, 12


@public_page("page", of=FINISHED)
@needs(Permission.PUBLIC)
def champions(request: HttpRequest) -> HttpResponse:
    page = page_of(request, records.finished_events(), EVENTS_A_PAGE)
    shown = records.honours(list(page), finals=True)
    return render(request, "chronicle/champions.html", {"found": shown, "shown": page})


@public_page("year", of=FINISHED)
@needs(Permission.PUBLIC)
def medals(request: HttpRequest) -> HttpResponse:
    year = typed_number(request.GET.get("year", "")) or 0
    table = records.medal_table(year)
    if year and year not in table.years:
        raise Http404
    return render(request, "chronicle/medals.html", {"table": table})


@public_page("page", of=FINISHED)
@needs(Permission.PUBLIC)
def branch_record(request: HttpRequest, pk: int) -> HttpResponse:
    return _page(request, records.branch_record(pk))


@public_page("page", of=FINISHED)
@needs(Permission.PUBLIC)
def team_record(request: HttpRequest, pk: int) -> HttpResponse:
    return _page(request, records.team_record(pk))


@public_page("page", of=FINISHED)
@needs(Permission.PUBLIC)
def player_record(request: HttpRequest, pk: int) -> HttpResponse:
    return _page(request, records.player_record(pk))


def _page(request: HttpRequest, record: records.Record | None) -> HttpResponse:
    if record is None:
        raise Http404
    page = page_of(request, record.teams, APPEARANCES_A_PAGE)
    context = {"record": record, "shown": page, "appearances": records.appearances(page)}
    return render(request, "chronicle/record.html", context)

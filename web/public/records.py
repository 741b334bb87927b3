"""历年成绩: champions of all years, the medal table, and the record of a branch, a team and a player.

They tell of events that are over, and are rendered anew only when one of those changes.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.permissions import Permission
from tournaments.queries import records
from web.loaders import needs
from web.numbers import typed_number
from web.public.paging import asked_page
from web.publishing.pages import public_page
from web.publishing.versions import FINISHED

PER_PAGE = 24


@public_page("page", of=FINISHED)
@needs(Permission.PUBLIC)
def champions(request: HttpRequest) -> HttpResponse:
    events = records.finished_events()
    page, pages = asked_page(request, events.count(), PER_PAGE)
    shown = records.honours(list(events[(page - 1) * PER_PAGE : page * PER_PAGE]))
    return render(request, "public/champions.html", {"found": shown, "page": page, "pages": pages})


@public_page("year", of=FINISHED)
@needs(Permission.PUBLIC)
def medals(request: HttpRequest) -> HttpResponse:
    year = typed_number(request.GET.get("year", "")) or 0
    table = records.medal_table(year)
    if year and year not in table.years:
        raise Http404
    return render(request, "public/medals.html", {"table": table})


@public_page(of=FINISHED)
@needs(Permission.PUBLIC)
def branch_record(request: HttpRequest, pk: int) -> HttpResponse:
    return _page(request, records.branch_record(pk))


@public_page(of=FINISHED)
@needs(Permission.PUBLIC)
def team_record(request: HttpRequest, pk: int) -> HttpResponse:
    return _page(request, records.team_record(pk))


@public_page(of=FINISHED)
@needs(Permission.PUBLIC)
def player_record(request: HttpRequest, pk: int) -> HttpResponse:
    return _page(request, records.player_record(pk))


def _page(request: HttpRequest, record: records.Record | None) -> HttpResponse:
    if record is None:
        raise Http404
    return render(request, "public/record.html", {"record": record})

"""统计: the event in numbers and its highlights, nothing of it personal; of many branches a page at a time."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.chronicle.queries import statistics as readings
from tournaments.chronicle.queries.highlights import highlights
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.displays.present import present
from web.lists.of_event import branch_head, branch_lines, event_lines
from web.publishing.pages import public_page
from web.requests.loaders import needs
from web.requests.long_lists import page_of

PER_PAGE = 40
"""Branches in the table."""


@public_page("page")
@needs(Permission.PUBLIC)
def statistics(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    snapshot = present(tournament)
    counted = readings.statistics(tournament, snapshot.rounds)
    *branches, total = branch_lines(counted)
    page = page_of(request, branches, PER_PAGE)
    context = {
        "tournament": tournament,
        "present": snapshot,
        "lines": event_lines(counted),
        "head": branch_head(counted),
        "rows": [*page, total],
        "page": page.number,
        "pages": page.paginator.page_range,
        "highlights": highlights(match for r in snapshot.rounds for match in r.matches),
    }
    return render(request, "chronicle/statistics.html", context)

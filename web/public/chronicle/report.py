"""今日战报: what a playing day brought, who is through, and what comes next."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.chronicle.queries.days import day_report, playing_days, present_day
from tournaments.chronicle.queries.highlights import highlights
from tournaments.chronicle.words.highlights import through_words
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.displays.cross_table import cross_tables
from web.displays.present import present
from web.lists.of_day import known
from web.publishing.pages import public_page
from web.requests.loaders import needs

MOST_LISTED = 64
"""Matches of a round on the page; the file has them all."""


@public_page("day")
@needs(Permission.PUBLIC)
def report(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """``?day=`` counts the playing days from 1; today, or the last one played, without."""
    snapshot = present(tournament)
    days = playing_days(tournament, snapshot.rounds)
    number = int(request.GET.get("day", "0")) or present_day(tournament, snapshot.rounds, snapshot.now)
    if "day" in request.GET and not 1 <= number <= len(days):
        raise Http404
    daily_report = day_report(tournament, snapshot.rounds, number) if days else None
    context = {
        "tournament": tournament,
        "present": snapshot,
        "days": list(enumerate(days, start=1)),
        "report": daily_report,
        "through_words": through_words(daily_report) if daily_report else "",
        "highlights": highlights(daily_report.matches) if daily_report else None,
        "tables": [(stage, cross_tables(stage)) for stage in daily_report.tables] if daily_report else [],
        "next": [(r, known(r)) for r in daily_report.next] if daily_report else [],
        "most": f":{MOST_LISTED}",
        "paper": "daily-report" if any(match.is_over for r in snapshot.rounds for match in r.matches) else "",
    }
    return render(request, "chronicle/report.html", context)

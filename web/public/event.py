"""The home of the site: what is on, what comes next, what was last; all events; and the home of one of them."""

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from notices.queries.announced import board
from tournaments.entries.queries.links import my_token
from tournaments.entries.queries.teams import branch_counts, team_counts
from tournaments.event.queries.tournaments import (
    called,
    champions_of,
    held_in,
    open_events,
    past_events,
    public_events,
    years_of,
)
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.series.queries import series_with_events
from tournaments.states import TournamentState
from web.displays.present import present, presents
from web.publishing.pages import public_page
from web.requests.loaders import needs
from web.requests.long_lists import A_PAGE, page_of
from web.requests.numbers import typed_number

MOST_OPEN, MOST_PAST, MOST_SERIES = 12, 10, 6
"""Of each on the home of the site."""
PER_PAGE = 30
LONGEST_SEARCH = 40
NEWEST_NOTICES = 3


@public_page()
def home(request: HttpRequest) -> HttpResponse:
    coming, past = open_events(), list(past_events()[:MOST_PAST])
    shown = list(coming[:MOST_OPEN])
    snapshots, series = presents(shown), series_with_events()
    organisers = {event.organiser for event in (*shown, *past)}
    context = {
        "organiser": organisers.pop() if len(organisers) == 1 else "",
        "on": [each for each in snapshots if each.live or each.ceremony],
        "next": [each for each in snapshots if not each.live and not each.ceremony],
        "more": coming.count() - len(shown),
        "teams": team_counts(shown),
        "past": past,
        "champions": champions_of(past),
        "series": series[:MOST_SERIES],
        "has_champions": any(event.state == TournamentState.FINISHED for event in past),
    }
    return render(request, "event/public_home.html", context)


@public_page("year", "page")
def all_events(request: HttpRequest) -> HttpResponse:
    """Every event, or those of ``?year=``."""
    year = typed_number(request.GET.get("year", "")) or 0
    events, years = public_events(), years_of(public_events())
    if year and year not in years:
        raise Http404
    shown = held_in(events, year) if year else events
    return _listed(request, shown, {"year": year, "years": years, "keep": f"year={year}" if year else ""})


@needs(Permission.PUBLIC)
@require_safe
def find_event(request: HttpRequest) -> HttpResponse:
    """Those that are called so; what is typed makes no page that is kept."""
    words = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    return _listed(request, called(public_events(), words), {"words": words, "searched": True})


def _listed(request: HttpRequest, events: "QuerySet[Tournament]", context: dict[str, object]) -> HttpResponse:
    page = page_of(request, events, PER_PAGE)
    return render(request, "event/public_events.html", {"shown": page, "champions": champions_of(list(page))} | context)


@public_page()
def event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    snapshot = present(tournament)
    branches = branch_counts(tournament)
    context = {
        "tournament": tournament,
        "present": snapshot,
        "branches": branches,
        "is_long": len(branches) > A_PAGE,
        "entered": sum(branch.teams for branch in branches),
        "quota": sum(branch.quota for branch in branches),
        "tokens": {branch.id: my_token(tournament, branch=branch.id) for branch in branches},
        "news": board(tournament, limit=NEWEST_NOTICES),
    }
    return render(request, "event/event.html", context)

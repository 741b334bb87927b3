"""The list of events, and the home of one event: what is now, what is next, the branches, the day's matches."""

from dataclasses import dataclass

from django.db.models import Min
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from notices.queries import board
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.queries.ceremony import present_ceremony
from tournaments.queries.my_links import my_token
from tournaments.queries.series import every_series
from tournaments.queries.teams import branch_counts, team_counts
from tournaments.states import TournamentState
from web.loaders import needs
from web.long_lists import A_PAGE
from web.present import Present, present, presents
from web.publishing.pages import public_page

NEWEST_NOTICES = 3


@dataclass(frozen=True)
class EventCard:
    """An event in the list of all."""

    present: Present
    teams: int


@public_page()
@needs(Permission.PUBLIC)
def home(request: HttpRequest) -> HttpResponse:
    played = Tournament.objects.filter(journal__rehearsal=False).select_related("journal")
    with_start = played.annotate(first_start=Min("stages__rounds__starts_at"))
    events = list(with_start.order_by("archived_at", "-created_at", "-pk"))
    open_ = [event for event in events if event.archived_at is None]
    teams = team_counts(open_)
    cards = [EventCard(found, teams[found.tournament.pk]) for found in presents(open_)]
    archived = [event for event in events if event.archived_at is not None]
    context = {
        "cards": cards,
        "archived": archived,
        "series": [row for row in every_series() if row.events],
        "has_champions": any(event.state == TournamentState.FINISHED for event in events),
    }
    return render(request, "public/home.html", context)


@public_page()
@needs(Permission.PUBLIC)
def event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    found = present(tournament)
    branches = branch_counts(tournament)
    context = {
        "tournament": tournament,
        "present": found,
        "branches": branches,
        "is_long": len(branches) > A_PAGE,
        "entered": sum(branch.teams for branch in branches),
        "quota": sum(branch.quota for branch in branches),
        "tokens": {branch.id: my_token(tournament, branch=branch.id) for branch in branches},
        "showing": tournament.state == TournamentState.ENTRY and present_ceremony(tournament),
        "news": board(tournament, limit=NEWEST_NOTICES),
    }
    return render(request, "public/event.html", context)

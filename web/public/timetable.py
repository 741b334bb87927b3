"""赛程: every day with its rounds, calls, tables, and a mark at what is now."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.queries.match_views import MatchView, RoundView
from web.loaders import needs
from web.present import Present, present
from web.public.followed import followed_branch
from web.publishing.pages import public_page

MOST_LISTED = 64


@dataclass(frozen=True)
class PlannedRound:
    """A round with its call, and its matches by table."""

    round: RoundView
    call_at: datetime
    ends_at: datetime
    matches: tuple[MatchView, ...]
    is_next: bool


@dataclass(frozen=True)
class Day:
    """A day with rounds; ``offset`` is 0 today, 1 tomorrow."""

    starts_at: datetime
    offset: int
    rounds: tuple[PlannedRound, ...]


@public_page("branch")
@needs(Permission.PUBLIC)
def timetable(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    followed = followed_branch(request, tournament)
    found = present(tournament)
    context = {
        "tournament": tournament,
        "present": found,
        "days": _days(found),
        "mine": followed.pk if followed else 0,
    }
    return render(request, "public/timetable.html", context)


def _days(found: Present) -> tuple[Day, ...]:
    by_day: dict[date, list[PlannedRound]] = {}
    for round_ in (part for whole in found.rounds for part in whole.parts):
        day = round_.starts_at.astimezone(found.tournament.tzinfo).date()
        by_day.setdefault(day, []).append(_planned(found, round_))
    return tuple(
        Day(planned[0].round.starts_at, found.days_until(planned[0].round.starts_at), tuple(planned))
        for _, planned in sorted(by_day.items())
    )


def _planned(found: Present, round_: RoundView) -> PlannedRound:
    matches = sorted(round_.played, key=lambda m: (m.table or 10_000, m.number))[:MOST_LISTED]
    return PlannedRound(
        round_,
        round_.starts_at - timedelta(minutes=found.tournament.check_in_minutes),
        round_.starts_at + timedelta(minutes=round_.clock.minutes),
        tuple(matches),
        bool(found.next and round_.id == found.next.id),
    )

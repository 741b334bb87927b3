"""赛程: every day with its rounds, calls, tables, and a mark at what is now."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.queries.round_views import RoundView
from tournaments.models import Tournament
from web.displays.present import present
from web.lists.of_matches import by_table
from web.public.followed import followed_branch
from web.publishing.pages import public_page

MOST_LISTED = 64
"""Matches whose tables all stand here; of a larger event those of the rounds that are on or next, as many of each."""


@dataclass(frozen=True)
class PlannedRound:
    """A round with its call, and its matches by table, as far as they are listed here."""

    round: RoundView
    call_at: datetime
    ends_at: datetime
    matches: tuple[MatchView, ...]
    is_next: bool

    @property
    def is_whole(self) -> bool:
        return len(self.matches) == len(self.round.played)


@dataclass(frozen=True)
class Day:
    """A day with rounds; ``offset`` is 0 today, 1 tomorrow."""

    starts_at: datetime
    offset: int
    rounds: tuple[PlannedRound, ...]


@public_page("branch")
def timetable(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    followed = followed_branch(request, tournament)
    snapshot = present(tournament)
    # the rounds and sittings by day, in the zone of the event
    by_day = defaultdict[date, list[PlannedRound]](list)
    is_small = sum(len(r.played) for r in snapshot.rounds) <= MOST_LISTED
    for round_ in (part for whole_round in snapshot.rounds for part in whole_round.parts):
        is_next = bool(snapshot.next and round_.id == snapshot.next.id)
        is_listed = is_next or round_.is_live or is_small
        matches = by_table(round_.played) if is_listed else []
        planned = PlannedRound(
            round_,
            round_.starts_at - timedelta(minutes=tournament.check_in_minutes),
            round_.starts_at + timedelta(minutes=round_.clock.minutes),
            tuple(matches[:MOST_LISTED]),
            is_next,
        )
        by_day[round_.starts_at.astimezone(tournament.tzinfo).date()].append(planned)
    days = [
        Day(rounds[0].round.starts_at, snapshot.days_until(rounds[0].round.starts_at), tuple(rounds))
        for _, rounds in sorted(by_day.items())
    ]
    context = {
        "tournament": tournament,
        "present": snapshot,
        "days": days,
        "mine": followed.pk if followed else 0,
    }
    return render(request, "day/timetable.html", context)

"""Two people save at the same moment, each with a connection of his own: 200 tries, always right."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from guandan_rules import Reason
from journal.models import Event, Journal
from journal.queries import last_event_number
from scoring.models import Clock, Deal, Sheet
from scoring.standings import Standing
from scoring.states import ClockState
from tests.factories import a_drawn_tournament, a_user
from tournaments.actions.matches import confirm_result, enter_deal
from tournaments.actions.withdrawal import withdraw_team
from tournaments.models import Match, Result, Tournament
from tournaments.sheets import current_sheet
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db(transaction=True)
FEEDERS, SAME_DEAL = 63, 137
WAIT = 30


class Pair:
    """Two threads that do what they are given at the same moment; ``both`` returns what each of them met."""

    def __init__(self) -> None:
        self.start, self.end = Barrier(3), Barrier(3)
        self.work: list[Callable[[], Any] | None] = [None, None]
        self.met: list[Any] = [None, None]
        self.threads = [Thread(target=self._run, args=(i,), daemon=True) for i in range(2)]
        for thread in self.threads:
            thread.start()

    def _run(self, i: int) -> None:
        try:
            while True:
                self.start.wait(WAIT)
                work = self.work[i]
                if work is None:
                    return
                try:
                    self.met[i] = work()
                except Exception as error:
                    self.met[i] = error
                self.end.wait(WAIT)
        finally:
            connection.close()

    def both(self, first: Callable[[], Any], second: Callable[[], Any]) -> list[Any]:
        self.work = [first, second]
        self.start.wait(WAIT)
        self.end.wait(WAIT)
        return self.met

    def stop(self) -> None:
        self.work = [None, None]
        self.start.wait(WAIT)
        for thread in self.threads:
            thread.join(WAIT)


@contextmanager
def a_pair() -> Iterator[Pair]:
    pair = Pair()
    yield pair
    pair.stop()


def after_the_bell(**more: Any) -> Tournament:
    """An event whose clocks have all rung an hour ago."""
    tournament = a_drawn_tournament(tables=0, **more)
    Clock.objects.update(state=ClockState.RUNNING, started_at=timezone.now() - timedelta(hours=2))
    return tournament


def won_by_home(match: Match) -> None:
    """One deal on its sheet, nothing in hand: only the confirmation is missing."""
    sheet = current_sheet(match)
    Deal.objects.create(sheet=sheet, number=1, order="NS", entered_at=timezone.now() - timedelta(hours=2))
    Sheet.objects.filter(pk=sheet.pk).update(in_hand=False, standing=Standing(home=5, stage="home", deals=1).to_dict())


def confirming(match: Match, by: Any) -> Callable[[], Any]:
    return lambda: confirm_result(Match.objects.get(pk=match.pk), by=by)


def journal_is_whole(tournament: Tournament) -> bool:
    """Every number once, in order, up to the last one."""
    numbers = list(Event.objects.filter(journal=tournament.journal_id).values_list("number", flat=True))
    return numbers == list(range(1, Journal.objects.get(pk=tournament.journal_id).last_number + 1))


def test_two_feeder_matches_confirmed_at_once():
    tournament, people = after_the_bell(branches=64, teams=2), [a_user(), a_user()]
    targets = list(Match.objects.filter(round__number__gt=1).order_by("number"))
    with a_pair() as pair:
        for target in targets:
            feeders = list(target.winners_from.order_by("number"))
            for feeder in feeders:
                won_by_home(feeder)
            first, second = pair.both(*(confirming(feeder, by) for feeder, by in zip(feeders, people, strict=True)))
            assert (type(first), type(second)) == (Result, Result), (first, second)
            target.refresh_from_db()
            assert (target.home_team_id, target.away_team_id) == (first.home_team_id, second.home_team_id)
            assert (target.state, target.games.count(), target.bookings.count()) == (MatchState.READY, 1, 2)
    assert Result.objects.count() == 2 * len(targets) == 2 * FEEDERS
    assert journal_is_whole(tournament)


def test_same_deal_entered_at_once():
    tournament, people = a_drawn_tournament(branches=2, teams=2, tables=0, started=True), [a_user(), a_user()]
    match = Match.objects.get(number=1)
    sheet = current_sheet(match)
    with a_pair() as pair:
        for try_ in range(SAME_DEAL):
            seen = last_event_number(tournament.journal, sheet.subject)
            entering = [
                lambda by=by, seen=seen: enter_deal(Match.objects.get(pk=match.pk), "NS", by=by, seen=seen)
                for by in people
            ]
            met = pair.both(*entering)
            assert sorted(type(m).__name__ for m in met) == ["Deal", "WrongState"], (try_, met)
            assert [(d.number, d.order) for d in Deal.objects.all()] == [(1, "NS")]
            assert Standing.from_dict(Sheet.objects.get(pk=sheet.pk).standing).home == 5
            Deal.objects.all().delete()
            Sheet.objects.filter(pk=sheet.pk).update(standing=Standing().to_dict())
    assert Event.objects.filter(kind="deal.entered").count() == SAME_DEAL
    assert journal_is_whole(tournament)


def test_same_result_confirmed_at_once():
    tournament, people = after_the_bell(branches=8, teams=2), [a_user(), a_user()]
    with a_pair() as pair:
        for match in Match.objects.filter(round__number=1):
            won_by_home(match)
            met = pair.both(*(confirming(match, by) for by in people))
            assert sorted(type(m).__name__ for m in met) == ["Result", "WrongState"], met
    assert Result.objects.count() == 8
    assert journal_is_whole(tournament)


def test_team_withdraws_while_its_opponent_is_found():
    tournament, people = after_the_bell(branches=16, teams=2), [a_user(), a_user()]
    with a_pair() as pair:
        for target in Match.objects.filter(round__number=2):
            waiting, other = target.winners_from.order_by("number")
            for feeder in (waiting, other):
                won_by_home(feeder)
            team = confirm_result(waiting, by=people[0]).home_team
            met = pair.both(
                confirming(other, people[0]), lambda team=team: withdraw_team(team, by=people[1], reason="出差")
            )
            assert not [m for m in met if isinstance(m, Exception)], met
            target.refresh_from_db()
            assert (target.state, target.result.reason) == (MatchState.OVER, Reason.WITHDRAWAL)
            assert target.result.winner == "away"
    assert journal_is_whole(tournament)

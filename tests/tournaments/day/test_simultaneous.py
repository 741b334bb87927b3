"""Two people save at the same moment, each with a connection of his own: 200 tries in .ci/run, always right."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from guandan_rules import Reason
from journal.models import Event, Journal
from journal.queries import last_event_number
from journal.refusals import Refused
from scoring.games.guandan import raw_deal
from scoring.models import Clock, Deal, Sheet, Submission
from scoring.standings import Standing
from scoring.states import ClockState
from tests.factories import a_drawn_tournament, a_tournament, a_user
from tests.thorough import tries
from tests.tournaments.day.ladders import a_ladder, team
from tests.tournaments.day.test_submissions import a_deal, standing_orders
from tests.tournaments.recorded import kinds
from tests.tournaments.round_day import PASSES_ACE, Day, a_day
from tournaments.bracket.queries.settings import settings_of
from tournaments.bracket.rules.boards import board_number
from tournaments.bracket.rules.current_sheets import current_sheet
from tournaments.codes import Code
from tournaments.day.actions.matches import call_match, check_in_all, confirm_result, enter_deal, submit
from tournaments.day.actions.own_days import challenge, withdraw_challenge
from tournaments.day.actions.rulings import correct_result
from tournaments.day.actions.timetable import arrange_tables, move_round, set_table, set_tables
from tournaments.draw.actions.draws import confirm_draw, preview_draw
from tournaments.entries.actions.teams import restore_team, withdraw_team
from tournaments.event.actions.tournaments import edit_tournament
from tournaments.models import Draw, Match, Result, Tournament
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db(transaction=True)
FEEDERS, SAME_DEAL, OFFICE, BOARDS, CHALLENGES = tries(64) - 1, tries(137), tries(12), tries(5), tries(20)
WAIT = 120


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
    try:
        yield pair
    finally:
        pair.stop()


@pytest.fixture
def pair() -> Iterator[Pair]:
    with a_pair() as pair:
        yield pair


@pytest.fixture
def people(transactional_db: None) -> list[User]:
    return [a_user(), a_user()]


def after_the_bell(**more: Any) -> Tournament:
    """An event whose clocks have all rung an hour ago."""
    tournament = a_drawn_tournament(tables=0, **more)
    Clock.objects.update(state=ClockState.RUNNING, started_at=timezone.now() - timedelta(hours=2))
    return tournament


def won_by_home(match: Match) -> None:
    """One deal on its sheet, nothing in hand: only the confirmation is missing."""
    sheet = current_sheet(match)
    Deal.objects.create(
        sheet=sheet,
        number=1,
        entry=raw_deal("NS"),
        entered_at=timezone.now() - timedelta(hours=2),
    )
    standing = Standing(home=5, stage="home", deals=1).to_dict()
    Sheet.objects.filter(pk=sheet.pk).update(in_hand=False, waits=False, standing=standing)


def confirming(match: Match, by: Any) -> Callable[[], Any]:
    return lambda: confirm_result(Match.every.get(pk=match.pk), by=by)


def journal_is_whole(tournament: Tournament) -> bool:
    """Every number once, in order, up to the last one."""
    numbers = list(Event.objects.filter(journal=tournament.journal_id).values_list("number", flat=True))
    return numbers == list(range(1, Journal.objects.get(pk=tournament.journal_id).last_number + 1))


def test_two_feeder_matches_confirmed_at_once(pair, people):
    tournament = after_the_bell(branches=tries(64), teams=2)
    targets = list(Match.objects.filter(round__number__gt=1).order_by("number"))
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


def test_same_deal_entered_at_once(pair, people):
    tournament = a_drawn_tournament(branches=2, teams=2, tables=0, started=True)
    match = Match.objects.get(number=1)
    sheet = current_sheet(match)

    def entering(by: User, seen: int) -> Callable[[], Deal]:
        return lambda: enter_deal(Match.objects.get(pk=match.pk), "NS", by=by, seen=seen)

    for try_ in range(SAME_DEAL):
        seen = last_event_number(tournament.journal, sheet.subject)
        met = pair.both(*(entering(by, seen) for by in people))
        assert names(met) == ["Deal", "WrongState"], (try_, met)
        assert [(d.number, d.order) for d in Deal.objects.all()] == [(1, "NS")]
        assert Standing(**Sheet.objects.get(pk=sheet.pk).standing).home == 5
        Deal.objects.all().delete()
        Sheet.objects.filter(pk=sheet.pk).update(standing=Standing().to_dict())
    assert Event.objects.filter(kind="deal.entered").count() == SAME_DEAL
    assert journal_is_whole(tournament)


def test_same_result_confirmed_at_once(pair, people):
    tournament = after_the_bell(branches=8, teams=2)
    for match in Match.objects.filter(round__number=1):
        won_by_home(match)
        met = pair.both(*(confirming(match, by) for by in people))
        assert names(met) == ["Result", "WrongState"], met
    assert Result.objects.count() == 8
    assert journal_is_whole(tournament)


def test_team_withdraws_while_its_opponent_is_found(pair, people):
    tournament = after_the_bell(branches=tries(32), teams=2)
    for target in Match.objects.filter(round__number=2):
        waiting, other = target.winners_from.order_by("number")
        for feeder in (waiting, other):
            won_by_home(feeder)
        team = confirm_result(waiting, by=people[0]).home_team
        met = pair.both(confirming(other, people[0]), partial(withdraw_team, team, by=people[1], reason="出差"))
        assert not [m for m in met if isinstance(m, Exception)], met
        target.refresh_from_db()
        assert (target.state, target.result.reason) == (MatchState.OVER, Reason.WITHDRAWAL)
        assert target.result.winner == "away"
    assert journal_is_whole(tournament)


# the office


def a_preview(**more: Any) -> Draw:
    """A draw of four teams that waits for its confirmation."""
    return preview_draw(a_tournament(branches=2, teams=2, rounds=2, **more), by=None)


def names(met: list[Any]) -> list[str]:
    return sorted(type(m).__name__ for m in met)


def confirming_too(draw: Draw, by: User) -> object:
    return confirm_draw(draw, by=by)


def moving_the_first_round(draw: Draw, by: User) -> object:
    first = draw.stage.rounds.first()
    return move_round(first, first.starts_at - timedelta(hours=1), by=by)


def changing_the_zone(draw: Draw, by: User) -> object:
    event = draw.stage.tournament
    return edit_tournament(event, replace(settings_of(event), zone="Asia/Tokyo"), by=by)


@pytest.mark.parametrize(
    ("other", "outcomes"),
    [
        (confirming_too, [["Draw", "WrongState"]]),
        (moving_the_first_round, [["Draw", "Round"]]),
        (changing_the_zone, [["Draw", "Refused"], ["Draw", "Tournament"]]),
    ],
)
def test_draw_is_confirmed_while_somebody_does_something_else(pair, people, other, outcomes):
    """Both take the rounds and the event, in the same order: nobody waits in a circle."""
    for _ in range(OFFICE):
        draw = a_preview()
        met = pair.both(partial(confirm_draw, draw, by=people[0]), partial(other, draw, people[1]))
        assert names(met) in outcomes, met
        assert Match.objects.filter(stage=draw.stage).count() == 3


def test_team_comes_back_while_the_draw_is_confirmed(pair, people):
    """Then it is drawn, or it stays out: never in the event without a place."""
    for _ in range(OFFICE):
        tournament = a_tournament(branches=3, teams=1, rounds=2)
        team = withdraw_team(tournament.branches.last().teams.get(), by=people[0], reason="出差")
        draw = preview_draw(tournament, by=None)
        met = pair.both(partial(confirm_draw, draw, by=people[0]), partial(restore_team, team, by=people[1]))
        assert names(met) in (["Draw", "Refused"], ["Refused", "Team"]), met


def test_two_clerks_take_the_same_withdrawal_back(pair, people):
    for _ in range(OFFICE):
        a_drawn_tournament(branches=4, teams=1)
        team = Match.objects.order_by("-pk")[1].home_team
        withdraw_team(team, by=people[0], reason="出差")
        met = pair.both(*(partial(restore_team, team, by=by, reason="点错了行") for by in people))
        assert names(met) == ["Team", "WrongState"], met
        assert Match.objects.filter(home_team=team).get().state == MatchState.READY


def test_table_is_given_away_while_the_hall_loses_it(pair, people):
    for _ in range(OFFICE):
        tournament = a_drawn_tournament(branches=2, teams=1, tables=3)
        final = tournament.stages.get().rounds.get()
        losing = partial(set_tables, tournament, 2, by=people[0])
        met = pair.both(losing, partial(arrange_tables, final, {1: 3}, by=people[1]))
        assert names(met) in (["Refused", "Round"], ["Refused", "list"]), met


def test_two_people_give_one_table_away_one_wins(pair, people):
    for _ in range(OFFICE):
        tournament = a_drawn_tournament(branches=2, teams=2)
        table = tournament.tables.get(number=9)
        matches = Match.objects.filter(stage__tournament=tournament, round__number=1)
        met = pair.both(*(partial(set_table, m, table, by=by) for m, by in zip(matches, people, strict=True)))
        assert names(met) == ["Match", "Refused"], met
        (refused,) = (m for m in met if isinstance(m, Refused))
        assert [problem.code for problem in refused.problems] == [Code.TABLE_TAKEN]
        assert Match.objects.filter(table=table).count() == 1
        assert kinds(tournament) == ["tables.assigned"]


def test_result_is_corrected_while_the_next_match_is_called(pair, people):
    for _ in range(OFFICE):
        tournament = after_the_bell(branches=2, teams=2)
        Clock.objects.filter(round__number=2).update(state=ClockState.SET, started_at=None)
        semi, other, final = tournament.stages.get().matches.order_by("number")
        for match in (semi, other):
            won_by_home(match)
            confirm_result(match, by=people[0])
        correcting = partial(correct_result, semi, by=people[0], reason="记错")
        met = pair.both(correcting, partial(call_match, final, by=people[1]))
        final.refresh_from_db()
        outcome = (names(met), final.state)
        assert outcome in ((["Match", "Refused"], MatchState.CALLED), (["Match", "WrongState"], MatchState.WAITING))


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ((a_deal("a", 1, "NS"), a_deal("a", 1, "NS")), ["accepted"]),
        ((a_deal("a", 1, "NS"), a_deal("x", 1, "NS", device="two")), ["accepted", "duplicate"]),
        ((a_deal("a", 1, "NS"), a_deal("x", 1, "WE", device="two")), ["accepted", "conflicting"]),
        ((a_deal("a", 1, "NS"), a_deal("b", 2, "WE", "a")), ["accepted", "accepted"]),
    ],
    ids=["same key", "same deal", "two versions", "in a row"],
)
def test_two_phones_at_once(pair, entries, expected):
    day = a_day()
    met = pair.both(*(partial(submit, day.match(1), entry, by=day.chief) for entry in entries))
    assert names(met) == ["Submission", "Submission"], met
    assert sorted(Submission.objects.values_list("state", flat=True)) == expected
    assert len(standing_orders(day.match(1))) == expected.count("accepted")


# boards of a team match


def played_boards(day: Day, *sides: str) -> list[Match]:
    """Boards of the first match that wait for a confirmation alone."""
    boards = [day.match(board_number(1, nth)) for nth in range(1, len(sides) + 1)]
    for board, side in zip(boards, sides, strict=True):
        for order in PASSES_ACE[side]:
            enter_deal(board, order, by=day.chief)
    return boards


def test_all_boards_are_confirmed_at_once(pair):
    for _ in range(BOARDS):
        day = a_day(branches=2, teams=2, boards=2)
        first, second = played_boards(day, "home", "home")
        met = pair.both(confirming(first, day.chief), confirming(second, day.chief))
        assert names(met) == ["Result", "Result"], met
        match = day.match(1)
        assert (match.state, match.winning_team_id) == (MatchState.OVER, match.home_team_id)
        assert match.results.count() == 1
        assert day.match(3).home_team_id == match.home_team_id
        assert journal_is_whole(day.tournament)


@pytest.mark.parametrize(
    ("begin", "outcomes"),
    [
        (check_in_all, [["Match", "Result"], ["Result", "WrongState"]]),
        (partial(enter_deal, order="NS"), [["Deal", "Result"], ["Result", "WrongState"]]),
    ],
    ids=["all are there", "the first deal"],
)
def test_a_board_begins_while_another_decides_the_match(pair, begin, outcomes):
    for _ in range(BOARDS):
        day = a_day(branches=2, teams=2, boards=3, stop_early=True)
        first, second = played_boards(day, "home", "home")
        confirm_result(first, by=day.chief)
        last = day.match(board_number(1, 3))
        met = pair.both(confirming(second, day.chief), partial(begin, last, by=day.chief))
        assert names(met) in outcomes, met
        states = {day.match(number).state for number in (1, board_number(1, 3))}
        assert states in ({MatchState.OVER}, {MatchState.PLAYING})
        assert journal_is_whole(day.tournament)


# challenges


@pytest.mark.parametrize("pairs", [((3, 1), (2, 1)), ((3, 1), (3, 2)), ((3, 2), (2, 1))])
def test_of_two_challenges_that_share_a_team_one_is_refused(pair, pairs):
    day = a_ladder()
    sides = [(team(day, one), team(day, other)) for one, other in pairs]
    for _ in range(CHALLENGES):
        met = pair.both(*(partial(challenge, one, other, by=day.chief) for one, other in sides))
        assert names(met) == ["Match", "Refused"], met
        made, refused = sorted(met, key=lambda m: isinstance(m, Refused))
        assert [problem.code for problem in refused.problems] == [Code.CHALLENGE_OPEN]
        assert Match.objects.count() == 1
        withdraw_challenge(made, by=day.chief)
    assert journal_is_whole(day.tournament)


def test_the_same_challenge_sent_twice_is_one(pair):
    day = a_ladder()
    first, second = pair.both(*[partial(challenge, team(day, 3), team(day, 1), by=day.chief)] * 2)
    assert first == second
    assert Match.objects.count() == 1

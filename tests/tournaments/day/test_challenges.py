"""挑战: who may challenge whom, what becomes of the ladder, and what a correction does to it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from journal.models import Event
from journal.refusals import Refused, WrongState
from scoring.models import Sheet
from tests.factories import a_branch, a_team, a_tournament, a_user
from tests.made_once import once_a_module
from tests.tournaments.day.ladders import DAY, a_ladder, challenged, decided, order, team, view
from tests.tournaments.day.leagues import WEEK, a_league, link_of
from tests.tournaments.round_day import win
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.bracket.queries.awards import podium
from tournaments.bracket.queries.settings import settings_of
from tournaments.codes import Code, TournamentEvent
from tournaments.day.actions.matches import check_in_all
from tournaments.day.actions.own_days import (
    accept_day,
    challenge,
    close_season,
    propose_day,
    reopen_season,
    set_day,
    withdraw_challenge,
)
from tournaments.day.actions.rulings import correct_result, decide, forfeit
from tournaments.entries.actions.teams import restore_team, withdraw_team
from tournaments.event.actions.stages import choose_format
from tournaments.event.actions.tournaments import edit_tournament
from tournaments.models import Match, Team
from tournaments.states import MatchState, TeamState, TournamentState

pytestmark = pytest.mark.django_db


made_once, day = once_a_module(a_ladder)


def refused(attempt):
    with pytest.raises(Refused) as met:
        attempt()
    return [problem.code for problem in met.value.problems]


def events(day, kind):
    return Event.objects.filter(journal=day.tournament.journal, kind=kind).count()


# who may challenge whom


def test_challenge_is_a_match_with_days_of_its_own(day):
    day.at(30 * DAY)
    match = challenge(team(day, 5), team(day, 3), by=link_of(team(day, 5).branch).account)
    assert (match.home_team, match.away_team, match.state) == (team(day, 3), team(day, 5), MatchState.READY)
    assert match.until.date() == (match.challenged_at + timedelta(days=WEEK - 1)).date()
    assert order(day) == [1, 2, 3, 4, 5, 6]
    assert challenged(day, 5, 3) == match  # twice is the same as once
    assert (Match.objects.count(), events(day, TournamentEvent.CHALLENGE_MADE)) == (1, 1)
    at, late = (match.challenged_at + timedelta(days=days) for days in (3, WEEK + 1))
    assert refused(lambda: propose_day(match, "away", late, by=a_user())) == [Code.OUTSIDE_THE_ROUND]
    propose_day(match, "away", at, "活动室", by=link_of(team(day, 5).branch).account)
    accept_day(match, "home", at, by=link_of(team(day, 3).branch).account)
    match.refresh_from_db()
    assert match.agreed_at == at
    set_day(match, late, by=day.chief)  # the office grants it


def test_who_may_not_be_challenged(day):
    challenged(day, 3, 2)
    for challenger, other in ((5, 1), (1, 2), (2, 2)):
        assert refused(lambda one=challenger, two=other: challenged(day, one, two)) == [Code.OUT_OF_REACH]
    for challenger, other in ((4, 2), (5, 3), (3, 1)):
        assert refused(lambda one=challenger, two=other: challenged(day, one, two)) == [Code.CHALLENGE_OPEN]
    assert Match.objects.count() == 1


def test_the_same_two_meet_again_after_a_pause(day):
    decided(day, 2, 1, "home")
    assert refused(lambda: challenged(day, 2, 1)) == [Code.MET_LATELY]
    day.at(7 * DAY + 6)
    assert challenged(day, 2, 1).state == MatchState.READY


def test_only_those_on_the_ladder_challenge_and_only_within_the_season(day):
    for minute, why in ((-1, Code.SEASON_AHEAD), (90 * DAY, Code.SEASON_OVER)):
        day.at(minute)
        assert refused(lambda: challenged(day, 2, 1)) == [why]
    day.at(5)
    Team.objects.filter(pk=team(day, 1).pk).update(state=TeamState.WITHDRAWN)
    assert refused(lambda: challenged(day, 2, 1)) == [Code.NOT_ON_LADDER]
    assert order(day) == [2, 3, 4, 5, 6]


def test_ladder_is_played_on_own_days_alone_and_nothing_else_has_challenges_or_a_season():
    hours = a_tournament(branches=4, teams=1)
    assert refused(lambda: choose_format(hours, "ladder", {}, by=None)) == [Code.LADDER_WITHOUT_OWN_DAYS]
    own = a_tournament(branches=4, teams=1, own_days=WEEK)
    assert choose_format(own, "ladder", {"moves": "insert"}, by=None).format == "ladder"
    settings = replace(settings_of(own), own_days=0)
    assert refused(lambda: edit_tournament(own, settings, by=None)) == [Code.LADDER_WITHOUT_OWN_DAYS]
    own.refresh_from_db()
    assert own.own_days == WEEK
    league = a_league()
    assert refused(lambda: challenge(team(league, 2), team(league, 1), by=league.chief)) == [Code.NO_LADDER]
    assert refused(lambda: close_season(league.round, by=league.chief)) == [Code.NO_LADDER]


# what becomes of the ladder


def test_winner_takes_the_place_and_a_late_entry_joins_at_the_bottom(day):
    decided(day, 4, 1)
    decided(day, 6, 5, "home")
    assert order(day) == [4, 2, 3, 1, 5, 6]
    assert [(rung.place, rung.up) for rung in view(day).rungs] == [(1, 3), (2, 0), (3, 0), (4, -3), (5, 0), (6, 0)]
    late = a_team(a_branch(day.tournament))
    assert order(day) == [4, 2, 3, 1, 5, 6, 7]
    challenge(late, team(day, 5), by=day.chief)
    assert view(day).rungs[-1].open.number == 3


def test_it_is_played_at_a_sheet_like_any_match(day):
    match = challenged(day, 2, 1)
    check_in_all(match, by=link_of(team(day, 2).branch).account)
    win(day, match.number, "away")
    assert order(day) == [2, 1, 3, 4, 5, 6]
    day.tournament.refresh_from_db()
    assert day.tournament.state == TournamentState.RUNNING


def test_who_did_not_answer_loses_by_forfeit_once_its_days_are_over(day):
    match = challenged(day, 2, 1)
    assert refused(lambda: forfeit(match, "home", by=day.chief)) == [Code.NOT_LATE_YET]
    day.at(WEEK * DAY)
    forfeit(match, "home", by=day.chief)
    assert order(day) == [2, 1, 3, 4, 5, 6]


def test_correction_replays_the_season_from_there(day):
    first = decided(day, 3, 1)
    day.at(10)
    decided(day, 2, 3, "home")  # 3 stands first by now
    day.at(15)
    decided(day, 5, 2)
    assert order(day) == [3, 5, 1, 4, 2, 6]
    day.at(20)
    correct_result(first, by=day.chief, reason="录错")
    first.refresh_from_db()
    assert order(day)[:2] == [1, 5]  # without its result, the later ones stand as they were
    decide(first, "home", by=day.chief, reason="重判")
    assert order(day) == [1, 5, 3, 4, 2, 6]
    # its place among the others is that of its first result
    assert [match.number for match in view(day).stage.matches] == [1, 2, 3]


def test_withdrawal_gives_the_open_challenge_away_and_comes_back(day):
    match = challenged(day, 3, 1)
    withdraw_team(team(day, 1), by=day.chief, reason="退赛")
    match.refresh_from_db()
    assert (match.state, match.result.winner) == (MatchState.OVER, "away")
    assert order(day) == [3, 2, 4, 5, 6]
    restore_team(team(day, 1), by=day.chief, reason="误退")
    assert order(day) == [1, 2, 3, 4, 5, 6]
    assert view(day).open[0].number == match.number
    match.refresh_from_db()
    decide(match, "away", by=day.chief, reason="无人到场")
    withdraw_team(team(day, 3), by=day.chief, reason="退赛")  # who has played may still leave
    assert order(day) == [2, 1, 4, 5, 6]


# it is taken back


def test_challenge_may_be_withdrawn_until_a_day_is_agreed_on(day):
    match = challenged(day, 3, 1)
    withdraw_challenge(match, by=day.chief)
    assert not Match.objects.exists()
    assert not Sheet.objects.exists()
    assert view(day).rungs[0].open is None
    again = challenged(day, 3, 1)
    assert again.number == match.number + 1  # whoever heard of the first one does not take it for the second
    set_day(again, again.challenged_at + timedelta(days=1), by=day.chief)
    with pytest.raises(WrongState):
        withdraw_challenge(again, by=day.chief)
    assert Match.objects.count() == 1


# the season ends


def test_season_is_closed_by_people_and_its_order_is_the_ranking(day):
    match = challenged(day, 3, 1)
    assert refused(lambda: close_season(day.round, by=day.chief)) == [Code.CHALLENGES_OPEN]
    day.at(WEEK * DAY)
    forfeit(match, "home", by=day.chief)
    assert podium(day.tournament).champion is None
    close_season(day.round, by=day.chief)
    assert refused(lambda: challenged(day, 2, 3)) == [Code.SEASON_OVER]
    reopen_season(day.round, by=day.chief)  # it was closed by mistake
    withdraw_challenge(challenged(day, 2, 3), by=day.chief)
    day.at(90 * DAY)
    assert close_season(day.round, by=day.chief).closed_at == close_season(day.round, by=day.chief).closed_at
    assert events(day, TournamentEvent.SEASON_CLOSED) == 2
    assert podium(day.tournament).champion.id == team(day, 3).pk
    confirm_awards(day.tournament, by=day.chief)
    day.tournament.refresh_from_db()
    assert day.tournament.state == TournamentState.FINISHED
    with pytest.raises(WrongState):
        reopen_season(day.round, by=day.chief)

"""自己约日子: the days of a round, and how two sides agree on one of them."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction
from django.db.models import Q
from hypothesis import given
from hypothesis import strategies as st

from journal.models import Event
from journal.refusals import WrongState
from scoring.models import Sheet
from scoring.states import ClockState
from tests.factories import a_drawn_tournament, a_user
from tests.made_once import once_a_module
from tests.refusals import refused_codes
from tests.tournaments.day.leagues import a_league, accounts
from tests.tournaments.round_day import PASSES_ACE, tick
from tournaments.bracket.queries.matches import rounds
from tournaments.calendar import last_moment
from tournaments.codes import Code, TournamentEvent
from tournaments.day.actions.matches import agree, check_in_all, confirm_result, enter_deal
from tournaments.day.actions.own_days import accept_day, propose_day, set_day
from tournaments.day.actions.rounds import start_round
from tournaments.day.actions.rulings import forfeit
from tournaments.day.queries.own_days import branch_matches
from tournaments.models import Booking, Match
from tournaments.states import BookingKind, MatchState, TournamentState

ZONES = st.sampled_from(["Asia/Shanghai", "Asia/Urumqi", "Europe/Berlin", "America/St_Johns", "Pacific/Apia"])
MOMENTS = st.datetimes(datetime(2001, 1, 1), datetime(2990, 1, 1), timezones=st.just(UTC))


# the days of a round


@given(MOMENTS, st.integers(1, 366), ZONES)
def test_round_lasts_so_many_days_of_its_own_calendar(starts_at, days, zone):
    here = ZoneInfo(zone)
    until = last_moment(starts_at, days, here)
    first, last = starts_at.astimezone(here).date(), until.astimezone(here).date()
    assert (last - first).days == days - 1
    assert until + timedelta(minutes=1) > starts_at
    assert (until.astimezone(here).hour, until.astimezone(here).minute) == (23, 59)
    assert last_moment(starts_at, days + 1, here) > until
    assert last_moment(starts_at, 0, here) is None


# a day is agreed on


def first_match(day):
    return Match.objects.select_related("home_team__branch", "away_team__branch", "round").get(
        stage__tournament=day.tournament, number=1
    )


made_once, day = once_a_module(a_league)


@pytest.fixture
def match(db, day):
    return first_match(day)


@pytest.fixture
def home(match):
    return accounts(match)[0]


@pytest.fixture
def away(match):
    return accounts(match)[1]


def state_of(match):
    match.refresh_from_db()
    return match.agreed_at, match.agreed_place, match.proposed_at, match.proposed_place, match.proposed_by


def events(day):
    kinds = (TournamentEvent.DAY_PROPOSED, TournamentEvent.DAY_AGREED)
    return list(Event.objects.filter(journal=day.tournament.journal, kind__in=kinds).values_list("kind", flat=True))


def test_one_side_proposes_and_the_other_accepts_until_another_day_is_accepted(day, match, home, away):
    at, other = (match.round.starts_at + timedelta(days=days) for days in (2, 3))
    propose_day(match, "home", at, " 工会活动室 ", by=home)
    assert state_of(match) == (None, "", at, "工会活动室", "home")
    accept_day(match, "away", at, by=away)
    assert state_of(match) == (at, "工会活动室", None, "", "")
    accept_day(match, "away", at, by=away)  # twice is the same as once
    assert events(day) == [TournamentEvent.DAY_PROPOSED, TournamentEvent.DAY_AGREED]
    kinds = Booking.objects.filter(match=match).values_list("kind", flat=True)
    assert [*kinds] == [BookingKind.TEAM, BookingKind.TEAM]
    propose_day(match, "away", other, by=away)
    assert state_of(match)[0] == at
    accept_day(match, "home", other, by=home)
    assert state_of(match)[0] == other


def test_a_side_does_not_accept_for_the_other_nor_what_it_did_not_see(match, home, away):
    at = match.round.starts_at + timedelta(days=2)
    propose_day(match, "home", at, by=home)
    assert refused_codes(lambda: accept_day(match, "home", at, by=home)) == {Code.OWN_PROPOSAL}
    propose_day(match, "home", at + timedelta(hours=1), by=home)
    with pytest.raises(WrongState):
        accept_day(match, "away", at, by=away)
    assert state_of(match)[0] is None


def test_day_lies_in_the_round_and_ahead_unless_the_office_grants_a_later_one(match, home):
    for days, code in ((-1, Code.IN_THE_PAST), (7, Code.OUTSIDE_THE_ROUND), (300, Code.OUTSIDE_THE_ROUND)):
        at = match.round.starts_at + timedelta(days=days)
        assert code in refused_codes(lambda at=at: propose_day(match, "home", at, by=home))
    later = match.round.starts_at + timedelta(days=30)
    set_day(match, later, "本部", by=a_user())
    assert state_of(match)[:2] == (later, "本部")


def test_nobody_plays_twice_at_the_same_hour(match):
    of_home = Q(home_team=match.home_team) | Q(away_team=match.home_team)
    other = Match.objects.get(of_home, stage=match.stage, round__number=2)
    at = match.round.starts_at + timedelta(days=8)
    set_day(match, at, by=None)
    half_later = at + timedelta(minutes=30)
    assert refused_codes(lambda: set_day(other, half_later, by=None)) == {Code.TEAM_TAKEN}


@pytest.mark.django_db
def test_events_with_hours_have_no_days_to_agree_on():
    match = a_drawn_tournament(branches=2, teams=1).stages.get().matches.get()
    with pytest.raises(WrongState):
        set_day(match, match.round.starts_at, by=a_user())


# it is played


def test_match_begins_with_its_two_sides_and_no_bell_ends_another(day, match, home):
    tick(match, "home", by=home)
    assert day.round.clock.state == ClockState.SET
    check_in_all(match, by=home)
    match.refresh_from_db()
    assert match.state == MatchState.PLAYING
    day.tournament.refresh_from_db()
    assert (day.round.clock.state, day.tournament.state) == (ClockState.RUNNING, TournamentState.RUNNING)
    day.at(3 * 24 * 60)  # three days later another match of the round begins
    second = day.match(2)
    check_in_all(second, by=accounts(second)[0])
    enter_deal(second, "NS", by=accounts(second)[1])
    assert day.match(2).state == MatchState.PLAYING
    assert start_round(day.round, by=day.chief).started_at == day.round.clock.started_at  # it is open already


def test_each_side_confirms_by_its_own_link_and_silence_is_settled_by_the_chief_referee(day, match, home, away):
    check_in_all(match, by=home)
    for order in PASSES_ACE["home"]:
        enter_deal(match, order, by=home)
    seen = Event.objects.filter(subject=Sheet.objects.get(match_game__match=match).subject).latest("number").number
    assert refused_codes(lambda: agree(match, "away", by=home, seen=seen)) == {Code.ANSWER_OF_OTHER_SIDE}
    agree(match, "home", by=home, seen=seen)
    assert day.match(1).state == MatchState.PLAYING
    with transaction.atomic():
        assert confirm_result(day.match(1), by=day.chief).winner == "home"
        transaction.set_rollback(True)
    agree(match, "away", by=away, seen=seen)
    match.refresh_from_db()
    assert (match.state, match.result.winner) == (MatchState.OVER, "home")


def test_whoever_does_not_come_forfeits_on_the_agreed_day_or_once_the_last_day_is_over(day, match):
    assert refused_codes(lambda: forfeit(match, "away", by=day.chief)) == {Code.NOT_LATE_YET}
    set_day(match, match.round.starts_at + timedelta(days=2), by=day.chief)
    day.at(2 * 24 * 60 + 60)
    assert forfeit(match, "away", by=day.chief).winner == "home"
    other = day.match(2)
    assert refused_codes(lambda: forfeit(other, "away", by=day.chief)) == {Code.NOT_LATE_YET}
    day.at(7 * 24 * 60)
    assert forfeit(other, "away", by=day.chief).winner == "home"


def test_branch_reads_all_its_matches_and_which_side_it_is(day, match):
    own = branch_matches(rounds(day.tournament), match.home_team.branch)
    assert [each.match.round_number for each in own] == [1, 2, 3, 4, 5, 6]
    assert sorted(each.sides[0] for each in own) == ["away"] * 3 + ["home"] * 3
    assert all(each.match.own_day.until == each.round.until for each in own)
    assert [each.is_asked for each in own] == [False] * 6

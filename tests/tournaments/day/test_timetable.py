"""赛程: rounds in order, tables once at a time, and the database's last word."""

from datetime import UTC, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.backends.postgresql.psycopg_any import DateTimeTZRange

from journal.refusals import Refused, WrongState
from scoring.models import Clock
from scoring.states import ClockState
from tests.factories import FIRST_START, SHANGHAI, a_drawn_tournament, a_tournament, a_user
from tests.made_once import once_a_module
from tests.refusals import refused_at
from tests.tournaments.recorded import kinds, last_data, last_number
from tests.tournaments.round_day import Day, a_day, win
from tournaments.bracket.rules.tables import guarded
from tournaments.codes import Code
from tournaments.day.actions.rounds import extend_round
from tournaments.day.actions.rulings import correct_result
from tournaments.day.actions.timetable import (
    arrange_tables,
    assign_tables,
    move_round,
    plan_rounds,
    set_table,
    set_tables,
)
from tournaments.day.queries.timetable import planned_rounds
from tournaments.models import Booking, Match, Round
from tournaments.presets.preset import MOST_TABLES
from tournaments.states import BookingKind, MatchState

pytestmark = pytest.mark.django_db
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


made_once, tournament = once_a_module(lambda: a_drawn_tournament(branches=4, teams=2))


def starts(tournament) -> list[datetime]:
    return list(Round.objects.filter(stage__tournament=tournament).values_list("starts_at", flat=True))


def first_round(tournament) -> Round:
    return tournament.stages.get().rounds.select_related("stage__tournament__journal", "clock").get(number=1)


def tables_of(round_: Round) -> list[int]:
    matches = round_.matches.exclude(state=MatchState.BYE).order_by("place").select_related("table")
    return [match.table.number if match.table else 0 for match in matches]


def begin(round_: Round) -> None:
    Clock.objects.filter(pk=round_.clock_id).update(state=ClockState.RUNNING, started_at=round_.starts_at)


def test_round_moves_with_its_bookings_to_where_the_one_before_is_over(tournament):
    round_, before = first_round(tournament), last_number(tournament)
    move_round(round_, FIRST_START, by=None)
    assert kinds(tournament, before) == []
    assert move_round(round_, FIRST_START + HOUR, by=a_user()).starts_at == FIRST_START + HOUR
    assert kinds(tournament, before) == ["round.moved"]
    assert last_data(tournament) == {
        "round": 1,
        "entrants": 8,
        "before": FIRST_START.astimezone(UTC).isoformat(),
        "after": (FIRST_START + HOUR).astimezone(UTC).isoformat(),
    }
    booked = {b.during.lower for b in Booking.objects.filter(match__round=round_)}
    assert booked == {FIRST_START + HOUR}
    move_round(tournament.stages.get().rounds.get(number=2), FIRST_START + 2 * HOUR, by=None)
    assert starts(tournament)[1] == FIRST_START + 2 * HOUR


def test_round_that_would_overlap_its_neighbour_is_refused(tournament):
    for number, start, field in (
        (1, FIRST_START + DAY - timedelta(minutes=59), "round-2"),
        (2, FIRST_START + timedelta(minutes=59), "round-2"),
        (2, FIRST_START - HOUR, "round-2"),
        (2, FIRST_START + 2 * DAY, "round-3"),
    ):
        round_ = tournament.stages.get().rounds.get(number=number)
        move = partial(move_round, round_, start, by=None)
        assert refused_at(move) == [(field, Code.ROUNDS_OUT_OF_ORDER)]


def later_round(day: Day) -> Round:
    return Round.objects.get(stage__tournament=day.tournament, number=2)


def a_day_of_two_rounds() -> Day:
    """Rounds of an hour, 75 minutes apart, at the same table; the first was put off to end after the second starts."""
    day = a_day(started=False, minute=-60)
    second = later_round(day)
    move_round(second, day.round.starts_at + timedelta(minutes=75), by=day.chief)
    arrange_tables(second, {3: 1}, by=day.chief)
    day.start()
    extend_round(day.round, 20, by=day.chief, reason="停电")
    return day


def test_extra_time_of_a_round_stands_neither_in_the_way_of_the_timetable_nor_of_a_correction():
    day = a_day_of_two_rounds()
    win(day, 1)
    assert correct_result(day.match(1), by=day.chief, reason="记错").state == MatchState.PLAYING
    later = day.round.starts_at + timedelta(minutes=77)
    assert move_round(later_round(day), later, by=day.chief).starts_at == later


def test_round_that_has_begun_does_not_move_and_its_tables_stand(tournament):
    begin(first_round(tournament))
    round_ = first_round(tournament)
    assert refused_at(lambda: move_round(round_, FIRST_START + HOUR, by=None)) == [("round-1", Code.ROUND_BEGUN)]
    assert refused_at(lambda: assign_tables(round_, by=None)) == [("round-1", Code.ROUND_BEGUN)]


def test_all_rounds_move_a_week_at_once_and_their_number_stands_after_the_draw(tournament):
    before, later = last_number(tournament), [start + 7 * DAY for start in starts(tournament)]
    with pytest.raises(WrongState):
        plan_rounds(tournament, later[:2], by=None)
    plan_rounds(tournament, later, by=None)
    assert starts(tournament) == later
    assert kinds(tournament, before) == ["round.moved"] * 3


def test_rounds_are_added_and_dropped_before_the_draw():
    others = list(Clock.objects.values_list("pk", flat=True))
    tournament = a_tournament(rounds=2, minutes=40)
    plan = [FIRST_START + i * DAY for i in range(13)]
    assert refused_at(lambda: plan_rounds(tournament, [], by=None)) == [("rounds", Code.TOO_FEW_ROUNDS)]
    assert refused_at(lambda: plan_rounds(tournament, plan, by=None)) == [("rounds", Code.TOO_MANY_ROUNDS)]
    plan_rounds(tournament, plan[:4], by=None)
    assert starts(tournament) == plan[:4]
    of_these = Clock.objects.exclude(pk__in=others)
    assert list(of_these.order_by("pk").values_list("minutes", flat=True)) == [40, 40, 60, 60]
    plan_rounds(tournament, plan[:1], by=None)
    assert starts(tournament) == plan[:1]
    assert of_these.count() == 1
    assert kinds(tournament) == ["rounds.planned", "rounds.planned"]


def test_round_is_stored_in_utc_and_keeps_its_day_in_the_events_zone():
    for zone, day in (("Pacific/Auckland", 28), ("Asia/Shanghai", 28), ("America/Los_Angeles", 29)):
        tournament = a_drawn_tournament(branches=2, teams=1, zone=zone)
        move_round(first_round(tournament), datetime(2123, 11, 29, 7, 30, tzinfo=ZoneInfo(zone)), by=None)
        stored = first_round(tournament).starts_at
        assert (stored.utcoffset(), stored.day) == (timedelta(0), day)
        assert stored.astimezone(tournament.tzinfo).isoformat()[:16] == "2123-11-29T07:30"


def test_tables_are_assigned_from_the_top_and_byes_get_none():
    tournament = a_drawn_tournament(branches=3, teams=2)
    round_ = first_round(tournament)
    round_.matches.update(table=None)
    assign_tables(round_, by=None)
    assert tables_of(round_) == [1, 2]
    byes = round_.matches.filter(state=MatchState.BYE)
    with pytest.raises(WrongState):
        set_table(byes[0], tournament.tables.first(), by=None)
    assert not byes.filter(table__isnull=False).exists()
    assert kinds(tournament) == ["tables.assigned"]
    assert last_data(tournament) == {"round": 1, "entrants": 8, "tables": [[3, 1], [4, 2]]}


def test_tables_are_not_assigned_where_there_are_too_few_and_one_that_a_match_needs_stays():
    tournament = a_drawn_tournament(branches=4, teams=2, tables=4)
    with pytest.raises(Refused) as refused:
        set_tables(tournament, 3, by=None)
    assert [(p.code, p.data) for p in refused.value.problems] == [(Code.TABLE_TAKEN, {"table": 4, "number": 4})]
    assert tournament.tables.count() == 4
    tournament.stages.get().matches.update(table=None)
    set_tables(tournament, 3, by=None)
    with pytest.raises(Refused) as refused:
        assign_tables(first_round(tournament), by=None)
    assert [(p.code, p.data["missing"]) for p in refused.value.problems] == [(Code.TOO_FEW_TABLES, 1)]
    assert tables_of(first_round(tournament)) == [0] * 4


def test_match_changes_its_table_and_two_exchange_theirs(tournament):
    round_ = first_round(tournament)
    match = round_.matches.get(place=1)
    assert set_table(match, tournament.tables.get(number=9), by=None).table.number == 9
    assert set_table(match, None, by=None).table is None
    assert not Booking.objects.filter(match=match, kind=BookingKind.TABLE).exists()
    arrange_tables(round_, {1: 3, 3: 1}, by=None)
    assert tables_of(round_) == [3, 2, 1, 4]
    assert last_data(tournament)["tables"] == [[1, 3], [3, 1]]
    assert kinds(tournament) == ["tables.assigned"] * 3


def test_table_that_is_taken_or_unknown_is_refused_at_its_match(tournament):
    arrange = partial(arrange_tables, first_round(tournament), {1: 4, 2: 99, 3: 7}, by=None)
    assert refused_at(arrange) == [("table-2", Code.TABLE_UNKNOWN), ("table-1", Code.TABLE_TAKEN)]


def test_hall_gets_more_tables_and_fewer_up_to_what_the_adviser_and_a_preset_may_ask_for():
    tournament = a_tournament(tables=4)
    for count in (0, -1, MOST_TABLES + 1):
        too_many = partial(set_tables, tournament, count, by=None)
        assert refused_at(too_many) == [("tables", Code.TABLES_OUT_OF_RANGE)]
    for count in (6, 2, 2, MOST_TABLES):
        assert [t.number for t in set_tables(tournament, count, by=None)] == [*range(1, count + 1)]
    assert kinds(tournament) == ["tables.set"] * 3


def book(match: Match, kind: int, resource: int, start: datetime) -> None:
    Booking.objects.create(match=match, kind=kind, resource=resource, during=DateTimeTZRange(start, start + HOUR))


@pytest.mark.parametrize("kind", list(BookingKind))
def test_database_forbids_the_same_table_or_team_twice_at_a_time(tournament, kind):
    first, second = Match.objects.filter(stage__tournament=tournament).order_by("pk")[:2]
    book(first, kind, 10**6, FIRST_START)
    book(second, kind, 10**6, FIRST_START + HOUR)
    with transaction.atomic():
        book(second, kind, 10**6, FIRST_START + timedelta(minutes=59))
        with pytest.raises(IntegrityError, match="one_match_at_a_time"):
            connection.check_constraints()
        transaction.set_rollback(True)


def test_clash_that_only_the_database_sees_becomes_a_refusal(tournament):
    first, last = Match.objects.order_by("number")[0], Match.objects.order_by("-number")[0]
    table, team = tournament.tables.get(number=7), first.home_team
    book(last, BookingKind.TABLE, table.pk, FIRST_START)
    with pytest.raises(Refused) as refused:
        set_table(first, table, by=None)
    taken = {"table": 7, "number": last.number}
    assert [(p.code, p.data) for p in refused.value.problems] == [(Code.TABLE_TAKEN, taken)]
    first.refresh_from_db()
    assert first.table.number == 1
    assert kinds(tournament) == []

    def clash() -> None:
        with guarded():
            book(last, BookingKind.TEAM, team.pk, FIRST_START + DAY)
            book(first, BookingKind.TEAM, team.pk, FIRST_START + DAY)

    with pytest.raises(Refused) as refused:
        clash()
    elsewhere = {"branch": team.branch.name, "ordinal": team.ordinal}
    assert [(p.code, p.data) for p in refused.value.problems] == [(Code.TEAM_TAKEN, elsewhere)]


@pytest.mark.parametrize("branches", [2, 8])
def test_planned_rounds_cost_the_same_queries_at_any_size(branches, django_assert_max_num_queries):
    tournament = a_drawn_tournament(branches=branches, teams=2)
    with django_assert_max_num_queries(5):
        planned = planned_rounds(tournament)
    assert len(planned[0].open) == branches
    assert planned[0].round.starts_at.astimezone(SHANGHAI) == FIRST_START

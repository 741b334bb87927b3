"""赛程: rounds in order, tables once at a time, and the database's last word."""

from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.backends.postgresql.psycopg_any import DateTimeTZRange

from journal.refusals import Refused, WrongState
from scoring.models import Clock
from scoring.states import ClockState
from tests.factories import FIRST_START, SHANGHAI, a_drawn_tournament, a_tournament, a_user
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


def codes(refused: pytest.ExceptionInfo) -> list[tuple[str, str]]:
    return [(problem.field, problem.code) for problem in refused.value.problems]


def starts(tournament) -> list[datetime]:
    return list(Round.objects.filter(stage__tournament=tournament).values_list("starts_at", flat=True))


def first_round(tournament) -> Round:
    return tournament.stages.get().rounds.select_related("stage__tournament__journal", "clock").get(number=1)


def tables_of(round_: Round) -> list[int]:
    matches = round_.matches.exclude(state=MatchState.BYE).order_by("place").select_related("table")
    return [match.table.number if match.table else 0 for match in matches]


def begin(round_: Round) -> None:
    Clock.objects.filter(pk=round_.clock_id).update(state=ClockState.RUNNING, started_at=round_.starts_at)


def test_round_moves_with_its_bookings():
    tournament = a_drawn_tournament(branches=4, teams=2)
    round_, before = first_round(tournament), last_number(tournament)
    moved = move_round(round_, FIRST_START + HOUR, by=a_user())
    assert moved.starts_at == FIRST_START + HOUR
    assert kinds(tournament, before) == ["round.moved"]
    assert last_data(tournament) == {
        "round": 1,
        "entrants": 8,
        "before": FIRST_START.astimezone(UTC).isoformat(),
        "after": (FIRST_START + HOUR).astimezone(UTC).isoformat(),
    }
    booked = {b.during.lower for b in Booking.objects.filter(match__round=round_)}
    assert booked == {FIRST_START + HOUR}


def test_round_moved_to_its_own_time_records_nothing():
    tournament = a_drawn_tournament(branches=2, teams=2)
    before = last_number(tournament)
    move_round(first_round(tournament), FIRST_START, by=None)
    assert kinds(tournament, before) == []


@pytest.mark.parametrize(
    ("number", "start", "field"),
    [
        (1, FIRST_START + DAY - timedelta(minutes=59), "round-2"),
        (2, FIRST_START + timedelta(minutes=59), "round-2"),
        (2, FIRST_START - HOUR, "round-2"),
        (2, FIRST_START + 2 * DAY, "round-3"),
    ],
)
def test_round_that_would_overlap_its_neighbour_is_refused(number, start, field):
    tournament = a_drawn_tournament(branches=4, teams=2)
    before, planned = last_number(tournament), starts(tournament)
    with pytest.raises(Refused) as refused:
        move_round(tournament.stages.get().rounds.get(number=number), start, by=None)
    assert codes(refused) == [(field, Code.ROUNDS_OUT_OF_ORDER)]
    assert starts(tournament) == planned
    assert kinds(tournament, before) == []


def a_day_of_two_rounds() -> Day:
    """Rounds of an hour, 75 minutes apart, at the same table; the first was put off to end after the second starts."""
    day = a_day(started=False, minute=-60)
    second = Round.objects.get(number=2)
    move_round(second, day.round.starts_at + timedelta(minutes=75), by=day.chief)
    arrange_tables(second, {3: 1}, by=day.chief)
    day.start()
    extend_round(day.round, 20, by=day.chief, reason="停电")
    return day


def test_extra_time_of_a_round_does_not_lock_the_timetable():
    day = a_day_of_two_rounds()
    later = day.round.starts_at + timedelta(minutes=77)
    assert move_round(Round.objects.get(number=2), later, by=day.chief).starts_at == later


def test_extra_time_of_a_round_does_not_stand_in_the_way_of_a_correction():
    day = a_day_of_two_rounds()
    win(day, 1)
    assert correct_result(day.match(1), by=day.chief, reason="记错").state == MatchState.PLAYING


def test_round_may_start_when_the_one_before_is_over():
    tournament = a_drawn_tournament(branches=4, teams=2)
    move_round(tournament.stages.get().rounds.get(number=2), FIRST_START + HOUR, by=None)
    assert starts(tournament)[1] == FIRST_START + HOUR


def test_round_that_has_begun_does_not_move():
    tournament = a_drawn_tournament(branches=2, teams=2)
    begin(first_round(tournament))
    with pytest.raises(Refused) as refused:
        move_round(first_round(tournament), FIRST_START + HOUR, by=None)
    assert codes(refused) == [("round-1", Code.ROUND_BEGUN)]
    assert starts(tournament)[0] == FIRST_START


def test_all_rounds_move_a_week_at_once():
    tournament = a_drawn_tournament(branches=4, teams=2)
    before, later = last_number(tournament), [start + 7 * DAY for start in starts(tournament)]
    plan_rounds(tournament, later, by=None)
    assert starts(tournament) == later
    assert kinds(tournament, before) == ["round.moved"] * 3


def test_rounds_are_added_and_dropped_before_the_draw():
    tournament = a_tournament(rounds=2, minutes=40)
    plan = [FIRST_START + i * DAY for i in range(4)]
    plan_rounds(tournament, plan, by=None)
    assert starts(tournament) == plan
    assert list(Clock.objects.order_by("pk").values_list("minutes", flat=True)) == [40, 40, 60, 60]
    plan_rounds(tournament, plan[:1], by=None)
    assert starts(tournament) == plan[:1]
    assert Clock.objects.count() == 1
    assert kinds(tournament) == ["rounds.planned", "rounds.planned"]


def test_number_of_rounds_stands_after_the_draw():
    tournament = a_drawn_tournament(branches=4, teams=2)
    planned = starts(tournament)
    with pytest.raises(WrongState):
        plan_rounds(tournament, planned[:2], by=None)
    assert starts(tournament) == planned


@pytest.mark.parametrize(("count", "code"), [(0, Code.TOO_FEW_ROUNDS), (13, Code.TOO_MANY_ROUNDS)])
def test_no_round_and_too_many_rounds_are_refused(count, code):
    tournament = a_tournament(rounds=3)
    with pytest.raises(Refused) as refused:
        plan_rounds(tournament, [FIRST_START + i * DAY for i in range(count)], by=None)
    assert codes(refused) == [("rounds", code)]
    assert len(starts(tournament)) == 3


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "Asia/Shanghai", "America/Los_Angeles"])
def test_round_is_stored_in_utc_and_keeps_its_day_in_the_events_zone(zone):
    early = datetime(2123, 11, 29, 7, 30, tzinfo=ZoneInfo(zone))
    tournament = a_drawn_tournament(branches=2, teams=2, zone=zone)
    move_round(first_round(tournament), early, by=None)
    stored = first_round(tournament).starts_at
    assert stored.utcoffset() == timedelta(0)
    assert stored.astimezone(tournament.tzinfo).isoformat()[:16] == "2123-11-29T07:30"
    if zone != "America/Los_Angeles":
        assert stored.day == 28


def test_tables_are_assigned_from_the_top_and_byes_get_none():
    tournament = a_drawn_tournament(branches=3, teams=2)
    round_ = first_round(tournament)
    round_.matches.update(table=None)
    before = last_number(tournament)
    assign_tables(round_, by=None)
    assert tables_of(round_) == [1, 2]
    assert not round_.matches.filter(state=MatchState.BYE, table__isnull=False).exists()
    assert kinds(tournament, before) == ["tables.assigned"]
    assert last_data(tournament) == {"round": 1, "entrants": 8, "tables": [[3, 1], [4, 2]]}


def test_tables_are_not_assigned_where_there_are_too_few():
    tournament = a_drawn_tournament(branches=4, teams=2, tables=3)
    round_ = first_round(tournament)
    before = tables_of(round_)
    with pytest.raises(Refused) as refused:
        assign_tables(round_, by=None)
    assert codes(refused) == [("", Code.TOO_FEW_TABLES)]
    assert refused.value.problems[0].data["missing"] == 1
    assert tables_of(round_) == before


def test_tables_of_a_round_that_has_begun_stand():
    tournament = a_drawn_tournament(branches=4, teams=2)
    round_ = first_round(tournament)
    begin(round_)
    with pytest.raises(Refused) as refused:
        assign_tables(round_, by=None)
    assert codes(refused) == [("round-1", Code.ROUND_BEGUN)]


def test_match_changes_its_table_until_it_is_over():
    tournament = a_drawn_tournament(branches=4, teams=2)
    match = first_round(tournament).matches.get(place=1)
    assert set_table(match, tournament.tables.get(number=9), by=None).table.number == 9
    assert set_table(match, None, by=None).table is None
    assert kinds(tournament) == ["tables.assigned", "tables.assigned"]
    assert not Booking.objects.filter(match=match, kind=BookingKind.TABLE).exists()


def test_bye_has_no_table():
    tournament = a_drawn_tournament(branches=3, teams=2)
    bye = Match.objects.filter(state=MatchState.BYE).first()
    with pytest.raises(WrongState):
        set_table(bye, tournament.tables.first(), by=None)
    bye.refresh_from_db()
    assert bye.table is None


def test_two_matches_exchange_their_tables():
    tournament = a_drawn_tournament(branches=4, teams=2)
    round_ = first_round(tournament)
    arrange_tables(round_, {1: 2, 2: 1}, by=None)
    assert tables_of(round_) == [2, 1, 3, 4]
    assert last_data(tournament)["tables"] == [[1, 2], [2, 1]]


def test_table_that_is_taken_or_unknown_is_refused_at_its_match():
    tournament = a_drawn_tournament(branches=4, teams=2)
    round_ = first_round(tournament)
    with pytest.raises(Refused) as refused:
        arrange_tables(round_, {1: 4, 2: 99, 3: 7}, by=None)
    assert codes(refused) == [("table-2", Code.TABLE_UNKNOWN), ("table-1", Code.TABLE_TAKEN)]
    assert tables_of(round_) == [1, 2, 3, 4]
    assert kinds(tournament) == []


def test_hall_gets_more_tables_and_fewer():
    tournament = a_tournament(tables=4)
    assert [t.number for t in set_tables(tournament, 6, by=None)] == [1, 2, 3, 4, 5, 6]
    assert [t.number for t in set_tables(tournament, 2, by=None)] == [1, 2]
    set_tables(tournament, 2, by=None)
    assert kinds(tournament) == ["tables.set", "tables.set"]


@pytest.mark.parametrize("count", [0, -1, MOST_TABLES + 1])
def test_number_of_tables_has_its_limits(count):
    tournament = a_tournament(tables=4)
    with pytest.raises(Refused) as refused:
        set_tables(tournament, count, by=None)
    assert codes(refused) == [("tables", Code.TABLES_OUT_OF_RANGE)]
    assert tournament.tables.count() == 4


def test_hall_has_as_many_tables_as_any_event_was_made_with():
    """What the adviser and a preset may ask for is no more than what the timetable takes."""
    tournament = a_tournament(tables=4)
    assert len(set_tables(tournament, MOST_TABLES, by=None)) == MOST_TABLES


def test_table_that_a_match_needs_stays():
    tournament = a_drawn_tournament(branches=4, teams=2, tables=4)
    with pytest.raises(Refused) as refused:
        set_tables(tournament, 3, by=None)
    assert [(p.code, p.data) for p in refused.value.problems] == [(Code.TABLE_TAKEN, {"table": 4, "number": 4})]
    assert tournament.tables.count() == 4


def book(match: Match, kind: int, resource: int, start: datetime) -> None:
    Booking.objects.create(match=match, kind=kind, resource=resource, during=DateTimeTZRange(start, start + HOUR))


@pytest.mark.parametrize("kind", list(BookingKind))
def test_database_forbids_the_same_table_or_team_twice_at_a_time(kind):
    first, second = Match.objects.filter(stage__tournament=a_drawn_tournament(branches=4, teams=2)).order_by("pk")[:2]
    book(first, kind, 10**6, FIRST_START)
    book(second, kind, 10**6, FIRST_START + HOUR)
    book(second, kind, 10**6, FIRST_START + timedelta(minutes=59))
    with pytest.raises(IntegrityError, match="one_match_at_a_time"):
        connection.check_constraints()
    transaction.set_rollback(True)


def test_clash_that_only_the_database_sees_becomes_a_refusal():
    tournament = a_drawn_tournament(branches=4, teams=2)
    first, last = Match.objects.order_by("number")[0], Match.objects.order_by("-number")[0]
    table = tournament.tables.get(number=7)
    book(last, BookingKind.TABLE, table.pk, FIRST_START)
    with pytest.raises(Refused) as refused:
        set_table(first, table, by=None)
    taken = {"table": 7, "number": last.number}
    assert [(p.code, p.data) for p in refused.value.problems] == [(Code.TABLE_TAKEN, taken)]
    first.refresh_from_db()
    assert first.table.number == 1
    assert kinds(tournament) == []


def test_team_that_plays_elsewhere_becomes_a_refusal():
    tournament = a_drawn_tournament(branches=4, teams=2)
    match, last = Match.objects.order_by("number")[0], Match.objects.order_by("-number")[0]

    def clash() -> None:
        with guarded():
            book(last, BookingKind.TEAM, match.home_team_id, FIRST_START)

    with pytest.raises(Refused) as refused:
        clash()
    team = match.home_team
    assert [(p.code, p.data) for p in refused.value.problems] == [
        (Code.TEAM_TAKEN, {"branch": team.branch.name, "ordinal": team.ordinal})
    ]
    assert tournament.tables.count() == 10


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("_try", range(5))
def test_two_people_give_one_table_away_one_wins(_try):
    tournament = a_drawn_tournament(branches=4, teams=2)
    table, start, outcomes = tournament.tables.get(number=9), Barrier(2), []

    def give(number: int) -> None:
        try:
            match = Match.objects.select_related("round__stage__tournament__journal").get(number=number)
            start.wait()
            set_table(match, table, by=None)
            outcomes.append("given")
        except Refused as refused:
            outcomes.append(str(refused.problems[0].code))
        finally:
            connection.close()

    both = [Thread(target=give, args=(number,)) for number in (1, 2)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert sorted(outcomes) == ["given", Code.TABLE_TAKEN]
    assert Match.objects.filter(table=table).count() == 1
    assert kinds(tournament) == ["tables.assigned"]


@pytest.mark.parametrize("branches", [2, 16])
def test_planned_rounds_cost_the_same_queries_at_any_size(branches, django_assert_max_num_queries):
    tournament = a_drawn_tournament(branches=branches, teams=2)
    with django_assert_max_num_queries(5):
        planned = planned_rounds(tournament)
    assert len(planned[0].open) == branches
    assert planned[0].round.starts_at.astimezone(SHANGHAI) == FIRST_START

"""What a clock says: started, paused, extended, rung."""

from datetime import timedelta

import pytest

from journal.refusals import Refused, WrongState
from journal.texts import ReasonCode
from scoring import clocks
from scoring.actions.clocks import extend_clock, pause_clock, resume_clock, start_clock
from scoring.models import Clock
from scoring.places import Place
from scoring.states import ClockState, ScoringCode
from tests.factories import a_user
from tests.rows import all_rows
from tests.scoring.games import START, a_clock, a_sheet, events, wait_until

pytestmark = pytest.mark.django_db


def moment(minute: float):
    return START + timedelta(minutes=minute)


def left(clock: Clock, minute: float) -> float:
    """Minutes left."""
    return clocks.read(clock, moment(minute)).remaining / timedelta(minutes=1)


def ask(sheet, change, **more):
    """One of the clock's actions, as a round would ask for it."""
    clock = Clock.objects.get(pk=sheet.clock_id)
    return change(clock, sheet.journal, by=more.pop("by", None) or a_user(), place=Place("round:1"), **more)


def test_clock_shows_its_length_counts_down_from_the_start_and_rings_once_at_zero():
    reading = clocks.read(a_clock(started=False), moment(500))
    assert (reading.bell_at, reading.remaining, reading.rung) == (None, timedelta(hours=1), False)
    clock = a_clock()
    assert [left(clock, minute) for minute in (0, 22, 59.5, 60, 75)] == [60, 38, 0.5, 0, 0]
    assert [clocks.has_rung(clock, moment(m)) for m in (59.99, 60, 75)] == [False, True, True]


def test_clock_without_a_time_limit_runs_and_never_rings():
    sheet = a_sheet(minute=61)
    Clock.objects.update(rings=False)
    clock = Clock.objects.get()
    reading = clocks.read(clock, moment(500))
    assert (reading.bell_at, reading.rung, reading.started_at) == (None, False, START)
    assert not clocks.has_rung(clock, moment(500))
    with pytest.raises(Refused) as refused:
        ask(sheet, extend_clock, minutes=5, reason="停电")
    assert [p.code for p in refused.value.problems] == [ScoringCode.NOTHING_RINGS]
    ask(sheet, pause_clock)
    assert events(sheet) == ["clock.paused"]


def test_start_records_one_event_and_is_done_once():
    sheet = a_sheet(clock=a_clock(started=False))
    ask(sheet, start_clock)
    assert Clock.objects.get().started_at == START
    assert events(sheet) == ["clock.started"]
    person = a_user()
    before = all_rows()
    with pytest.raises(WrongState):
        ask(sheet, start_clock, by=person)
    assert all_rows() == before


def test_pause_stops_the_countdown_and_is_added_to_the_bell():
    sheet = a_sheet(minute=20)
    ask(sheet, pause_clock)
    clock = Clock.objects.get()
    assert [left(clock, m) for m in (20, 25, 90)] == [40, 40, 40]
    assert not clocks.has_rung(clock, moment(90))
    wait_until(sheet, 25)
    ask(sheet, resume_clock)
    clock = Clock.objects.get()
    assert (clock.state, clock.held, left(clock, 30)) == (ClockState.RUNNING, timedelta(minutes=5), 35)
    assert events(sheet) == ["clock.paused", "clock.resumed"]


@pytest.mark.parametrize(("minute", "change"), [(20, resume_clock), (60, pause_clock), (61, pause_clock)])
def test_wrong_moment_changes_nothing(minute, change):
    sheet, person = a_sheet(minute=minute), a_user()
    before = all_rows()
    with pytest.raises(WrongState):
        ask(sheet, change, by=person)
    assert all_rows() == before


def test_extension_moves_the_bell_of_a_paused_clock_too():
    sheet = a_sheet(minute=50)
    ask(sheet, extend_clock, minutes=5, reason="灯灭了")
    assert left(Clock.objects.get(), 50) == 15
    ask(sheet, pause_clock)
    ask(sheet, extend_clock, minutes=5, reason="停电")
    assert events(sheet) == ["clock.extended", "clock.paused", "clock.extended"]
    wait_until(sheet, 58)
    ask(sheet, resume_clock)
    assert left(Clock.objects.get(), 58) == 20


def test_extension_after_the_bell_counts_from_now_and_asks_again_at_the_next_bell():
    sheet = a_sheet(minute=63)
    sheet.in_hand = True
    sheet.save()
    ask(sheet, extend_clock, minutes=5, reason="计时有误")
    sheet.refresh_from_db()
    assert left(Clock.objects.get(), 63) == 5
    assert sheet.in_hand is None


@pytest.mark.parametrize(
    ("minutes", "reason", "codes"),
    [
        (0, "停电", {ScoringCode.MINUTES_OUT_OF_RANGE}),
        (181, "停电", {ScoringCode.MINUTES_OUT_OF_RANGE}),
        (5, "  ", {ReasonCode.REASON_MISSING}),
        (0, "", {ScoringCode.MINUTES_OUT_OF_RANGE, ReasonCode.REASON_MISSING}),
    ],
)
def test_extension_is_refused_with_all_problems(minutes, reason, codes):
    sheet, person = a_sheet(minute=50), a_user()
    before = all_rows()
    with pytest.raises(Refused) as refused:
        ask(sheet, extend_clock, minutes=minutes, reason=reason, by=person)
    assert {p.code for p in refused.value.problems} == codes
    assert all_rows() == before

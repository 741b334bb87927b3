"""Deals, undo, the bell, closing and opening a sheet."""

import pytest

from guandan_rules import Code as RuleCode
from guandan_rules import OnTime, Reason, Side, awarded
from journal.models import Event
from journal.queries import last_event_number
from journal.refusals import WrongState
from scoring.actions.entries import answer_bell, undo_deal
from scoring.actions.sheets import close_sheet, reopen_sheet
from scoring.games import GameCode
from scoring.models import Deal, Sheet
from scoring.queries import sheet_verdict, state_of
from scoring.standings import Standing
from scoring.states import DealKind, ScoringCode, SheetState
from tests.factories import a_user
from tests.refusals import refused_codes
from tests.rows import all_rows
from tests.scoring.games import START, a_clock, a_sheet, enter_deal, events, wait_until

pytestmark = pytest.mark.django_db
TO_ACE = ("NS", "NS", "NS", "NS")  # 2 → 5 → 8 → J → A


def play(sheet: Sheet, *orders: str, by=None) -> None:
    person = by or a_user()
    for order in orders:
        enter_deal(sheet, order, by=person)


def standing(sheet: Sheet) -> Standing:
    return Standing(**Sheet.objects.get(pk=sheet.pk).standing)


@pytest.mark.parametrize(
    ("order", "kept", "home", "away", "stage"), [("NWS", "NWSE", 4, 2, "home"), ("EW", "EW", 2, 5, "away")]
)
def test_deal_raises_the_winner_and_completes_the_order(order, kept, home, away, stage):
    sheet, person = a_sheet(minute=5), a_user()
    deal = enter_deal(sheet, order, by=person)
    assert (deal.number, deal.order, deal.entered_by, deal.entered_at) == (1, kept, person, deal.entered_at)
    assert standing(sheet) == Standing(home=home, away=away, stage=stage, deals=1)
    assert events(sheet) == ["deal.entered"]
    data = Event.objects.get().data
    assert (data["deal"], data["order"], data["deal_kind"]) == (1, kept, "regular")
    assert data["standing"] == Sheet.objects.get().standing


def test_deal_is_refused_for_all_reasons_at_once():
    sheet, person = a_sheet(clock=a_clock(started=False)), a_user()
    assert refused_codes(lambda: enter_deal(sheet, "NS", by=person)) == {ScoringCode.CLOCK_NOT_STARTED}
    sheet = a_sheet(minute=61)
    codes = refused_codes(lambda: enter_deal(sheet, "NW", by=person))
    assert codes == {RuleCode.DOUBLE_NOT_PARTNERS, RuleCode.AFTER_THE_BELL}
    assert refused_codes(lambda: enter_deal(sheet, "NS", by=person, kind="spare")) == {GameCode.KIND_UNKNOWN}


def test_passing_ace_ends_the_game_at_once():
    sheet, person = a_sheet(minute=5), a_user()
    play(sheet, *TO_ACE, by=person)
    assert standing(sheet) == Standing(home=14, away=2, stage="home", deals=4)
    play(sheet, "NWES", by=person)
    assert standing(sheet).home_passed
    assert sheet_verdict(Sheet.objects.get(), START).reason == Reason.PASSED_A
    assert refused_codes(lambda: enter_deal(sheet, "NS", by=person)) == {RuleCode.GAME_DECIDED}


def test_stale_device_is_too_late_and_changes_nothing():
    sheet, person = a_sheet(minute=5), a_user()
    seen = last_event_number(sheet.journal, sheet.subject)
    enter_deal(sheet, "NS", by=person, seen=seen)
    before = all_rows()
    with pytest.raises(WrongState):
        enter_deal(sheet, "NS", by=person, seen=seen)
    assert all_rows() == before


def test_undo_strikes_the_last_deal_which_stays_readable():
    sheet, person = a_sheet(minute=5), a_user()
    assert refused_codes(lambda: undo_deal(sheet, by=person)) == {ScoringCode.NO_DEAL_TO_UNDO}
    play(sheet, "NS", "WE", by=person)
    struck = undo_deal(sheet, by=person)
    assert (struck.number, struck.order, struck.struck_by) == (2, "WE", person)
    assert standing(sheet) == Standing(home=5, away=2, stage="home", deals=1)
    assert Deal.objects.count() == 2
    assert events(sheet) == ["deal.entered", "deal.entered", "deal.undone"]
    assert enter_deal(sheet, "EW", by=person).number == 2


def test_bell_asks_for_the_deal_in_hand_which_is_entered_once_and_no_other():
    sheet, person = a_sheet(minute=59), a_user()
    assert refused_codes(lambda: answer_bell(sheet, True, by=person)) == {ScoringCode.CLOCK_NOT_OVER}
    wait_until(sheet, 61)
    in_hand = {"by": person, "kind": DealKind.IN_HAND}
    assert refused_codes(lambda: enter_deal(sheet, "NS", **in_hand)) == {RuleCode.BELL_QUESTION_OPEN}
    answer_bell(sheet, True, by=person)
    assert Sheet.objects.get().in_hand is True
    assert events(sheet) == ["bell.answered"]
    enter_deal(sheet, "NS", by=person, kind=DealKind.LATE)
    enter_deal(sheet, "WE", **in_hand)
    for kind in (DealKind.IN_HAND, DealKind.LATE):
        codes = refused_codes(lambda kind=kind: enter_deal(sheet, "NS", by=person, kind=kind))
        assert codes == {RuleCode.LAST_DEAL_ENTERED}


def test_stop_now_policy_allows_late_entries_only():
    sheet, person = a_sheet(minute=61, on_time=OnTime.STOP_NOW), a_user()
    codes = refused_codes(lambda: enter_deal(sheet, "NS", by=person, kind=DealKind.IN_HAND))
    assert codes == {RuleCode.STOPPED_AT_THE_BELL}
    enter_deal(sheet, "NS", by=person, kind=DealKind.LATE)
    assert sheet_verdict(Sheet.objects.get(), START.replace(hour=6)).winner == Side.HOME


def test_last_deal_of_a_bell_that_was_put_off_is_an_ordinary_one():
    sheet, person = a_sheet(minute=61), a_user()
    answer_bell(sheet, True, by=person)
    enter_deal(sheet, "NS", by=person, kind=DealKind.IN_HAND)
    clock = sheet.clock
    clock.extra = START.replace(hour=5, minute=45) - START.replace(hour=5, minute=30)
    clock.save()
    again = Sheet.objects.get()
    assert not state_of(again).has_deal(DealKind.IN_HAND)
    wait_until(sheet, 64)
    enter_deal(sheet, "WE", by=person)
    assert standing(sheet).deals == 2


def test_closed_sheet_takes_nothing_more_until_it_is_opened_again():
    sheet, person = a_sheet(minute=5), a_user()
    play(sheet, "NS", by=person)
    close_sheet(sheet, awarded(Reason.DECISION, Side.HOME, state_of(sheet)), by=person)
    closed = Sheet.objects.get()
    assert (closed.state, closed.winner, closed.reason) == (SheetState.CLOSED, "home", "decision")
    before = all_rows()
    for change in (
        lambda: enter_deal(sheet, "WE", by=person),
        lambda: undo_deal(sheet, by=person),
        lambda: answer_bell(sheet, True, by=person),
        lambda: close_sheet(sheet, awarded(Reason.DECISION, Side.AWAY), by=person),
    ):
        with pytest.raises(WrongState):
            change()
    assert all_rows() == before
    reopen_sheet(sheet, by=person)
    assert (Sheet.objects.get().state, Sheet.objects.get().winner) == (SheetState.OPEN, "")
    with pytest.raises(WrongState):
        reopen_sheet(sheet, by=person)
    assert events(sheet) == ["deal.entered", "sheet.closed", "sheet.reopened"]

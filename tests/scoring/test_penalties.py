"""Penalties: what the table has due, what they do to the log, and that struck ones stay readable."""

import pytest
from django.db.models import TextField
from django.db.models.functions import Cast

from guandan_rules import Code as RuleCode
from guandan_rules import Effect, EffectKind, Offence, Reason, Side, named
from journal.models import Event
from journal.refusals import WrongState
from journal.texts import ReasonCode
from scoring.actions.entries import enter_penalty, strike_penalty, undo_deal
from scoring.actions.sheets import close_sheet
from scoring.clocks import latest_sheet_bell
from scoring.models import Penalty, Sheet
from scoring.queries import rows, sheet_logs, sheet_verdict, state_of, state_of_log
from scoring.standings import Standing
from scoring.states import ScoringCode
from tests.factories import a_user
from tests.refusals import refused_codes
from tests.rows import all_rows
from tests.scoring.games import START, a_clock, a_sheet, enter_deal, events

pytestmark = pytest.mark.django_db
UP = Effect(EffectKind.OPPONENTS_UP, 1)
DOWN = Effect(EffectKind.OFFENDER_DOWN, 2)


def a_sheet_with_table(minute: float = 5) -> Sheet:
    """A sheet under 28分制, whose table of penalties is the longest."""
    sheet = a_sheet(minute=minute)
    sheet.rule_set = named("s001_7").to_dict()
    sheet.save()
    return sheet


def standing() -> Standing:
    return Standing(**Sheet.objects.get().standing)


def test_penalty_is_what_the_table_has_for_that_time_of_that_side():
    sheet, person = a_sheet_with_table(), a_user()
    for side in ("home", "away", "home"):
        penalty = enter_penalty(sheet, side, Offence.OUT_OF_TURN, by=person)
    strike_penalty(sheet, penalty.pk, by=person, reason="看错")
    assert enter_penalty(sheet, "home", Offence.OUT_OF_TURN, by=person).effects == [{"kind": "note", "amount": 0}]
    third = enter_penalty(sheet, "home", Offence.OUT_OF_TURN, by=person)
    assert [effect["kind"] for effect in third.effects] == ["points"]
    assert enter_penalty(sheet, "home", Offence.SLOW_PLAY, by=person).effects == []


def test_wrong_number_of_cards_is_counted_of_both_sides_and_costs_both_at_the_third_time():
    sheet, person = a_sheet_with_table(), a_user()
    given = [enter_penalty(sheet, side, Offence.WRONG_COUNT, by=person) for side in ("home", "away", "home", "away")]
    assert [penalty.effects[0]["kind"] for penalty in given] == ["note", "note", "points_both", "note"]


@pytest.mark.parametrize(
    ("rule_set", "offence", "kind"),
    [
        # 首先出牌者若30秒内未出牌，视为弃手牌中最小的一张。其它出牌者30秒内未出牌，视为不出
        ("s001_1", Offence.SLOW_LEAD, "lowest_card"),
        ("s001_1", Offence.SLOW_FOLLOW, "passed"),
        # 报牌只允许一次，反复报牌和追问余牌均给予警告
        ("s004", Offence.REPORTED_AGAIN, "warning"),
        ("s004", Offence.ASKED_AGAIN, "warning"),
    ],
)
def test_offence_that_a_source_names_has_its_consequence_there_alone(rule_set, offence, kind):
    sheet, person = a_sheet(minute=5), a_user()
    assert offence not in sheet.played.terms(sheet.options).offences
    sheet.rule_set = named(rule_set).to_dict()
    sheet.save()
    penalty = enter_penalty(Sheet.objects.get(), "home", offence, by=person)
    assert [effect["kind"] for effect in penalty.effects] == [kind]


def test_penalty_stands_behind_the_deal_it_followed():
    sheet, person = a_sheet(minute=5), a_user()
    enter_penalty(sheet, "away", Offence.OTHER, by=person, effects=[UP])
    enter_deal(sheet, "WE", by=person)
    enter_penalty(sheet, "away", Offence.OTHER, by=person, effects=[DOWN], note="牌落在地上")
    enter_penalty(sheet, "home", Offence.OTHER, by=person, effects=[UP])
    enter_deal(sheet, "NWSE", by=person)
    log_rows = rows(Sheet.objects.get())
    assert [getattr(row, "number", None) or f"after {row.after_deal}" for row in log_rows] == [
        "after 0", 1, "after 1", "after 1", 2,
    ]  # fmt: skip
    assert [(step.after.home, step.after.away) for step in state_of(Sheet.objects.get()).steps] == [
        (3, 2), (3, 5), (3, 3), (3, 4), (5, 4),
    ]  # fmt: skip
    assert standing() == Standing(home=5, away=4, stage="home", deals=2)


def test_penalty_is_recorded_without_its_note():
    sheet, person = a_sheet_with_table(), a_user()
    penalty = enter_penalty(sheet, "home", Offence.HIDDEN_CARD, by=person, note="第27张在桌下")
    assert events(sheet) == ["penalty.entered"]
    data = Event.objects.get().data
    assert (data["side"], data["offence"], data["effects"]) == ("home", "hidden_card", penalty.effects)
    assert "note" not in data
    assert penalty.note not in str(data)


def test_lost_match_ends_the_game():
    sheet, person = a_sheet(minute=5), a_user()
    enter_penalty(sheet, "home", Offence.OTHER, by=person, effects=[Effect(EffectKind.MATCH_LOST)])
    verdict = sheet_verdict(Sheet.objects.get(), START)
    assert (verdict.winner, verdict.reason) == (Side.AWAY, Reason.PENALTY)
    assert refused_codes(lambda: enter_deal(sheet, "NS", by=person)) == {RuleCode.GAME_DECIDED}
    again = {"by": person, "effects": [UP]}
    assert refused_codes(lambda: enter_penalty(sheet, "away", Offence.OTHER, **again)) == {
        ScoringCode.LATER_ENTRIES_FALL
    }


@pytest.mark.parametrize(
    ("side", "offence", "more", "codes"),
    [
        ("north", "other", {}, {ScoringCode.SIDE_UNKNOWN}),
        ("", "shouting", {}, {ScoringCode.SIDE_UNKNOWN, ScoringCode.OFFENCE_UNKNOWN}),
        ("home", "other", {"effects": [Effect(EffectKind.OPPONENTS_UP, 0)]}, {ScoringCode.AMOUNT_OUT_OF_RANGE}),
        ("home", "other", {"effects": [Effect(EffectKind.OFFENDER_DOWN, -1)]}, {ScoringCode.AMOUNT_OUT_OF_RANGE}),
        ("home", "other", {"effects": [Effect(EffectKind.POINTS, -101)]}, {ScoringCode.AMOUNT_OUT_OF_RANGE}),
        ("home", "other", {"effects": [Effect(EffectKind.NOTE, 1)]}, {ScoringCode.AMOUNT_OUT_OF_RANGE}),
        ("home", "other", {"note": "长" * 201}, {ReasonCode.REASON_TOO_LONG}),
    ],
)
def test_impossible_penalty_is_refused_with_all_problems(side, offence, more, codes):
    sheet, person = a_sheet(minute=5), a_user()
    assert refused_codes(lambda: enter_penalty(sheet, side, offence, by=person, **more)) == codes


def test_penalty_before_the_clock_or_on_a_closed_sheet_changes_nothing():
    person, sheet = a_user(), a_sheet(clock=a_clock(started=False))
    assert refused_codes(lambda: enter_penalty(sheet, "home", "other", by=person)) == {ScoringCode.CLOCK_NOT_STARTED}
    closed = a_sheet(minute=5)
    penalty = enter_penalty(closed, "home", "other", by=person, effects=[Effect(EffectKind.MATCH_LOST)])
    close_sheet(closed, sheet_verdict(Sheet.objects.get(pk=closed.pk), START), by=person)
    before = all_rows()
    for change in (
        lambda: enter_penalty(closed, "away", "other", by=person),
        lambda: strike_penalty(closed, penalty.pk, by=person, reason="看错"),
    ):
        with pytest.raises(WrongState):
            change()
    assert all_rows() == before


def test_struck_penalty_stays_readable_and_counts_no_more():
    sheet, person = a_sheet(minute=5), a_user()
    enter_deal(sheet, "NS", by=person)
    penalty = enter_penalty(sheet, "home", "other", by=person, effects=[UP])
    assert standing().away == 3
    strike_penalty(sheet, penalty.pk, by=person, reason="不是他")
    assert standing() == Standing(home=5, away=2, stage="home", deals=1)
    row = Penalty.objects.get()
    assert (row.struck_by, row.struck_reason) == (person, "不是他")
    assert events(sheet)[-1] == "penalty.struck"
    before = all_rows()
    with pytest.raises(WrongState):
        strike_penalty(sheet, penalty.pk, by=person, reason="再来")
    assert all_rows() == before


def test_penalty_is_struck_on_its_own_sheet_with_a_reason_before_the_deal_it_follows_is_undone():
    sheet, other, person = a_sheet(minute=5), a_sheet(minute=5), a_user()
    enter_deal(sheet, "NS", by=person)
    penalty = enter_penalty(sheet, "home", "other", by=person)
    assert refused_codes(lambda: strike_penalty(other, penalty.pk, by=person, reason="")) == {
        ScoringCode.PENALTY_UNKNOWN,
        ReasonCode.REASON_MISSING,
    }
    assert refused_codes(lambda: undo_deal(sheet, by=person)) == {ScoringCode.PENALTY_FOLLOWS}
    strike_penalty(sheet, penalty.pk, by=person, reason="看错")
    assert undo_deal(sheet, by=person).number == 1


def test_penalty_is_not_struck_if_a_later_deal_would_stand_behind_the_end():
    sheet, person = a_sheet(minute=5), a_user()
    for order in ("NS", "NS", "NS", "NS"):
        enter_deal(sheet, order, by=person)
    penalty = enter_penalty(sheet, "home", "other", by=person, effects=[DOWN])
    enter_deal(sheet, "NWES", by=person)
    enter_deal(sheet, "WE", by=person)
    reason = {"by": person, "reason": "看错"}
    assert refused_codes(lambda: strike_penalty(sheet, penalty.pk, **reason)) == {ScoringCode.LATER_ENTRIES_FALL}


def test_log_read_as_text_leads_where_its_rows_lead():
    sheet, person = a_sheet_with_table(), a_user()
    enter_penalty(sheet, "away", Offence.OTHER, by=person, effects=[UP])
    struck = enter_penalty(sheet, "home", Offence.OTHER, by=person, effects=[UP])
    strike_penalty(sheet, struck.pk, by=person, reason="看错")
    for order in ("WE", "NWSE", "NS"):
        enter_deal(sheet, order, by=person)
    undo_deal(sheet, by=person)
    enter_penalty(sheet, "away", Offence.OTHER, by=person, effects=[DOWN])
    stored, text = Sheet.objects.get(), Sheet.objects.values_list(Cast("rule_set", TextField())).get()[0]
    read = sheet_logs([sheet.pk])[sheet.pk]
    assert (read.deals, read.last_entry) == (2, max(row.entered_at for row in rows(stored)))
    assert state_of_log(stored.game, text, read.log, latest_sheet_bell(stored)) == state_of(stored)

"""A deal of an open sheet corrected: the old one stays readable, later ones still count or it is refused."""

import pytest

from guandan_rules import Code as RuleCode
from journal.models import Event
from journal.texts import ReasonCode
from scoring.actions.entries import answer_bell, correct_deal
from scoring.games import GameCode
from scoring.games.guandan import raw_deal
from scoring.models import Deal, Sheet
from scoring.queries import counting_deals
from scoring.standings import Standing
from scoring.states import DealKind, ScoringCode
from tests.factories import a_user
from tests.refusals import refused_codes
from tests.scoring.games import a_sheet, enter_deal, events, wait_until

pytestmark = pytest.mark.django_db


def test_corrected_deal_keeps_number_kind_and_moment_and_the_old_one_stays():
    sheet, person, chief = a_sheet(minute=5), a_user(), a_user()
    for order in ("NS", "WE"):
        enter_deal(sheet, order, by=person)
    old = Deal.objects.get(number=1)
    wait_until(sheet, 9)
    new = correct_deal(sheet, 1, {"type": "deal", "order": "NWS"}, by=chief, reason="看错三游")
    assert (new.number, new.kind, new.order, new.entered_at) == (1, old.kind, "NWSE", old.entered_at)
    old.refresh_from_db()
    assert (old.struck_by, old.struck_reason, old.order) == (chief, "看错三游", "NS")
    assert [deal.order for deal in counting_deals(Sheet.objects.get())] == ["NWSE", "WE"]
    assert Standing(**Sheet.objects.get().standing) == Standing(home=4, away=5, stage="away", deals=2)
    assert events(sheet)[-1] == "deal.corrected"
    data = Event.objects.last().data
    assert (data["deal"], data["order"], data["before_order"], data["reason"]) == (1, "NWSE", "NS", "看错三游")


@pytest.mark.parametrize(
    ("number", "right", "reason", "codes"),
    [
        (3, {"type": "deal", "order": "NS"}, "看错", {ScoringCode.DEAL_UNKNOWN}),
        (1, {"type": "deal", "order": "NN"}, "", {RuleCode.REPEATED_SEAT, ReasonCode.REASON_MISSING}),
        (1, raw_deal("NS", "spare"), "看错", {GameCode.KIND_UNKNOWN}),
    ],
)
def test_impossible_correction_is_refused(number, right, reason, codes):
    sheet, person = a_sheet(minute=5), a_user()
    for order in ("NS", "WE"):
        enter_deal(sheet, order, by=person)
    assert refused_codes(lambda: correct_deal(sheet, number, right, by=person, reason=reason)) == codes


def test_correction_that_would_end_the_game_before_later_deals_is_refused():
    sheet, person = a_sheet(minute=5), a_user()
    for order in ("NS", "NS", "NS", "NS", "WE", "NS"):
        enter_deal(sheet, order, by=person)
    change = {"by": person, "reason": "看错"}
    assert refused_codes(lambda: correct_deal(sheet, 5, {"type": "deal", "order": "NS"}, **change)) == {
        ScoringCode.LATER_ENTRIES_FALL
    }


def test_correction_after_which_no_extra_deal_is_due_is_refused():
    sheet, person = a_sheet(minute=5), a_user()
    enter_deal(sheet, "NS", by=person)
    enter_deal(sheet, "WE", by=person)
    Sheet.objects.update(rule_set={**sheet.rule_set, "tie_rules": ["extra_deal"]})
    wait_until(sheet, 61)
    answer_bell(sheet, False, by=person)
    enter_deal(sheet, "NS", by=person, kind=DealKind.EXTRA)
    change = {"by": person, "reason": "看错"}
    assert refused_codes(lambda: correct_deal(sheet, 2, {"type": "deal", "order": "WNES"}, **change)) == {
        ScoringCode.LATER_ENTRIES_FALL
    }
    assert correct_deal(sheet, 2, {"type": "deal", "order": "EW"}, **change).order == "EW"

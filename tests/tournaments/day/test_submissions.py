"""What phones send to a match: stored, judged, never lost; the chief referee's choice between two versions."""

from dataclasses import replace
from functools import partial

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from guandan_rules import Code as RuleCode
from journal.texts import ReasonCode
from scoring.actions.submissions import SentEntry
from scoring.games.guandan import raw_deal
from scoring.games.outlook import orders
from scoring.models import Deal, Sheet, Submission
from scoring.queries import counting_deals
from scoring.states import ScoringCode, SubmissionState
from tests.made_once import once_a_module
from tests.refusals import refused_codes, too_late
from tests.rows import all_rows
from tests.scoring.paper import Paper, chained
from tests.thorough import tries
from tests.tournaments.recorded import kinds, last_data, last_number
from tests.tournaments.round_day import Day, a_day, at_the_bell, win
from tournaments.bracket.rules.current_sheets import current_sheet
from tournaments.day.actions.matches import (
    agree,
    choose_submission,
    correct_deal,
    enter_deal,
    enter_penalty,
    submit,
    undo_deal,
)
from tournaments.models import Match
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db
made_once, day = once_a_module(a_day)


def a_deal(key: str, number: int, order: str, builds_on: str = "", *, device: str = "one", **body: object) -> SentEntry:
    return SentEntry(device, key, "deal", number, builds_on, {"order": order, "kind": "regular", **body})


def an_undo(key: str, number: int, builds_on: str, *, device: str = "one") -> SentEntry:
    return SentEntry(device, key, "undo", number, builds_on)


def a_bell(key: str, in_hand: bool, builds_on: str, number: int = 1, *, device: str = "one") -> SentEntry:
    return SentEntry(device, key, "bell", number, builds_on, {"in_hand": in_hand})


def send(day: Day, *entries: SentEntry) -> Submission:
    """What became of the last of these."""
    for entry in entries:
        sent = submit(day.match(1), entry, by=day.chief)
    return sent


def standing_orders(match: Match) -> list[str]:
    return [deal.order for deal in counting_deals(current_sheet(match))]


def states() -> dict[str, str]:
    return dict(Submission.objects.order_by("pk").values_list("key", "state"))


def test_entry_next_in_the_row_is_entered_under_its_key_once(day):
    after = last_number(day.tournament)
    sent = send(day, a_deal("a", 1, "NWS"))
    assert (sent.state, sent.deal.mark, sent.deal.order, sent.by) == ("accepted", "a", "NWSE", day.chief)
    assert kinds(day.tournament, after) == ["deal.entered"]
    assert day.match(1).state == MatchState.PLAYING
    before = all_rows()
    assert send(day, a_deal("a", 1, "NWS")) == sent
    assert all_rows() == before
    mark = enter_deal(day.match(1), "NS", by=day.chief).mark
    for key, number, order, device in (
        ("a", 1, "WE", "one"),
        ("a", 2, "NWS", "one"),
        ("a", 1, "NWS", "two"),
        (mark, 3, "NS", "one"),
    ):
        assert refused_codes(partial(send, day, a_deal(key, number, order, device=device))) == {ScoringCode.KEY_REUSED}


def test_entry_that_cannot_be_stored_or_names_a_sheet_of_another_match_is_refused(day):
    wrong, entry = SentEntry("", "k" * 41, "burn", 1), a_deal("a", 1, "NS")
    assert refused_codes(lambda: send(day, wrong)) == {ScoringCode.ENTRY_INVALID}
    foreign, own = current_sheet(day.match(2)), current_sheet(day.match(1))
    for sheet in (foreign.pk, own.pk + 1000):
        assert refused_codes(partial(send, day, replace(entry, sheet=sheet))) == {ScoringCode.SUBMISSION_UNKNOWN}
    assert send(day, replace(entry, sheet=own.pk)).state == "accepted"


def test_what_the_rules_refuse_is_kept_with_its_reason_and_all_that_builds_on_it(day):
    send(day, a_deal("c", 2, "NS", "b"), a_deal("b", 1, "NS", kind="extra"))
    assert states() == {"c": "refused", "b": "refused"}
    codes = [[problem["code"] for problem in row.problems] for row in Submission.objects.order_by("pk")]
    assert codes == [[ScoringCode.BUILDS_ON_REFUSED], [RuleCode.EXTRA_DEAL_NOT_DUE]]
    assert not Deal.objects.exists()


def test_entries_that_came_too_early_follow_in_their_order(day):
    after = last_number(day.tournament)
    for entry in (a_deal("c", 3, "NWSE", "b"), a_deal("b", 2, "WE", "a"), an_undo("d", 3, "c")):
        assert send(day, entry).state == SubmissionState.WAITING
    send(day, a_deal("a", 1, "NS"))
    assert set(states().values()) == {"accepted"}
    assert standing_orders(day.match(1)) == ["NS", "WE"]
    assert kinds(day.tournament, after) == ["deal.entered", "deal.entered", "deal.entered", "deal.undone"]


def test_deal_that_a_waiting_undo_takes_back_at_once_is_told_so(day):
    sent = send(day, an_undo("u", 1, "a"), a_deal("a", 1, "NS"))
    assert (sent.state, sent.deal.struck_at is None, sent.sheet.standing["deals"]) == ("accepted", False, 0)


def test_two_versions_both_stand_as_submissions_and_the_sheet_goes_on(day):
    send(day, a_deal("a", 1, "NS"))
    after = last_number(day.tournament)
    assert send(day, a_deal("x", 1, "WE", device="two")).state == "conflicting"
    assert kinds(day.tournament, after) == ["submission.conflicted"]
    assert send(day, a_deal("y", 2, "NS", "x", device="two")).state == "waiting"
    assert send(day, a_deal("b", 2, "WE", "a")).state == "accepted"
    assert standing_orders(day.match(1)) == ["NS", "WE"]


def choice(day, key: str, *, take: bool, reason: str = "已核对"):
    row = Submission.objects.get(key=key)
    return choose_submission(day.match(1), row.pk, by=day.chief, take=take, reason=reason)


def in_conflict(day, *, later: tuple[str, ...] = ()):
    """Two versions of deal 1; the second phone goes on with a deal that the first one has, too."""
    goes_on = (a_deal(f"a{i}", i + 2, order, f"a{i - 1}" if i else "a") for i, order in enumerate(later))
    second = a_deal("x", 1, "WE", device="two"), a_deal("y", 2, "NWSE", "x", device="two")
    send(day, a_deal("a", 1, "NS"), *goes_on, *second)


def test_dropped_version_is_kept_and_what_came_after_it_is_compared(day):
    in_conflict(day, later=("NWSE",))
    after = last_number(day.tournament)
    choice(day, "x", take=False)
    assert states() == {"a": "accepted", "a0": "accepted", "x": "dropped", "y": "duplicate"}
    assert kinds(day.tournament, after) == ["submission.chosen"]
    assert last_data(day.tournament)["taken"] is False
    assert standing_orders(day.match(1)) == ["NS", "NWSE"]


def test_dropped_version_leaves_later_deals_that_nobody_else_has_in_conflict(day):
    in_conflict(day)
    choice(day, "x", take=False)
    assert states()["y"] == "conflicting"
    choice(day, "y", take=True)
    assert standing_orders(day.match(1)) == ["NS", "NWSE"]


def test_taken_version_corrects_the_sheet_and_what_came_after_it_follows(day):
    in_conflict(day)
    after = last_number(day.tournament)
    choice(day, "x", take=True)
    assert states() == {"a": "accepted", "x": "accepted", "y": "accepted"}
    assert kinds(day.tournament, after) == ["deal.corrected", "submission.chosen", "deal.entered"]
    assert standing_orders(day.match(1)) == ["WE", "NWSE"]
    assert Deal.objects.exclude(struck_at=None).get().struck_reason == "已核对"


def test_taken_version_after_which_later_deals_would_fall_is_refused(day):
    in_conflict(day, later=("NS", "NS", "NS", "WE", "NWSE"))
    Submission.objects.filter(key="x").update(body={"order": "NS", "kind": "regular"}, number=5)
    assert refused_codes(lambda: choice(day, "x", take=True)) == {ScoringCode.LATER_ENTRIES_FALL}


def test_choice_needs_a_reason_and_a_submission_of_this_match_in_conflict(day):
    in_conflict(day)
    assert refused_codes(lambda: choice(day, "x", take=True, reason=" ")) == {ReasonCode.REASON_MISSING}
    x = Submission.objects.get(key="x").pk
    elsewhere = {"by": day.chief, "take": True, "reason": "已核对"}
    assert refused_codes(lambda: choose_submission(day.match(2), x, **elsewhere)) == {ScoringCode.SUBMISSION_UNKNOWN}
    assert too_late(lambda: choice(day, "a", take=False)) == "accepted"
    assert too_late(lambda: choice(day, "y", take=True)) == "waiting"


def test_what_waits_for_ever_can_be_dropped(day):
    send(day, a_deal("z", 4, "NS", "lost"))
    choice(day, "z", take=False)
    assert states() == {"z": "dropped"}


def test_undo_of_an_earlier_deal_conflicts_and_is_taken_only_as_the_last(day):
    send(day, a_deal("a", 1, "NS"), a_deal("b", 2, "WE", "a"), an_undo("u", 1, "a", device="two"))
    assert states()["u"] == "conflicting"
    assert refused_codes(lambda: choice(day, "u", take=True)) == {ScoringCode.NOT_THE_LAST_DEAL}
    undo_deal(day.match(1), by=day.chief)
    choice(day, "u", take=True)
    assert standing_orders(day.match(1)) == []


def test_undo_behind_which_a_penalty_stands_is_refused_and_an_entry_on_a_corrected_deal_conflicts(day):
    send(day, a_deal("a", 1, "NS"))
    enter_penalty(day.match(1), "home", "other", by=day.chief)
    sent = send(day, an_undo("u", 1, "a"))
    assert (sent.state, sent.problems[0]["code"]) == ("refused", ScoringCode.PENALTY_FOLLOWS)
    correct_deal(day.match(1), 1, raw_deal("WE"), by=day.chief, reason="看错")
    assert send(day, a_deal("b", 2, "NS", "a")).state == "conflicting"


def test_answers_at_the_bell_agree_or_conflict_and_the_last_deal_waits_for_its_own(day):
    match = at_the_bell(day, 1, "NS", in_hand=None)
    mark = current_sheet(match).deals.get().mark
    assert send(day, a_deal("d", 2, "WE", "yes", kind="in_hand")).state == "waiting"
    assert send(day, a_bell("yes", True, mark)).state == "accepted"
    assert states()["d"] == "accepted"
    assert send(day, a_bell("same", True, mark, device="two")).state == "duplicate"
    assert send(day, a_bell("no", False, mark, device="three")).state == "conflicting"
    choice(day, "no", take=True)
    assert Sheet.objects.get(match_game__match=match).in_hand is False


def test_entry_for_a_game_that_is_over_is_kept_and_says_so(day):
    send(day, a_deal("a", 1, "NS"))
    for order in ("NS", "NS", "NS", "NWES"):
        enter_deal(day.match(1), order, by=day.chief)
    seen = last_number(day.tournament)
    for side in ("home", "away"):
        agree(day.match(1), side, by=day.chief, seen=seen)
    assert day.match(1).state == MatchState.OVER
    late = send(day, a_deal("x", 1, "WE", device="two"))
    assert (late.state, late.problems[0]["code"]) == ("refused", ScoringCode.SHEET_NOT_OPEN)
    assert send(day, a_deal("s", 1, "NS", device="two")).state == "duplicate"


def test_entry_of_the_first_game_does_not_land_in_the_second_nor_any_in_a_match_without_opponents():
    day = a_day(best_of=3)
    first = current_sheet(day.match(1))
    win(day, 1)
    mark = first.deals.get(number=5).mark
    for entry in (replace(a_deal("n", 1, "WE"), sheet=first.pk), a_deal("m", 6, "WE", mark)):
        sent = send(day, entry)
        assert (sent.sheet, sent.state) == (first, "refused")
    assert not current_sheet(day.match(1)).deals.exists()
    assert too_late(lambda: submit(day.match(3), a_deal("a", 1, "NS"), by=day.chief)) == MatchState.WAITING


ORDERS = tuple(orders())


def test_rows_end_as_on_paper_whatever_the_order(day):
    @settings(max_examples=tries(30), deadline=None)
    @given(st.data())
    def example(data: st.DataObject) -> None:
        truth, entries = drawn_entries(data)
        paper = Paper()
        with transaction.atomic():
            for entry in entries:
                paper.submit(entry)
                send(day, entry)
            assert standing_orders(day.match(1)) == [deal.entry["order"] for deal in paper.situation.deals] == truth
            assert states() == {key: sent.state for key, sent in paper.situation.sent.items()}
            transaction.set_rollback(True)

    example()


def drawn_entries(data: st.DataObject) -> tuple[list[str], list[SentEntry]]:
    """What was played, and what two phones sent of it in any order; the first one took its mistakes back."""
    truth = data.draw(st.lists(st.sampled_from([o for o in ORDERS if len(o) == 4]), min_size=1, max_size=3))
    wrong = data.draw(st.lists(st.sampled_from(ORDERS), max_size=2))
    clumsy = [step for order in wrong for step in (("deal", order), ("undo", ""))]
    deals = [("deal", order) for order in truth]
    entries = chained("one", clumsy + deals) + chained("two", deals)
    again = data.draw(st.lists(st.sampled_from(entries), max_size=3))
    return truth, data.draw(st.permutations(entries + again))

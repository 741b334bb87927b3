"""Both sides agree, or one does not: the confirmed result, the dispute, and what the chief referee makes of it."""

from threading import Barrier, Thread

import pytest
from django.db import connection

from guandan_rules import Reason
from journal.models import Event
from journal.queries import last_event_number
from journal.texts import ReasonCode
from scoring.actions.submissions import SentEntry
from scoring.games.guandan import raw_deal
from scoring.models import Confirmation
from scoring.states import ScoringCode
from tests.refusals import refused_codes, too_late
from tests.tournaments.recorded import kinds, last_data, last_number
from tests.tournaments.round_day import PASSES_ACE, Day, a_day, at_the_bell
from tournaments.bracket.rules.current_sheets import current_sheet
from tournaments.codes import Code
from tournaments.day.actions.matches import (
    agree,
    answer_bell,
    confirm_result,
    correct_deal,
    enter_deal,
    enter_penalty,
    resume,
    submit,
    undo_deal,
    uphold,
)
from tournaments.day.actions.rounds import start_round
from tournaments.day.actions.rulings import decide
from tournaments.day.queries.sheet_reading import sheet_view
from tournaments.models import Result
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db


def a_finished_game(**more: object) -> Day:
    """Home has passed A in match 1; nobody has agreed yet."""
    day = a_day(**more)
    for order in PASSES_ACE["home"]:
        enter_deal(day.match(1), order, by=day.chief)
    return day


def seen(day: Day, number: int = 1) -> int:
    return last_event_number(day.tournament.journal, current_sheet(day.match(number)).subject)


def says(day: Day) -> tuple[str, str]:
    home, away = sheet_view(day.tournament, 1).answers
    return home.says, away.says


def test_result_is_confirmed_when_both_sides_have_agreed():
    day = a_finished_game()
    after, version = last_number(day.tournament), seen(day)
    strange = refused_codes(lambda: agree(day.match(1), "north", by=day.chief, seen=version))
    assert strange == {ScoringCode.SIDE_UNKNOWN}
    for _said_twice in range(2):
        agree(day.match(1), "away", by=day.chief, seen=version)
    assert (day.match(1).state, says(day)) == (MatchState.PLAYING, ("none", "agrees"))
    assert (seen(day), Confirmation.objects.count()) == (version, 1)
    agree(day.match(1), "home", by=day.chief, seen=version)
    assert kinds(day.tournament, after) == ["sheet.agreed", "sheet.agreed", "sheet.closed", "result.confirmed"]
    assert Event.objects.filter(kind="sheet.agreed").first().subject == day.match(1).subject
    assert (Result.objects.get().reason, day.match(1).state) == (Reason.PASSED_A, MatchState.OVER)
    assert day.match(3).home_team == day.match(1).home_team


def test_answer_to_another_version_is_too_late_and_counts_no_more():
    day = a_finished_game()
    old = seen(day)
    agree(day.match(1), "home", by=day.chief, seen=old)
    correct_deal(day.match(1), 1, raw_deal("NWSE"), by=day.chief, reason="看错")
    enter_deal(day.match(1), "NWES", by=day.chief)
    assert too_late(lambda: agree(day.match(1), "away", by=day.chief, seen=old)) == "changed"
    assert says(day) == ("none", "none")


def test_nothing_is_agreed_before_the_result_is_known_and_one_at_the_bell_is_agreed_to_as_well():
    day = a_day()
    enter_deal(day.match(1), "NS", by=day.chief)
    assert refused_codes(lambda: agree(day.match(1), "home", by=day.chief, seen=seen(day))) == {Code.VERDICT_PENDING}
    assert too_late(lambda: agree(day.match(2), "home", by=day.chief, seen=0)) == MatchState.READY
    at_the_bell(day, 1, "WE")
    for side in ("home", "away"):
        agree(day.match(1), side, by=day.chief, seen=seen(day))
    assert Result.objects.get().reason == Reason.FIRST_TO_REACH


def a_dispute(**more: object) -> Day:
    """Home has agreed, away has not."""
    day = a_finished_game(**more)
    agree(day.match(1), "home", by=day.chief, seen=seen(day))
    agree(day.match(1), "away", by=day.chief, seen=seen(day), agrees=False, note="第三副是我方上游")
    return day


def test_side_that_does_not_agree_opens_a_dispute_everybody_may_know_of_and_the_match_stands_still():
    day = a_dispute()
    assert (day.match(1).state, says(day)) == (MatchState.DISPUTED, ("agrees", "disputes"))
    event = Event.objects.last()
    told = (event.kind, event.subject, event.public, event.data["side"])
    assert told == ("sheet.disputed", day.match(1).subject, True, "away")
    assert "上游" not in str(event.data)
    match, by = day.match(1), {"by": day.chief}
    for change in (
        lambda: enter_deal(match, "NS", **by),
        lambda: undo_deal(match, **by),
        lambda: correct_deal(match, 1, raw_deal("WE"), reason="看错", **by),
        lambda: enter_penalty(match, "home", "other", **by),
        lambda: answer_bell(match, True, **by),
        lambda: agree(match, "away", seen=0, **by),
        lambda: confirm_result(match, **by),
    ):
        assert too_late(change) == MatchState.DISPUTED
    sent = submit(match, SentEntry("one", "k", "deal", 1, "", {"order": "WE"}), **by)
    assert (sent.state, sent.problems[0]["code"]) == ("refused", ScoringCode.SHEET_NOT_OPEN)
    decide(match, "away", reason="对方舞弊", **by)  # against the sheet
    assert (Result.objects.get().winner, day.match(1).state) == ("away", MatchState.OVER)


def test_dismissed_dispute_confirms_the_result_as_calculated_with_the_reason():
    day = a_dispute()
    for ruling in (uphold, resume):
        without = refused_codes(lambda ruling=ruling: ruling(day.match(1), by=day.chief, reason=" "))
        assert without == {ReasonCode.REASON_MISSING}
        of_another = too_late(lambda ruling=ruling: ruling(day.match(2), by=day.chief, reason="有据"))
        assert of_another == MatchState.READY
    after = last_number(day.tournament)
    uphold(day.match(1), by=day.chief, reason="录像为证")
    result = Result.objects.get()
    assert (result.winner, result.reason, result.note) == ("home", Reason.PASSED_A, "录像为证")
    assert kinds(day.tournament, after) == ["sheet.closed", "result.confirmed"]


def test_accepted_dispute_lets_the_deals_be_corrected_and_both_sides_confirm_anew():
    day = a_dispute()
    old = seen(day)
    resume(day.match(1), by=day.chief, reason="第三副记错")
    assert (day.match(1).state, says(day)) == (MatchState.PLAYING, ("none", "none"))
    assert (kinds(day.tournament)[-1], last_data(day.tournament)["reason"]) == ("sheet.resumed", "第三副记错")
    assert too_late(lambda: agree(day.match(1), "home", by=day.chief, seen=old)) == "changed"
    for side in ("home", "away"):
        agree(day.match(1), side, by=day.chief, seen=seen(day))
    assert day.match(1).state == MatchState.OVER


def test_side_may_change_its_mind_and_its_dispute_holds_up_only_what_depends_on_it():
    day = a_finished_game(branches=4)
    agree(day.match(1), "home", by=day.chief, seen=seen(day))
    agree(day.match(1), "home", by=day.chief, seen=seen(day), agrees=False)
    assert (day.match(1).state, says(day)) == (MatchState.DISPUTED, ("disputes", "none"))
    for number in (3, 4):
        decide(day.match(number), "home", by=day.chief, reason="裁定")
    day.number = 2
    assert refused_codes(lambda: start_round(day.round, by=day.chief)) == {Code.PREVIOUS_ROUND_OPEN}
    decide(day.match(2), "home", by=day.chief, reason="裁定")
    day.start(2)
    assert (day.match(5).state, day.match(6).state) == (MatchState.WAITING, MatchState.READY)


@pytest.mark.django_db(transaction=True)
def test_both_sides_at_once_make_one_result():
    day = a_finished_game()
    version, barrier = seen(day), Barrier(2)

    def answer(side: str) -> None:
        barrier.wait(timeout=60)
        try:
            agree(day.match(1), side, by=day.chief, seen=version)
        finally:
            connection.close()

    threads = [Thread(target=answer, args=[side]) for side in ("home", "away")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (Result.objects.count(), day.match(1).state) == (1, MatchState.OVER)

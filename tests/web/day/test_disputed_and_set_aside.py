"""What was set aside says why, and a disputed match is named as such and can be ruled on."""

import re

import pytest

from journal.queries import last_event_number
from tests.made_once import once_a_module
from tests.tournaments.round_day import PASSES_ACE, a_day
from tests.web.pages import refused, signed_in, text, value
from tournaments.bracket.rules.current_sheets import current_sheet
from tournaments.day.actions.matches import agree, enter_deal
from tournaments.day.actions.rulings import correct_result, decide
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db
PAGE = "/e/s000/desk/matches/1/remedies/"
SIGN = PAGE + "signature/"


def a_day_of_its_final():
    """Four branches: both semi-finals and the final were built upon match 1, the final has begun."""
    day = a_day(slug="s000", branches=4)
    for numbers, next_round in (((1, 2, 3, 4), 2), ((5, 6), 3)):
        for number in numbers:
            decide(day.match(number), "home", by=day.chief, reason="裁定")
        day.start(next_round)
    enter_deal(day.match(7), "NS", by=day.chief)
    return day


made_once, day = once_a_module(a_day_of_its_final)


@pytest.mark.parametrize("kind", ["rematch", "reset"])
def test_version_that_was_set_aside_says_why(day, chief, kind):
    right = {"winner": "away"}
    seen = value(chief.get(PAGE, right), "seen")
    typed = {"kind": kind, "side": "", "seen": seen, "reason": "录像可证", **right}
    assert chief.post(SIGN, typed).status_code == 302
    first, semi, final = (text(chief.get(f"/e/s000/matches/{number}/")) for number in (1, 5, 7))
    assert "Corrected: 录像可证" in first
    assert "Match 1 was corrected: 录像可证" in semi
    assert "Not finished when it was set aside. 录像可证" in final
    if kind == "reset":
        assert re.search(r"Version 2 .{0,40} counts corrected ", first)


@pytest.fixture
def disputed():
    """The first match awaits a ruling, the second is over."""
    day = a_day(slug="two")
    decide(day.match(2), "home", by=day.chief, reason="裁定")
    for order in PASSES_ACE["home"]:
        enter_deal(day.match(1), order, by=day.chief)
    seen = last_event_number(day.tournament.journal, current_sheet(day.match(1)).subject)
    agree(day.match(1), "away", by=day.chief, seen=seen, agrees=False, note="第二副记错了")
    return day


def test_disputed_match_is_named_as_such_and_so_is_what_depends_on_it(disputed):
    browser = signed_in(disputed.chief)
    for page in ("matches/1/", "matches/3/"):
        assert "awaiting a ruling" in text(browser.get(f"/e/two/{page}"))
    for page in ("rounds/", "bracket/"):
        assert text(browser.get(f"/e/two/{page}")).count("awaiting a ruling") == 2
    correct_result(disputed.match(2), by=disputed.chief, reason="记错")
    assert "Corrected: 记错" in text(browser.get("/e/two/matches/2/"))


def test_disputed_match_can_be_upheld_resumed_or_decided(disputed):
    browser, page = signed_in(disputed.chief), "/e/two/desk/matches/1/"
    words = text(browser.get(page))
    for sentence in (
        "objected at", "第二副记错了", "5 deals entered", "North 1st out, South 2nd out",
        "Confirm the result as calculated", "Let the match go on", "Decide the match",
    ):  # fmt: skip
        assert sentence in words
    assert "Undo" not in words
    assert "Both teams are absent" not in words
    refused(browser, page + "uphold/", reason="")
    assert browser.post(page + "uphold/", {"reason": "录像为证"}).status_code == 302
    assert disputed.match(1).result.winner == "home"


def test_accepted_objection_lets_the_match_go_on(disputed):
    page = "/e/two/desk/matches/1/resumption/"
    assert signed_in(disputed.chief).post(page, {"reason": "第3副记错"}).status_code == 302
    assert disputed.match(1).state == MatchState.PLAYING

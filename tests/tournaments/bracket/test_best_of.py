"""三局两胜: the games of a match and the bell of its round."""

from functools import partial

import pytest

from guandan_rules import Reason
from tests.refusals import refused_codes
from tests.tournaments.round_day import PASSES_ACE, Day, a_day, at_the_bell
from tests.web.pages import text
from tests.web.public_pages import address
from tournaments.bracket.queries.remedies import Corrected, finding
from tournaments.codes import Code
from tournaments.day.actions.matches import agree, answer_bell, confirm_result, enter_deal, uphold
from tournaments.day.actions.rulings import decide
from tournaments.day.queries.sheet_reading import sheet_view
from tournaments.models import Match
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db


def standing_of(match: Match) -> tuple[str, str, list[int]]:
    assert match.result
    games = [standing["games"] for standing in (match.result.home_standing, match.result.away_standing)]
    return match.result.winner, match.result.reason, games


def won_before_the_bell(day: Day, side: str, orders: tuple[str, ...] = ()) -> None:
    """A game; in S001-4 first and second pass A."""
    for order in orders or (*PASSES_ACE[side][:4], PASSES_ACE[side][0]):
        enter_deal(day.match(1), order, by=day.chief)
    confirm_result(day.match(1), by=day.chief)


@pytest.mark.parametrize("rule_set", ["s000", "s001_4"])
def test_game_that_the_bell_decides_is_the_last_where_one_side_leads_and_is_corrected_by_its_deals(rule_set):
    day = a_day(best_of=3, rule_set=rule_set)
    confirm_result(at_the_bell(day, 1, "NS"), by=day.chief)
    assert day.match(1).state == MatchState.OVER
    assert standing_of(day.match(1)) == ("home", Reason.LEVEL_AT_TIME, [1, 0])
    verdict = finding(day.match(1), Corrected(orders={1: "WE"}))
    assert (verdict.winner, verdict.reason) == ("away", Reason.LEVEL_AT_TIME)


def test_leader_in_games_who_loses_the_one_at_the_bell_meets_the_other_in_a_deciding_game():
    day = a_day(best_of=3, rule_set="s001_4")
    won_before_the_bell(day, "home")
    confirm_result(at_the_bell(day, 1, "WE"), by=day.chief)
    match = day.match(1)
    assert match.state == MatchState.PLAYING
    assert [game.sheet.winner for game in match.games.all()] == ["home", "away", ""]
    view = sheet_view(day.tournament, 1)
    assert (view.game, view.clock.rung) == (3, True)
    if view.asks_at_bell:
        answer_bell(match, False, by=day.chief)
    assert refused_codes(lambda: confirm_result(match, by=day.chief)) == {Code.VERDICT_PENDING}
    decide(match, "away", by=day.chief, reason="裁定")
    assert standing_of(day.match(1)) == ("away", Reason.DECISION, [1, 2])


@pytest.mark.parametrize("ruled", [uphold, partial(decide, winner="away")], ids=["upheld", "decided"])
def test_game_that_was_disputed_is_followed_by_the_next_one(ruled):
    day = a_day(best_of=3)
    for order in PASSES_ACE["home"]:
        enter_deal(day.match(1), order, by=day.chief)
    agree(day.match(1), "away", by=day.chief, seen=sheet_view(day.tournament, 1).seen, agrees=False, note="记错")
    ruled(day.match(1), by=day.chief, reason="裁定")
    view = sheet_view(day.tournament, 1)
    assert (view.game, view.is_open, view.kind) == (2, True, "regular")
    enter_deal(day.match(1), "NS", by=day.chief)


def test_deciding_game_after_the_bell_is_one_deal_where_the_rules_say_so():
    day = a_day(best_of=3)
    won_before_the_bell(day, "home", PASSES_ACE["home"])
    confirm_result(at_the_bell(day, 1, "WE"), by=day.chief)
    if sheet_view(day.tournament, 1).asks_at_bell:
        answer_bell(day.match(1), False, by=day.chief)
    enter_deal(day.match(1), "WE", by=day.chief, kind="extra")
    confirm_result(day.match(1), by=day.chief)
    assert standing_of(day.match(1)) == ("away", Reason.EXTRA_DEAL, [1, 2])


def test_games_are_said_of_a_further_game_and_of_the_result(client):
    day = a_day(best_of=3)
    won_before_the_bell(day, "home")
    for name in ("bracket", "hall", "event"):
        assert "局数1 : 0 · 第1副" in text(client.get(address(name, day.tournament)))
    won_before_the_bell(day, "home")
    for name in ("bracket", "results"):
        assert "局数2 : 0 · 过A" in text(client.get(address(name, day.tournament)))


def test_public_pages_name_no_deal_beyond_the_last_one_and_no_games_where_there_is_one(client):
    day = a_day()
    match = day.match(1)
    stage, sheet = match.stage, match.games.get().sheet
    for row in (stage, sheet):
        row.rule_set["deal_limit"] = 2
        row.save()
    for order in ("NS", "WE"):
        enter_deal(match, order, by=day.chief)
    page = text(client.get(address("bracket", day.tournament)))
    assert "待双方确认" in page
    assert "第3副" not in page
    assert "局数" not in page

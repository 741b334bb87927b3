"""够级 (S003): a match is its winner, and perhaps the order in which the six went out."""

import pytest

from guandan_rules import Awaited, Code, Pending, Reason, RuleSetError, Side, Sides, Verdict
from scoring.games import GameCode, game
from scoring.games.win_loss import Outcome, Result, SixSeat, WinLossRules
from tests.scoring.test_games.factories import AWAY, HOME, SIX, penalised, refusals, state_of, verdict_of, won

GOUJI = game("win_loss")


def test_six_seats_are_two_sides_of_three():
    """S003 三: 三人一组; partners sit on every other seat, and 对头 (S003 五, 3) three apart are opponents."""
    seats = list(SixSeat)
    assert [seat.side for seat in seats] == [HOME, AWAY] * 3
    assert all(seats[n].side is not seats[(n + 3) % 6].side for n in range(6))


@pytest.mark.parametrize("side", Side)
def test_winner_is_what_was_entered(side):
    """S003 三: 优胜者进入冠亚军争夺赛; the verdict is one match to none."""
    found = verdict_of("win_loss", won(side.value))
    assert isinstance(found, Verdict)
    assert (found.winner, found.reason) == (side, Reason.POINTS)
    assert found.facts.points == Sides(0, 0).put(side, 1)
    assert (found.facts.entry, found.facts.deals) == (0, 1)


def test_order_of_the_six_is_kept():
    order = ["4", "1", "3", "2", "6", "5"]
    assert GOUJI.entry_of(won("home", order=order)) == Result(HOME, tuple(SixSeat(seat) for seat in order))
    assert state_of("win_loss", won("home", order=order)).order == tuple(order)


@pytest.mark.parametrize(
    ("order", "codes"),
    [
        (list(SIX), []),
        ([], []),
        (list("12345"), [GameCode.ORDER_INCOMPLETE]),
        (list("112345"), [GameCode.PLAYER_OUT_TWICE, GameCode.ORDER_INCOMPLETE]),
        (list("1234561"), [GameCode.PLAYER_OUT_TWICE]),
        (list("1234567"), [GameCode.SEAT_OF_NO_PLAYER]),
        ([1, 2, 3, 4, 5, 6], [GameCode.SEAT_OF_NO_PLAYER, GameCode.ORDER_INCOMPLETE]),
        ([[], {}], [GameCode.SEAT_OF_NO_PLAYER, GameCode.ORDER_INCOMPLETE]),
        (["N"], [GameCode.SEAT_OF_NO_PLAYER, GameCode.ORDER_INCOMPLETE]),
    ],
)
def test_order_names_six_different_seats(order, codes):
    assert refusals("win_loss", raw=won("home", order=order)) == [(code, "order") for code in codes]


def test_order_may_be_required():
    rules = {"order_required": True}
    assert refusals("win_loss", raw=won("home"), **rules) == [(GameCode.ORDER_REQUIRED, "order")]
    assert refusals("win_loss", raw=won("home", order=list(SIX)), **rules) == []
    assert refusals("win_loss", raw=penalised("home", ("note", 0)), **rules) == []


def test_every_reason_is_named_at_once():
    assert refusals("win_loss", won("home"), raw=won("away"), order_required=True) == [
        (GameCode.ORDER_REQUIRED, "order"),
        (Code.GAME_DECIDED, ""),
    ]


def test_second_result_changes_nothing():
    assert state_of("win_loss", won("home"), won("away")) == Outcome(HOME, Reason.POINTS, 0, entries=2)


def test_rule_breakers_are_disqualified():
    """S003 四: 违者取消比赛资格."""
    log = [penalised("home", ("note", 0)), penalised("home", ("disqualified", 0), offence="illegal_signal")]
    found = verdict_of("win_loss", *log, won("home"))
    assert (found.winner, found.reason, found.facts.entry) == (AWAY, Reason.DISQUALIFICATION, 1)
    assert (found.facts.points, found.facts.deals) == (Sides(0, 1), 0)


def test_match_is_played_out_after_the_bell_or_decided_by_the_referee():
    assert verdict_of("win_loss") == Pending(Awaited.PLAY_ON)
    assert verdict_of("win_loss", time_up=True) == Pending(Awaited.REFEREE)
    assert refusals("win_loss", raw=won("home"), time_up=True) == []


@pytest.mark.parametrize(
    ("options", "problems"),
    [
        ({"minutes": 0}, [("out_of_range", "minutes")]),
        ({"minutes": 1440}, [("out_of_range", "minutes")]),
        ({"minutes": True, "sides": 3}, [("bad_value", "minutes"), ("unknown_key", "sides")]),
        ({"order_required": 1}, [("bad_value", "order_required")]),
        ({"name": None}, [("bad_value", "name")]),
    ],
)
def test_options_name_what_is_wrong(options, problems):
    assert [(p.code, p.option) for p in GOUJI.options_problems(options)] == problems
    with pytest.raises(RuleSetError):
        GOUJI.options_of(options)


def test_default_is_s003():
    assert GOUJI.default_options() == WinLossRules(name="s003", order_required=False, minutes=None)

"""胜负: of 够级 (S003) the winner and perhaps the order of the six; of other games draws and points as well."""

import pytest

from guandan_rules import Awaited, Code, Pending, Reason, RuleSetError, Side, Sides, Verdict
from scoring.games import GAMES, GameCode
from scoring.games.win_loss import Result, SixSeat, WinLossRules
from tests.scoring.test_games.factories import AWAY, HOME, SIX, penalised, refusals, state_of, verdict_of, won

GOUJI = GAMES["win_loss"]


@pytest.mark.parametrize("side", Side)
def test_winner_is_what_was_entered(side):
    """S003 三: 优胜者进入冠亚军争夺赛; the verdict is one match to none."""
    verdict = verdict_of("win_loss", won(side.value))
    assert isinstance(verdict, Verdict)
    assert (verdict.winner, verdict.reason) == (side, Reason.POINTS)
    assert verdict.facts.points == Sides(0, 0).put(side, 1)
    assert (verdict.facts.entry, verdict.facts.deals) == (0, 1)


def test_order_of_the_six_is_kept_and_their_seats_are_two_sides_of_three():
    """S003 三: 三人一组; partners sit on every other seat, and 对头 (S003 五, 3) three apart are opponents."""
    seats, order = list(SixSeat), ["4", "1", "3", "2", "6", "5"]
    assert [seat.side for seat in seats] == [HOME, AWAY] * 3
    assert all(seats[n].side is not seats[(n + 3) % 6].side for n in range(6))
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
    assert state_of("win_loss", won("home"), won("away")).winner is HOME
    assert refusals("win_loss", won("home"), raw=won("away"), order_required=True) == [
        (GameCode.ORDER_REQUIRED, "order"),
        (Code.GAME_DECIDED, ""),
    ]


def test_rule_breakers_are_disqualified():
    """S003 四: 违者取消比赛资格."""
    log = [penalised("home", ("note", 0)), penalised("home", ("disqualified", 0), offence="illegal_signal")]
    verdict = verdict_of("win_loss", *log, won("home"))
    assert (verdict.winner, verdict.reason, verdict.facts.entry) == (AWAY, Reason.DISQUALIFICATION, 1)
    assert (verdict.facts.points, verdict.facts.deals) == (Sides(0, 1), 0)


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
        ({"target": 1}, [("out_of_range", "target")]),
        ({"scale": "levels_28"}, [("out_of_range", "scale")]),
        ({"scale": "many", "measure": "levels"}, [("bad_value", "scale"), ("bad_value", "measure")]),
        ({"order_asked": False, "order_required": True}, [("out_of_range", "order_required")]),
    ],
)
def test_options_name_what_is_wrong(options, problems):
    assert [(p.code, p.option) for p in GOUJI.options_problems(options)] == problems
    with pytest.raises(RuleSetError):
        GOUJI.options_of(options)


def test_default_is_s003():
    """Sheets of before other games came hold these three alone."""
    assert GOUJI.options_of({}) == WinLossRules(name="s003", order_required=False, minutes=None)
    assert GOUJI.options_of({"name": "s003", "order_required": False, "minutes": None}).order_asked


CHESS = {"order_asked": False, "draws": True, "scale": "win_2_draw_1"}
AHEAD = {"order_asked": False, "measure": "points"}
TENNIS = {**AHEAD, "target": 11}


def test_draw_is_a_result_where_the_options_take_draws():
    verdict = verdict_of("win_loss", won("draw"), won("home"), **CHESS)
    assert (verdict.winner, verdict.reason) == (None, Reason.DRAW)
    assert (verdict.facts.points, verdict.facts.deals) == (Sides(0, 0), 1)
    assert GOUJI.is_over(state_of("win_loss", won("draw"), **CHESS))
    assert GOUJI.plain_entry(GOUJI.entry_of(won("draw"))) == won("draw", order=[])
    assert refusals("win_loss", raw=won("draw")) == [(GameCode.NO_DRAWS, "winner")]


@pytest.mark.parametrize(
    ("options", "entry", "points"),
    [
        (TENNIS, won("home", points=8), Sides(11, 8)),
        (TENNIS, won("away", points=9), Sides(9, 11)),
        (TENNIS, won("away", points=10), Sides(10, 12)),
        (TENNIS, won("home", points=0), Sides(11, 0)),
        (AHEAD, won("away", points=3), Sides(0, 3)),
        ({**AHEAD, "draws": True}, won("draw"), Sides(0, 0)),
        (TENNIS, penalised("home", ("match_lost", 0)), Sides(0, 0)),
    ],
)
def test_points_of_both_sides_follow_from_one_number(options, entry, points):
    state = state_of("win_loss", entry, **options)
    assert verdict_of("win_loss", entry, **options).facts.points == points
    board = GOUJI.scoreboard(state)
    assert board.counts_points
    assert Sides(*(score.points for score in board.scores)) == points
    step = GOUJI.result_of(state_of("win_loss", **options), state)
    assert step.shown == (Sides(0, 0), points)


@pytest.mark.parametrize(
    ("options", "entry", "problems"),
    [
        (AHEAD, won("home"), [(GameCode.FIELD_MISSING, "points")]),
        (AHEAD, won("home", points=0), [(GameCode.NOT_AHEAD, "points")]),
        (TENNIS, won("home", points=0), []),
        (TENNIS, won("home", points=1000), [(GameCode.VALUE_WRONG, "points")]),
        (TENNIS, won("home", points="8"), [(GameCode.VALUE_WRONG, "points")]),
        (CHESS, won("home", points=8), [(GameCode.FIELD_UNKNOWN, "points")]),
        (CHESS, won("home", order=list(SIX)), [(GameCode.FIELD_UNKNOWN, "order")]),
        ({**AHEAD, "draws": True}, won("draw", points=2), [(GameCode.DRAW_WITH_POINTS, "points")]),
        ({**AHEAD, "draws": True}, won("draw", points=0), []),
    ],
)
def test_points_are_asked_for_where_they_count(options, entry, problems):
    assert refusals("win_loss", raw=entry, **options) == problems


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ({}, ["winner", "order"]),
        (CHESS, ["winner"]),
        (AHEAD, ["winner", "points_ahead"]),
        (TENNIS, ["winner", "points_of_the_loser"]),
    ],
)
def test_form_asks_what_the_options_count(options, asked):
    """At most two taps and one number, but for the order of the six."""
    assert [field.words for field in GOUJI.form(GOUJI.options_of(options)).fields] == asked

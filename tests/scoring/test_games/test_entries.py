"""Reading an entry: every problem at once, with its field."""

import pytest

from guandan_rules import Effect, EffectKind, Offence, Penalty
from scoring.games import GAMES, EntryError, GameCode
from scoring.games.entries import MOST_LEVELS, given_effects
from tests.scoring.test_games.factories import AWAY, HOME, defended, penalised, played, refusals, won

names = pytest.mark.parametrize("name", list(GAMES))
EVERY = list(EffectKind)


@names
@pytest.mark.parametrize(
    ("raw", "field"),
    [
        *((raw, "") for raw in (None, 7, "NS", [], ["deal"])),
        *((raw, "type") for raw in ({}, {"type": "bribe"}, {"type": ["deal"]}, {"type": None})),
    ],
)
def test_entry_is_an_object_that_says_which_type_it_is(name, raw, field):
    assert refusals(name, raw=raw) == [(GameCode.NOT_AN_ENTRY, field)]


@pytest.mark.parametrize(
    ("name", "raw", "problems"),
    [
        ("guandan", {"type": "deal"}, [(GameCode.FIELD_MISSING, "order")]),
        ("guandan", played("NS") | {"points": 5}, [(GameCode.FIELD_UNKNOWN, "points")]),
        ("guandan", played(["N", "S"]), [(GameCode.VALUE_WRONG, "order")]),
        ("guandan", played("NS", "early"), [(GameCode.KIND_UNKNOWN, "kind")]),
        ("guandan", played("NN"), [("repeated_seat", "order")]),
        ("guandan", played("X"), [("not_a_seat", "order"), ("too_few", "order")]),
        ("shuangsheng", {"type": "deal"}, [(GameCode.FIELD_MISSING, "defenders"), (GameCode.FIELD_MISSING, "points")]),
        ("shuangsheng", defended("home", 5, bottom=1), [(GameCode.VALUE_WRONG, "bottom")]),
        ("shuangsheng", defended("home", True), [(GameCode.VALUE_WRONG, "points")]),
        ("shuangsheng", defended("home", "80"), [(GameCode.VALUE_WRONG, "points")]),
        ("shuangsheng", defended("home", 5, wrong_play="home"), [(GameCode.VALUE_WRONG, "wrong_play")]),
        ("shuangsheng", defended("home", 5, wrong_play=["home", "home"]), [(GameCode.VALUE_WRONG, "wrong_play")]),
        ("shuangsheng", defended("home", 5, wrong_play=[{}]), [(GameCode.VALUE_WRONG, "wrong_play")]),
        ("win_loss", {"type": "result"}, [(GameCode.FIELD_MISSING, "winner")]),
        (
            "win_loss",
            won("nobody", order="123456"),
            [(GameCode.VALUE_WRONG, "winner"), (GameCode.VALUE_WRONG, "order")],
        ),
    ],
)
def test_entry_names_what_is_wrong_with_each_field(name, raw, problems):
    assert refusals(name, raw=raw) == problems


def test_entry_error_says_everything():
    with pytest.raises(EntryError, match="defenders: field_missing, points: not_card_points"):
        GAMES["shuangsheng"].entry_of({"type": "deal", "points": 7})


@names
def test_penalty_is_the_same_in_every_game(name):
    raw = penalised("away", ("warning", 0), offence="illegal_signal")
    expected = Penalty(AWAY, Offence.ILLEGAL_SIGNAL, (Effect(EffectKind.WARNING),))
    assert GAMES[name].entry_of(raw) == expected
    assert GAMES[name].plain_entry(expected) == raw
    assert GAMES[name].entry_of({"type": "penalty", "side": "home", "offence": "late"}) == Penalty(HOME, Offence.LATE)


@pytest.mark.parametrize(
    ("name", "refused"),
    [
        ("guandan", []),
        ("shuangsheng", [EffectKind.POINTS, EffectKind.POINTS_BOTH]),
        (
            "win_loss",
            [
                EffectKind.OPPONENTS_UP,
                EffectKind.OFFENDER_DOWN,
                EffectKind.POINTS,
                EffectKind.POINTS_BOTH,
                EffectKind.STAGE_TO_OPPONENTS,
                EffectKind.DEAL_VOID,
                EffectKind.LOWEST_CARD,
                EffectKind.PASSED,
            ],
        ),
    ],
)
def test_penalty_has_only_effects_that_the_game_can_carry_out(name, refused):
    refused_kinds = [kind for kind in EVERY if refusals(name, raw=penalised("home", (kind, 1)))]
    assert refused_kinds == refused
    for kind in refused:
        assert refusals(name, raw=penalised("home", (kind, 1))) == [(GameCode.EFFECT_NOT_IN_GAME, "effects")]


@pytest.mark.parametrize(
    "effects",
    [
        7,
        [7],
        [{}],
        [{"kind": "bribe"}],
        [{"kind": "note", "amount": "1"}],
        [{"kind": "note", "why": "rude"}],
        [{"kind": "opponents_up", "amount": -1}],
        [{"kind": "offender_down", "amount": MOST_LEVELS + 1}],
    ],
)
@names
def test_penalty_with_unreadable_effects_is_refused(name, effects):
    raw = {"type": "penalty", "side": "home", "offence": "other", "effects": effects}
    assert refusals(name, raw=raw) == [(GameCode.VALUE_WRONG, "effects")]


def test_effects_once_given_are_read_whatever_the_game_allows_today():
    effects = given_effects([{"kind": "opponents_up", "amount": 20}, {"kind": "warning"}])
    assert effects == (Effect(EffectKind.OPPONENTS_UP, 20), Effect(EffectKind.WARNING))

"""What a screen asks a game: its form, its terms, what a further deal is refused for, and what the last one did."""

import pytest

from guandan_rules import Code, DealKind, EffectKind, Offence, Side, Sides, named
from scoring.games import GAMES, GameCode, game
from scoring.games.guandan import raw_deal
from tests.scoring.test_games.factories import defended, penalised, played, state_of, won

NAMES = list(GAMES)


def form_of(name):
    return game(name).form(game(name).options_of({}))


def last_step(name, *raws):
    """What the last of these entries did."""
    return game(name).result_of(state_of(name, *raws[:-1]), state_of(name, *raws))


@pytest.mark.parametrize(
    ("name", "typed", "raw"),
    [
        ("guandan", {"order": ["wnes"], "kind": ["late"]}, played("WNES", "late")),
        ("guandan", {}, {"type": "deal", "order": ""}),
        ("shuangsheng", {"defenders": ["home"], "points": [" 40 "]}, defended("home", 40, bottom=False)),
        ("shuangsheng", {"points": ["4x"], "bottom": ["on"]}, {"type": "deal", "points": "4x", "bottom": True}),
        (
            "shuangsheng",
            {"wrong_play": ["home", "away"]},
            {"type": "deal", "bottom": False, "wrong_play": ["home", "away"]},
        ),
        ("win_loss", {"winner": ["away"], "order": ["1 3 5, 2 4 6"]}, won("away", order=list("135246"))),
        ("win_loss", {"winner": [""], "order": [" "]}, {"type": "result"}),
    ],
)
def test_form_reads_what_was_typed(name, typed, raw):
    assert form_of(name).raw(typed) == raw


def test_guandan_alone_is_tapped():
    assert [name for name in NAMES if form_of(name).is_tapped] == ["guandan"]


def test_form_names_the_seats_whose_order_is_asked_for():
    assert [form_of(name).seats for name in ("guandan", "win_loss", "shuangsheng")] == ["NWSE", "123456", ""]


def test_order_alone_is_an_ordinary_deal():
    assert raw_deal("WE") == {"type": "deal", "order": "WE", "kind": DealKind.REGULAR}


@pytest.mark.parametrize("name", NAMES)
def test_terms_are_those_of_the_options(name):
    played_game = game(name)
    options = played_game.options_of({})
    assert played_game.terms(options).minutes == options.minutes


def test_guandan_alone_has_tribute_and_penalties_of_its_table():
    rules = {name: game(name).options_of({}) for name in NAMES}
    assert [name for name in NAMES if game(name).tributes(rules[name])] == ["guandan"]
    assert [name for name in NAMES if game(name).terms(rules[name]).penalties] == ["guandan"]


@pytest.mark.parametrize("name", NAMES)
def test_penalty_of_any_effect_that_the_terms_name_can_be_written_down(name):
    played_game = game(name)
    known = played_game.terms(played_game.options_of({}))
    for effect in EffectKind:
        entry = penalised("home", (effect, 1))
        assert (played_game.entry_problems(played_game.options_of({}), state_of(name), entry) == ()) is (
            effect in known.effects
        )
    assert Offence.OTHER in known.offences


def test_a_game_without_cards_names_no_offence_with_cards():
    played_game = game("win_loss")
    assert not {Offence.HIDDEN_CARD, Offence.WRONG_COUNT, Offence.OUT_OF_TURN} & {
        *played_game.terms(played_game.options_of({})).offences
    }


def test_guandan_alone_looks_ahead_without_network():
    rules = {name: game(name).options_of({}) for name in NAMES}
    assert [name for name in NAMES if game(name).outlook(rules[name], state_of(name))] == ["guandan"]


def test_tribute_as_a_list_for_the_phone():
    assert game("guandan").tributes(named("s000"))["WE"].to_list() == ["SN", "WE", "S", "W", "S", "", "W"]


def test_last_deal_of_guandan_says_who_rose():
    step = last_step("guandan", played("NS"))
    assert (step.level, step.winner, step.passed) == (2, Side.HOME, None)
    assert (step.before, step.after) == (Sides(2, 2), Sides(5, 2))


def test_last_deal_of_shuangsheng_names_no_winner():
    step = last_step("shuangsheng", defended("home", 0))
    assert (step.level, step.winner, step.before) == (2, None, Sides(2, 2))
    assert step.after == state_of("shuangsheng", defended("home", 0)).levels
    assert step.passed is None


def test_penalty_of_shuangsheng_was_played_at_no_level():
    assert last_step("shuangsheng", penalised("home", ("opponents_up", 1))).level is None


def test_result_says_who_has_won_and_once_only():
    assert last_step("win_loss", won("away")).winner is Side.AWAY
    assert last_step("win_loss", won("away"), won("away")).winner is None


@pytest.mark.parametrize(
    ("raws", "kind", "codes"),
    [
        ([], DealKind.REGULAR, ()),
        ([], DealKind.EXTRA, (Code.EXTRA_DEAL_NOT_DUE,)),
        ([won("home")], DealKind.REGULAR, (Code.GAME_DECIDED,)),
    ],
)
def test_second_result_and_extra_deals_are_refused(raws, kind, codes):
    played_game = game("win_loss")
    state = state_of("win_loss", *raws)
    assert played_game.refusals(played_game.options_of({}), state, kind, time_up=False, in_hand=None) == codes


def test_points_are_shown_where_deals_count_points_and_levels_elsewhere():
    rules = named("s001_5").to_dict()
    before = state_of("guandan", played("NS"), **rules)
    step = game("guandan").result_of(before, state_of("guandan", played("NS"), played("WE"), **rules))
    assert (step.level, step.winner) == (None, Side.AWAY)
    assert step.shown == (Sides(4, 0), Sides(4, 4))
    assert last_step("guandan", played("NS")).shown == (Sides(2, 2), Sides(5, 2))


@pytest.mark.parametrize("level", [1, 15, "9", True, None])
def test_card_turned_up_is_a_rank_from_2_to_a(level):
    turned = raw_deal("WE") | {"turned_up": level}
    assert problems_of(turned) == [(GameCode.VALUE_WRONG, "turned_up")]


@pytest.mark.parametrize("level", [2, 14])
def test_card_turned_up_is_kept_where_points_count_and_refused_where_levels_do(level):
    turned = raw_deal("WE", turned_up=level)
    assert problems_of(turned) == []
    guandan = game("guandan")
    assert guandan.plain_entry(guandan.entry_of(turned)) == turned
    levels = guandan.options_of({})
    assert [field.name for field in guandan.form(levels).fields] == ["order", "kind"]
    problems = guandan.entry_problems(levels, guandan.start(levels), turned)
    assert [(problem.code, problem.field) for problem in problems] == [(GameCode.FIELD_UNKNOWN, "turned_up")]


def problems_of(entry: dict) -> list[tuple[str, str]]:
    """Of a deal in an event that turns up a level card for each."""
    guandan = game("guandan")
    points = guandan.options_of(named("s001_5").to_dict())
    assert "turned_up" in [field.name for field in guandan.form(points).fields]
    return [(problem.code, problem.field) for problem in guandan.entry_problems(points, guandan.start(points), entry)]

"""What a screen asks a game: its form, its terms, what a further deal is refused for, and what the last one did."""

import pytest

from guandan_rules import Code, DealKind, EffectKind, Offence, Side, Sides, named
from scoring.games import GAMES, GameCode
from scoring.games.guandan import raw_deal
from tests.scoring.test_games.factories import defended, penalised, played, state_of, won

NAMES = list(GAMES)


def form_of(name):
    return GAMES[name].form(GAMES[name].options_of({}))


def last_step(name, *raws):
    """What the last of these entries did."""
    return GAMES[name].result_of(state_of(name, *raws[:-1]), state_of(name, *raws))


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


def test_guandan_alone_is_tapped_looks_ahead_and_has_tribute_and_a_table_of_penalties():
    for name in NAMES:
        played_game, form = GAMES[name], form_of(name)
        options = played_game.options_of({})
        has = (form.is_tapped, played_game.tributes(options), played_game.outlook(options, state_of(name)))
        assert {bool(part) for part in (*has, played_game.terms(options).penalties)} == {name == "guandan"}
    assert [form_of(name).seats for name in ("guandan", "win_loss", "shuangsheng")] == ["NWSE", "123456", ""]
    assert raw_deal("WE") == {"type": "deal", "order": "WE", "kind": DealKind.REGULAR}
    assert GAMES["guandan"].tributes(named("s000"))["WE"].to_list() == ["SN", "WE", "S", "W", "S", "", "W"]


@pytest.mark.parametrize("name", NAMES)
def test_terms_are_those_of_the_options_and_any_penalty_they_name_can_be_written_down(name):
    played_game = GAMES[name]
    options = played_game.options_of({})
    known = played_game.terms(options)
    assert known.minutes == options.minutes
    for effect in EffectKind:
        problems = played_game.entry_problems(options, state_of(name), penalised("home", (effect, 1)))
        assert (problems == ()) is (effect in known.effects)
    assert Offence.OTHER in known.offences
    of_cards = {Offence.HIDDEN_CARD, Offence.WRONG_COUNT, Offence.OUT_OF_TURN}
    assert of_cards & {*known.offences} == (set() if name == "win_loss" else of_cards)


def test_last_entry_says_who_rose_or_won():
    step = last_step("guandan", played("NS"))
    assert (step.level, step.winner, step.passed) == (2, Side.HOME, None)
    assert (step.before, step.after) == (Sides(2, 2), Sides(5, 2))
    step = last_step("shuangsheng", defended("home", 0))
    assert (step.level, step.winner, step.passed, step.before) == (2, None, None, Sides(2, 2))
    assert step.after == state_of("shuangsheng", defended("home", 0)).levels
    assert last_step("shuangsheng", penalised("home", ("opponents_up", 1))).level is None
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
    played_game = GAMES["win_loss"]
    state = state_of("win_loss", *raws)
    assert played_game.refusals(played_game.options_of({}), state, kind, time_up=False, in_hand=None) == codes


def test_points_are_shown_where_deals_count_points_and_levels_elsewhere():
    rules = named("s001_5").to_dict()
    before = state_of("guandan", played("NS"), **rules)
    step = GAMES["guandan"].result_of(before, state_of("guandan", played("NS"), played("WE"), **rules))
    assert (step.level, step.winner) == (None, Side.AWAY)
    assert step.shown == (Sides(4, 0), Sides(4, 4))
    assert last_step("guandan", played("NS")).shown == (Sides(2, 2), Sides(5, 2))


def test_card_turned_up_is_a_rank_from_2_to_a_where_points_count_and_refused_where_levels_do():
    for level in (1, 15, "9", True, None):
        assert problems_of(raw_deal("WE") | {"turned_up": level}) == [(GameCode.VALUE_WRONG, "turned_up")]
    guandan = GAMES["guandan"]
    levels = guandan.options_of({})
    for level in (2, 14):
        turned = raw_deal("WE", turned_up=level)
        assert problems_of(turned) == []
        assert guandan.plain_entry(guandan.entry_of(turned)) == turned
        problems = guandan.entry_problems(levels, guandan.start(levels), turned)
        assert [(problem.code, problem.field) for problem in problems] == [(GameCode.FIELD_UNKNOWN, "turned_up")]
    assert [field.name for field in guandan.form(levels).fields] == ["order", "kind"]


def problems_of(entry: dict) -> list[tuple[str, str]]:
    """Of a deal in an event that turns up a level card for each."""
    guandan = GAMES["guandan"]
    points = guandan.options_of(named("s001_5").to_dict())
    assert "turned_up" in [field.name for field in guandan.form(points).fields]
    return [(problem.code, problem.field) for problem in guandan.entry_problems(points, guandan.start(points), entry)]

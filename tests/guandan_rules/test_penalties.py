import pytest

from guandan_rules import DealKind, Effect, EffectKind, Offence, Penalty, Side, Sides, effects_due, fold, named
from tests.guandan_rules.factories import away, home, penalty, race_of

S001_7 = named("s001_7")
S000 = named("s000")


def test_effects_due_are_none_without_a_row():
    assert effects_due(S000.penalties, Offence.HIDDEN_CARD, 1) == ()
    assert effects_due(named("s001_7").penalties[-1:], Offence.ILLEGAL_SIGNAL, 3) == ()


def test_hidden_card_raises_opponents_and_puts_them_on_stage():
    due = effects_due(S001_7.penalties, Offence.HIDDEN_CARD, 1)
    race = fold(S001_7, [home(2), Penalty(Side.HOME, Offence.HIDDEN_CARD, due)])
    assert (race.levels, race.on_stage, race.next_level, race.deals) == (Sides(5, 3), Side.AWAY, 3, 1)
    assert race.offences(Side.HOME, Offence.HIDDEN_CARD) == 1
    assert race.offences(Side.AWAY, Offence.HIDDEN_CARD) == 0
    assert race.raised_at == Sides(0, 1)


@pytest.mark.parametrize("kind", [EffectKind.NOTE, EffectKind.WARNING, EffectKind.DEAL_VOID])
def test_note_changes_nothing(kind):
    before = race_of(S000, home(3))
    after = race_of(S000, home(3), penalty(Side.HOME, kind))
    assert (after.levels, after.points, after.on_stage, after.raised_at) == (
        before.levels,
        before.points,
        before.on_stage,
        before.raised_at,
    )
    assert len(after.steps) == 2
    taken = after.steps[1]
    assert [taken.order, taken.winner, taken.level] == [None] * 3


def test_offender_falls_no_deeper_than_2():
    race = race_of(S000, home(3), penalty(Side.HOME, EffectKind.OFFENDER_DOWN, 5))
    assert (race.levels, race.raised_at) == (Sides(2, 2), Sides(1, None))
    assert race.steps[1].risen(Side.HOME) == -2


def test_opponents_rise_no_higher_than_a_level_to_be_played_and_pass_a_only_where_reaching_it_is_enough():
    up = penalty(Side.HOME, EffectKind.OPPONENTS_UP, 3)
    assert race_of(S000, penalty(Side.HOME, EffectKind.OPPONENTS_UP, 4), at=(2, 12)).levels == Sides(2, 14)
    assert race_of(named("s001_1"), up, at=(2, 10)).levels == Sides(2, 11)
    assert race_of(S000, up, at=(2, 14)).winner is None
    assert race_of(named("s001_1"), up, at=(2, 13)).winner is Side.AWAY


def test_points_go_to_offender_or_both():
    race = race_of(S001_7, penalty(Side.HOME, EffectKind.POINTS, -1), penalty(Side.HOME, EffectKind.POINTS_BOTH, -1))
    assert race.points == Sides(-2, -1)


def test_entries_after_the_end_change_nothing_and_are_marked():
    ended = race_of(S000, penalty(Side.HOME, EffectKind.MATCH_LOST))
    later = race_of(S000, penalty(Side.HOME, EffectKind.MATCH_LOST), home(2), away(2, DealKind.EXTRA))
    assert [taken.counted for taken in later.steps] == [True, False, False]
    assert (later.levels, later.winner, later.deals) == (ended.levels, ended.winner, 0)
    assert later.last_deal is None


def test_effects_are_applied_in_their_order():
    both = (Effect(EffectKind.OPPONENTS_UP, 2), Effect(EffectKind.OFFENDER_DOWN, 1))
    race = race_of(S000, Penalty(Side.HOME, Offence.OTHER, both), at=(6, 6))
    assert (race.levels, race.raised_at) == (Sides(5, 8), Sides(0, 0))

"""The bell rings alike in every game: the same answers as `guandan_rules` gives for its own deals."""

from itertools import product

import pytest

from guandan_rules import (
    Awaited,
    Deal,
    DealKind,
    OnTime,
    Pending,
    RuleSet,
    TieRule,
    Verdict,
    fold,
    may_enter,
    verdict,
)
from scoring.games.bell import Bell

SITUATIONS = list(product(OnTime, (False, True), (None, False, True), (False, True)))


def race(on_time, last_entered):
    """A Guandan game under that rule, with or without the deal that was in hand."""
    rules = RuleSet(on_time=on_time, tie_rules=(TieRule.DRAW,))
    return rules, fold(rules, [Deal.from_letters("NS", DealKind.IN_HAND)] if last_entered else [])


@pytest.mark.parametrize(("on_time", "time_up", "in_hand", "last_entered"), SITUATIONS)
@pytest.mark.parametrize("kind", DealKind)
def test_bell_refuses_what_it_refuses_in_guandan(kind, on_time, time_up, in_hand, last_entered):
    rules, found = race(on_time, last_entered)
    expected = may_enter(rules, found, time_up=time_up, in_hand=in_hand, kind=kind)
    assert Bell(on_time, time_up, in_hand, last_entered).refuses(kind) == expected


@pytest.mark.parametrize(("on_time", "time_up", "in_hand", "last_entered"), [s for s in SITUATIONS if s[1]])
def test_bell_leaves_open_what_it_leaves_open_in_guandan(on_time, time_up, in_hand, last_entered):
    rules, found = race(on_time, last_entered)
    expected = verdict(rules, found, time_up=True, in_hand=in_hand)
    awaits = Bell(on_time, time_up, in_hand, last_entered).awaits
    assert isinstance(expected, Verdict) if awaits is None else expected == Pending(awaits)
    assert awaits is not Awaited.PLAY_ON

"""Makers of orders, deals and races for the tests of the rules."""

import os
from pathlib import Path

from hypothesis import strategies as st

import guandan_rules
from guandan_rules import (
    Deal,
    DealKind,
    Effect,
    EffectKind,
    FailOn,
    FailTo,
    Offence,
    PassCondition,
    Penalty,
    Race,
    RuleSet,
    Scale,
    Scope,
    Side,
    Sides,
    TieRule,
    fold,
    start,
    step,
)

PACKAGE = Path(guandan_rules.__file__).parent
CASES = Path(os.environ.get("CASES_DIR") or Path(__file__).parents[1] / "cases")

WIN = {2: "{0}{2}", 3: "{0}{1}{2}{3}", 4: "{0}{1}{3}{2}"}
SEATS = {Side.HOME: "NWSE", Side.AWAY: "WSEN"}


def letters(side: Side, partner_place: int) -> str:
    """A finish order won by `side` with the partner at that place."""
    return WIN[partner_place].format(*SEATS[side])


def won(side: Side, partner_place: int, kind: DealKind = DealKind.REGULAR) -> Deal:
    return Deal.from_letters(letters(side, partner_place), kind)


def home(partner_place: int, kind: DealKind = DealKind.REGULAR) -> Deal:
    return won(Side.HOME, partner_place, kind)


def away(partner_place: int, kind: DealKind = DealKind.REGULAR) -> Deal:
    return won(Side.AWAY, partner_place, kind)


def penalty(side: Side, kind: EffectKind, amount: int = 0, offence: Offence = Offence.OTHER) -> Penalty:
    return Penalty(side, offence, (Effect(kind, amount),))


def race_of(
    rules: RuleSet, *entries: Deal | Penalty, at: tuple[int, int] | None = None, stage: Side | None = None
) -> Race:
    """The race after `entries`, from the beginning or from the levels `at`."""
    if at is None:
        return fold(rules, entries)
    race = start(rules, levels=Sides(*at), on_stage=stage)
    for entry in entries:
        race = step(rules, race, entry)
    return race


orders = st.tuples(st.sampled_from(list(Side)), st.sampled_from([2, 3, 4])).map(lambda won_: letters(*won_))
deals = st.builds(Deal.from_letters, orders, st.sampled_from([DealKind.REGULAR, DealKind.LATE, DealKind.IN_HAND]))
effects = st.builds(
    Effect,
    st.sampled_from([kind for kind in EffectKind if kind not in (EffectKind.MATCH_LOST, EffectKind.DISQUALIFIED)]),
    st.integers(0, 4),
)
penalties = st.builds(
    Penalty, st.sampled_from(list(Side)), st.sampled_from(list(Offence)), st.lists(effects, max_size=3).map(tuple)
)
logs = st.lists(st.one_of(deals, deals, deals, penalties), max_size=40)
rule_sets = st.builds(
    RuleSet,
    pass_condition=st.sampled_from(list(PassCondition)),
    pass_scope=st.sampled_from(list(Scope)),
    a_fail_limit=st.none() | st.integers(1, 4),
    a_fail_to=st.integers(2, 9) | st.just(FailTo.LOSE),
    fail_scope=st.sampled_from(list(Scope)),
    fail_on=st.sampled_from(list(FailOn)),
    fail_consecutive=st.booleans(),
    must_play=st.lists(st.integers(2, 15), unique=True, max_size=3).map(tuple),
    target_level=st.integers(10, 15),
    gain_12=st.integers(3, 4),
    minutes=st.none() | st.integers(1, 200),
    deal_limit=st.none() | st.integers(1, 30),
    tie_rules=st.lists(st.sampled_from(list(TieRule)), unique=True).map(tuple),
    scale=st.sampled_from(list(Scale)),
)

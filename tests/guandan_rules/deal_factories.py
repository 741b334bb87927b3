"""Makers of hands, states and records of deals."""

from random import Random

from hypothesis import strategies as st

from guandan_rules import NAMED, FinishOrder, RuleSet, Seat, finish_order, named
from guandan_rules.cards import CARDS, Card, cards_of
from guandan_rules.deal_state import DealRecord, DealState, Hands, Phase
from guandan_rules.kinds import Reading
from guandan_rules.random_player import random_deal

ORDERS = ("NS", "SN", "WE", "EW", "NWSE", "NWES", "SENW", "SEWN", "WNES", "WSNE", "ESWN", "ENSW")


def hands_with(low: str = "NWSE", **wanted: str) -> Hands:
    """Two packs: each seat holds what is wanted (``E="HR SA"``); the rest goes from low to high to the seats `low`."""
    left = sorted([*CARDS, *CARDS], key=CARDS.index)
    held: dict[str, list[Card]] = {seat: list(cards_of(wanted.get(seat, ""))) for seat in "NWSE"}
    for cards in held.values():
        for card in cards:
            left.remove(card)
    for seat in low:
        missing = 27 - len(held[seat])
        held[seat] += left[:missing]
        del left[:missing]
    return tuple(tuple(held[seat]) for seat in "NWSE")


def in_play(
    turn: Seat = Seat.N,
    *,
    level: int | None = 2,
    rules: RuleSet | None = None,
    to_beat: Reading | None = None,
    owner: Seat | None = None,
    reported: tuple[Seat, ...] = (),
    **hands: str,
) -> DealState:
    """The middle of a deal: hands as texts, an empty one being out, in turn order."""
    held = tuple(cards_of(hands.get(seat, "")) for seat in Seat)
    finish = tuple(seat for seat in Seat if not hands.get(seat))
    return DealState(
        rules or named("s000"),
        level,
        held,
        Phase.PLAY,
        turn=turn,
        leader=Seat.N,
        to_beat=to_beat,
        owner=owner,
        finish=finish,
        reported=reported,
    )


levels = st.none() | st.integers(2, 14)
befores: st.SearchStrategy[Seat | FinishOrder] = st.sampled_from(list(Seat)) | st.sampled_from(ORDERS).map(finish_order)
own_rule_sets = st.builds(
    RuleSet,
    name=st.text(max_size=8),
    report_at=st.none() | st.integers(1, 26),
    return_at_most=st.integers(2, 14),
    return_level_card=st.booleans(),
)
any_rule_sets = st.sampled_from(sorted(NAMED)).map(named) | own_rule_sets
random_deals: st.SearchStrategy[DealRecord] = st.builds(
    lambda seed, rules, level, before: random_deal(Random(seed), rules, level, before),
    st.integers(0, 2**32),
    any_rule_sets,
    levels,
    befores,
)

"""随意打牌: legal deals played at random, for tests and trials; the same `random.Random` gives the same deal."""

from random import Random
from typing import Final

from guandan_rules.cards import CARDS, wild_of
from guandan_rules.deal_play import after, legal_plays, legal_steps, report_due
from guandan_rules.deal_state import DealRecord, DealState, DealStep, Hands, Pass, Phase, Put, dealt
from guandan_rules.orders import FinishOrder
from guandan_rules.rule_sets import RuleSet
from guandan_rules.seats import Seat

_PASSES: Final = 0.3
_REPORTS: Final = 0.9
"""How often a player passes whatever he holds, and remembers to report."""


def random_hands(rng: Random) -> Hands:
    """两副牌 shuffled and dealt: four hands of 27."""
    pack = [*CARDS, *CARDS]
    rng.shuffle(pack)
    return tuple(tuple(pack[place::4]) for place in range(4))


def random_step(rng: Random, state: DealState) -> DealStep:
    """Some legal step; ValueError when the deal is over.

    A reading is declared where a wild is among the cards, and left out elsewhere, where nobody needs it.
    """
    if state.turn is None:
        steps = legal_steps(state)
        if not steps:
            raise ValueError("the deal is over")
        return rng.choice(steps)
    if state.to_beat is not None and rng.random() < _PASSES:
        return Pass(state.turn)
    plays = legal_plays(state)
    if not plays:
        return Pass(state.turn)
    play = rng.choice(plays)
    cards = play.cards
    put = Put(state.turn, cards, play.reading if wild_of(state.level) in cards else None)
    reports = report_due(state, put) and rng.random() < _REPORTS
    return Put(put.seat, cards, put.reading, report=True) if reports else put


def random_deal(rng: Random, rule_set: RuleSet, level: int | None, before: Seat | FinishOrder) -> DealRecord:
    """一副牌 dealt and played to the end; `before` is who leads, or the last finish order."""
    hands, steps = random_hands(rng), []
    state = dealt(rule_set, level, hands, before)
    while state.phase is not Phase.OVER:
        step = random_step(rng, state)
        state = after(state, step)
        steps.append(step)
    return DealRecord(rule_set, level, hands, before, tuple(steps))

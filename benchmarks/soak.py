"""Random deals played to the end and replayed from their text: none may get stuck, none may be illegal.

Run as `python -m benchmarks.soak --deals 100000 --seed 1` (`--processes 2`). Deal n of a seed is always the same deal.
Prints who finished how, the tribute there was, and deals a second; names the deals that failed and ends with status 1.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable
from functools import partial
from multiprocessing import Pool
from random import Random
from time import perf_counter
from typing import NamedTuple

from guandan_rules import NAMED, RuleSet, Seat, finish_order, named
from guandan_rules.cards import CARDS, strength
from guandan_rules.deal_play import after
from guandan_rules.deal_state import DealState, dealt
from guandan_rules.deal_steps import DealRecord, Put
from guandan_rules.notation import read_deal, write_deal
from guandan_rules.random_player import random_hands, random_step
from guandan_rules.deal_replay import replay

ORDERS = ("NS", "SN", "WE", "EW", "NWSE", "NWES", "SENW", "SEWN", "WNES", "WSNE", "ESWN", "ENSW")
BEFORES = (*Seat, *map(finish_order, ORDERS))
LEVELS = (*range(2, 15), None)
OWN = (RuleSet(return_at_most=5, return_level_card=False), RuleSet(report_at=26, return_at_most=14))
RULE_SETS = (*map(named, NAMED), *OWN)
MOST_STEPS = 4 + 4 * 108
CHUNK = 50
SHOWN = 10


class Played(NamedTuple):
    """What became of a deal; `wrong` says what failed, and is empty if nothing did."""

    number: int
    finish: str = ""
    tribute: str = ""
    steps: int = 0
    missed_reports: int = 0
    wrong: str = ""


def play(seed: int, number: int) -> Played:
    """Deal `number` of the soak: a rule set, a level, and who leads or the last order, all by lot."""
    rng = Random(f"{seed}:{number}")
    start = DealRecord(rng.choice(RULE_SETS), rng.choice(LEVELS), random_hands(rng), rng.choice(BEFORES))
    try:
        return _played(rng, number, start)
    except Exception as error:  # whatever it was, the deal is named and the soak goes on
        return Played(number, wrong=repr(error))


def _played(rng: Random, number: int, start: DealRecord) -> Played:
    state = dealt(start.rule_set, start.level, start.hands, start.before)
    steps = []
    while state.order is None and len(steps) < MOST_STEPS:
        steps.append(random_step(rng, state))
        state = after(state, steps[-1])
    if state.order is None:
        return Played(number, wrong="stuck")
    deal = DealRecord(start.rule_set, start.level, start.hands, start.before, tuple(steps))
    text = write_deal(deal)
    found = replay(text)
    wrong = [problem.code.value for problem in found.problems]
    wrong += ["another order"] if found.finish != state.order.seats else []
    wrong += ["another deal"] if read_deal(text) != deal else []
    wrong += ["cards lost"] if not _all_there(state, deal) else []
    return Played(
        number, state.order.letters, tribute_of(state), len(steps), len(found.missed_reports), ", ".join(wrong)
    )


def _all_there(state: DealState, deal: DealRecord) -> bool:
    """Whether what was put and what is held still make up two packs."""
    there = Counter(card for hand in state.hands for card in hand)
    there.update(card for step in deal.steps if isinstance(step, Put) for card in step.cards)
    return there == Counter((*CARDS, *CARDS))


def tribute_of(state: DealState) -> str:
    """The tribute of a deal that was played, in words of the table."""
    if state.coming is None:
        return "first deal"
    kind = state.coming.kind.value
    if state.resisted:
        return f"{kind} resisted"
    equal = len(state.pays) == 2 and len({strength(pay.card, state.level) for pay in state.pays}) == 1
    return f"{kind} equal" if equal else kind


def report(played: Iterable[Played], seconds: float) -> list[Played]:
    """Print the tables; the deals that failed."""
    done = list(played)
    for title, values in (("finish order", (p.finish for p in done)), ("tribute", (p.tribute for p in done))):
        sys.stdout.write(f"{title}\n")
        for value, count in sorted(Counter(filter(None, values)).items()):
            sys.stdout.write(f"  {value:16} {count:8} {count / len(done):7.2%}\n")
    wrong = [deal for deal in done if deal.wrong]
    steps, missed = sum(p.steps for p in done), sum(p.missed_reports for p in done)
    sys.stdout.write(f"{len(done)} deals, {steps} steps, {missed} reports missed, {len(wrong)} wrong\n")
    sys.stdout.write(f"{len(done) / seconds:.0f} deals a second, each played, written, read and replayed\n")
    for deal in wrong[:SHOWN]:
        sys.stdout.write(f"  deal {deal.number}: {deal.wrong}\n")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description="Random deals, played and replayed.")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    given = parser.parse_args()
    begun = perf_counter()
    with Pool(given.processes) as pool:
        played = pool.map(partial(play, given.seed), range(given.deals), chunksize=CHUNK)
    return int(bool(report(played, perf_counter() - begun)))


if __name__ == "__main__":
    raise SystemExit(main())

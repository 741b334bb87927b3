"""How fast the card questions of `guandan_rules` are. Run as `python -m benchmarks.cards` on one quiet core.

Hands of 27 cards are dealt by `Random(SEED)` and given as tuples of `Card`; counting them (making a `Hand`) is inside
the timed part, except where the line says "counted before". Plays to beat are drawn by the same seed from what another
hand of the same deal can lead. Columns: hands as they are dealt, then hands with 0, 1 and 2 wilds. The best of `RUNS`
runs counts, in processor time. Ends with status 1 if a mark is missed.
"""

import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

from guandan_rules import (
    CARDS,
    Card,
    Hand,
    Reading,
    all_leads,
    cards_of,
    lead_readings,
    leads,
    level_of,
    readings,
    response_readings,
    responses,
)

SEED = 20261120
HANDS = 600
RUNS = 10
WILDS = ("no wild", "one wild", "two wilds")
SETS_MARK = 100_000
CASES = Path(__file__).parents[1] / "tests" / "cases" / "classify.jsonl"


class Dealt(NamedTuple):
    """A hand, its level, what it shall beat, and the hand counted."""

    cards: tuple[Card, ...]
    level: int
    to_beat: Reading
    counted: Hand


class Measure(NamedTuple):
    """One measure: what is called for each hand, what is counted, and the marks (average, two wilds)."""

    name: str
    call: Callable[[Dealt], object]
    unit: str = "hands"
    mark: int = 0
    mark_two: int = 0


LINES = (
    Measure("(a) lead_readings", lambda d: lead_readings(d.cards, d.level), mark=40_000, mark_two=30_000),
    Measure("    counted before", lambda d: lead_readings(d.counted, d.level)),
    Measure("    counting: Hand", lambda d: Hand(d.cards, d.level)),
    Measure("(b) leads", lambda d: leads(d.cards, d.level), mark=10_000),
    Measure("(c) all_leads", lambda d: all_leads(d.cards, d.level), "plays", mark=800_000),
    Measure("(e) response_readings", lambda d: response_readings(d.cards, d.level, d.to_beat), mark=40_000),
    Measure("    counted before", lambda d: response_readings(d.counted, d.level, d.to_beat)),
    Measure("    responses", lambda d: responses(d.cards, d.level, d.to_beat)),
    Measure("    counted before", lambda d: responses(d.counted, d.level, d.to_beat)),
)


def deal(random: Random) -> Dealt:
    pack = [*CARDS, *CARDS]
    random.shuffle(pack)
    cards, level = tuple(pack[:27]), random.randint(2, 14)
    to_beat = random.choice(lead_readings(pack[27:54], level))
    return Dealt(cards, level, to_beat, Hand(cards, level))


def groups() -> dict[str, list[Dealt]]:
    """`HANDS` hands as they are dealt, and as many with each number of wilds."""
    random = Random(SEED)
    hands: dict[str, list[Dealt]] = {"as dealt": [deal(random) for _ in range(HANDS)], **{w: [] for w in WILDS}}
    while any(len(hands[wilds]) < HANDS for wilds in WILDS):
        one = deal(random)
        group = hands[WILDS[one.counted.wilds]]
        if len(group) < HANDS:
            group.append(one)
    return hands


def best(run: Callable[[], object]) -> float:
    """Seconds of this process on its core, in the best of `RUNS` runs."""
    seconds = []
    for _ in range(RUNS):
        start = process_time()
        run()
        seconds.append(process_time() - start)
    return min(seconds)


def each(call: Callable[[Dealt], object], dealt: Sequence[Dealt]) -> None:
    for one in dealt:
        call(one)


def rate(line: Measure, dealt: Sequence[Dealt]) -> float:
    """Units a second."""
    plays = sum(len(all_leads(one.counted, one.level)) for one in dealt) if line.unit == "plays" else len(dealt)
    return plays / best(partial(each, line.call, dealt))


def main() -> int:
    dealt = groups()
    sys.stdout.write(f"{'':28}" + "".join(f"{name:>12}" for name in dealt) + "\n")
    missed = False
    for line in LINES:
        rates = [rate(line, group) for group in dealt.values()]
        missed |= rates[0] < line.mark or rates[-1] < line.mark_two
        sys.stdout.write(f"{line.name:28}" + "".join(f"{one:12,.0f}" for one in rates) + f"  {line.unit}/s\n")
    cases = [json.loads(line) for line in CASES.read_text().splitlines()]
    sets = [(cards_of(case["cards"]), level_of(case["level"])) for case in cases]
    sets_a_second = len(sets) / best(lambda: [readings(cards, level) for cards, level in sets])
    sys.stdout.write(f"{'(d) readings':28}{sets_a_second:12,.0f}  sets/s ({len(sets):,} sets of cases/classify)\n")
    return int(missed or sets_a_second < SETS_MARK)


if __name__ == "__main__":
    raise SystemExit(main())

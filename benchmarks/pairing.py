"""How long a round of Swiss takes to pair, and its standing, in a played event. Run as `python -m benchmarks.pairing`.

It is one thread: the seconds of the processor are those of the clock on a machine that has nothing else to do, and they
are what the mark is about.
"""

import sys
from collections.abc import Iterator
from random import Random
from time import perf_counter, process_time

from tournaments.formats import Swiss
from tournaments.formats.format import Meeting
from tournaments.formats.matches import BYE, Outcome, Reason
from tournaments.formats.swiss_pairing import Contender, Pairing, pair
from tournaments.play.matching import cheapest

SIZES, ROUNDS = (16, 64, 256, 1024, 4096), (1, 5, 9)
BRANCH = 4
LIMIT, STANDING_LIMIT = 5.0, 0.5  # seconds


def played(size: int, rounds: int) -> Iterator[tuple[Pairing, float, float, float]]:
    """Every round of `size` teams, four a branch, of which the better mostly wins: the pairing and its seconds, by the
    clock and of the processor, and those that the standing before it took of the processor."""
    chance, meetings = Random(size), list[Meeting]()
    branches = {n: n % max(1, size // BRANCH) + 1 for n in range(1, size + 1)}
    contenders = [Contender(n, 0, n, branch) for n, branch in branches.items()]
    for _ in range(rounds):
        begun = process_time()
        Swiss().standing(meetings)
        stood = process_time() - begun
        start, worked = perf_counter(), process_time()
        pairing = pair(contenders, matching=cheapest)
        yield pairing, perf_counter() - start, process_time() - worked, stood
        for one in pairing.pairs:
            better, other = sorted((one.home, one.away))
            won, lost = (better, other) if chance.random() < 0.75 else (other, better)
            meetings.append(Meeting(one.home, one.away, Outcome(won, lost, Reason.PLAYED)))
        if pairing.bye:
            entry = pairing.bye.entry
            meetings.append(Meeting(entry, BYE, Outcome(entry, BYE, Reason.BYE)))
        contenders = list(Swiss().contenders(meetings, branches))


def main() -> int:
    slowest = slowest_standing = 0.0
    for size in SIZES:
        rounds = list(played(size, max(ROUNDS)))
        slowest = max(slowest, *(worked for *_, worked, _ in rounds))
        slowest_standing = max(slowest_standing, *(stood for *_, stood in rounds))
        figures = ", ".join(
            "round {}: {:.2f} s ({:.2f} s of the processor)".format(number, *rounds[number - 1][1:3])
            for number in ROUNDS
        )
        broken = sum(pairing.rematches + pairing.same_branch for pairing, *_ in rounds)
        sys.stdout.write(f"{size:5} entries, {figures}; rematches and pairs of one branch {broken}\n")
    sys.stdout.write(f"the slowest standing {slowest_standing:.2f} s of the processor\n")
    return int(slowest > LIMIT or slowest_standing > STANDING_LIMIT)


if __name__ == "__main__":
    raise SystemExit(main())

"""How long an advice takes that nobody has asked for before. Run as `python -m benchmarks.advice`."""

import sys
from time import process_time

from tournaments.forecast import race
from tournaments.forecast.advice import Wish, advise
from tournaments.forecast.champion import best_wins
from tournaments.presets.advised import advice

SIZES = (8, 26, 64, 200, 500)
RUNS = 5
LIMIT, LIMITED = 1.0, 64
"""Seconds of the processor, for so many teams at most."""


def measure(teams: int) -> float:
    """Processor seconds of the first advice for so many teams, every format fitting; the median of `RUNS`."""
    wish = Wish(teams, tables=teams, days=10, minutes=60, start=540, latest=1380)
    seconds = []
    for _ in range(RUNS):
        for known in (advise, best_wins, race.sample, race.lengths, race._ladder):
            known.cache_clear()
        start = process_time()
        advice(wish)
        seconds.append(process_time() - start)
    return sorted(seconds)[RUNS // 2]


def main() -> int:
    found = {teams: measure(teams) for teams in SIZES}
    for teams, seconds in found.items():
        sys.stdout.write(f"{teams:5} teams {seconds:6.2f} s of the processor\n")
    return int(any(seconds > LIMIT for teams, seconds in found.items() if teams <= LIMITED))


if __name__ == "__main__":
    raise SystemExit(main())

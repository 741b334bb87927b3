"""How long a draw takes: the championship and two sheets of 4,096 teams. Run as `python -m benchmarks.draw`."""

import sys
from time import perf_counter

from tournaments.draw import Constraints, Team, draw_sheet

SHAPES = {
    "26 teams (13 branches of 2)": (13, 2),
    "4,096 teams (2,048 branches of 2)": (2048, 2),
    "4,096 teams (1,024 branches of 4)": (1024, 4),
    "4,096 teams (256 branches of 16)": (256, 16),
}
RUNS = 20
LIMIT = 1.0


def measure(branches: int, size: int) -> tuple[list[float], str]:
    """Seconds of each of `RUNS` draws, sorted, and the method that drew them."""
    teams = [Team(number, number // size) for number in range(branches * size)]
    seconds, method = [], ""
    for run in range(RUNS):
        start = perf_counter()
        drawn = draw_sheet(teams, Constraints(), f"run {run}")
        seconds.append(perf_counter() - start)
        method = drawn.method.value
    return sorted(seconds), method


def main() -> int:
    slowest = 0.0
    for name, (branches, size) in SHAPES.items():
        seconds, method = measure(branches, size)
        slowest = max(slowest, seconds[-1])
        median, most = seconds[RUNS // 2] * 1000, seconds[-1] * 1000
        sys.stdout.write(f"{name:36} {method:9} median {median:7.1f} ms, slowest of {RUNS} {most:7.1f} ms\n")
    return int(slowest > LIMIT)


if __name__ == "__main__":
    raise SystemExit(main())

"""How long a draw takes: the championship and sheets of 4,096 teams. Run as `python -m benchmarks.draw`."""

import sys
from time import process_time

from tournaments.draw import Constraints, Team, Wishes, draw_sheet

SHAPES = {
    "26 teams (13 branches of 2)": (13, 2),
    "4,096 teams (2,048 branches of 2)": (2048, 2),
    "4,096 teams (1,024 branches of 4)": (1024, 4),
    "4,096 teams (256 branches of 16)": (256, 16),
}
SEEDS = 16
RUNS = 20
LIMIT = 1.0


def measure(branches: int, size: int, *, wished: bool) -> tuple[list[float], str]:
    """Seconds of processor of each of `RUNS` draws, sorted, and the last one's method; perhaps with every wish."""
    teams = [Team(number, number // size) for number in range(branches * size)]
    wishes = _wishes([team.id for team in teams]) if wished else Wishes()
    seconds, method = [], ""
    for run in range(RUNS):
        start = process_time()
        drawn = draw_sheet(teams, Constraints(), f"run {run}", wishes)
        seconds.append(process_time() - start)
        method = drawn.method.value
    return sorted(seconds), method


def _wishes(teams: list[int]) -> Wishes:
    """Seeds one a branch, three rounds, an eighth that had a bye, and as many pairs that met."""
    step = max(1, len(teams) // SEEDS)
    eighth = len(teams) // 8
    met = tuple(zip(teams[eighth : 2 * eighth], teams[-eighth:], strict=True))
    return Wishes(seeds=tuple(teams[::step][:SEEDS]), rounds=3, rested=tuple(teams[:eighth]), met=met)


def main() -> int:
    slowest = 0.0
    for name, (branches, size), wished in ((*shape, wished) for wished in (False, True) for shape in SHAPES.items()):
        seconds, method = measure(branches, size, wished=wished)
        slowest = max(slowest, seconds[-1])
        median, most = seconds[RUNS // 2] * 1000, seconds[-1] * 1000
        how = f"{'wishes' if wished else '':6} {method:9}"
        sys.stdout.write(f"{name:36} {how} median {median:7.1f} ms, slowest of {RUNS} {most:7.1f} ms\n")
    return int(slowest > LIMIT)


if __name__ == "__main__":
    raise SystemExit(main())

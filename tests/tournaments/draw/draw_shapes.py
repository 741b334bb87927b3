"""The definition of a legal sheet, told a second time by counting: every sheet of a small shape; a test of evenness.

A shape is the number of teams of each branch, like (3, 2, 1). A pattern is a sheet on which only the branch (0, 1, …)
of a position counts, None for a bye: each pattern stands for the same number of sheets, since a branch's teams may
change places.
"""

from collections import Counter
from functools import cache

from tournaments.draw.method import Constraints, Entrant
from tournaments.formats.knockout import sheet_size


def teams_of(*shape):
    """Teams 1, 2, 3, … of branches 0, 1, …"""
    branches = [branch for branch, size in enumerate(shape) for _ in range(size)]
    return [Entrant(number, branch) for number, branch in enumerate(branches, start=1)]


def pattern_of(positions, teams):
    branches = {team.id: team.branch for team in teams}
    return tuple(branches.get(team) for team in positions)


def arrangements(counts):
    """All ways to put so many of each in a row."""
    if not any(counts.values()):
        yield ()
    for item, count in counts.items():
        if count:
            for rest in arrangements({**counts, item: count - 1}):
                yield (item, *rest)


def within_one(a, b):
    return -1 <= a - b <= 1


def meets_the_rest(pattern, constraints):
    """All rules but the first-round rule."""
    half, quarter = len(pattern) // 2, len(pattern) // 4
    halves = [pattern[:half], pattern[half:]]
    quarters = [pattern[i : i + quarter] for i in range(0, len(pattern), quarter)] if quarter > 1 else []
    return (
        (None, None) not in zip(pattern[::2], pattern[1::2], strict=True)
        and within_one(*(part.count(None) for part in halves))
        and all(within_one(a.count(None), b.count(None)) for a in quarters for b in quarters)
        and (
            not constraints.opposite_halves
            or all(within_one(*(part.count(branch) for part in halves)) for branch in set(pattern) - {None})
        )
    )


def pairs_in(pattern):
    return sum(a == b for a, b in zip(pattern[::2], pattern[1::2], strict=True))


@cache
def legal_patterns(shape, constraints):
    """All legal patterns: of those that meet the rest, the ones with the fewest pairs of one branch."""
    byes = sheet_size(sum(shape)) - sum(shape)
    every = arrangements({None: byes, **dict(enumerate(shape))})
    legal = [pattern for pattern in every if meets_the_rest(pattern, constraints)]
    if constraints.separate_first_round:
        fewest = min(map(pairs_in, legal))
        legal = [pattern for pattern in legal if pairs_in(pattern) == fewest]
    return frozenset(legal)


def shapes(teams, largest):
    """The ways to share so many teams among branches, each at most so large."""
    if teams == 0:
        yield ()
    for size in range(min(teams, largest), 0, -1):
        for rest in shapes(teams - size, size):
            yield (size, *rest)


def is_even(cells, draws):
    """Chi-square: could `draws` be even over `cells`? An even source is called uneven once in 30,000 times."""
    seen, expected, freedom = Counter(draws), len(draws) / len(cells), len(cells) - 1
    if not seen.keys() <= set(cells):
        return False
    if not freedom:
        return True
    chi_square = sum((seen[cell] - expected) ** 2 / expected for cell in cells)
    spread = 2 / (9 * freedom)
    return bool(chi_square <= freedom * (1 - spread + 4 * spread**0.5) ** 3)


EVERY_RULE = Constraints()
ANY_HALF = Constraints(opposite_halves=False)

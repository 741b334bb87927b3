"""分组抽签 (a draw into groups): the teams of each branch are dealt to as many groups as there are.

The steps, with the choices of `chance`: the branches, in rising order, are shuffled; each branch's teams, in rising
order, are shuffled; all teams in that order are dealt to the groups one after the other, from the first on; in each
group they are shuffled into its positions, of which the last are left free. So a branch's teams in two groups differ by
at most one, as do the groups themselves. Not every draw of that kind is equally likely, and the record says so
(`Method.DEALT`).

With wishes the draw is mended, exchange by exchange, and dealt anew a few times where that does not do: seeds are kept
in different groups, as many as there are groups, then as many again, and so are pairs that met last time. A branch is
spread over the groups whatever is wished, and a free place in a group is nobody's gain: the other wishes say nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence

from tournaments.draw.method.chance import Chance
from tournaments.draw.method.sheets import Entrant
from tournaments.draw.method.wishes import MENDED, Cost, Mending, Wishes, missed


def dealt(teams: Sequence[Entrant], size: int, groups: int, chance: Chance, wishes: Wishes) -> tuple[int | None, ...]:
    """Entrant ids from position 1 on, None is a bye. Position p belongs to group (p - 1) mod ``groups``."""
    if not wishes.seeds[1:] and not wishes.met:
        return tuple(_deal(teams, size, groups, chance))
    best: GroupMending | None = None
    for _ in range(max(1, MENDED // size)):
        mending = GroupMending(_deal(teams, size, groups, chance), teams, groups, wishes)
        mending.mend(chance)
        if best is None or mending.misses < best.misses:
            best = mending
        if not any(mending.misses):
            break
    assert best is not None
    return tuple(best.positions)


def _deal(teams: Sequence[Entrant], size: int, groups: int, chance: Chance) -> list[int | None]:
    by_branch: defaultdict[int, list[int]] = defaultdict(list)
    for team in sorted(teams):
        by_branch[team.branch].append(team.id)
    order = [team for branch in chance.shuffled(sorted(by_branch)) for team in chance.shuffled(by_branch[branch])]
    positions: list[int | None] = [None] * size
    for group in range(groups):
        for place, entry in enumerate(chance.shuffled(order[group::groups])):
            positions[group + place * groups] = entry
    return positions


class GroupMending(Mending):
    """A draw into groups, in which seeds of one rank of groups, and who met last time, are to be kept apart."""

    def __init__(self, positions: list[int | None], teams: Sequence[Entrant], groups: int, wishes: Wishes) -> None:
        super().__init__(positions, teams, [0] * 5, stride=1)
        self.groups = groups
        self.beside = Counter((place % groups, self.branches[team]) for team, place in self.where.items())
        self.apart: defaultdict[int, list[int]] = defaultdict(list)  # the seeds from which a seed is kept apart
        for i, seed in enumerate(wishes.seeds):
            first = i - i % groups
            self.apart[seed] = [other for other in wishes.seeds[first : first + groups] if other != seed]
        self.met: defaultdict[int, list[int]] = defaultdict(list)
        for one, other in wishes.met:
            self.met[one].append(other)
            self.met[other].append(one)
        short = missed(positions, teams, wishes, groups)
        self.misses = [0, *short.counts]

    def cost(self, place: int) -> Cost:
        team, group = self.positions[place], place % self.groups
        assert team is not None
        seeds, met = (
            sum(self.where[other] % self.groups == group for other in others.get(team, ()))
            for others in (self.apart, self.met)
        )
        return 0, seeds, 0, 0, met

    def _may_exchange(self, place: int, other: int, one: int, two: int) -> bool:
        """Only between groups, over which each branch stays spread as evenly as numbers allow."""
        out, into = place % self.groups, other % self.groups
        mine, theirs = self.branches[one], self.branches[two]
        if out == into or mine == theirs:
            return out != into
        return self._stays_even(mine, out, into) and self._stays_even(theirs, into, out)

    def _stays_even(self, branch: int, out: int, into: int) -> bool:
        """If a team of the branch goes from one group into the other."""
        fewest, more = divmod(self.sizes[branch], self.groups)
        return self.beside[out, branch] > fewest and self.beside[into, branch] < fewest + bool(more)

    def _put(self, place: int, other: int, one: int, two: int) -> None:
        for team, out, into in ((one, place, other), (two, other, place)):
            self.beside[out % self.groups, self.branches[team]] -= 1
            self.beside[into % self.groups, self.branches[team]] += 1
            self.positions[into], self.where[team] = team, into

"""分组抽签 (a draw into groups): the teams of each branch are dealt to as many groups as there are.

The steps, with the choices of `chance`: the branches, in rising order, are shuffled; each branch's teams, in rising
order, are shuffled; all teams in that order are dealt to the groups one after the other, from the first on; in each
group they are shuffled into its positions, of which the last are left free. So a branch's teams in two groups differ by
at most one, as do the groups themselves. Not every draw of that kind is equally likely, and the record says so
(`Method.DEALT`).
"""

from collections import defaultdict
from collections.abc import Sequence

from tournaments.draw.chance import Chance
from tournaments.draw.sheets import Team


def dealt(teams: Sequence[Team], size: int, groups: int, chance: Chance) -> tuple[int | None, ...]:
    """Team ids from position 1 on, None is a bye. Position p belongs to group (p - 1) mod ``groups``."""
    by_branch: defaultdict[int, list[int]] = defaultdict(list)
    for team in sorted(teams):
        by_branch[team.branch].append(team.id)
    order = [team for branch in chance.shuffled(sorted(by_branch)) for team in chance.shuffled(by_branch[branch])]
    positions: list[int | None] = [None] * size
    for group in range(groups):
        for place, entry in enumerate(chance.shuffled(order[group::groups])):
            positions[group + place * groups] = entry
    return tuple(positions)

"""参赛者 over several events: who is the same when everybody registers anew. Knows no database."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from tournaments.entries.names import likeness, masked

APART = "|"
"""Stands between the names of a key, and can stand in no name."""


@dataclass(frozen=True)
class Competitor:
    """The players of a branch who enter together, in whatever order; whoever enters alone is one of its own."""

    branch: str
    players: tuple[str, ...]

    @cached_property
    def key(self) -> str:
        """The same for all that are taken to be the same: branch and names by their likeness."""
        return APART.join((likeness(self.branch), *sorted(map(likeness, self.players))))

    @property
    def masked(self) -> "Competitor":
        """As everybody may read it where names are not public."""
        return Competitor(self.branch, tuple(map(masked, self.players)))


def alike(competitors: Iterable[Competitor]) -> tuple[tuple[Competitor, Competitor], ...]:
    """Pairs of different competitors that may be the same: one branch and a player in common, or the same players for
    another branch. Each pair once, in the order of the keys."""
    shared: defaultdict[tuple[str, ...], list[Competitor]] = defaultdict(list)
    for competitor in sorted(competitors, key=lambda each: each.key):
        branch, *players = competitor.key.split(APART)
        shared[tuple(players)].append(competitor)
        for player in players:
            shared[branch, player, ""].append(competitor)
    pairs = {
        (one, other)
        for together in shared.values()
        for number, one in enumerate(together)
        for other in together[number + 1 :]
        if one.key != other.key
    }
    return tuple(sorted(pairs, key=lambda pair: (pair[0].key, pair[1].key)))

"""更正: results that turn out wrong when others have been built upon them, and where in the bracket that is tried."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rehearsal.script import TableScript, Terms, Trouble, other, other_side, partners_changed
from tournaments.formats.remedies import Kind

IN_PLAY = 30
OF_ROUND = {1: (Kind.REPLAY, Kind.REMATCH, Kind.KEEP), 2: (Kind.WALKOVER, Kind.RESET)}
QUICK = {1: (Kind.REPLAY,)}
UNFED = {1: (Kind.KEEP,)}
ROUNDS_LATER = {Kind.RESET: 2}


@dataclass(frozen=True)
class Correction:
    """A match that is written wrongly in its round and put right in a later one (``signed_in``), with matches after it.

    KEEP: partners changed places in one deal, so nobody advances who should not. All others: the referee took each
    side for the other, so the wrong team advances. ``branch``: the matches that its sides came to, in order; none in a
    format in which matches do not feed each other.
    """

    kind: Kind
    match: int
    branch: tuple[int, ...]
    signed_in: int

    @property
    def waits_for(self) -> int:
        """The match that has to be over first, 0 for none: a walkover goes to the side that won with the same cards."""
        return self.branch[0] if self.kind is Kind.WALKOVER else 0

    def written(self, table: TableScript) -> TableScript:
        """The match as it is written down at first."""
        if self.kind is Kind.KEEP:
            return replace(table, troubles=table.troubles | {Trouble.MISTAKEN})
        return table.swapped()

    def mended(self, stands: Mapping[str, str], stood: str, terms: Terms) -> dict[str, str]:
        """The right orders by field of the form, from those that stand; or, where no single sheet can tell, the winner.

        ``stood``: the side that has won the match until now.
        """
        orders = {name: order for name, order in stands.items() if name.startswith("deal-")}
        if not terms.is_tapped or (self.kind is not Kind.KEEP and terms.best_of > 1):
            return {"winner": stood if self.kind is Kind.KEEP else other(stood)}
        if self.kind is Kind.KEEP:
            return {"deal-1": partners_changed(orders["deal-1"])}
        return {name: other_side(order) for name, order in orders.items()}


@dataclass(frozen=True)
class Feeds:
    """Where the sides of each match go, the winner first, by numbers; and the round of each match of the stage."""

    to: Mapping[int, tuple[int, ...]]
    rounds: Mapping[int, int]

    def targets(self, number: int) -> tuple[int, ...]:
        return self.to.get(number, ())

    def branch(self, number: int, length: int) -> tuple[int, ...]:
        """The matches that the sides of a match come to within so many steps."""
        reached, last = [], [number]
        for _ in range(length):
            last = [target for before in last for target in self.targets(before)]
            reached += last
        return tuple(dict.fromkeys(reached))

    def signed_in(self, number: int, later: int, round_number: int) -> int:
        """The round in which the winner plays so many matches later, or, where none is fed, the next one; 0: there is
        none."""
        for _ in range(later):
            number = next(iter(self.targets(number)), 0)
        following = round_number + later
        return self.rounds.get(number, 0 if self.to or following not in self.rounds.values() else following)


def planned(
    round_number: int, tables: Mapping[int, TableScript], feeds: Feeds, taken: set[int], *, quick: bool = False
) -> list[Correction]:
    """The corrections of matches of this round, each in a part of the plan of its own; ``quick``: one is enough.

    ``tables`` by match number; what is used is put into ``taken``.
    """
    empty = {target for number, table in tables.items() if len(table.absent) == 2 for target in feeds.targets(number)}
    corrections = []
    first = min(feeds.rounds.values(), default=1)
    kinds_of_round = (QUICK if quick else OF_ROUND) if feeds.to else UNFED
    for kind in kinds_of_round.get(round_number - first + 1, ()):
        later = ROUNDS_LATER.get(kind, 1)
        for number, table in reversed([*tables.items()]):
            branch = feeds.branch(number, later)
            free = not taken & {number, *branch} and not empty & set(branch)
            signed_in = feeds.signed_in(number, later, round_number)
            mended_otherwise = kind is Kind.KEEP and table.troubles & {Trouble.MISTAKEN, Trouble.RESUMED}
            if free and signed_in and not table.absent and not mended_otherwise:
                taken |= {number, *branch}
                corrections.append(Correction(kind, number, branch, signed_in))
                break
    return corrections

"""更正: results that turn out wrong when others have been built upon them, and where in the bracket that is tried."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rehearsal.script import Table, Trouble, other_side, partners_changed
from tournaments.formats.remedies import Kind

IN_PLAY = 30
OF_ROUND = {1: (Kind.REPLAY, Kind.REMATCH, Kind.KEEP), 2: (Kind.WALKOVER, Kind.RESET)}
ROUNDS_LATER = {Kind.RESET: 2}


@dataclass(frozen=True)
class Correction:
    """A match that is written wrongly in its round and put right in a later one (``signed_in``), with matches after it.

    KEEP: partners changed places in one deal, so nobody advances who should not. All others: the referee took each
    side for the other, so the wrong team advances. ``branch``: the matches that it came to, in order.
    """

    kind: Kind
    match: int
    branch: tuple[int, ...]
    signed_in: int

    @property
    def again(self) -> tuple[int, ...]:
        """The matches that are played once more."""
        if self.kind is Kind.REMATCH:
            return (self.match, *self.branch)
        return self.branch if self.kind in (Kind.REPLAY, Kind.RESET) else ()

    @property
    def waits_for(self) -> int:
        """The match that has to be over first, 0 for none: a walkover goes to the side that won with the same cards."""
        return self.branch[0] if self.kind is Kind.WALKOVER else 0

    def written(self, table: Table) -> Table:
        """The match as it is written down at first."""
        if self.kind is Kind.KEEP:
            return replace(table, troubles=table.troubles | {Trouble.MISTAKEN})
        return table.swapped()

    def mended(self, orders: Mapping[str, str]) -> dict[str, str]:
        """The right orders by field of the form, from those that stand."""
        orders = {name: order for name, order in orders.items() if name.startswith("deal-")}
        if self.kind is Kind.KEEP:
            return {"deal-1": partners_changed(orders["deal-1"])}
        return {name: other_side(order) for name, order in orders.items()}


def planned(
    round_number: int, tables: Mapping[int, Table], feeds: Mapping[int, int], taken: set[int]
) -> list[Correction]:
    """The corrections of matches of this round, each in a part of the bracket of its own.

    ``tables`` by match number, ``feeds``: where a winner goes; what is used is put into ``taken``.
    """
    empty = {feeds.get(number) for number, table in tables.items() if len(table.absent) == 2}
    found = []
    for kind in OF_ROUND.get(round_number, ()):
        later = ROUNDS_LATER.get(kind, 1)
        for number, table in reversed([*tables.items()]):
            branch = _branch(number, feeds, later)
            free = not taken & {number, *branch} and not empty & set(branch)
            if free and len(branch) == later and not table.absent and not _is_mended_otherwise(kind, table):
                taken |= {number, *branch}
                found.append(Correction(kind, number, branch, round_number + later))
                break
    return found


def _is_mended_otherwise(kind: Kind, table: Table) -> bool:
    return kind is Kind.KEEP and bool(table.troubles & {Trouble.MISTAKEN, Trouble.RESUMED})


def _branch(number: int, feeds: Mapping[int, int], length: int) -> tuple[int, ...]:
    branch: list[int] = []
    while len(branch) < length and number in feeds:
        number = feeds[number]
        branch.append(number)
    return tuple(branch)

"""对阵进程 (bracket): matches that feed each other as they stand, from the first positions to the champion.

A `Bracket` is a value that holds only what people decided: results, what has begun, who withdrew. All else (who stands
where, byes, walkovers) is derived from these by `formats.settle`, so the order in which results were recorded leaves no
trace, and taking one back takes back every automatic advance that came of it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from tournaments.formats.matches import (
    OPEN,
    Lot,
    Outcome,
    PlannedMatch,
    Position,
    Slot,
    Source,
    WinnerOf,
    at_position,
    handed_on,
    settle,
)


@dataclass(frozen=True)
class Bracket:
    """What people decided, by match number: `results`; `begun`: matches under way; `withdrawn`: entry → the matches
    that it had finished."""

    positions: tuple[Slot, ...]
    matches: tuple[PlannedMatch, ...]
    results: Mapping[int, Outcome] = field(default_factory=dict)
    begun: frozenset[int] = frozenset()
    withdrawn: Mapping[int, frozenset[int]] = field(default_factory=dict)
    _derived: dict[int, Outcome | None] = field(default_factory=dict, init=False, repr=False, compare=False)
    """The outcomes that were asked for and that nobody decided: each follows from many."""

    def match(self, number: int) -> PlannedMatch:
        return self.matches[number - 1]

    def slots(self, number: int) -> tuple[Slot, Slot]:
        """Home and away of a match."""
        match = self.match(number)
        return self.slot(match.home), self.slot(match.away)

    def outcome(self, number: int) -> Outcome | None:
        """Decided by people, or following without play; None while neither."""
        if decided := self.results.get(number):
            return decided
        if number not in self._derived:
            home, away = self.slots(number)
            is_open = home is OPEN or away is OPEN
            left = [slot for slot in (home, away) if self._has_left(slot, number)]
            self._derived[number] = None if is_open else settle(home, away, left)
        return self._derived[number]

    def is_locked(self, number: int) -> bool:
        """Whether winner and loser may no longer change, because a match that follows has begun.

        An automatic advance is not a played match: what counts is the first match after it that people decide.
        """
        return any(
            self.has_begun(following) or (self.outcome(following) is not None and self.is_locked(following))
            for following in self.following(number)
        )

    def has_begun(self, number: int) -> bool:
        """People had begun or decided it."""
        return number in self.begun or number in self.results

    def with_result(self, number: int, outcome: Outcome) -> "Bracket":
        return replace(self, results={**self.results, number: outcome})

    def cleared(self, number: int) -> "Bracket":
        """The match as if it had never begun; whoever withdrew after it is not there for it any more, either."""
        return replace(
            self,
            results={n: outcome for n, outcome in self.results.items() if n != number},
            begun=self.begun - {number},
            withdrawn={entry: finished - {number} for entry, finished in self.withdrawn.items()},
        )

    def slot(self, source: Source) -> Slot:
        """Who stands on the side that comes from there."""
        match source:
            case Position(number):
                return at_position(self.positions, number)
            case Lot():
                return OPEN
        outcome = self.outcome(source.match)
        pair = (OPEN, OPEN) if isinstance(source, WinnerOf) else self.slots(source.match)
        return handed_on(source, outcome, pair)

    def following(self, number: int) -> Iterator[int]:
        """The matches to which its winner and its loser go."""
        match = self.match(number)
        return (seat.match for seat in (match.winner_to, match.loser_to) if seat)

    def _has_left(self, slot: Slot, number: int) -> bool:
        return isinstance(slot, int) and slot in self.withdrawn and number not in self.withdrawn[slot]

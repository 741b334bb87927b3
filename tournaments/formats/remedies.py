"""对阵进程 (a bracket) and 更正的办法 (remedies): matches that feed each other as they stand, and what may become of
them once a result turns out wrong that others were built upon.

A `Bracket` is a value that holds only what people decided: results, what has begun, who withdrew. All else (who stands
where, byes, walkovers) is derived from these by `formats.settle`, so the order in which results were recorded leaves no
trace, and taking one back takes back every automatic advance that came of it.

A bracket and the match as it should have ended go in, every remedy comes out, each with the bracket that it leaves and
what it changes, match by match. Nothing moves that need not: a later match is touched only if its pair changes, and
what another pair played is set aside, never handed to the new one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tournaments.formats.matches import (
    OPEN,
    Lot,
    Outcome,
    PlannedMatch,
    Position,
    Reason,
    Side,
    Slot,
    Source,
    Vacant,
    WinnerOf,
    at_position,
    handed_on,
    settle,
)

Pair = tuple[Slot, Slot]


@dataclass(frozen=True)
class Bracket:
    """A stage as it was drawn (a format may plan otherwise by now), and what people decided in it, by match number:
    `results`; `begun`: matches under way; `withdrawn`: entry → the matches that it had finished."""

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
            left = [entry for entry, finished in self.withdrawn.items() if number not in finished]
            self._derived[number] = settle(home, away, left)
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


class Kind(StrEnum):
    """KEEP: the correction is on record, who advanced stays. REPLAY: corrected, and the later match that a wrong pair
    had begun is played again. WALKOVER: corrected, and the first later match is awarded. RESET: corrected, and the
    branch starts anew, since matches that were built upon the later match had begun, too. REMATCH: the match itself is
    played again, and whatever was begun after it."""

    KEEP = "keep"
    REPLAY = "replay"
    WALKOVER = "walkover"
    RESET = "reset"
    REMATCH = "rematch"


class Fate(StrEnum):
    """What becomes of one match: a new version of its result (SIGNED), to be played again (SET_ASIDE), or no more than
    what follows from the others (FOLLOWS)."""

    SIGNED = "signed"
    SET_ASIDE = "set_aside"
    FOLLOWS = "follows"


@dataclass(frozen=True, slots=True)
class Change:
    """One match before and after. ``begun``: people had begun or decided it, so there is something to set aside."""

    number: int
    fate: Fate
    begun: bool
    pair_before: Pair
    pair_after: Pair
    before: Outcome | None
    after: Outcome | None

    @property
    def moves(self) -> bool:
        """Whether another pair stands there afterwards."""
        return self.pair_before != self.pair_after


@dataclass(frozen=True, slots=True)
class Remedy:
    """One way to mend it. ``side``: to whom the later match ``awarded`` goes (WALKOVER alone); ``changes`` by number,
    the corrected match first; ``bracket`` as it stands afterwards, None in a format that has none."""

    kind: Kind
    changes: tuple[Change, ...]
    bracket: Bracket | None
    side: Side | None = None
    awarded: int = 0


def kept_remedy(bracket: Bracket, number: int, winner: int) -> tuple[Remedy, ...]:
    """KEEP, where the same side won; none, where the result can simply be taken back."""
    old = bracket.results[number]
    if winner != old.winner or not isinstance(old.loser, int):
        return ()
    pair = (old.winner, old.loser)
    change = Change(number, Fate.SIGNED, True, pair, pair, old, Outcome(winner, old.loser, Reason.PLAYED))
    return (Remedy(Kind.KEEP, (change,), None),)


def remedies(bracket: Bracket, number: int, winner: int) -> tuple[Remedy, ...]:
    """Every remedy for match ``number``, which ``winner`` should have won.

    KEEP alone, where the same teams go on as before. None, where nothing was built upon the result: then it can simply
    be taken back. KeyError for a match that is not decided, ValueError for a winner who does not stand in it.
    """
    old, (home, away) = bracket.results[number], bracket.slots(number)
    if isinstance(home, Vacant) or isinstance(away, Vacant) or winner not in (home, away):
        raise ValueError(f"{winner} does not stand in match {number}")
    right = Outcome(winner, away if winner == home else home, Reason.PLAYED)
    keep = Remedy(Kind.KEEP, (_change(bracket, bracket, number, Fate.SIGNED),), bracket)
    if (right.winner, right.handed_down) == (old.winner, old.handed_down):
        return (keep,)
    if not bracket.is_locked(number):
        return ()
    corrected = bracket.with_result(number, right)
    again = _remedy(Kind.REPLAY, bracket, corrected, number)
    set_aside = [change for change in again.changes if change.fate is Fate.SET_ASIDE]
    if len({bracket.match(change.number).round for change in set_aside}) > 1:
        again = replace(again, kind=Kind.RESET)
    # the first match that would be played again may be awarded instead, where both teams of its right pair are there
    walkovers = [
        _remedy(Kind.WALKOVER, bracket, corrected, number, side=side, award=(first.number, entry))
        for first in set_aside[:1]
        if first.after is None and not any(isinstance(slot, Vacant) for slot in first.pair_after)
        for side, entry in zip(Side, first.pair_after, strict=True)
    ]
    rematch = _remedy(Kind.REMATCH, bracket, bracket.cleared(number), number)
    return (keep, again, *walkovers, rematch)


def _remedy(
    kind: Kind,
    before: Bracket,
    mended: Bracket,
    number: int,
    *,
    side: Side | None = None,
    award: tuple[int, Slot] | None = None,
) -> Remedy:
    """Follow a mended match down the bracket; every match comes after those that feed it."""
    after, again = mended, {number} if kind is Kind.REMATCH else set()
    for later in (match.number for match in before.matches[number:]):
        if after.slots(later) == before.slots(later) or not before.has_begun(later):
            continue
        after = after.cleared(later)
        if award and award[0] == later:
            home, away = after.slots(later)
            after = after.with_result(later, Outcome(award[1], away if award[1] == home else home, Reason.DECISION))
        else:
            again.add(later)
    signed = {number, award[0]} - again if award else {number} - again
    fates = dict.fromkeys(again, Fate.SET_ASIDE) | dict.fromkeys(signed, Fate.SIGNED)
    changes = tuple(
        _change(before, after, n, fates.get(n, Fate.FOLLOWS))
        for n in (match.number for match in before.matches)
        if n in fates or before.slots(n) != after.slots(n) or before.outcome(n) != after.outcome(n)
    )
    return Remedy(kind, changes, after, side, award[0] if award else 0)


def _change(before: Bracket, after: Bracket, number: int, fate: Fate) -> Change:
    return Change(
        number=number,
        fate=fate,
        begun=before.has_begun(number),
        pair_before=before.slots(number),
        pair_after=after.slots(number),
        before=before.outcome(number),
        after=after.outcome(number),
    )

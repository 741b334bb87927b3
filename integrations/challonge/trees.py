"""From the matches of a file to the positions of a draw: 签位 as its tree has them. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from integrations.challonge.file import SWISS, ChallongeFile, FileMatch
from tournaments.formats.round_robin import circle

Slots = tuple[int | None, ...]
"""Participants by position, None for a bye."""


@dataclass(frozen=True, slots=True)
class _Tree:
    """The part of a knockout in which a side is a participant or the winner of a match of the same part."""

    matches: Mapping[int, FileMatch]

    def height(self, match: FileMatch) -> int:
        """Rounds from its first to this one; 0: a side of it comes from elsewhere, or its matches go in a circle."""
        return self._height(match, frozenset())

    def _height(self, match: FileMatch, above: frozenset[int]) -> int:
        below = [0]
        for prereq in match.prereqs:
            if prereq is None:
                continue
            if prereq.loser or prereq.match in above:
                return 0
            rounds = self._height(self.matches[prereq.match], above | {match.id})
            if not rounds:
                return 0
            below.append(rounds)
        return 1 + max(below)

    def positions(self, match: FileMatch, height: int) -> Slots:
        """``height`` rounds wide: who comes in later has byes before."""
        half = 1 << (height - 1)
        found: Slots = ()
        for player, prereq in zip(match.players, match.prereqs, strict=True):
            below = self.positions(self.matches[prereq.match], height - 1) if prereq else (player,)
            found += (*below, *[None] * (half - len(below)))
        return found


def tree_positions(matches: Sequence[FileMatch]) -> Slots:
    """Of a knockout, or of the winners' part of a double elimination; empty where the matches are no tree."""
    tree = _Tree({match.id: match for match in matches})
    heights = {match.id: tree.height(match) for match in matches}
    top = max(matches, key=lambda match: heights[match.id], default=None)
    return tree.positions(top, heights[top.id]) if top and heights[top.id] else ()


def entrants(matches: Sequence[FileMatch]) -> int:
    """How many come into a tree, known or not: its sides that wait for no match."""
    return sum(prereq is None for match in matches for prereq in match.prereqs)


def numbered_positions(file: ChallongeFile) -> Slots:
    """Of a format whose positions are numbers: of a Swiss as the first round has its pairs; of a round robin one from
    each group in turn, in the order of their seeds."""
    seeded = [person.id for person in file.participants]
    if file.type == SWISS and not file.grouped:
        return _pairs(file, seeded)
    groups = groups_of(file) or [seeded]
    largest = max(map(len, groups))
    seated = [_beside_bye(group, file.grouped or file.matches, largest + largest % 2) for group in groups]
    return tuple(chain.from_iterable(zip(*seated, strict=True)))


def _beside_bye(group: Sequence[int], matches: Sequence[FileMatch], size: int) -> Slots:
    """The members with byes up to ``size``: one stands where most matches come into the round that the file has, and
    have its home and away."""
    spare = size - len(group)
    if spare != 1:
        return (*group, *[None] * spare)
    there = {(match.round, *match.players) for match in matches}

    def as_there(slots: Slots) -> int:
        return sum((round_, slots[home - 1], slots[away - 1]) in there for round_, home, away in circle(size))

    seated = [(*group[:place], None, *group[place:]) for place in range(len(group), -1, -1)]
    return max(seated, key=as_there)


def _pairs(file: ChallongeFile, seeded: Sequence[int]) -> Slots:
    """The pairs of the first round by their better seed; who is in none stands beside a bye."""
    first = [match.players for match in file.matches if match.round == 1 and match.is_met]
    playing = {id_ for pair in first for id_ in pair}
    found = [*first, *((id_, None) for id_ in seeded if id_ not in playing)]
    found.sort(key=lambda pair: min(seeded.index(id_) for id_ in pair if id_ is not None))
    return tuple(chain.from_iterable(found))


def groups_of(file: ChallongeFile) -> list[list[int]]:
    """The participants of each group by seed, in the order of the groups."""
    members: dict[int, set[int]] = {}
    for match in file.grouped:
        members.setdefault(match.group, set()).update(id_ for id_ in match.players if id_ is not None)
    seeds = {person.id: person.seed for person in file.participants}
    return [sorted(ids, key=lambda id_: seeds[id_]) for _, ids in sorted(members.items())]

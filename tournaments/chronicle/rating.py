"""等级分 (rating): how strong everybody has shown to be, from the matches of rated events in the order in which they
were played. Knows no database.

The reckoning is openskill's (Weng and Lin, JMLR 12, 2011, Thurstone–Mosteller) on a scale that players of 象棋 and 围棋
know: everybody begins at 1500. Of a side of several players each has a rating of his own.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from openskill.models import ThurstoneMostellerFull, ThurstoneMostellerFullRating

from guandan_rules import Side

START: Final = 1500
SPREAD: Final = 400
"""How far somebody of whom nothing is known may be off: two of three are not further."""
SETTLED: Final = 6
"""Matches from which on a rating has a rank; before, it is provisional (暂定)."""
MODEL: Final = ThurstoneMostellerFull(mu=START, sigma=SPREAD, beta=SPREAD / 2, tau=SPREAD / 100)

Person = TypeVar("Person", bound=Hashable)


@dataclass(frozen=True, slots=True)
class RatedMatch(Generic[Person]):
    """A match that was played: the people of both sides, and which has won, "" where it was drawn."""

    key: int
    home: tuple[Person, ...]
    away: tuple[Person, ...]
    winner: str

    def side_of(self, person: Person) -> Side:
        return Side.HOME if person in self.home else Side.AWAY


@dataclass(frozen=True, slots=True)
class Change:
    """What a match did to a rating: the ``chance`` to win that the side had before, 0 to 1, and points before and
    after."""

    match: int
    side: Side
    outcome: str
    chance: float
    before: int
    after: int

    @property
    def points(self) -> int:
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Rating:
    """``points`` with the ``spread`` of two cases of three, and all ``changes``, the oldest first."""

    points: int
    spread: int
    changes: tuple[Change, ...]

    @property
    def matches(self) -> int:
        return len(self.changes)

    @property
    def is_settled(self) -> bool:
        return self.matches >= SETTLED


def ratings(matches: Iterable[RatedMatch[Person]]) -> dict[Person, Rating]:
    """Of everybody who played, from ``matches`` in the order in which they were played."""
    stand: dict[Person, ThurstoneMostellerFullRating] = {}
    changes: dict[Person, list[Change]] = {}
    for match in matches:
        sides = {Side.HOME: match.home, Side.AWAY: match.away}
        before = [[stand.get(person) or MODEL.rating() for person in side] for side in sides.values()]
        chances = MODEL.predict_win(before)
        ranks = [float(match.winner not in ("", side)) for side in sides]
        after = MODEL.rate(before, ranks=ranks)
        for (side, people), chance, old, new in zip(sides.items(), chances, before, after, strict=True):
            outcome = "drawn" if not match.winner else "won" if match.winner == side else "lost"
            for person, was, now in zip(people, old, new, strict=True):
                stand[person] = now
                change = Change(match.key, side, outcome, chance, round(was.mu), round(now.mu))
                changes.setdefault(person, []).append(change)
    return {
        person: Rating(round(rating.mu), round(rating.sigma), tuple(changes[person]))
        for person, rating in stand.items()
    }


def strength(rated: dict[Person, Rating], people: Sequence[Person]) -> float:
    """Of a team: the mean of its players; whoever never played counts as everybody begins."""
    return sum(rated[one].points if one in rated else START for one in people) / max(len(people), 1)

"""Whom the positions that were drawn bring together in the first round."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.formats.format import Format
from tournaments.formats.matches import Position, Source


@dataclass(frozen=True)
class DrawnPosition:
    """签位; no team is a bye. ``group``: 0 where there are none."""

    position: int
    team: TeamLabel | None
    group: int = 0


@dataclass(frozen=True)
class FirstPairing:
    """Match ``number`` of the first round as drawn."""

    number: int
    home: DrawnPosition
    away: DrawnPosition
    within_branch: bool

    @property
    def places(self) -> tuple[DrawnPosition, DrawnPosition]:
        return self.home, self.away

    @property
    def is_bye(self) -> bool:
        return self.home.team is None or self.away.team is None


@dataclass(frozen=True)
class Half:
    """上半区 (1) or 下半区 (2), or all there are where a sheet has none (0), its first-round pairings from the top, and
    how many byes it has. Where teams are drawn into groups, all of one ``group`` (from 1)."""

    number: int
    pairings: tuple[FirstPairing, ...]
    group: int = 0

    @property
    def byes(self) -> int:
        return sum(place.team is None for pairing in self.pairings for place in pairing.places)

    @property
    def quarters(self) -> tuple[tuple[FirstPairing, ...], ...]:
        middle = len(self.pairings) // 2
        return (self.pairings[:middle], self.pairings[middle:]) if middle else (self.pairings,)


def first_round(places: Sequence[DrawnPosition], format_: Format) -> tuple[Half, ...]:
    """The two of a sheet, or the groups; else all pairs at once. Only where lots may keep a branch apart does a pairing
    say that it could not."""
    if format_.is_drawn_in_pairs:
        pairs = list(zip(places[::2], places[1::2], strict=True))
    else:
        first = (match for match in format_.plan(len(places)) if match.round == 1)
        sides = ((match.home, match.away) for match in first)
        pairs = [(_at(places, home), _at(places, away)) for home, away in sides]
    pairings = tuple(
        FirstPairing(
            number,
            home,
            away,
            format_.is_drawn_in_pairs and bool(home.team and away.team and home.team.branch_id == away.team.branch_id),
        )
        for number, (home, away) in enumerate(pairs, start=1)
    )
    if format_.groups > 1:
        groups = range(1, format_.groups + 1)
        return tuple(Half(0, tuple(p for p in pairings if p.home.group == group), group) for group in groups)
    middle = len(pairings) // 2 if format_.is_sheet else 0
    return (
        (Half(1, pairings[:middle]), Half(2, pairings[middle:])) if middle else (Half(int(format_.is_sheet), pairings),)
    )


def _at(places: Sequence[DrawnPosition], source: Source) -> DrawnPosition:
    """Of a first round, whose sides come from positions alone; nobody stands beyond the last one."""
    assert isinstance(source, Position)
    return places[source.number - 1] if source.number <= len(places) else DrawnPosition(source.number, None)

"""抽签仪式: which lot is shown after which, and what the sheet tells with each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

UNNOTED = 12
"""Seconds for which the clock shows lots, one at least, although nobody notes them."""


@dataclass(frozen=True, slots=True)
class DrawnLot:
    """A team (id) and the position it drew. ``bye``: the position beside it, of which is told with the lot that nobody
    stands there; 0 for none."""

    team: int
    position: int
    bye: int = 0


def in_turn(teams: Sequence[int], positions: Sequence[int | None], *, is_sheet: bool) -> tuple[DrawnLot, ...]:
    """The lots of a drawn sheet, in the order of the list that was drawn from: branch by branch, team by team."""
    drawn = {team: position for position, team in enumerate(positions, start=1) if team is not None}
    lots = []
    for team in teams:
        beside = drawn[team] + 1 if drawn[team] % 2 else drawn[team] - 1
        lots.append(DrawnLot(team, drawn[team], beside if is_sheet and positions[beside - 1] is None else 0))
    return tuple(lots)


def typed(lots: Sequence[Sequence[int]]) -> tuple[DrawnLot, ...]:
    """Lots drawn by hand, as they came. Who has a bye is known only with the last of them."""
    return tuple(DrawnLot(team, position) for team, position in lots)


def filled(shown: Sequence[DrawnLot], size: int, total: int) -> Mapping[int, int | None]:
    """What is known of the positions: a team, None for a bye; those of which nothing is known are missing."""
    known: dict[int, int | None] = {lot.position: lot.team for lot in shown}
    known |= {lot.bye: None for lot in shown if lot.bye}
    if len(shown) == total:
        known = dict.fromkeys(range(1, size + 1)) | known
    return known


def turned(shown: int, total: int, since: datetime, now: datetime, seconds: int) -> int:
    """How many lots the clock has shown: one more every so many seconds, until nobody notes them any more."""
    return min(total, shown + min(max(0, _due(since, now, seconds)), _ahead(seconds)))


def stood_still(since: datetime, now: datetime, seconds: int) -> bool:
    """Were more lots due than the clock shows without a note?"""
    return _due(since, now, seconds) > _ahead(seconds)


def _due(since: datetime, now: datetime, seconds: int) -> int:
    return (now - since) // timedelta(seconds=seconds)


def _ahead(seconds: int) -> int:
    """How many lots the clock shows without a note."""
    return max(1, UNNOTED // seconds)


def moments(shown: int, total: int, since: datetime, seconds: int) -> tuple[datetime, ...]:
    """When the clock shows each lot that is left."""
    return tuple(since + timedelta(seconds=seconds) * number for number in range(1, total - shown + 1))

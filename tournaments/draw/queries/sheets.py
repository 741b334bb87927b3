"""What a sheet is drawn by, and what is kept of it: positions, from the top, and the teams in the order of the list;
whom the positions bring together in the first round.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from journal.refusals import Problem
from tournaments.bracket.queries.labels import with_people
from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.rules.formats import format_of
from tournaments.codes import Code
from tournaments.draw import method as drawing
from tournaments.formats.format import Format
from tournaments.formats.matches import Position, Source
from tournaments.models import Stage, Team
from tournaments.states import BranchesApart


def constraints(stage: Stage, teams: int, branches_apart: str) -> drawing.Constraints:
    """What the stage's format, and the choice of `BranchesApart`, ask of a draw of so many teams."""
    format_, apart = format_of(stage), BranchesApart(branches_apart)
    rules = drawing.Constraints(apart == BranchesApart.HALVES, apart != BranchesApart.NONE)
    if format_.is_sheet:
        return replace(rules, rounds=max(1, apart.rounds))
    if format_.is_pairs:
        return replace(rules, opposite_halves=False, pairs=format_.size(teams))
    return replace(rules, numbers=format_.size(teams), groups=format_.groups)


def positions_of(numbers: Sequence[int | None], teams: Sequence[Team]) -> list[int | None]:
    """The ids of the teams at the positions of a sheet, which has them by their number in the closed list."""
    return [teams[number - 1].pk if number else None for number in numbers]


def teams_in_order(ids: Sequence[int]) -> list[Team]:
    """The teams of a closed list, with their branches."""
    by_id = with_people(Team.objects.all()).in_bulk(list(ids))
    return [by_id[pk] for pk in ids if pk in by_id]


def number_problems(format_: Format, teams: int, planned: int) -> list[Problem]:
    """Too few or too many teams for the format, or fewer rounds planned than they need."""
    if teams < format_.fewest:
        return [Problem(Code.TOO_FEW_TEAMS, data={"teams": teams, "fewest": format_.fewest})]
    if teams > format_.most:
        return [Problem(Code.TOO_MANY_TEAMS, data={"teams": teams, "most": format_.most})]
    needed = len(format_.rounds(format_.size(teams)))
    if planned < needed:
        data = {"teams": teams, "needed": needed, "planned": planned, "missing": needed - planned}
        return [Problem(Code.TOO_FEW_ROUNDS, data=data)]
    return []


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

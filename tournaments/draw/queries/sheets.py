"""What an action needs to know before it keeps a sheet: what is asked of it, what stands in its way, what it breaks."""

from collections.abc import Sequence
from typing import Any

from journal.refusals import Problem
from tournaments.codes import Code
from tournaments.draw import method as drawing
from tournaments.draw.queries.draws import constraints, entries, first_stage, positions_of, prospect
from tournaments.models import Team, Tournament


def asked_of(tournament: Tournament, teams: Sequence[Team]) -> drawing.Constraints:
    """What is asked of the draw of the first stage."""
    return constraints(first_stage(tournament), len(teams), opposite_halves=tournament.opposite_halves)


def list_problems(tournament: Tournament, without_drafts: bool) -> list[Problem]:
    """What stands in the way of drawing now."""
    return [p for p in prospect(tournament).problems if not (without_drafts and p.code == Code.DRAFTS_LEFT)]


def sheet_fields(tournament: Tournament, teams: Sequence[Team], positions: Sequence[int | None]) -> dict[str, Any]:
    """What a draw keeps of its sheet: ``positions`` by number in the closed list, and what is to be known of them."""
    conditions = asked_of(tournament, teams)
    listed = entries(teams)
    return {
        "opposite_halves": tournament.opposite_halves,
        "teams": [team.pk for team in teams],
        "positions": positions_of(positions, teams),
        "breaches": [_breach(b, teams, listed) for b in drawing.breaches(positions, listed, conditions)],
        "unavoidable": [
            {"branch": _branch_id(u.branch, teams, listed), "teams": u.teams, "matches": u.matches, "pairs": u.pairs}
            for u in drawing.unavoidable(listed, conditions)
        ],
    }


def _breach(breach: drawing.Breach, teams: Sequence[Team], listed: Sequence[drawing.Team]) -> dict[str, Any]:
    return {
        "code": breach.code.value,
        "teams": [teams[number - 1].pk for number in breach.teams],
        "positions": list(breach.positions),
        "branch": _branch_id(breach.branch, teams, listed),
        "counts": list(breach.counts),
    }


def _branch_id(number: int | None, teams: Sequence[Team], listed: Sequence[drawing.Team]) -> int | None:
    return next((t.branch_id for t, entry in zip(teams, listed, strict=True) if entry.branch == number), None)

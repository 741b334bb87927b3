"""What is to be known before lots or a sheet are kept: what is asked of it, what stands in its way, what it breaks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from journal.models import Event
from journal.queries import last_number_of
from journal.refusals import Problem
from tournaments.bracket.queries.labels import team_label
from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.codes import Code, TournamentEvent
from tournaments.draw import method as drawing
from tournaments.draw.queries.draws import entered_teams, entries, first_stage, prospect
from tournaments.draw.queries.sheets import constraints, positions_of
from tournaments.models import Draw, Team, Tournament
from tournaments.states import DrawMethod, DrawState

KINDS = (TournamentEvent.LOTS_KEPT, TournamentEvent.DRAW_PREVIEWED)


@dataclass(frozen=True)
class LotRow:
    """A team that draws a lot in the hall, and the position that was typed for it (0: none)."""

    team: TeamLabel
    position: int


def lot_rows(tournament: Tournament, draw: Draw | None) -> tuple[LotRow, ...]:
    """One row a team in the order of the annex; what was kept last stands in it, or the draw being previewed."""
    drawn: dict[int, int] = {}
    last = Event.objects.filter(journal=tournament.journal_id, kind__in=KINDS).order_by("-number").first()
    if last is not None and last.kind == TournamentEvent.LOTS_KEPT:
        drawn = {int(team): int(position) for team, position in last.data["lots"]}
    elif draw and draw.state == DrawState.PREVIEW and draw.method == DrawMethod.LOTS:
        drawn = {team: position for position, team in enumerate(draw.positions, start=1) if team}
    return tuple(LotRow(team_label(team), drawn.get(team.pk, 0)) for team in entered_teams(tournament))


def lots_version(tournament: Tournament) -> int:
    """Which version of the lots a form shows."""
    return last_number_of(tournament.journal, *KINDS)


_LOT_CODES = {
    drawing.BreachCode.MISSING_TEAM: Code.POSITION_MISSING,
    drawing.BreachCode.POSITION_UNKNOWN: Code.POSITION_OUT_OF_RANGE,
    drawing.BreachCode.POSITION_TWICE: Code.POSITION_TAKEN,
}


def lot_problem(sheet: drawing.Lots, number: int, team: Team, field: str, lots: Mapping[int, int]) -> Problem | None:
    """What is wrong with the lot of team ``number`` of the closed list, at that field; ``lots``: those of all teams."""
    code = next((_LOT_CODES[fault.code] for fault in sheet.problems if number in fault.teams), None)
    if code is None:
        return None
    facts = {"branch": team.branch.name, "ordinal": team.ordinal, "position": lots.get(number, 0)}
    return Problem(code, field, facts | {"size": len(sheet.positions)})


def read_lots(
    teams: Sequence[Team], lots: Mapping[int, int | None], conditions: drawing.Constraints | None
) -> tuple[drawing.Lots, list[Problem]]:
    """The sheet of the positions that these teams drew, by their ids, and every number that is none or stands twice, at
    its own field ``position-<team id>``; or that teams left since the page was opened. Without ``conditions`` there is
    no sheet for so many teams, and nothing to be wrong with it."""
    numbers = {team.pk: number for number, team in enumerate(teams, start=1)}
    is_changed = bool(lots.keys() - numbers.keys())
    if is_changed or conditions is None:
        return drawing.Lots((), ()), [Problem(Code.TEAMS_CHANGED)] if is_changed else []
    typed = {numbers[team]: position for team, position in lots.items() if position is not None}
    sheet = drawing.from_lots(typed, entries(teams), conditions)
    problems = [lot_problem(sheet, numbers[team.pk], team, f"position-{team.pk}", typed) for team in teams]
    return sheet, [problem for problem in problems if problem]


def constraints_of(tournament: Tournament, teams: Sequence[Team]) -> drawing.Constraints:
    """What the draw of the first stage has to keep."""
    return constraints(first_stage(tournament), len(teams), tournament.branches_apart)


def list_problems(tournament: Tournament, without_drafts: bool) -> list[Problem]:
    """What stands in the way of drawing now."""
    return [p for p in prospect(tournament).problems if not (without_drafts and p.code == Code.DRAFTS_LEFT)]


def sheet_fields(
    tournament: Tournament, teams: Sequence[Team], positions: Sequence[int | None], *, by_program: bool
) -> dict[str, Any]:
    """What a draw keeps of its sheet: ``positions`` by number in the closed list, and what is to be known of them. What
    the program could not keep apart in the first rounds is no breach."""
    conditions = constraints_of(tournament, teams)
    conditions = replace(conditions, rounds=1) if by_program else conditions
    listed = entries(teams)
    branches = {entry.branch: team.branch_id for entry, team in zip(listed, teams, strict=True)}
    return {
        "branches_apart": tournament.branches_apart,
        "teams": [team.pk for team in teams],
        "positions": positions_of(positions, teams),
        "breaches": [
            {
                "code": breach.code.value,
                "teams": [teams[number - 1].pk for number in breach.teams],
                "positions": list(breach.positions),
                "branch": branches[breach.branch] if breach.branch else None,
                "counts": list(breach.counts),
            }
            for breach in drawing.breaches(positions, listed, conditions)
        ],
        "unavoidable": [
            {"branch": branches[u.branch], "teams": u.teams, "matches": u.matches, "pairs": u.pairs}
            for u in drawing.unavoidable(listed, conditions)
        ],
    }

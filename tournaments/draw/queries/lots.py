"""The lots of a draw in the hall, as far as they are typed."""

from collections.abc import Mapping
from dataclasses import dataclass

from journal.models import Event
from journal.queries import last_number_of
from journal.refusals import Problem
from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.queries.matches import team_label
from tournaments.codes import Code, TournamentEvent
from tournaments.draw import method as drawing
from tournaments.draw.queries.draws import entered_teams
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
    drawn = _kept(tournament)
    if drawn is None and draw and draw.state == DrawState.PREVIEW and draw.method == DrawMethod.LOTS:
        drawn = {team: i for i, team in enumerate(draw.positions, start=1) if team}
    return tuple(LotRow(team_label(team), (drawn or {}).get(team.pk, 0)) for team in entered_teams(tournament))


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


def _kept(tournament: Tournament) -> dict[int, int] | None:
    last = Event.objects.filter(journal=tournament.journal_id, kind__in=KINDS).order_by("-number").first()
    if last is None or last.kind != TournamentEvent.LOTS_KEPT:
        return None
    return {int(team): int(position) for team, position in last.data["lots"]}

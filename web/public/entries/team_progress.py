"""How far every team has come, read from the matches."""

from collections.abc import Container
from dataclasses import dataclass
from enum import StrEnum

from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.queries.standings import standing
from tournaments.formats.format import Drawing
from tournaments.states import MatchState, SlotKind
from web.displays.present import Present


class Stand(StrEnum):
    """Where a team is in the event."""

    CHAMPION = "champion"
    RUNNER_UP = "runner_up"
    THIRD = "third"
    PLAYING = "playing"
    AHEAD = "ahead"
    OUT = "out"


@dataclass(frozen=True)
class TeamProgress:
    """``match`` is the team's first open match: being played or ahead of it; else its last one. ``matches`` are all.
    ``place`` in a table that is complete, else 0."""

    stand: Stand
    match: MatchView
    matches: tuple[MatchView, ...]
    place: int = 0


def team_progress(snapshot: Present, teams: Container[int]) -> dict[int, TeamProgress]:
    """Of these teams, by team id; empty before the draw."""
    played: dict[int, list[MatchView]] = {}
    for round_ in snapshot.rounds:
        for match in round_.matches:
            for line in match.lines:
                if line.slot == SlotKind.TEAM and line.team and line.team.id in teams:
                    played.setdefault(line.team.id, []).append(match)
    medals, places = _medals(snapshot), _places(snapshot)
    return {
        team: TeamProgress(medals.get(team) or _stand(now), now, tuple(matches), places.get(team, 0))
        for team, matches in played.items()
        for now in [_now(matches)]
    }


def _now(matches: list[MatchView]) -> MatchView:
    return next((match for match in matches if not (match.is_over or match.is_bye)), matches[-1])


def _places(snapshot: Present) -> dict[int, int]:
    tables = [stage for stage in snapshot.stages if stage.drawing is not Drawing.BRACKET and stage.is_over]
    return {row.team.id: row.place for stage in tables for row in standing(stage)}


def _medals(snapshot: Present) -> dict[int, Stand]:
    medals = snapshot.medals
    places = {team.id: Stand.THIRD for team in medals.thirds}
    if medals.runner_up:
        places[medals.runner_up.id] = Stand.RUNNER_UP
    if medals.champion:
        places[medals.champion.id] = Stand.CHAMPION
    return places


def _stand(last: MatchView) -> Stand:
    if last.state == MatchState.PLAYING:
        return Stand.PLAYING
    return Stand.OUT if last.is_over else Stand.AHEAD

"""How far every team has come, read from the matches."""

from dataclasses import dataclass
from enum import StrEnum

from tournaments.queries.matches import MatchView
from tournaments.states import MatchState, SlotKind
from web.present import Present


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
    """``match`` is the team's last match: being played, ahead of it, or where it went out; ``matches`` are all."""

    stand: Stand
    match: MatchView
    matches: tuple[MatchView, ...]


def team_progress(found: Present) -> dict[int, TeamProgress]:
    """By team id; empty before the draw."""
    played: dict[int, list[MatchView]] = {}
    for round_ in found.rounds:
        for match in round_.matches:
            for line in match.lines:
                if line.slot == SlotKind.TEAM and line.team:
                    played.setdefault(line.team.id, []).append(match)
    places = _places(found)
    return {
        team: TeamProgress(places.get(team) or _stand(matches[-1]), matches[-1], tuple(matches))
        for team, matches in played.items()
    }


def _places(found: Present) -> dict[int, Stand]:
    medals = found.medals
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

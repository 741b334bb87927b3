"""排阵 as a branch sees it: the next match of each of its teams, with who plays at which board."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q

from tournaments.bracket.queries.match_views import Line, MatchView
from tournaments.bracket.queries.matches import single_view, stage_matches
from tournaments.bracket.rules.starts import LineUps, Person, are_shown
from tournaments.models import Branch, Match, Team, Tournament
from tournaments.states import UNDECIDED, TeamState


class BoardRow(NamedTuple):
    """The number of a board, and who plays at it for either side."""

    number: int
    one: Sequence[Person]
    other: Sequence[Person]


@dataclass(frozen=True)
class LineUpView:
    """Of a team in its next match. ``people``: all its players; ``boards``: who plays at each, ``seats`` of them, as it
    was handed in or, if nothing was, as it stands; ``others``: the same of the other side, once ``is_shown``."""

    team: Team
    own: Line
    other: Line
    match: MatchView
    seats: int
    people: Sequence[Person]
    boards: Sequence[Sequence[Person]]
    others: Sequence[Sequence[Person]]
    is_handed_in: bool
    is_other_in: bool
    is_shown: bool

    @property
    def rows(self) -> list[BoardRow]:
        """Of this side first, then of the other."""
        return [BoardRow(n, *both) for n, both in enumerate(zip(self.boards, self.others, strict=True), start=1)]


def is_known(tournament: Tournament, view: MatchView) -> bool:
    """May everybody know who plays in that match? Of a board not before the line-ups of its team match are shown."""
    if not view.nth_board:
        return True
    team_match = Match.objects.get(stage__tournament=tournament, number=view.team_match)
    return are_shown(team_match, LineUps(tournament, (team_match.home_team_id, team_match.away_team_id)))


def board_rows(tournament: Tournament, view: MatchView) -> list[BoardRow]:
    """The boards of that team match, as everybody may see them: none before the line-ups are shown."""
    teams = [line.team.id if line.team else None for line in view.lines]
    line_ups = LineUps(tournament, teams)
    if not view.boards or not are_shown(Match.objects.get(pk=view.id), line_ups):
        return []
    home, away = (line_ups.by_boards(team, view.number) for team in teams)
    return [BoardRow(number, *both) for number, both in enumerate(zip(home, away, strict=True), start=1)]


def line_ups_of(branch: Branch) -> tuple[LineUpView, ...]:
    """In the order of its teams, of those whose next opponent is known."""
    tournament = branch.tournament
    if tournament.boards == 1:
        return ()
    views = []
    for team in branch.teams.filter(state=TeamState.ENTERED).order_by("ordinal"):
        coming = stage_matches(tournament).filter(Q(home_team=team) | Q(away_team=team), team_match=None)
        match = coming.filter(state__in=UNDECIDED).order_by("number").first()
        if match is None:
            continue
        view, is_home = single_view(match), match.home_team_id == team.pk
        other = match.away_team_id if is_home else match.home_team_id
        line_ups = LineUps(tournament, (team.pk, other))
        is_shown = are_shown(match, line_ups)
        own_line, other_line = view.lines if is_home else view.lines[::-1]
        line_up = LineUpView(
            team=team,
            own=own_line,
            other=other_line,
            match=view,
            seats=tournament.seats,
            people=line_ups.team(team.pk),
            boards=line_ups.by_boards(team.pk, match.number),
            others=line_ups.by_boards(other, match.number) if is_shown else (),
            is_handed_in=line_ups.is_handed_in(team.pk, match.number),
            is_other_in=line_ups.is_handed_in(other, match.number),
            is_shown=is_shown,
        )
        views.append(line_up)
    return tuple(views)

"""出场名单 (line-up): who plays at which board of a team match."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Protocol

from tournaments.bracket.rules.boards import boards_of, team_match_of
from tournaments.bracket.rules.sides import side_ids
from tournaments.models import BoardPlayer, Match, Player, Tournament
from tournaments.states import MatchState


class Person(Protocol):
    """A player as he is read: as a row of the database or as an object."""

    @property
    def pk(self) -> int: ...

    @property
    def name(self) -> str: ...

    @property
    def number(self) -> int: ...

    @property
    def team_id(self) -> int: ...


class LineUps:
    """Of some teams of an event, in all their matches: two queries, one where matches have no boards.

    What a team handed in for a match stands; else what it handed in last before; else its players by their number. A
    substitute stands where the player did whose number he has.
    """

    def __init__(self, tournament: Tournament, teams: Iterable[int | None]) -> None:
        self._seats, self._boards = tournament.seats, tournament.boards
        self._people: defaultdict[int | None, list[Person]] = defaultdict(list)
        self._handed_in: defaultdict[int | None, dict[int, dict[int, int]]] = defaultdict(dict)
        of = {team for team in teams if team is not None}
        people = Player.objects.filter(left_at=None, team__in=of).order_by("number")
        for person in people.values_list("team_id", "pk", "name", "number", named=True):
            self._people[person.team_id].append(person)
        if self._boards > 1:
            rows = BoardPlayer.objects.filter(player__team__in=of)
            columns = ("player__team", "match__team_match__number", "player__number", "match__board")
            for team, team_match, number, board in rows.values_list(*columns):
                self._handed_in[team].setdefault(team_match, {})[number] = board

    def at_board(self, team: int | None, team_match: int, board: int) -> list[Person]:
        """Who may play there: those who are lined up for the board (of the team match with that number), by their
        number, then those who are for none. Of a match without boards (0) the whole team."""
        if not board:
            return self._people[team]
        places = self._places(team, team_match)
        playing = [person for person in self._people[team] if places.get(person.number) == board]
        return [*playing, *(person for person in self._people[team] if person.number not in places)]

    def at_match(self, match: Match, side: str) -> list[Person]:
        """The same of a side of a match; of two partners each."""
        team_match = team_match_of(match.number) if match.board else match.number
        return [person for team in side_ids(match, side) for person in self.at_board(team, team_match, match.board)]

    def by_boards(self, team: int | None, team_match: int) -> list[list[Person]]:
        """Who plays at each board of that team match, the first one first."""
        places = self._places(team, team_match)
        boards = range(1, self._boards + 1)
        return [[person for person in self._people[team] if places.get(person.number) == board] for board in boards]

    def team(self, team: int | None) -> list[Person]:
        """All players of the team, by their number."""
        return self._people[team]

    def is_handed_in(self, team: int | None, team_match: int) -> bool:
        """For that very match?"""
        return team_match in self._handed_in[team]

    def _places(self, team: int | None, team_match: int) -> dict[int, int]:
        """The board of each player by his number; who is not in it is at none."""
        before = max((number for number in self._handed_in[team] if number <= team_match), default=None)
        if before is not None:
            return self._handed_in[team][before]
        playing = self._people[team][: self._boards * self._seats]
        return {person.number: 1 + place // self._seats for place, person in enumerate(playing)}


def are_shown(match: Match, line_ups: LineUps) -> bool:
    """May everybody know who plays at the boards of the team match: are both sides in, or is a board called?"""
    sides = (match.home_team_id, match.away_team_id)
    if all(line_ups.is_handed_in(team, match.number) for team in sides):
        return True
    return boards_of(match).exclude(state__in=(MatchState.WAITING, MatchState.READY)).exists()


def board_players(boards: Sequence[Match], people: Sequence[Sequence[int | None]]) -> list[BoardPlayer]:
    """The rows of a line-up: for each board the ids of who plays there, None for nobody; not saved."""
    return [BoardPlayer(match=board, player_id=pk) for board, of in zip(boards, people, strict=True) for pk in of if pk]

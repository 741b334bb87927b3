"""Who plays: 出场名单 (who is at which board of a team match), 到场 (who is there), from when on somebody is late, and
what is missing before a clock is started (开赛)."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from journal.refusals import Problem
from scoring.models import Sheet
from tournaments.bracket.rules.boards import boards_of, team_match_of
from tournaments.bracket.rules.sides import SIDES, seated_ids, side_ids
from tournaments.codes import Code
from tournaments.entries.seats import are_enough, lined_up
from tournaments.models import BoardPlayer, CheckIn, Match, Player, Round, Tournament
from tournaments.states import MatchState


class Person(NamedTuple):
    """A player as his row is read."""

    team_id: int
    pk: int
    name: str
    number: int


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
        for person in map(Person._make, people.values_list(*Person._fields)):
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


START_DOUBTS = (Code.START_BEFORE_PLAN, Code.TABLES_NOT_CALLED, Code.NOBODY_AT_TABLES)
"""What the chief referee is asked about once, and may start in spite of."""


def expected_players(match: Match, side: str) -> list[Person]:
    """Who should come for that side, by their number: reserves only if they are there instead of others."""
    here = set(match.check_ins.values_list("player_id", flat=True))
    seats = match.stage.tournament.seats
    return lined_up(may_play(match, side), seats, lambda one: one.pk in here)[:seats]


def is_present(match: Match, side: str) -> bool:
    """Have as many players of that side checked in at this match as it has seats?"""
    people = may_play(match, side)
    here = match.check_ins.filter(player__in=[person.pk for person in people]).count()
    return are_enough(len(people), here, match.stage.tournament.seats)


def may_play(match: Match, side: str) -> list[Person]:
    """The players of that side by their number; at a board those who are lined up for it or for none."""
    return LineUps(match.stage.tournament, side_ids(match, side)).at_match(match, side)


def both_present(match: Match) -> bool:
    """Can this match begin?"""
    return bool(ready_to_start([match]))


def empty(matches: Sequence[Match]) -> list[Match]:
    """The matches where nobody has checked in (one query)."""
    ticked = set(CheckIn.objects.filter(match__in=matches).values_list("match_id", flat=True))
    return [match for match in matches if match.pk not in ticked]


def ready_to_start(matches: Sequence[Match]) -> list[Match]:
    """The matches where as many players of both teams as it has seats are checked in (two queries, three of boards)."""
    if not matches:
        return []
    tournament = matches[0].stage.tournament
    line_ups = LineUps(tournament, {team for match in matches for team in seated_ids(match)})
    ticked: dict[int, set[int]] = defaultdict(set)
    for match, player in CheckIn.objects.filter(match__in=matches).values_list("match_id", "player_id"):
        ticked[match].add(player)

    def is_complete(match: Match, side: str) -> bool:
        expected = {person.pk for person in line_ups.at_match(match, side)}
        return are_enough(len(expected), len(expected & ticked[match.pk]), tournament.seats)

    return [match for match in matches if all(is_complete(match, side) for side in SIDES)]


def expected_at(
    round_: Round,
    sheet: Sheet,
    called_at: datetime | None,
    *,
    agreed_at: datetime | None = None,
    until: datetime | None = None,
) -> datetime | None:
    """From this moment on whoever is missing is late: the planned start, or the true one if that came earlier. Where
    the sides were not known when the clock started it is the call of the match; None before it: nobody knows of it.
    Where the sides choose their day it is what they agreed on, else their call, else ``until``, the end of the last
    day."""
    if until is not None:
        return agreed_at or called_at or until
    if sheet.waits:
        return called_at
    return min(round_.starts_at, round_.clock.started_at or round_.starts_at)


def start_lacks(starts_at: datetime, now: datetime, *, uncalled: int, empty: int) -> tuple[Problem, ...]:
    """What is missing at a start ``now``: the planned moment, the call of some tables, anybody at some tables."""
    early = [Problem(Code.START_BEFORE_PLAN, data={"start": starts_at, "now": now})] if now < starts_at else []
    called = [Problem(Code.TABLES_NOT_CALLED, data={"tables": uncalled})] if uncalled else []
    present = [Problem(Code.NOBODY_AT_TABLES, data={"tables": empty})] if empty else []
    return (*early, *called, *present)

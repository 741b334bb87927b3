"""A round day to test with: a drawn event in a time of its own, its chief referee, matches played by their deals."""

from dataclasses import dataclass
from datetime import timedelta

from accounts.models import User
from journal.clock import set_rehearsal_time
from tests.factories import a_drawn_tournament, a_role
from tournaments.day.actions.matches import answer_bell, check_in, confirm_result, enter_deal
from tournaments.day.actions.rounds import start_round
from tournaments.day.queries.desk import round_desk
from tournaments.day.queries.desk_tables import TableCard, table_cards
from tournaments.models import Match, Player, Round, Team, Tournament
from tournaments.states import RoleKind

PASSES_ACE = {"home": ("NS", "NS", "NS", "NS", "NWES"), "away": ("WE", "WE", "WE", "WE", "WNSE")}


@dataclass
class Day:
    """An event on a round day; ``at(21)`` makes it 21 minutes after the planned start of the round it is at."""

    tournament: Tournament
    chief: User
    number: int = 1
    sitting: int = 1

    @property
    def round(self) -> Round:
        rows = Round.objects.select_related("clock", "stage__tournament__journal")
        return rows.get(stage__tournament=self.tournament, number=self.number, sitting=self.sitting)

    def match(self, number: int) -> Match:
        return Match.every.get(stage__tournament=self.tournament, number=number)

    def at(self, minute: float) -> None:
        set_rehearsal_time(self.tournament.journal, self.round.starts_at + timedelta(minutes=minute))

    def start(self, number: int = 1) -> None:
        """It is the start of that round, and its clock runs."""
        self.number = number
        self.at(0)
        start_round(self.round, by=self.chief)


def a_day(*, branches: int = 2, teams: int = 2, started: bool = True, minute: float = 5, **more: object) -> Day:
    """A drawn event at ``minute`` minutes after the start of its first round, or, not ``started``, before it."""
    tournament = a_drawn_tournament(branches=branches, teams=teams, rehearsal=True, **more)
    day = Day(tournament, a_role(tournament, RoleKind.CHIEF_REFEREE))
    if started:
        day.start()
    day.at(minute)
    return day


def cards_of(day: Day) -> tuple[TableCard, ...]:
    """Every table of the present round as the desk shows it."""
    desk = round_desk(day.tournament)
    return table_cards(day.tournament, desk.round.clock, desk.rows, desk.now)


def players(match: Match, side: str) -> list[Player]:
    team: Team = getattr(match, f"{side}_team")
    return list(team.players.filter(left_at=None).order_by("number"))


def tick(match: Match, *sides: str, by: User, missing: int = 0) -> None:
    """Tick the players of those sides, but for the last ``missing`` of each."""
    for side in sides:
        side_players = players(match, side)
        for player in side_players[: len(side_players) - missing]:
            check_in(match, player, by=by)


def win(day: Day, number: int, side: str = "home") -> None:
    """The side passes A and the result is confirmed."""
    match = day.match(number)
    for order in PASSES_ACE[side]:
        enter_deal(match, order, by=day.chief)
    confirm_result(match, by=day.chief)


def at_the_bell(day: Day, number: int, *orders: str, in_hand: bool | None = False) -> Match:
    """The match after those deals, one minute after the bell, the question answered unless ``in_hand`` is None."""
    match = day.match(number)
    for order in orders:
        enter_deal(match, order, by=day.chief)
    day.at(61)
    if in_hand is not None:
        answer_bell(match, in_hand, by=day.chief)
    return match

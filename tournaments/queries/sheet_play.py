"""A match being read with its play: the sheet, and the states that its log leads through."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects

from guandan_rules import DealKind as PlayedKind
from guandan_rules import (
    Pending,
    Race,
    Verdict,
)
from scoring import clocks
from scoring.clocks import Reading
from scoring.games import Game as PlayedGame
from scoring.games import Scoreboard, game
from scoring.models import Deal, Penalty, Sheet
from scoring.queries import Row, rows, states
from scoring.states import ClockState, DealKind, SheetState
from tournaments.models import CheckIn, Match, Player, Tournament
from tournaments.queries.matches import matches_at, prefetched_games
from tournaments.queries.statements import Objects
from tournaments.states import TO_BE_PLAYED

EXPECTED_FIRST = (DealKind.EXTRA, DealKind.IN_HAND, DealKind.REGULAR, DealKind.LATE)


_MATCH = Objects(
    Match,
    lambda asked: matches_at(*asked),
    *("round", "round__clock", "round__stage", "table", "result"),
    *("home_team", "home_team__branch", "away_team", "away_team__branch"),
    more=("first_number",),
)


def match_with_play(tournament: Tournament, number: int) -> Match | None:
    """The match of that number with its games, deals, players and ticks; None if there is none. Six queries."""
    match = next(iter(_MATCH.by((tournament.pk, number))), None)
    if match is None:
        return None
    match.stage, match.stage.tournament = match.round.stage, tournament
    prefetch_related_objects(
        [match],
        prefetched_games(),
        Prefetch("games__sheet__deals", Deal.objects.select_related("entered_by")),
        Prefetch("games__sheet__penalties", Penalty.objects.select_related("entered_by")),
        Prefetch("check_ins", CheckIn.objects.only("match_id", "player_id")),
    )
    teams = [team for team in (match.home_team, match.away_team) if team]
    prefetch_related_objects(teams, Prefetch("players", Player.objects.filter(left_at=None).order_by("number")))
    return match


@dataclass(frozen=True)
class Play:
    """A match being read: the sheet of its last game (None: it has none), and the states that its log leads through.

    ``states`` are as the sheet's game has them, the first one before any entry, then one for each of ``entered``.
    """

    match: Match
    now: datetime
    games: int
    sheet: Sheet | None
    game: PlayedGame[Any, Any, Any]
    options: Any
    states: tuple[Any, ...]
    entered: tuple[Row, ...]
    struck: tuple[Row, ...]
    time_up: bool

    @property
    def state(self) -> Any:
        return self.states[-1]

    @cached_property
    def scoreboard(self) -> Scoreboard:
        return self.game.scoreboard(self.state)

    @property
    def race(self) -> Race | None:
        """The state where 掼蛋 is played: its screens show more of it than of other games."""
        return self.state if isinstance(self.state, Race) else None

    @property
    def deals(self) -> tuple[Deal, ...]:
        return tuple(row for row in self.entered if isinstance(row, Deal))

    @property
    def clock(self) -> Reading:
        """This table's own clock."""
        if self.sheet is None:
            return clocks.read(self.match.round.clock, self.now)
        return clocks.sheet_reading(self.sheet, self.now)

    @property
    def is_open(self) -> bool:
        return self.sheet is not None and self.sheet.state == SheetState.OPEN and self.match.state in TO_BE_PLAYED

    @property
    def in_hand(self) -> bool | None:
        return self.sheet.in_hand if self.sheet else None

    def verdict(self) -> Verdict | Pending:
        return self.game.verdict(self.options, self.state, time_up=self.time_up, in_hand=self.in_hand)

    def kinds(self) -> tuple[str, ...]:
        """The deals that may be entered now, the expected one first."""
        if not self.is_open or self.match.round.clock.state == ClockState.SET:
            return ()
        return tuple(kind.value for kind in EXPECTED_FIRST if self._takes(PlayedKind(kind)))

    def _takes(self, kind: PlayedKind) -> bool:
        return not self.game.refusals(self.options, self.state, kind, time_up=self.time_up, in_hand=self.in_hand)


def play_of(match: Match, now: datetime) -> Play:
    """The play of a match that was read by ``match_with_play``."""
    games = list(match.games.all())
    sheet = games[-1].sheet if games else None
    played = sheet.played if sheet else game(match.stage.game)
    options = sheet.options if sheet else played.options_of(match.stage.rule_set)
    entered = rows(sheet) if sheet else []
    log: list[Row] = [*sheet.deals.all(), *sheet.penalties.all()] if sheet else []
    return Play(
        match=match,
        now=now,
        games=len(games),
        sheet=sheet,
        game=played,
        options=options,
        states=tuple(states(sheet, entered)) if sheet else (played.start(options),),
        entered=tuple(entered),
        struck=tuple(row for row in log if row.struck_at),
        time_up=clocks.sheet_has_rung(sheet, now) if sheet else clocks.has_rung(match.round.clock, now),
    )

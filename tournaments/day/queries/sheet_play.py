"""A match being read with its play: the sheet, and the states that its log leads through."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import prefetch_related_objects

from guandan_rules import DealKind as PlayedKind
from guandan_rules import (
    Pending,
    Race,
    Verdict,
)
from journal import clock as journal_clock
from journal.statements import Objects, Statement
from scoring import clocks
from scoring.clocks import ClockReading
from scoring.games import Game as PlayedGame
from scoring.games import Scoreboard, game
from scoring.models import Deal, Penalty, Sheet
from scoring.queries import Row, in_order, states
from scoring.states import ClockState, DealKind, SheetState
from tournaments.bracket.queries.matches import matches_at, prefetched_games
from tournaments.bracket.rules.sources import NUMBERS
from tournaments.models import CheckIn, Match, Player, Tournament
from tournaments.states import TO_BE_PLAYED

EXPECTED_FIRST = (DealKind.EXTRA, DealKind.IN_HAND, DealKind.REGULAR, DealKind.LATE)


_MATCH = Objects(
    Match,
    lambda asked: matches_at(*asked),
    *("round", "round__clock", "round__stage", "table", "result"),
    *("home_team", "home_team__branch", "away_team", "away_team__branch"),
    more=tuple(NUMBERS),
)


_DEALS = Objects(Deal, lambda ids: Deal.objects.filter(sheet__in=ids), "entered_by")
_PENALTIES = Objects(Penalty, lambda ids: Penalty.objects.filter(sheet__in=ids), "entered_by")
_PEOPLE = Objects(Player, lambda ids: Player.objects.filter(left_at=None, team__in=ids).order_by("number"))
_TICKS = Statement(lambda ids: CheckIn.objects.filter(match__in=ids).values_list("player"))


@dataclass(frozen=True)
class Play:
    """A match being read: the sheet of its last game (None: it has none), and the states that its log leads through;
    the ``people`` of both sides by their number, and the ids of those who are ``ticked``.

    ``states`` are as the sheet's game has them, the first one before any entry, then one for each of ``entered``.
    """

    match: Match
    now: datetime
    games: int
    sheet: Sheet | None
    people: tuple[Player, ...]
    ticked: frozenset[int]
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
    def clock(self) -> ClockReading:
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


def play_at(tournament: Tournament, number: int) -> Play | None:
    """The match of that number with its games, and what is written down of the last one; None if there is no such
    match. Six queries."""
    match = next(iter(_MATCH.by((tournament.pk, number))), None)
    if match is None:
        return None
    match.stage, match.stage.tournament = match.round.stage, tournament
    prefetch_related_objects([match], prefetched_games())
    now = journal_clock.now(tournament.journal)
    games = list(match.games.all())
    sheet = games[-1].sheet if games else None
    played = sheet.played if sheet else game(match.stage.game)
    options = sheet.options if sheet else played.options_of(match.stage.rule_set)
    written = [sheet.pk] if sheet else []
    deals, penalties = list(_DEALS.by(written)), list(_PENALTIES.by(written))
    entered = in_order((d for d in deals if d.struck_at is None), (p for p in penalties if p.struck_at is None))
    return Play(
        match=match,
        now=now,
        games=len(games),
        sheet=sheet,
        people=tuple(_PEOPLE.by([team.pk for team in (match.home_team, match.away_team) if team])),
        ticked=frozenset(player for (player,) in _TICKS.rows([match.pk])),
        game=played,
        options=options,
        states=tuple(states(sheet, entered)) if sheet else (played.start(options),),
        entered=tuple(entered),
        struck=(*(deal for deal in deals if deal.struck_at), *(one for one in penalties if one.struck_at)),
        time_up=clocks.sheet_has_rung(sheet, now) if sheet else clocks.has_rung(match.round.clock, now),
    )

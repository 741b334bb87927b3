"""A match being read with its play: sheet, states of its log, and what an order or a form being filled in would do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, TypeAlias

from guandan_rules import (
    Awaited,
    Pending,
    Race,
    RuleSet,
    Seat,
    Step,
    TributeKind,
    Verdict,
    finish_order,
    order_problems,
    step,
    verdict,
)
from guandan_rules import Deal as PlayedDeal
from guandan_rules import DealKind as PlayedKind
from guandan_rules import next_deal as next_deal_after
from journal import clock as journal_clock
from scoring import clocks
from scoring.clocks import ClockReading
from scoring.games import Game as PlayedGame
from scoring.games import Scoreboard, game
from scoring.games.game import EntryResult
from scoring.models import Deal, Sheet
from scoring.queries import Row, in_order, states
from scoring.states import ClockState, DealKind, SheetState
from tournaments.bracket.queries.matches import stage_matches
from tournaments.bracket.rules.sides import seated_ids
from tournaments.bracket.rules.starts import LineUps, Person
from tournaments.day.queries.sheet_views import Finisher, NextDealView, Preview, Rise
from tournaments.day.queries.submissions import finishers
from tournaments.models import Match, Tournament
from tournaments.states import TO_BE_PLAYED

EXPECTED_FIRST = (DealKind.EXTRA, DealKind.IN_HAND, DealKind.REGULAR, DealKind.LATE)


@dataclass(frozen=True)
class MatchPlay:
    """A match being read: the sheet of its last game (None: it has none), and the states that its log leads through;
    the ``people`` of home and away by their number, and the ids of those who are ``ticked``.

    ``states`` are as the sheet's game has them, the first one before any entry, then one for each of ``entered``.
    """

    match: Match
    now: datetime
    games: int
    sheet: Sheet | None
    people: tuple[Sequence[Person], Sequence[Person]]
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


def play_at(tournament: Tournament, number: int) -> MatchPlay | None:
    """The match of that number with its games, and what is written down of the last one; None if there is no such
    match. Six queries."""
    match = stage_matches(tournament).filter(number=number).first()
    if match is None:
        return None
    match.stage, match.stage.tournament = match.round.stage, tournament
    now = journal_clock.now(tournament.journal)
    games = list(match.games.all())
    sheet = games[-1].sheet if games else None
    played = sheet.played if sheet else game(match.stage.game)
    options = sheet.options if sheet else played.options_of(match.stage.rule_set)
    deals = list(sheet.deals.select_related("entered_by")) if sheet else []
    penalties = list(sheet.penalties.select_related("entered_by")) if sheet else []
    line_ups = LineUps(match.stage.tournament, seated_ids(match))
    entered = in_order((d for d in deals if d.struck_at is None), (p for p in penalties if p.struck_at is None))
    return MatchPlay(
        match=match,
        now=now,
        games=len(games),
        sheet=sheet,
        people=(line_ups.at_match(match, "home"), line_ups.at_match(match, "away")),
        ticked=frozenset(match.check_ins.values_list("player_id", flat=True)),
        game=played,
        options=options,
        states=tuple(states(sheet, entered)) if sheet else (played.start(options),),
        entered=tuple(entered),
        struck=(*(deal for deal in deals if deal.struck_at), *(one for one in penalties if one.struck_at)),
        time_up=clocks.sheet_has_rung(sheet, now) if sheet else clocks.has_rung(match.round.clock, now),
    )


Typed: TypeAlias = Mapping[str, Sequence[str]]
"""The texts of a form, several a field."""
GOES_ON = (Awaited.PLAY_ON, Awaited.EXTRA_DEAL)


def _finisher(seat: Seat, names: dict[str, str]) -> Finisher:
    return Finisher(0, seat.value, seat.side.value, names.get(seat.value, ""))


def rise_of(step: Step, change: EntryResult) -> Rise | None:
    """升级 by a deal, as the winner's scoreboard shows it; None of a penalty."""
    if step.order is None or step.winner is None:
        return None
    before, after = (shown[step.winner] or 0 for shown in change.shown)
    return Rise(
        winner=step.winner.value,
        places=(1, step.order.partner_place),
        gain=after - before if change.points else step.gain,
        before=before,
        after=after,
        passed=step.passed is not None,
        failed=tuple(side.value for side in step.failed),
        fell=tuple(side.value for side in step.fell),
    )


def next_deal_view(rules: RuleSet, race: Race, names: dict[str, str]) -> NextDealView | None:
    """贡牌 and who leads after the last deal, by the names at the seats; None before the first and after the end."""
    last = race.last_deal
    if last is None or race.winner:
        return None
    next_deal = next_deal_after(rules, last.order)
    return NextDealView(
        level=race.next_level,
        stage=race.on_stage or "",
        double=next_deal.kind is TributeKind.DOUBLE,
        payers=tuple(_finisher(seat, names) for seat in next_deal.payers),
        receivers=tuple(_finisher(seat, names) for seat in next_deal.receivers),
        shuffles=_finisher(next_deal.shuffles, names),
        cuts=_finisher(next_deal.cuts, names),
        draws_first=_finisher(next_deal.draws_first, names),
        leader=_finisher(next_deal.leader, names) if next_deal.leader else None,
        leader_if_resisted=_finisher(next_deal.leader_if_resisted, names),
    )


def preview_of_order(play: MatchPlay, race: Race, order: str, kind: str, names: dict[str, str]) -> Preview:
    """Who is out so far in an order of seats, and what it does once it is whole."""
    letters = order.strip().upper()
    if not kind or not letters:
        return Preview(letters)
    # one seat, or two opponents: more must go out
    seats = [Seat(letter) for letter in letters if letter in tuple(Seat)]
    is_begun = len(seats) == 1 or (len(seats) == 2 and seats[0].side is not seats[1].side)
    if is_begun and len(seats) == len(letters):
        return Preview(letters, finishers=finishers(letters, names))
    problems = order_problems(letters)
    if problems:
        return Preview(letters, problems)
    deal = PlayedDeal(finish_order(letters), PlayedKind(kind))
    after = step(play.options, race, deal)
    goes_on = verdict(play.options, after, time_up=play.time_up, in_hand=play.in_hand)
    awaits = goes_on.awaits if isinstance(goes_on, Pending) else None
    return Preview(
        order=deal.letters,
        finishers=finishers(deal.letters, names),
        rise=rise_of(after.steps[-1], play.game.result_of(race, after)),
        next_deal=next_deal_view(play.options, after, names) if awaits in GOES_ON else None,
        decides=isinstance(goes_on, Verdict),
    )


def preview_of_form(play: MatchPlay, typed: Typed | None) -> Preview:
    """What stands after the entry that the texts make; nothing while they make none."""
    if not typed or not play.kinds():
        return Preview("")
    raw = play.game.form(play.options).raw(typed)
    if play.game.entry_problems(play.options, play.state, raw, time_up=play.time_up, in_hand=play.in_hand):
        return Preview("")
    after = play.game.step(play.options, play.state, play.game.entry_of(raw))
    goes_on = play.game.verdict(play.options, after, time_up=play.time_up, in_hand=play.in_hand)
    home, away = play.game.result_of(play.state, after).shown[1]
    return Preview("", stood=(home, away), decides=isinstance(goes_on, Verdict))

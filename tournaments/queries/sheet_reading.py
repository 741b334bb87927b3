"""记分表 read for the referee: the sides at their seats, the deals, what is awaited, and the verdict proposed."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Prefetch, Q

from guandan_rules import (
    Awaited,
    ExtraLevel,
    FinishOrder,
    OnTime,
    Pending,
    Race,
    RuleSet,
    Seat,
    Side,
    Sides,
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
from journal.queries import last_event_number
from scoring import clocks
from scoring.clocks import Reading
from scoring.games import Game as PlayedGame
from scoring.games import Scoreboard, game
from scoring.games.game import Done
from scoring.models import Confirmation, Deal, Penalty, Sheet
from scoring.queries import Row, answers, rows, states
from scoring.states import ClockState, DealKind, SheetState
from tournaments.models import CheckIn, Match, Player, Tournament
from tournaments.play.formats import format_of
from tournaments.queries.match_views import MatchView
from tournaments.queries.matches import match_view, prefetched_games, stage_matches, team_label
from tournaments.queries.penalties import offence_choices, penalty_line
from tournaments.queries.sheet_views import (
    DealLine,
    Finisher,
    NextDealView,
    Preview,
    Rise,
    SheetView,
    SideAnswer,
    SideView,
    VerdictView,
)
from tournaments.queries.sides import player_views
from tournaments.queries.submissions import finishers, submission_lines
from tournaments.states import TO_BE_PLAYED, MatchState

SIDES = ("home", "away")
JOINED = ("round__clock", "table", "result", "home_team__branch", "away_team__branch")
EXPECTED_FIRST = (DealKind.EXTRA, DealKind.IN_HAND, DealKind.REGULAR, DealKind.LATE)


def matches_with_play(tournament: Tournament, wanted: Q) -> dict[int, Match]:
    """Matches by number with their games, deals, players and ticks; a fixed number of queries."""
    people = Player.objects.filter(left_at=None).order_by("number")
    found = (
        stage_matches(tournament)
        .filter(wanted)
        .select_related("stage__tournament", *JOINED)
        .prefetch_related(None)
        .prefetch_related(
            prefetched_games(),
            Prefetch("games__sheet__deals", Deal.objects.select_related("entered_by")),
            Prefetch("games__sheet__penalties", Penalty.objects.select_related("entered_by")),
            Prefetch("home_team__players", people),
            Prefetch("away_team__players", people),
            Prefetch("check_ins", CheckIn.objects.only("match_id", "player_id")),
        )
    )
    return {match.number: match for match in found}


def sheet_view(tournament: Tournament, number: int, *, order: str = "", kind: str = "") -> SheetView | None:
    """The sheet of match ``number``, with a preview of the finish order being tapped; None if there is no such match.

    A match that has no sheet yet, or never had one, shows an empty one that is not open.
    """
    feeds = Q(winner_to__number=number) | Q(loser_to__number=number)
    found = matches_with_play(tournament, Q(number=number) | feeds)
    if number not in found:
        return None
    play = play_of(found[number], journal_clock.now(tournament.journal))
    seen = last_event_number(tournament.journal, play.sheet.subject) if play.sheet else 0
    return _view(play, match_view(play.match, found), order=order, kind=kind, seen=seen)


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
    """The play of a match that was read by ``matches_with_play``."""
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


def side_views(play: Play) -> tuple[SideView, SideView]:
    """Home and away with their players at their seats."""
    ticked = {c.player_id for c in play.match.check_ins.all()}
    home, away = (_side_view(play, side, ticked) for side in SIDES)
    return home, away


def _side_view(play: Play, side: str, ticked: set[int]) -> SideView:
    team = play.match.home_team if side == "home" else play.match.away_team
    people = list(team.players.all()) if team else []
    seats, which = play.match.stage.tournament.seats, Side(side)
    score = play.scoreboard.scores[which]
    return SideView(
        side=side,
        team=team_label(team) if team else None,
        players=player_views(people, side, seats, ticked),
        level=score.level,
        on_stage=play.scoreboard.on_stage is which,
        passed=score.passed,
        fails=play.race.fails[which] if play.race else 0,
        fail_limit=(play.options.a_fail_limit or 0) if play.race else 0,
        games=sum(game.sheet.winner == side for game in play.match.games.all()),
        score=score.points if play.scoreboard.counts_points else None,
    )


def _view(play: Play, shown: MatchView, *, order: str, kind: str, seen: int) -> SheetView:
    sides = side_views(play)
    names = {p.seat: p.name for side in sides for p in side.players if p.seat}
    kinds = play.kinds()
    found = play.verdict() if play.sheet else None
    kind = kind if kind in kinds else next((k for k in kinds if k != DealKind.LATE), "")
    pending = found if isinstance(found, Pending) and play.is_open else None
    terms = play.game.terms(play.options)
    steps = [
        (row, play.game.done(before, after), after)
        for row, before, after in zip(play.entered, play.states, play.states[1:], strict=False)
    ]
    tributed = kind in (DealKind.REGULAR, DealKind.EXTRA)
    return SheetView(
        match=shown,
        form=play.game.form,
        game=play.games,
        game_name=play.game.name,
        best_of=play.match.stage.tournament.best_of,
        takes_draws=format_of(play.match.stage).takes_draws,
        sides=sides,
        clock=play.clock,
        is_open=play.is_open,
        level=_level(play, kind),
        stage=play.scoreboard.on_stage or "",
        board=shown.board,
        tributes=play.game.tributes(play.options),
        on_time=terms.on_time.value if terms.on_time else "",
        deals=tuple(_deal_line(row, done, after, names) for row, done, after in steps if isinstance(row, Deal)),
        struck=tuple(_struck_line(row, names) for row in play.struck if isinstance(row, Deal)),
        awaited=pending.awaits.value if pending else "",
        asks_at_bell=pending is not None and _asks_at_bell(play, pending, terms.on_time),
        in_hand=play.in_hand,
        kinds=kinds,
        kind=kind,
        preview=_preview(play, play.race, order, kind, names) if play.race else Preview(""),
        verdict=_verdict_view(found, play) if isinstance(found, Verdict) and _holds(play, shown, found) else None,
        next_deal=_next_deal(play.options, play.race, names) if play.race and tributed else None,
        deal_number=len(play.deals) + 1,
        seen=seen,
        called_at=play.match.called_at,
        now=play.now,
        extra=play.sheet.extra if play.sheet else clocks.NO_TIME,
        penalties=tuple(penalty_line(row, done) for row, done, _after in steps if isinstance(row, Penalty)),
        struck_penalties=tuple(penalty_line(row) for row in play.struck if isinstance(row, Penalty)),
        offences=offence_choices(terms.penalties, play.entered) if play.is_open else (),
        answers=_answers(play.sheet, seen),
        conflicts=submission_lines(play.sheet, play.deals, names) if play.sheet else (),
        outlook=play.game.outlook(play.options, play.state) if play.is_open else None,
    )


def _answers(sheet: Sheet | None, seen: int) -> tuple[SideAnswer, SideAnswer]:
    given = answers(sheet, seen) if sheet else {}
    home, away = (_answer(side, given.get(side)) for side in SIDES)
    return home, away


def _answer(side: str, given: Confirmation | None) -> SideAnswer:
    if given is None:
        return SideAnswer(side, "none")
    return SideAnswer(side, "agrees" if given.agrees else "disputes", given.note, given.at)


def _level(play: Play, kind: str) -> int | None:
    """打几."""
    if kind == DealKind.EXTRA and play.race and play.options.extra_deal.level is ExtraLevel.TWO:
        return 2
    return play.scoreboard.next_level


def _asks_at_bell(play: Play, pending: Pending, on_time: OnTime | None) -> bool:
    if pending.awaits is Awaited.REFEREE:
        return play.time_up and on_time is OnTime.REFEREE and play.in_hand is None
    return pending.awaits is Awaited.DEAL_IN_HAND_QUESTION


def _holds(play: Play, shown: MatchView, found: Verdict) -> bool:
    """What the log says is what is proposed, or what was confirmed; not where a referee ruled otherwise."""
    disputed = play.match.state == MatchState.DISPUTED
    return play.is_open or disputed or (found.reason == shown.reason and (found.winner or "") == shown.winner)


def _verdict_view(found: Verdict, play: Play) -> VerdictView:
    facts = found.facts
    levels = facts.levels if facts else Sides.both(2)
    row = play.entered[facts.entry] if facts and facts.entry is not None else None
    return VerdictView(
        winner=found.winner or "",
        reason=found.reason.value,
        home=0 if play.scoreboard.counts_points else levels.home,
        away=0 if play.scoreboard.counts_points else levels.away,
        deal=row.number if isinstance(row, Deal) else 0,
    )


def _finisher(seat: Seat, names: dict[str, str], place: int = 0) -> Finisher:
    return Finisher(place, seat.value, seat.side.value, names.get(seat.value, ""))


def _deal_line(deal: Deal, done: Done, after: object, names: dict[str, str]) -> DealLine:
    return DealLine(
        number=deal.number,
        kind=deal.kind,
        entry=deal.entry,
        finishers=finishers(deal.order, names),
        level=done.level,
        rise=_rise(after.steps[-1], done) if isinstance(after, Race) else None,
        entered_at=deal.entered_at,
        entered_by=str(deal.entered_by) if deal.entered_by else "",
        struck=False,
        mark=deal.mark,
        levels=(done.shown[1].home, done.shown[1].away),
    )


def _struck_line(deal: Deal, names: dict[str, str]) -> DealLine:
    by = str(deal.entered_by) if deal.entered_by else ""
    out, why = finishers(deal.order, names), deal.struck_reason
    return DealLine(deal.number, deal.kind, deal.entry, out, None, None, deal.entered_at, by, True, deal.mark, why)


def _rise(step: Step, done: Done) -> Rise | None:
    if step.order is None or step.winner is None:
        return None
    before, after = (shown[step.winner] or 0 for shown in done.shown)
    return Rise(
        winner=step.winner.value,
        places=(1, step.order.partner_place),
        gain=after - before if done.points else step.gain,
        before=before,
        after=after,
        passed=step.passed is not None,
        failed=tuple(side.value for side in step.failed),
        fell=tuple(side.value for side in step.fell),
    )


def _next_deal(rules: RuleSet, race: Race, names: dict[str, str]) -> NextDealView | None:
    last = race.last_deal
    return _next_deal_after(rules, race, last.order, names) if last and not race.winner else None


def _next_deal_after(rules: RuleSet, race: Race, order: FinishOrder, names: dict[str, str]) -> NextDealView:
    found = next_deal_after(rules, order)
    return NextDealView(
        level=race.next_level,
        stage=race.on_stage or "",
        double=found.kind is TributeKind.DOUBLE,
        payers=tuple(_finisher(seat, names) for seat in found.payers),
        receivers=tuple(_finisher(seat, names) for seat in found.receivers),
        shuffles=_finisher(found.shuffles, names),
        cuts=_finisher(found.cuts, names),
        draws_first=_finisher(found.draws_first, names),
        leader=_finisher(found.leader, names) if found.leader else None,
        leader_if_resisted=_finisher(found.leader_if_resisted, names),
    )


def _preview(play: Play, race: Race, order: str, kind: str, names: dict[str, str]) -> Preview:
    letters = order.strip().upper()
    if not kind or not letters:
        return Preview(letters)
    problems = order_problems(letters)
    if _is_begun(letters):
        return Preview(letters, finishers=finishers(letters, names))
    if problems:
        return Preview(letters, problems)
    deal = PlayedDeal(finish_order(letters), PlayedKind(kind))
    after = step(play.options, race, deal)
    goes_on = verdict(play.options, after, time_up=play.time_up, in_hand=play.in_hand)
    awaits = goes_on.awaits if isinstance(goes_on, Pending) else None
    return Preview(
        order=deal.letters,
        finishers=finishers(deal.letters, names),
        rise=_rise(after.steps[-1], play.game.done(race, after)),
        next_deal=_next_deal(play.options, after, names) if awaits in (Awaited.PLAY_ON, Awaited.EXTRA_DEAL) else None,
        decides=isinstance(goes_on, Verdict),
    )


def _is_begun(letters: str) -> bool:
    """One seat, or two opponents: more must go out."""
    seats = [Seat(letter) for letter in letters if letter in tuple(Seat)]
    if len(seats) < len(letters) or len(set(seats)) < len(seats):
        return False
    return len(seats) == 1 or (len(seats) == 2 and seats[0].partner is not seats[1])

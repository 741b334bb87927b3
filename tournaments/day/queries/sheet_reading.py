"""记分表 read for the referee: the sides at their seats, the deals, what is awaited, the verdict proposed, and what an
order or a form being filled in would do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import Any, TypeAlias

from guandan_rules import (
    Awaited,
    ExtraLevel,
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
from scoring.clocks import ClockReading
from scoring.games import GAMES, Scoreboard
from scoring.games import Game as PlayedGame
from scoring.games.game import EntryResult
from scoring.models import Deal, Penalty, Sheet
from scoring.queries import Row, answers, in_order, states
from scoring.standings import Standing
from scoring.states import ClockState, DealKind, SheetState
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.queries.matches import single_view, stage_matches
from tournaments.bracket.queries.table_states import AtTable, at_table
from tournaments.bracket.rules.boards import may_be_drawn
from tournaments.bracket.rules.sides import SIDES, seated_ids
from tournaments.bracket.rules.starts import LineUps, Person
from tournaments.day.queries.sheet_parts import (
    by_device,
    finishers,
    offence_choices,
    penalty_line,
    player_views,
    submission_lines,
)
from tournaments.day.queries.sheet_views import (
    DealLine,
    Finisher,
    NextDealView,
    PastGame,
    Preview,
    Rise,
    SheetView,
    SideAnswer,
    SideView,
    VerdictView,
)
from tournaments.models import Match, Tournament
from tournaments.states import TO_BE_PLAYED, MatchState

Typed: TypeAlias = Mapping[str, Sequence[str]]
"""The texts of a form, several a field."""
GOES_ON = (Awaited.PLAY_ON, Awaited.EXTRA_DEAL)
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
        refusals = partial(self.game.refusals, self.options, self.state, time_up=self.time_up, in_hand=self.in_hand)
        return tuple(kind.value for kind in EXPECTED_FIRST if not refusals(PlayedKind(kind)))


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
    played = sheet.played if sheet else GAMES[match.stage.game]
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


def sheet_view(
    tournament: Tournament, number: int, *, order: str = "", kind: str = "", typed: Typed | None = None
) -> SheetView | None:
    """The sheet of match ``number``, with a preview of the finish order being tapped, or of what is typed into the form
    of the game; None if there is no such match.

    A match that has no sheet yet, or never had one, shows an empty one that is not open.
    """
    play = play_at(tournament, number)
    if play is None:
        return None
    seen = last_event_number(tournament.journal, play.sheet.subject) if play.sheet else 0
    at = AtTable(at_table(play.verdict())) if play.match.state == MatchState.PLAYING else None
    return _view(play, single_view(play.match, at), order=order, kind=kind, typed=typed, seen=seen)


def _sides(play: MatchPlay, shown: MatchView) -> tuple[SideView, SideView]:
    """Home and away with their players at their seats."""
    sides = []
    for name, people, line in zip(SIDES, play.people, shown.lines, strict=True):
        side, score = Side(name), play.scoreboard.scores[Side(name)]
        view = SideView(
            side=name,
            team=line.team,
            players=player_views(people, name, play.match.stage.tournament.seats, play.ticked),
            level=score.level,
            on_stage=play.scoreboard.on_stage is side,
            passed=score.passed,
            fails=play.race.fails[side] if play.race else 0,
            fail_limit=(play.options.a_fail_limit or 0) if play.race else 0,
            games=sum(game.sheet.winner == name for game in play.match.games.all()),
            score=score.points if play.scoreboard.counts_points else None,
            colour=line.colour,
        )
        sides.append(view)
    return sides[0], sides[1]


def _past_games(play: MatchPlay) -> tuple[PastGame, ...]:
    """Those before the one that is being played."""
    past = [game for game in play.match.games.all() if game.sheet.winner and game.sheet != play.sheet]
    standings = [Standing(**game.sheet.standing) for game in past]
    shown = [(s.home_points, s.away_points) if s.home is None else (s.home, s.away) for s in standings]
    return tuple(PastGame(game.number, game.sheet.winner, both) for game, both in zip(past, shown, strict=True))


def _view(play: MatchPlay, shown: MatchView, *, order: str, kind: str, typed: Typed | None, seen: int) -> SheetView:
    sides, kinds = _sides(play, shown), play.kinds()
    names = {p.seat: p.name for side in sides for p in side.players if p.seat}
    sent = list(play.sheet.submissions.select_related("by", "deal").order_by("pk")) if play.sheet else []
    outcome = play.verdict() if play.sheet else None
    kind = kind if kind in kinds else next((k for k in kinds if k != DealKind.LATE), "")
    pending = outcome if isinstance(outcome, Pending) and play.is_open else None
    terms = play.game.terms(play.options)
    is_at_two = kind == DealKind.EXTRA and play.race and play.options.extra_deal.level is ExtraLevel.TWO
    asks_at_bell = pending is not None and pending.awaits is Awaited.DEAL_IN_HAND_QUESTION
    if pending and pending.awaits is Awaited.REFEREE:
        asks_at_bell = play.time_up and terms.on_time is OnTime.REFEREE and play.in_hand is None
    steps = [
        (row, play.game.result_of(before, after), after)
        for row, before, after in zip(play.entered, play.states, play.states[1:], strict=False)
    ]
    tributed = kind in (DealKind.REGULAR, DealKind.EXTRA)
    return SheetView(
        match=shown,
        sheet=play.sheet.pk if play.sheet else 0,
        standing=Standing(**play.sheet.standing) if play.sheet else Standing(),
        form=play.game.form(play.options),
        game=play.games,
        game_name=play.game.name,
        past=_past_games(play),
        best_of=play.match.stage.tournament.best_of,
        takes_draws=may_be_drawn(play.match),
        sides=sides,
        clock=play.clock,
        is_open=play.is_open,
        level=2 if is_at_two else play.scoreboard.next_level,
        stage=play.scoreboard.on_stage or "",
        board=shown.board,
        tributes=play.game.tributes(play.options),
        on_time=terms.on_time.value if terms.on_time else "",
        deals=tuple(_deal_line(row, names, change, after) for row, change, after in steps if isinstance(row, Deal)),
        struck=tuple(_deal_line(row, names) for row in play.struck if isinstance(row, Deal)),
        awaited=pending.awaits.value if pending else "",
        asks_at_bell=asks_at_bell,
        in_hand=play.in_hand,
        kinds=kinds,
        kind=kind,
        preview=preview_of_order(play, play.race, order, kind, names) if play.race else preview_of_form(play, typed),
        verdict=_verdict_view(play, shown, outcome) if isinstance(outcome, Verdict) else None,
        next_deal=next_deal_view(play.options, play.race, names) if play.race and tributed else None,
        deal_number=len(play.deals) + 1,
        seen=seen,
        called_at=play.match.called_at,
        now=play.now,
        extra=play.sheet.extra if play.sheet else clocks.NO_TIME,
        penalties=tuple(penalty_line(row, change) for row, change, _after in steps if isinstance(row, Penalty)),
        struck_penalties=tuple(penalty_line(row) for row in play.struck if isinstance(row, Penalty)),
        offences=offence_choices(terms, play.entered) if play.is_open else (),
        effects=terms.effects,
        answers=_answers(play.sheet, seen),
        conflicts=submission_lines(sent, play.deals, names),
        received=by_device(sent, {row.mark for row in (*play.entered, *play.struck) if isinstance(row, Deal)}),
        outlook=play.game.outlook(play.options, play.state) if play.is_open else None,
    )


def _answers(sheet: Sheet | None, seen: int) -> tuple[SideAnswer, SideAnswer]:
    by_side = answers(sheet, seen) if sheet else {}
    home, away = (
        SideAnswer(side, "agrees" if answer.agrees else "disputes", answer.note, answer.at)
        if (answer := by_side.get(side))
        else SideAnswer(side, "none")
        for side in SIDES
    )
    return home, away


def _verdict_view(play: MatchPlay, shown: MatchView, verdict: Verdict) -> VerdictView | None:
    """What the log says is what is proposed, or what was confirmed; None where a referee ruled otherwise."""
    is_undecided = play.is_open or play.match.state == MatchState.DISPUTED
    if not is_undecided and (verdict.reason, verdict.winner or "") != (shown.reason, shown.winner):
        return None
    facts = verdict.facts
    levels = Sides.both(0) if play.scoreboard.counts_points else facts.levels if facts else Sides.both(2)
    row = play.entered[facts.entry] if facts and facts.entry is not None else None
    deal = row.number if isinstance(row, Deal) else 0
    return VerdictView(verdict.winner or "", verdict.reason.value, levels.home, levels.away, deal)


def _deal_line(deal: Deal, names: dict[str, str], change: EntryResult | None = None, after: object = None) -> DealLine:
    """``change``: what it did, None of a struck one; ``after``: the state that it led to."""
    shown = change.shown[1] if change else None
    return DealLine(
        number=deal.number,
        kind=deal.kind,
        entry=deal.entry,
        finishers=finishers(deal.order, names),
        level=change.level if change else None,
        rise=rise_of(after.steps[-1], change) if change and isinstance(after, Race) else None,
        entered_at=deal.entered_at,
        entered_by=str(deal.entered_by) if deal.entered_by else "",
        struck=change is None,
        mark=deal.mark,
        reason=deal.struck_reason,
        levels=(shown.home, shown.away) if shown else (None, None),
    )

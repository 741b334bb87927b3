"""The sheet as the referee sees it, in plain values; ``queries.sheet_reading`` reads them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from operator import itemgetter
from typing import Any

from guandan_rules import Code as RuleCode
from guandan_rules import Effect, EffectKind
from scoring.clocks import ClockReading
from scoring.games.game import EntryForm
from scoring.games.outlook import Outlook, Tribute
from scoring.standings import Standing
from scoring.states import SubmissionState
from tournaments.bracket.queries.match_views import Board, MatchView, TeamLabel
from tournaments.states import MatchState

ACE = 14


@dataclass(frozen=True)
class PlayerView:
    """A player at this match: the seat (N W S E or one of six, "" for a reserve), and whether he is ticked.
    ``team``: the id of his own, which tells partners apart."""

    id: int
    name: str
    seat: str
    present: bool
    team: int = 0


@dataclass(frozen=True)
class SideView:
    """A side of the sheet. ``level`` is None in games without levels; ``score`` are the points of its deals where they
    stand in the place of levels; ``fails`` counts failed attempts at A, where the rule set has a ``fail_limit``;
    ``colour``: as of a `Line`."""

    side: str
    team: TeamLabel | None
    players: tuple[PlayerView, ...]
    level: int | None = 2
    on_stage: bool = False
    passed: bool = False
    fails: int = 0
    fail_limit: int = 0
    games: int = 0
    score: int | None = None
    colour: str = ""

    @property
    def is_present(self) -> bool:
        return bool(self.playing) and all(player.present for player in self.playing)

    @property
    def playing(self) -> tuple[PlayerView, ...]:
        """Who plays, as far as it is known: without the reserves."""
        return tuple(player for player in self.players if player.seat)

    @property
    def each(self) -> "tuple[SideView, ...]":
        """Of two who sit together one for each, with his own player; of a team itself."""
        if self.team is None or self.team.partner is None:
            return (self,)
        return tuple(
            replace(self, team=one, players=tuple(player for player in self.players if player.team == one.id))
            for one in self.team.each
        )

    @property
    def at_ace(self) -> bool:
        return self.level == ACE and not self.passed


@dataclass(frozen=True)
class Finisher:
    """Who went out, and as which one: 1 上游 … 4 下游."""

    place: int
    seat: str
    side: str
    name: str


@dataclass(frozen=True)
class Rise:
    """What a finish order does. ``gain`` counts by the order, ``before`` and ``after`` are the winner's levels, or its
    points where these stand in their place."""

    winner: str
    places: tuple[int, int]
    gain: int
    before: int
    after: int
    passed: bool
    failed: tuple[str, ...]
    fell: tuple[str, ...]

    @property
    def is_double(self) -> bool:
        return self.places == (1, 2)


@dataclass(frozen=True)
class DealLine:
    """A deal of the list, ``entry`` as its game writes it; ``level`` is the level it was played at, ``levels`` those of
    both sides after it, or their points. What 掼蛋 adds: ``finishers`` and the ``rise``.

    A struck one counts no more and did nothing; ``reason`` says why, empty for one that the referee took back.
    """

    number: int
    kind: str
    entry: Mapping[str, Any]
    finishers: tuple[Finisher, ...]
    level: int | None
    rise: Rise | None
    entered_at: datetime
    entered_by: str
    struck: bool
    mark: str = ""
    reason: str = ""
    levels: tuple[int | None, int | None] = (None, None)


@dataclass(frozen=True)
class PenaltyLine:
    """处罚 in the log behind deal ``after_deal`` (0: before the first), with both levels or points after it. ``note``
    is for the staff alone; a struck one counts no more, and ``reason`` says why."""

    id: int
    after_deal: int
    side: str
    offence: str
    effects: tuple[Effect, ...]
    note: str
    home: int | None
    away: int | None
    entered_at: datetime
    entered_by: str
    struck: bool = False
    reason: str = ""

    @property
    def shown(self) -> tuple[int | None, int | None]:
        """What stood on the scoreboard after it."""
        return self.home, self.away


@dataclass(frozen=True)
class OffenceChoice:
    """An offence with how often each side was penalised for it in this game, and what its next time costs."""

    offence: str
    home_times: int
    away_times: int
    home: tuple[Effect, ...]
    away: tuple[Effect, ...]


@dataclass(frozen=True)
class PastGame:
    """A game of the match that is over: who won it, and what both sides had, levels or points."""

    number: int
    winner: str
    shown: tuple[int | None, int | None]


@dataclass(frozen=True)
class SideAnswer:
    """双方确认: ``says`` is none, agrees or disputes, to the sheet as it stands."""

    side: str
    says: str
    note: str = ""
    at: datetime | None = None


@dataclass(frozen=True)
class SubmissionLine:
    """What a device sent and nobody settled: in conflict, waiting, or refused. ``on_sheet``: the order that stands
    there.

    ``codes`` say why it was refused; ``device`` is the short name of the phone. ``entry`` and ``entry_on_sheet`` are
    what a game writes that is no finish order.
    """

    id: int
    key: str
    device: str
    operation: str
    number: int
    state: str
    order: str
    finishers: tuple[Finisher, ...]
    kind: str
    in_hand: bool | None
    on_sheet: str
    finishers_on_sheet: tuple[Finisher, ...]
    kind_on_sheet: str
    problems: tuple[tuple[str, str], ...]
    received_at: datetime
    by: str
    entry: Mapping[str, Any] | None = None
    entry_on_sheet: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class NextDealView:
    """下一副: at which level, who is on stage, and who pays, returns, shuffles, cuts, draws first and leads."""

    level: int | None
    stage: str
    double: bool
    payers: tuple[Finisher, ...]
    receivers: tuple[Finisher, ...]
    shuffles: Finisher
    cuts: Finisher
    draws_first: Finisher
    leader: Finisher | None
    leader_if_resisted: Finisher


@dataclass(frozen=True)
class VerdictView:
    """A verdict, proposed or confirmed. ``winner`` is home, away or "" (draw); ``deal`` the deciding one, 0 if none;
    ``home`` and ``away`` are levels, 0 where it is not played for levels."""

    winner: str
    reason: str
    home: int
    away: int
    deal: int

    @property
    def high(self) -> int:
        return self.away if self.winner == "away" else self.home

    @property
    def low(self) -> int:
        return self.home if self.winner == "away" else self.away


@dataclass(frozen=True)
class Preview:
    """An order that is being tapped: who is out so far, and, once it is complete, what it would do. Of a form that is
    being filled in what both sides would have, levels or points (None: it is no entry yet)."""

    order: str
    problems: tuple[RuleCode, ...] = ()
    finishers: tuple[Finisher, ...] = ()
    rise: Rise | None = None
    next_deal: NextDealView | None = None
    decides: bool = False
    stood: tuple[int | None, int | None] | None = None

    @property
    def is_complete(self) -> bool:
        return self.rise is not None

    @property
    def is_double(self) -> bool:
        return self.rise is not None and len(self.order) == 2


@dataclass(frozen=True)
class SheetView:
    """The sheet of the game being played, or of the last one, with all that the referee may do now.

    ``awaited`` is a ``guandan_rules.Awaited`` value, "" once there is a ``verdict``; ``kinds`` are the deals that
    may be entered now, the expected one first, and ``kind`` the one being entered; ``seen`` is the number of the
    sheet's last event; ``form`` is what the game of that name asks for; ``board`` is what the sides show; ``clock``
    is this table's own, ``extra`` what it has beyond that of its round; ``sheet`` is the id that entries may carry
    (0: none yet), ``received`` what each device sent.
    """

    match: MatchView
    sheet: int
    standing: Standing
    form: EntryForm
    game: int
    game_name: str
    past: tuple[PastGame, ...]
    best_of: int
    takes_draws: bool
    sides: tuple[SideView, SideView]
    clock: ClockReading
    is_open: bool
    level: int | None
    stage: str
    board: Board
    tributes: Mapping[str, Tribute]
    on_time: str
    deals: tuple[DealLine, ...]
    struck: tuple[DealLine, ...]
    awaited: str
    asks_at_bell: bool
    in_hand: bool | None
    kinds: tuple[str, ...]
    kind: str
    preview: Preview
    verdict: VerdictView | None
    next_deal: NextDealView | None
    deal_number: int
    seen: int
    called_at: datetime | None
    now: datetime
    extra: timedelta
    penalties: tuple[PenaltyLine, ...]
    struck_penalties: tuple[PenaltyLine, ...]
    offences: tuple[OffenceChoice, ...]
    effects: tuple[EffectKind, ...]
    answers: tuple[SideAnswer, SideAnswer]
    conflicts: tuple[SubmissionLine, ...]
    received: Mapping[str, list[dict[str, Any]]]
    outlook: Outlook | None

    @property
    def lines(self) -> tuple[DealLine | PenaltyLine, ...]:
        """Deals and penalties in the order of the log."""
        rows: list[tuple[tuple[int, int], DealLine | PenaltyLine]] = [((line.number, 0), line) for line in self.deals]
        rows += [((line.after_deal, 1), line) for line in self.penalties]
        return tuple(line for _place, line in sorted(rows, key=itemgetter(0)))

    @property
    def is_disputed(self) -> bool:
        return self.match.state == MatchState.DISPUTED

    @property
    def is_contested(self) -> bool:
        """Two phones differ: levels, level card and advice are open until the chief referee has chosen."""
        return any(line.state == SubmissionState.CONFLICTING for line in self.conflicts)

    @property
    def may_answer(self) -> bool:
        """双方确认 is asked for: the result is calculated, and the match is being played."""
        return self.is_settled and not self.is_contested and self.match.state == MatchState.PLAYING

    @property
    def is_settled(self) -> bool:
        """The sheet has a result: a winner, or a draw where the format takes one."""
        return self.verdict is not None and (bool(self.verdict.winner) or self.takes_draws)

    @property
    def has_level_card(self) -> bool:
        """级牌: beyond A, at 王, there is none, and so no wild."""
        return self.level is not None and self.level <= ACE

    @property
    def home(self) -> SideView:
        return self.sides[0]

    @property
    def away(self) -> SideView:
        return self.sides[1]

    @property
    def seats(self) -> dict[str, tuple[SideView, PlayerView]]:
        return {p.seat: (side, p) for side in self.sides for p in side.players if p.seat}

    @property
    def both_present(self) -> bool:
        return all(side.is_present for side in self.sides)

    @property
    def asks_presence(self) -> bool:
        """The first deal may be entered, and nobody is ticked."""
        ticked = any(player.present for side in self.sides for player in side.players)
        return bool(self.kinds) and not self.deals and not ticked

    @property
    def same_branch(self) -> bool:
        teams = [side.team for side in self.sides if side.team]
        return len({team.branch_id for team in teams}) == 1 and not any(team.partner for team in teams)

    @property
    def may_change_answer(self) -> bool:
        """Until the last deal or an extra deal is entered."""
        if not self.is_open or self.in_hand is None or not self.clock.rung:
            return False
        return not any(deal.kind in ("in_hand", "extra") for deal in self.deals)

    def side(self, name: str) -> SideView:
        return self.sides[1] if name == "away" else self.sides[0]

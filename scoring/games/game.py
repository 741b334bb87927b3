"""一种游戏的记分: what every game offers a sheet, in one shape, and the values in which all of them answer.

Among them is 记一笔的表单: what a screen asks for an entry, in plain values, from which every screen draws any game's.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from typing import Any, ClassVar, Final, Generic, TypeVar

from guandan_rules import (
    ONLY_BY_TABLE,
    Code,
    DealKind,
    EffectKind,
    Offence,
    OnTime,
    OptionProblem,
    Penalty,
    PenaltyRow,
    Pending,
    RuleSetError,
    Side,
    Sides,
    Verdict,
)
from scoring.games.entries import EntryError, EntryProblem, EntryType, kind_of, read_entry
from scoring.games.outlook import Outlook, Tribute


class Asks(StrEnum):
    """What a field asks for, and so how it is drawn and read.

    One side, one or neither (a draw), some of the two, a whole number, yes or no, the rank of a card, seats in the
    order in which they went out (four that are tapped, or six that are written), and when a deal was played
    (`DealKind`).
    """

    SIDE = "side"
    RESULT = "result"
    SIDES = "sides"
    NUMBER = "number"
    YES_NO = "yes_no"
    LEVEL = "level"
    FOUR_SEATS = "four_seats"
    SIX_SEATS = "six_seats"
    KIND = "kind"


SEATS: Final[dict[Asks, str]] = {Asks.FOUR_SEATS: "NWSE", Asks.SIX_SEATS: "123456"}


@dataclass(frozen=True, slots=True)
class FormField:
    """One field: its name in the entry, what it asks for, of a number the range and the step, and where a name is asked
    for in several ways, ``question``, the one that is meant."""

    name: str
    asks: Asks
    required: bool = True
    least: int = 0
    most: int = 0
    step: int = 1
    question: str = ""

    @property
    def words(self) -> str:
        """By what its words are known."""
        return self.question or self.name


@dataclass(frozen=True, slots=True)
class EntryForm:
    """表单 of one type of entry."""

    type: str
    fields: tuple[FormField, ...]

    @property
    def is_tapped(self) -> bool:
        """Is a finish order tapped seat by seat, with a preview of what it does?"""
        return any(field.asks is Asks.FOUR_SEATS for field in self.fields)

    @property
    def seats(self) -> str:
        """The seats whose order is asked for, in turn order; "" where none is."""
        return next((SEATS[field.asks] for field in self.fields if field.asks in SEATS), "")

    def raw(self, typed: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        """The entry as JSON values from the texts of a form, several a field; `Game.entry_of` says what is wrong."""
        values = {field.name: _READERS[field.asks](typed.get(field.name, ())) for field in self.fields}
        return {"type": self.type, **{name: value for name, value in values.items() if value is not None}}


def _one(texts: Sequence[str]) -> str | None:
    return (texts[-1].strip() if texts else "") or None


def _number(texts: Sequence[str]) -> int | str | None:
    text = _one(texts)
    return int(text) if text and len(text) < 10 and text.isascii() and text.isdigit() else text


_READERS: Final[dict[Asks, Callable[[Sequence[str]], Any]]] = {
    Asks.SIDE: _one,
    Asks.RESULT: _one,
    Asks.SIDES: lambda texts: list(texts) or None,
    Asks.NUMBER: _number,
    Asks.YES_NO: bool,
    Asks.LEVEL: _number,
    Asks.FOUR_SEATS: lambda texts: (_one(texts) or "").upper(),
    # letters or digits with anything between them that a hand writes there
    Asks.SIX_SEATS: lambda texts: [seat for seat in "".join(texts) if seat.isalnum()] or None,
    Asks.KIND: _one,
}
KIND_FIELD: Final = FormField("kind", Asks.KIND, required=False)


O = TypeVar("O")  # noqa: E741 the options of a game
E = TypeVar("E")
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Score:
    """一方的成绩: the level 2…15 (None: the game has none), whether its end is passed, and points (matches won)."""

    level: int | None
    passed: bool = False
    points: int = 0


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """记分牌: what a scoreboard shows; `next_level` is the level of the coming deal, None where there is none.

    `counts_points`: the points of the deals stand on it in the place of levels.
    """

    scores: Sides[Score]
    on_stage: Side | None
    next_level: int | None
    deals: int
    counts_points: bool = False


@dataclass(frozen=True, slots=True)
class EntryResult:
    """一笔的结果: the level it was played at (None: none, or a penalty), the side that won the deal (None: nobody is
    named), the levels before and after it, who passed the end by it, and, where points stand in the place of levels,
    those before and after it."""

    level: int | None
    winner: Side | None
    before: Sides[int] | Sides[int | None]
    after: Sides[int] | Sides[int | None]
    passed: Side | None = None
    points: tuple[Sides[int], Sides[int]] | None = None

    @property
    def shown(self) -> tuple[Sides[int] | Sides[int | None], Sides[int] | Sides[int | None]]:
        """What stood on the scoreboard before and after it: the points, or the levels."""
        return self.points or (self.before, self.after)


@dataclass(frozen=True, slots=True)
class Terms:
    """时间与处罚表: what the options say beside the game: the clock (None: none), the grace for who is late, what may
    still be played at the bell ("": it ends nothing), what an offence costs (empty: the referee says), and which
    offences and effects of a penalty the game knows."""

    minutes: int | None = None
    grace_minutes: int = 0
    on_time: OnTime | None = None
    penalties: tuple[PenaltyRow, ...] = ()
    offences: tuple[Offence, ...] = tuple(offence for offence in Offence if offence not in ONLY_BY_TABLE)
    effects: tuple[EffectKind, ...] = tuple(EffectKind)


class Game(ABC, Generic[O, E, S]):
    """一种游戏 with options O, entries E and a state S folded from them.

    Options and entries go to and from JSON; nothing here knows teams, a database or a clock: the caller says whether
    the time is up, and what was answered at the bell.
    """

    name: ClassVar[str]
    """The key in `GAMES`."""
    entry_types: Mapping[str, EntryType[Any]]
    """What can be written down, by its type."""

    @abstractmethod
    def options_of(self, data: Mapping[str, object]) -> O:
        """Options from JSON values, missing ones by default; RuleSetError with every problem."""

    @abstractmethod
    def plain_options(self, options: O) -> dict[str, Any]:
        """All options as JSON values; `options_of` reads them back."""

    def options_problems(self, data: Mapping[str, object]) -> tuple[OptionProblem, ...]:
        """Every reason why `data`, JSON values by option, are no options; empty when `options_of` reads them."""
        try:
            self.options_of(data)
        except RuleSetError as wrong:
            return wrong.problems
        return ()

    @abstractmethod
    def terms(self, options: O) -> Terms:
        """What the options say of time and penalties."""

    @abstractmethod
    def form(self, options: O) -> EntryForm:
        """What a screen asks for a deal, or for a result where no deals are written."""

    def entry_of(self, raw: object) -> E:
        """记一笔 from JSON values, ``{"type": …}`` with the fields of that type; EntryError with every problem."""
        entry: E = read_entry(raw, self.entry_types)
        return entry

    @abstractmethod
    def plain_entry(self, entry: E) -> dict[str, Any]:
        """An entry as JSON values; `entry_of` reads it back."""

    def entry_problems(
        self, options: O, state: S, raw: object, *, time_up: bool = False, in_hand: bool | None = None
    ) -> tuple[EntryProblem, ...]:
        """Every reason not to write `raw` in that state now: what is wrong with it, and what log and bell refuse.

        A penalty is refused by the end of the game only. `time_up` and `in_hand` as in `verdict`.
        """
        problems: tuple[EntryProblem, ...] = ()
        try:
            if isinstance(self.entry_of(raw), Penalty):
                return (EntryProblem(Code.GAME_DECIDED),) if self.is_over(state) else ()
        except EntryError as wrong:
            problems = wrong.problems
        kind = kind_of(raw)
        codes = self.refusals(options, state, kind, time_up=time_up, in_hand=in_hand) if kind else ()
        return (*problems, *(EntryProblem(code) for code in codes))

    @abstractmethod
    def refusals(
        self, options: O, state: S, kind: DealKind, *, time_up: bool, in_hand: bool | None
    ) -> tuple[Code, ...]:
        """再记一副: every reason against a further deal of that kind now, whatever it says."""

    @abstractmethod
    def start(self, options: O) -> S:
        """Where the game stands before the first entry."""

    @abstractmethod
    def step(self, options: O, state: S, entry: E) -> S:
        """Where it stands after one more entry; one after its end changes nothing."""

    def fold(self, options: O, log: Iterable[E]) -> S:
        """Where the game stands after the whole log: `step` after `step` from the `start`."""
        return reduce(lambda state, entry: self.step(options, state, entry), log, self.start(options))

    @abstractmethod
    def result_of(self, before: S, after: S) -> EntryResult:
        """What the last entry of the log behind `after` did, `before` being the state without it."""

    @abstractmethod
    def is_over(self, state: S) -> bool:
        """Has the log alone ended the game, so that nothing more counts?"""

    @abstractmethod
    def scoreboard(self, state: S) -> Scoreboard:
        """What a scoreboard shows of that state."""

    def outlook(self, options: O, state: S) -> Outlook | None:
        """预览: what further deals would do, for a phone without network; None where it has to wait for the answer."""
        return None

    def tributes(self, options: O) -> Mapping[str, Tribute]:
        """贡牌: what a finish order means for the next deal; empty where a game knows nothing of the kind."""
        return {}

    @abstractmethod
    def verdict(self, options: O, state: S, *, time_up: bool, in_hand: bool | None) -> Verdict | Pending:
        """胜负判定, or what is awaited.

        `time_up`: the bell has rung; `in_hand`: whether a deal was in hand then, None while unanswered.
        """

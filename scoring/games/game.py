"""一种游戏的记分: what every game offers a sheet, in one shape, and the values in which all of them answer."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from guandan_rules import OptionProblem, Pending, Side, Sides, Verdict
from scoring.games.entries import EntryProblem

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
class Standing:
    """记分牌: what a scoreboard shows; `next_level` is the level of the coming deal, None where there is none."""

    scores: Sides[Score]
    on_stage: Side | None
    next_level: int | None
    deals: int


class Game(Protocol[O, E, S]):
    """一种游戏 with options O, entries E and a state S folded from them; the modules of this package are such games.

    Options and entries go to and from JSON; nothing here knows teams, a database or a clock: the caller says whether
    the time is up, and what was answered at the bell.
    """

    @property
    def name(self) -> str:
        """The key in `GAMES`."""
        ...

    def default_options(self) -> O:
        """规则 of the game's source."""
        ...

    def options_problems(self, data: Mapping[str, object], /) -> tuple[OptionProblem, ...]:
        """Every reason why `data`, JSON values by option, are no options; empty when `options_of` reads them."""
        ...

    def options_of(self, data: Mapping[str, object], /) -> O:
        """Options from JSON values, missing ones by default; RuleSetError with every problem."""
        ...

    def plain_options(self, options: O, /) -> dict[str, Any]:
        """All options as JSON values; `options_of` reads them back."""
        ...

    def entry_problems(
        self, options: O, log: Sequence[E], raw: object, /, *, time_up: bool = False, in_hand: bool | None = None
    ) -> tuple[EntryProblem, ...]:
        """Every reason not to write `raw` under `log` now: first what is wrong with it, else what log and bell refuse.

        `time_up` and `in_hand` as in `verdict`.
        """
        ...

    def entry_of(self, raw: object, /) -> E:
        """记一笔 from JSON values, ``{"type": …}`` with the fields of that type; EntryError with every problem."""
        ...

    def plain_entry(self, entry: E, /) -> dict[str, Any]:
        """An entry as JSON values; `entry_of` reads it back."""
        ...

    def fold(self, options: O, log: Iterable[E], /) -> S:
        """Where the game stands after the whole log; entries after its end change nothing."""
        ...

    def standing(self, state: S, /) -> Standing:
        """What a scoreboard shows of that state."""
        ...

    def verdict(self, options: O, state: S, /, *, time_up: bool, in_hand: bool | None) -> Verdict | Pending:
        """胜负判定, or what is awaited.

        `time_up`: the bell has rung; `in_hand`: whether a deal was in hand then, None while unanswered.
        """
        ...

"""How the values of a game are read from JSON, with all their problems at once: 记一笔 and the penalty, the same in all
games, and 选项, as `guandan_rules.RuleSet` reads its own."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Generic, TypeVar, cast

from guandan_rules import (
    Code,
    DealKind,
    Effect,
    EffectKind,
    Offence,
    OptionProblem,
    Penalty,
    RuleSetError,
    Side,
    level_of,
)

T = TypeVar("T")
M = TypeVar("M", bound=StrEnum)


class GameCode(StrEnum):
    """Why an entry is refused, beside `guandan_rules.Code`."""

    NOT_AN_ENTRY = "not_an_entry"
    FIELD_UNKNOWN = "field_unknown"
    FIELD_MISSING = "field_missing"
    VALUE_WRONG = "value_wrong"
    KIND_UNKNOWN = "kind_unknown"
    NOT_CARD_POINTS = "not_card_points"
    EFFECT_NOT_IN_GAME = "effect_not_in_game"
    SEAT_OF_NO_PLAYER = "seat_of_no_player"
    PLAYER_OUT_TWICE = "player_out_twice"
    ORDER_INCOMPLETE = "order_incomplete"
    ORDER_REQUIRED = "order_required"
    NO_DRAWS = "no_draws"
    NOT_AHEAD = "not_ahead"
    DRAW_WITH_POINTS = "draw_with_points"


@dataclass(frozen=True, slots=True)
class EntryProblem:
    """One refusal: why, and the field it concerns (empty: the entry as a whole)."""

    code: Code | GameCode
    field: str = ""


class EntryError(ValueError):
    """No entry of this game; `problems` holds every reason."""

    def __init__(self, problems: tuple[EntryProblem, ...]) -> None:
        super().__init__(", ".join(f"{problem.field}: {problem.code}" for problem in problems))
        self.problems = problems


class Unreadable(ValueError):
    """One value cannot be read; `codes` says why."""

    def __init__(self, *codes: Code | GameCode) -> None:
        super().__init__(", ".join(codes))
        self.codes = codes


_REQUIRED: Final = object()
PENALTY: Final = "penalty"
"""The type of a penalty in every game."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of an entry: its reader, which raises Unreadable, and the value it has when it is left out."""

    read: Callable[[object], object]
    default: object = _REQUIRED


@dataclass(frozen=True, slots=True)
class EntryType(Generic[T]):
    """One type of entry: its fields by name, and what is made of their values."""

    fields: Mapping[str, Field]
    make: Callable[..., T]


def read_entry(raw: object, types: Mapping[str, EntryType[T]]) -> T:
    """The entry that `raw`, ``{"type": …, field: value, …}``, describes; EntryError with every problem."""
    if not isinstance(raw, Mapping):
        raise EntryError((EntryProblem(GameCode.NOT_AN_ENTRY),))
    kind = raw.get("type")
    if not isinstance(kind, str) or kind not in types:
        raise EntryError((EntryProblem(GameCode.NOT_AN_ENTRY, "type"),))
    values, problems = _read_fields({key: raw[key] for key in raw if key != "type"}, types[kind].fields)
    if problems:
        raise EntryError(tuple(problems))
    return types[kind].make(**values)


def _read_fields(
    raw: Mapping[Any, object], fields: Mapping[str, Field]
) -> tuple[dict[str, object], list[EntryProblem]]:
    problems = [EntryProblem(GameCode.FIELD_UNKNOWN, str(key)) for key in raw if key not in fields]
    values: dict[str, object] = {}
    for name, field in fields.items():
        try:
            if name not in raw and field.default is _REQUIRED:
                raise Unreadable(GameCode.FIELD_MISSING)
            values[name] = field.read(raw[name]) if name in raw else field.default
        except Unreadable as wrong:
            problems += [EntryProblem(code, name) for code in wrong.codes]
    return values, problems


def one_of(members: type[M], otherwise: GameCode = GameCode.VALUE_WRONG) -> Callable[[object], M]:
    """A reader of one member of an enum by its value; ``otherwise`` is why any other is refused."""

    def read(value: object) -> M:
        try:
            return members(cast(str, value))
        except ValueError:
            raise Unreadable(otherwise) from None

    return read


def whole_number(value: object) -> int:
    """A whole number; true and false are none."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise Unreadable(GameCode.VALUE_WRONG)
    return value


def number_in(allowed: range, otherwise: GameCode = GameCode.VALUE_WRONG) -> Callable[[object], int]:
    """A reader of a whole number of that range; ``otherwise`` is why any other is refused."""

    def read(value: object) -> int:
        number = whole_number(value)
        if number not in allowed:
            raise Unreadable(otherwise)
        return number

    return read


def yes_or_no(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Unreadable(GameCode.VALUE_WRONG)
    return value


def items_of(value: object) -> list[object]:
    """The items of a JSON list."""
    if not isinstance(value, list | tuple):
        raise Unreadable(GameCode.VALUE_WRONG)
    return list(value)


def effects_reader(allowed: Collection[EffectKind]) -> Callable[[object], tuple[Effect, ...]]:
    """A reader of a list of ``{"kind", "amount"}``; effects that the game cannot carry out are refused."""

    def read(value: object) -> tuple[Effect, ...]:
        effects = tuple(_effect(item) for item in items_of(value))
        if any(effect.kind not in allowed for effect in effects):
            raise Unreadable(GameCode.EFFECT_NOT_IN_GAME)
        return effects

    return read


_EFFECT_FIELDS: Final = {"kind": Field(one_of(EffectKind)), "amount": Field(whole_number, 0)}
_IN_LEVELS: Final = (EffectKind.OPPONENTS_UP, EffectKind.OFFENDER_DOWN)
MOST_LEVELS: Final = 13
"""升降的级数: no penalty can move a side further than the whole ladder, 2 to 王."""


def _effect(value: object) -> Effect:
    """One effect; a rise or fall of levels is 0…13, never one by a negative number."""
    if not isinstance(value, Mapping):
        raise Unreadable(GameCode.VALUE_WRONG)
    values, problems = _read_fields(value, _EFFECT_FIELDS)
    effect = Effect(**cast(dict[str, Any], values)) if not problems else None
    if effect is None or (effect.kind in _IN_LEVELS and effect.amount not in range(MOST_LEVELS + 1)):
        raise Unreadable(GameCode.VALUE_WRONG)
    return effect


def plain_effects(effects: tuple[Effect, ...]) -> list[dict[str, Any]]:
    """Effects as JSON values, as `effects_reader` reads them."""
    return [{"kind": effect.kind.value, "amount": effect.amount} for effect in effects]


def given_effects(plain: Iterable[Mapping[str, Any]]) -> tuple[Effect, ...]:
    """Effects that a penalty was given, from JSON values, whatever a game allows today."""
    return tuple(Effect(EffectKind(effect["kind"]), int(effect.get("amount", 0))) for effect in plain)


def penalty_type(allowed: Collection[EffectKind]) -> EntryType[Penalty]:
    """处罚 (rules.md §7) with the effects a game can carry out: ``side``, ``offence`` and a list of ``effects``."""
    effects = Field(effects_reader(allowed), ())
    return EntryType({"side": Field(one_of(Side)), "offence": Field(one_of(Offence)), "effects": effects}, Penalty)


def plain_penalty(penalty: Penalty) -> dict[str, Any]:
    """A penalty as JSON values."""
    return {
        "type": PENALTY,
        "side": penalty.side.value,
        "offence": penalty.offence.value,
        "effects": plain_effects(penalty.effects),
    }


_read_kind: Final = one_of(DealKind, GameCode.KIND_UNKNOWN)
KIND: Final = Field(_read_kind, DealKind.REGULAR)
"""何时打的: a deal is an ordinary one unless it says otherwise."""


def kind_of(raw: object) -> DealKind | None:
    """何时打的 of an entry that may be wrong in other ways; None where that cannot be read either."""
    if not isinstance(raw, Mapping) or raw.get("type") != "deal":
        return None
    try:
        return _read_kind(raw.get("kind", DealKind.REGULAR))
    except Unreadable:
        return None


def read_options(
    data: Mapping[str, object], readers: Mapping[str, Callable[[Any], object]], make: Callable[..., T]
) -> T:
    """Options from JSON values by option, missing ones by default; RuleSetError with every problem."""
    problems, values = [], {}
    for key, value in data.items():
        if key not in readers:
            problems.append(OptionProblem(Code.UNKNOWN_KEY, str(key)))
            continue
        try:
            values[key] = readers[key](value)
        except (ValueError, TypeError, KeyError):
            problems.append(OptionProblem(Code.BAD_VALUE, key))
    if problems:
        raise RuleSetError(tuple(problems))
    return make(**values)


def refuse_if(problems: Iterable[OptionProblem]) -> None:
    """RuleSetError with the problems, if there are any."""
    all_problems = tuple(problems)
    if all_problems:
        raise RuleSetError(all_problems)


def text(value: object) -> str:
    """A text; TypeError for anything else."""
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def level(value: object) -> int:
    """级数 by name (``"J"``) or as a number; ValueError for anything else."""
    return level_of(value) if isinstance(value, str) else whole_number(value)


def number_or_none(value: object) -> int | None:
    """A whole number, or null for an option that does not apply."""
    return None if value is None else whole_number(value)


def list_of(read: Callable[[Any], T]) -> Callable[[object], tuple[T, ...]]:
    """A reader of a JSON list, each item by `read`."""

    def read_all(value: object) -> tuple[T, ...]:
        return tuple(read(item) for item in items_of(value))

    return read_all


def pair(make: Callable[[int, int], T], read: Callable[[object], int]) -> Callable[[object], T]:
    """A reader of a JSON list of two, each by `read`; ValueError or TypeError for anything else."""

    def read_both(value: object) -> T:
        first, second = list_of(read)(value)
        return make(first, second)

    return read_both

"""规则方案: every option of the game in one frozen value, checked whole, read and written as JSON (rules.md §2–§7)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from guandan_rules.codes import Code
from guandan_rules.ladder import ACE, JOKER_STEP, LOWEST, level_name, level_of
from guandan_rules.options import (
    DecidedBy,
    ExtraDeal,
    ExtraLevel,
    FailOn,
    FailTo,
    Measure,
    OnTime,
    OpenPoint,
    PassCondition,
    Place,
    Scale,
    Scope,
    TieBreak,
    TieRule,
)
from guandan_rules.penalties import Effect, EffectKind, Offence, PenaltyRow


@dataclass(frozen=True, slots=True)
class OptionProblem:
    """One refused option: why, and which."""

    code: Code
    option: str


class RuleSetError(ValueError):
    """规则方案有误; `problems` holds every problem found."""

    def __init__(self, problems: tuple[OptionProblem, ...]) -> None:
        super().__init__(", ".join(f"{problem.option}: {problem.code}" for problem in problems))
        self.problems = problems


_EXTRA_DEAL: Final = ExtraDeal()


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """规则方案: all options of the game; the defaults are those of S000 (annex 3) with the gaps of rules.md §9 filled.

    Levels are 2…14 (A), 15 being 王 (S001-7). RuleSetError lists every problem at once.
    """

    name: str = ""
    """The name in the registry of `named_rule_sets`; empty for a set of one's own."""
    pass_condition: PassCondition = PassCondition.FIRST_ONLY
    """过A的条件 (S000 附件3 二（八）: 取得上游)."""
    pass_scope: Scope = Scope.OWN_A
    """在哪一副过A (S000 附件3 二（八）: 一方打A时)."""
    a_fail_limit: int | None = None
    """几次不过即罚; None: no such rule."""
    a_fail_to: int | FailTo = LOWEST
    """不过后退到的级数, or `FailTo.LOSE`; read only where there is a limit."""
    fail_scope: Scope = Scope.OWN_A
    """哪一副算一次打A."""
    fail_on: FailOn = FailOn.ANY
    """什么算不过."""
    fail_consecutive: bool = False
    """连续计: any deal that is not a failed attempt of the side sets its count back to 0; False: 累计."""
    must_play: tuple[int, ...] = (ACE,)
    """必打的级: levels no rise can jump over; the target never can be."""
    target_level: int = ACE
    """打到哪一级: A, 王 (S001-7), or less in some group stages."""
    first_level: int = LOWEST
    """首副的级数 (S000 附件3 一（二）4)."""
    gain_12: int = 3
    """双上升几级 (S000 附件3 一（二）4: 三级; some rooms four)."""
    measure: Measure = Measure.LEVELS
    """以级数还是以各副积分论胜负."""
    minutes: int | None = 60
    """限时, whole minutes (S000 五、1); None: no clock."""
    grace_minutes: int = 0
    """迟到几分钟内不算弃权 (S000 六)."""
    on_time: OnTime = OnTime.FINISH_DEAL
    """时间到时在打的一副."""
    tie_rules: tuple[TieRule, ...] = (TieRule.FIRST_TO_REACH, TieRule.EXTRA_DEAL, TieRule.REFEREE)
    """级数相同时依次采用的办法 (S000 五、1: 先到队伍获胜); when none decides, the referee does."""
    extra_deal: ExtraDeal = _EXTRA_DEAL
    """加赛一副的办法."""
    deal_limit: int | None = None
    """副数限制; None: none."""
    half_deals: int | None = None
    """半场的副数, after which tables are changed (S001-5)."""
    scale: Scale = Scale.NONE
    """记分办法, where an event counts points."""
    bye_points: int | None = None
    """轮空的积分, where an event counts points; None: those of a win."""
    tie_breaks: tuple[TieBreak, ...] = tuple(TieBreak)
    """积分排名的依据, in their order, where an event counts points; 直接胜负 speaks between two teams only."""
    report_at: int | None = 6
    """剩几张须报牌 (S000 附件3 二（七）); None: the source says nothing."""
    return_at_most: int = 10
    """还牌的最大牌点 (S000 附件3 二（六）1)."""
    return_level_card: bool = True
    """级牌可否还牌 (2025: no)."""
    shuffled_by: Place = Place.LAST
    """从第二副起由谁洗牌 (S000 附件3 二（三）3); 上游 cuts everywhere."""
    penalties: tuple[PenaltyRow, ...] = (PenaltyRow(Offence.LATE, (Effect(EffectKind.MATCH_LOST),)),)
    """处罚表 (rules.md §7; S000 六)."""
    open_points: tuple[OpenPoint, ...] = ()
    """未尽事项: what the source leaves open; the options hold this project's answer."""

    def __post_init__(self) -> None:
        values = [(name, option, getattr(self, name)) for name, option in _OPTIONS.items()]
        problems = [OptionProblem(Code.BAD_VALUE, name) for name, option, value in values if not option.is_one(value)]
        if not problems:
            problems += [
                OptionProblem(Code.OUT_OF_RANGE, name) for name, o, value in values if not o.is_in_range(value)
            ]
            problems += _contradictions(self)
        if problems:
            raise RuleSetError(tuple(problems))

    def to_dict(self) -> dict[str, Any]:
        """All options as JSON values: levels by name (``"A"``), codes by value, lists for tuples."""
        return {name: option.write(getattr(self, name)) for name, option in _OPTIONS.items()}

    @classmethod
    def from_dict(cls, options: Mapping[str, object]) -> "RuleSet":
        """规则方案 from JSON values; levels by name or number, missing options take the default.

        RuleSetError with every unknown key and every bad value.
        """
        problems, values = [], {}
        for key, value in options.items():
            if key not in _OPTIONS:
                problems.append(OptionProblem(Code.UNKNOWN_KEY, key))
                continue
            try:
                values[key] = _OPTIONS[key].read(value)
            except (ValueError, TypeError, KeyError):
                problems.append(OptionProblem(Code.BAD_VALUE, key))
        if problems:
            raise RuleSetError(tuple(problems))
        return cls(**values)


def _contradictions(rules: RuleSet) -> Iterable[OptionProblem]:
    """Values that stand twice in a list; a first level, or one after failed As, that does not lie below the target.

    Nobody starts at the target, and a fall always falls.
    """
    for name in ("must_play", "tie_rules", "tie_breaks", "open_points"):
        values = getattr(rules, name)
        if len(set(values)) < len(values):
            yield OptionProblem(Code.REPEATED, name)
    if rules.first_level >= rules.target_level:
        yield OptionProblem(Code.NOT_BELOW_TARGET, "first_level")
    if rules.a_fail_limit and not isinstance(rules.a_fail_to, FailTo) and rules.a_fail_to >= rules.target_level:
        yield OptionProblem(Code.NOT_BELOW_TARGET, "a_fail_to")


class _Option(NamedTuple):
    """One kind of option: how its JSON value is read and written, and what a value of it is."""

    read: Callable[[Any], Any]
    """ValueError, TypeError or KeyError for what is none."""
    write: Callable[[Any], Any]
    is_one: Callable[[Any], bool]
    is_in_range: Callable[[Any], bool] = lambda value: True


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _read_number(value: object) -> object:
    if not _is_number(value):
        raise TypeError(value)
    return value


def _as_json_has_it(kind: type) -> _Option:
    return _Option(lambda value: value, lambda value: value, lambda value: isinstance(value, kind))


def _enum(kind: type[StrEnum]) -> _Option:
    return _Option(kind, lambda value: value.value, lambda value: isinstance(value, kind))


def _number(allowed: range) -> _Option:
    return _Option(_read_number, lambda value: value, _is_number, lambda value: value in allowed)


def _or_null(option: _Option) -> _Option:
    return _Option(
        lambda value: None if value is None else option.read(value),
        lambda value: None if value is None else option.write(value),
        lambda value: value is None or option.is_one(value),
        lambda value: value is None or option.is_in_range(value),
    )


def _list_of(item: _Option) -> _Option:
    def read(values: object) -> tuple[Any, ...]:
        if not isinstance(values, list | tuple):
            raise TypeError(values)
        return tuple(map(item.read, values))

    return _Option(
        read,
        lambda values: list(map(item.write, values)),
        lambda values: isinstance(values, tuple) and all(map(item.is_one, values)),
        lambda values: all(map(item.is_in_range, values)),
    )


_LADDER: Final = range(LOWEST, JOKER_STEP + 1)
_LEVEL: Final = _Option(
    lambda value: level_of(value) if isinstance(value, str) else _read_number(value),
    level_name,
    _is_number,
    lambda value: value in _LADDER,
)


def _read_fail_to(value: object) -> object:
    """A level or ``"lose"``; null, which rules.md writes where there is no rule, is the default."""
    if value is None:
        return LOWEST
    return FailTo.LOSE if value == FailTo.LOSE else _LEVEL.read(value)


def _object(
    made: type, fields: Mapping[str, _Option], is_in_range: Callable[[Any], bool] = lambda value: True
) -> _Option:
    """A value class as a JSON object with these fields; those that are missing take the default of the class."""

    def read(value: Mapping[str, Any]) -> object:
        if not isinstance(value, Mapping):
            raise TypeError(value)
        return made(**{name: fields[name].read(field) for name, field in value.items()})

    return _Option(
        read,
        lambda value: {name: field.write(getattr(value, name)) for name, field in fields.items()},
        lambda value: isinstance(value, made),
        is_in_range,
    )


_COUNT: Final = _Option(_read_number, lambda value: value, _is_number)
_EFFECT: Final = _object(Effect, {"kind": _enum(EffectKind), "amount": _COUNT})
_PENALTY_ROW: Final = _object(
    PenaltyRow,
    {"offence": _enum(Offence), "from_count": _COUNT, "effects": _list_of(_EFFECT)},
    lambda row: row.from_count >= 1,
)
_EXTRA_LEVEL: Final = _enum(ExtraLevel)._replace(read=lambda value: ExtraLevel(str(value)))

_OPTIONS: Final = {
    "name": _as_json_has_it(str),
    "pass_condition": _enum(PassCondition),
    "pass_scope": _enum(Scope),
    "a_fail_limit": _or_null(_number(range(1, 100))),
    "a_fail_to": _Option(
        _read_fail_to,
        lambda value: value.value if isinstance(value, FailTo) else level_name(value),
        lambda value: value is FailTo.LOSE or _is_number(value),
        lambda value: value is FailTo.LOSE or value in _LADDER,
    ),
    "fail_scope": _enum(Scope),
    "fail_on": _enum(FailOn),
    "fail_consecutive": _as_json_has_it(bool),
    "must_play": _list_of(_LEVEL),
    "target_level": _LEVEL,
    "first_level": _LEVEL,
    "gain_12": _number(range(1, 13)),
    "measure": _enum(Measure),
    "minutes": _or_null(_number(range(1, 24 * 60))),
    "grace_minutes": _number(range(24 * 60)),
    "on_time": _enum(OnTime),
    "tie_rules": _list_of(_enum(TieRule)),
    "extra_deal": _object(ExtraDeal, {"level": _EXTRA_LEVEL, "decided_by": _enum(DecidedBy)}),
    "deal_limit": _or_null(_number(range(1, 1000))),
    "half_deals": _or_null(_number(range(1, 1000))),
    "scale": _enum(Scale),
    "bye_points": _or_null(_number(range(100))),
    "tie_breaks": _list_of(_enum(TieBreak)),
    "report_at": _or_null(_number(range(1, 27))),
    "return_at_most": _number(range(LOWEST, ACE + 1)),
    "return_level_card": _as_json_has_it(bool),
    "shuffled_by": _enum(Place),
    "penalties": _list_of(_PENALTY_ROW),
    "open_points": _list_of(_enum(OpenPoint)),
}
"""Every option, in the order of `RuleSet`."""

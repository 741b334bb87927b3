"""规则方案: every option of the game in one frozen value, checked whole, read and written as JSON (rules.md §2–§7)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Final

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
        wrong = [OptionProblem(Code.BAD_VALUE, name) for name in _wrong_types(self)]
        problems = wrong or [*_out_of_range(self), *_contradictions(self)]
        if problems:
            raise RuleSetError(tuple(problems))

    def to_dict(self) -> dict[str, Any]:
        """All options as JSON values: levels by name (``"A"``), codes by value, lists for tuples."""
        return {field.name: _plain(field.name, getattr(self, field.name)) for field in fields(self)}

    @classmethod
    def from_dict(cls, options: Mapping[str, object]) -> "RuleSet":
        """规则方案 from JSON values; levels by name or number, missing options take the default.

        RuleSetError with every unknown key and every bad value.
        """
        problems, values = [], {}
        for key, value in options.items():
            if key not in _READERS:
                problems.append(OptionProblem(Code.UNKNOWN_KEY, key))
                continue
            try:
                values[key] = _READERS[key](value)
            except (ValueError, TypeError, KeyError):
                problems.append(OptionProblem(Code.BAD_VALUE, key))
        if problems:
            raise RuleSetError(tuple(problems))
        return cls(**values)


_ENUMS: Final[dict[str, type[StrEnum]]] = {
    "pass_condition": PassCondition,
    "pass_scope": Scope,
    "fail_scope": Scope,
    "fail_on": FailOn,
    "measure": Measure,
    "on_time": OnTime,
    "scale": Scale,
    "shuffled_by": Place,
}
_ENUM_LISTS: Final[dict[str, type[StrEnum]]] = {"tie_rules": TieRule, "tie_breaks": TieBreak, "open_points": OpenPoint}
_BOOLEANS: Final = ("fail_consecutive", "return_level_card")
_NUMBERS: Final = {
    "gain_12": range(1, 13),
    "grace_minutes": range(24 * 60),
    "return_at_most": range(LOWEST, ACE + 1),
    "a_fail_limit": range(1, 100),
    "minutes": range(1, 24 * 60),
    "deal_limit": range(1, 1000),
    "half_deals": range(1, 1000),
    "report_at": range(1, 27),
    "bye_points": range(100),
}
_OPTIONAL: Final = ("a_fail_limit", "minutes", "deal_limit", "half_deals", "report_at", "bye_points")
_LEVELS: Final = ("target_level", "first_level", "a_fail_to")
_LADDER: Final = range(LOWEST, JOKER_STEP + 1)


def _wrong_types(rules: RuleSet) -> Iterable[str]:
    """Names of the options whose value is of the wrong kind altogether."""
    for name, kind in _ENUMS.items():
        if not isinstance(getattr(rules, name), kind):
            yield name
    members: tuple[tuple[str, type], ...] = (*_ENUM_LISTS.items(), ("must_play", int), ("penalties", PenaltyRow))
    for name, member in members:
        values = getattr(rules, name)
        if not isinstance(values, tuple) or not all(isinstance(value, member) for value in values):
            yield name
    for name in (*_NUMBERS, *_LEVELS):
        value = getattr(rules, name)
        is_number = isinstance(value, int) and not isinstance(value, bool)
        is_allowed = (value is None and name in _OPTIONAL) or (value is FailTo.LOSE and name == "a_fail_to")
        if not (is_number or is_allowed):
            yield name
    kinds: tuple[tuple[str, type], ...] = (("name", str), ("extra_deal", ExtraDeal), *((b, bool) for b in _BOOLEANS))
    yield from (name for name, kind in kinds if not isinstance(getattr(rules, name), kind))


def _out_of_range(rules: RuleSet) -> Iterable[OptionProblem]:
    for name, allowed in _NUMBERS.items():
        value = getattr(rules, name)
        if value is not None and value not in allowed:
            yield OptionProblem(Code.OUT_OF_RANGE, name)
    for name in _LEVELS:
        value = getattr(rules, name)
        if value not in _LADDER and value is not FailTo.LOSE:
            yield OptionProblem(Code.OUT_OF_RANGE, name)
    if any(level not in _LADDER for level in rules.must_play):
        yield OptionProblem(Code.OUT_OF_RANGE, "must_play")
    if any(row.from_count < 1 for row in rules.penalties):
        yield OptionProblem(Code.OUT_OF_RANGE, "penalties")


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


def _plain(name: str, value: Any) -> Any:
    """The JSON value of one option."""
    if name in _LEVELS:
        return value.value if isinstance(value, FailTo) else level_name(value)
    if name == "must_play":
        return [level_name(level) for level in value]
    if name == "extra_deal":
        return {"level": value.level.value, "decided_by": value.decided_by.value}
    if name == "penalties":
        rows = []
        for row in value:
            effects = [{"kind": effect.kind.value, "amount": effect.amount} for effect in row.effects]
            rows.append({"offence": row.offence.value, "from_count": row.from_count, "effects": effects})
        return rows
    if isinstance(value, tuple):
        return [item.value for item in value]
    return value.value if isinstance(value, StrEnum) else value


def _read_level(value: object) -> int:
    if isinstance(value, str):
        return level_of(value)
    return _read_number(value)


def _read_number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(value)
    return value


def _read_fail_to(value: object) -> int | FailTo:
    """A level or ``"lose"``; null, which rules.md writes where there is no rule, is the default."""
    if value is None:
        return LOWEST
    return FailTo.LOSE if value == FailTo.LOSE else _read_level(value)


def _read_list(value: object, read: Callable[[Any], Any]) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise TypeError(value)
    return tuple(read(item) for item in value)


def _read_extra_deal(value: object) -> ExtraDeal:
    if not isinstance(value, Mapping) or not set(value) <= {"level", "decided_by"}:
        raise ValueError(value)
    level = value.get("level", ExtraLevel.CURRENT)
    return ExtraDeal(ExtraLevel(str(level)), DecidedBy(value.get("decided_by", DecidedBy.FIRST_PLACE)))


def _read_row(value: Mapping[str, Any]) -> PenaltyRow:
    if not set(value) <= {"offence", "from_count", "effects"}:
        raise ValueError(value)
    return PenaltyRow(
        Offence(value["offence"]), _read_list(value["effects"], _read_effect), _read_number(value.get("from_count", 1))
    )


def _read_effect(value: Mapping[str, Any]) -> Effect:
    if not set(value) <= {"kind", "amount"}:
        raise ValueError(value)
    return Effect(EffectKind(value["kind"]), _read_number(value.get("amount", 0)))


def _list_of(read: Callable[[Any], Any]) -> Callable[[object], tuple[Any, ...]]:
    return lambda value: _read_list(value, read)


_READERS: Final[dict[str, Callable[[Any], Any]]] = {
    **dict.fromkeys(("name", *_BOOLEANS), lambda value: value),  # as JSON has them; `_wrong_types` judges
    **_ENUMS,
    **{name: _list_of(kind) for name, kind in _ENUM_LISTS.items()},
    **dict.fromkeys(_NUMBERS, _read_number),
    **dict.fromkeys(_OPTIONAL, lambda value: None if value is None else _read_number(value)),
    **dict.fromkeys(_LEVELS, _read_level),
    "a_fail_to": _read_fail_to,
    "must_play": _list_of(_read_level),
    "extra_deal": _read_extra_deal,
    "penalties": _list_of(_read_row),
}

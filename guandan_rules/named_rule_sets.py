"""规则方案一览: the rule sets of the sources by name, each with its source and what that source leaves open."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from guandan_rules.ladder import ACE, JOKER_STEP
from guandan_rules.options import FailOn, Measure, OpenPoint, PassCondition, Place, Scale, TieRule
from guandan_rules.penalties import Effect, EffectKind, Offence, PenaltyRow
from guandan_rules.rule_sets import RuleSet

_JACK: Final = 11
_LATE: Final = PenaltyRow(Offence.LATE, (Effect(EffectKind.MATCH_LOST),))
_DISQUALIFIED: Final = PenaltyRow(Offence.ILLEGAL_SIGNAL, (Effect(EffectKind.DISQUALIFIED),))
_UNSAID: Final = (OpenPoint.ON_TIME, OpenPoint.TIE_RULES, OpenPoint.REPORT)


def s000() -> RuleSet:
    """北京工业职业技术学院 2023 (S000 五、六, 附件3): 取得上游过A, one hour, the higher level, then 先到者.

    What it leaves open is listed in rules.md §9; the defaults of `RuleSet` are the answers.
    """
    return RuleSet(
        name="s000",
        open_points=(
            OpenPoint.ON_TIME,
            OpenPoint.TIE_AT_START,
            OpenPoint.PASSING_SCOPE,
            OpenPoint.A_FAIL,
            OpenPoint.GRACE,
            OpenPoint.DOUBLE_SHUFFLER,
            OpenPoint.ACE_COUNT,
            OpenPoint.BRANCH_HALVES,
            OpenPoint.THIRD_PLACE,
            OpenPoint.SOUVENIR,
            OpenPoint.LEADER,
            OpenPoint.ENTRY_CLOSE,
            OpenPoint.TABLES,
        ),
    )


def s001_1() -> RuleSet:
    """继续教育学院 2014 (S001-1): 率先打到A为胜, J 必打, one hour, 同级加赛一局, grace 5 min, 30 s a play."""
    return RuleSet(
        name="s001_1",
        pass_condition=PassCondition.REACH_A,
        must_play=(_JACK, ACE),
        grace_minutes=5,
        tie_rules=(TieRule.EXTRA_DEAL,),
        report_at=None,
        penalties=(
            _LATE,
            PenaltyRow(Offence.SLOW_LEAD, (Effect(EffectKind.LOWEST_CARD),)),
            PenaltyRow(Offence.SLOW_FOLLOW, (Effect(EffectKind.PASSED),)),
        ),
        open_points=(OpenPoint.ON_TIME, OpenPoint.REPORT),
    )


def s001_2() -> RuleSet:
    """桌游社 2014 (S001-2): 打A须双下, 连续三次不过从J开始, forty minutes; final four 3 and 1 points."""
    return RuleSet(
        name="s001_2",
        pass_condition=PassCondition.FIRST_AND_SECOND,
        a_fail_limit=3,
        a_fail_to=_JACK,
        fail_consecutive=True,
        minutes=40,
        tie_rules=(TieRule.REFEREE,),
        scale=Scale.WIN_3_LOSS_1,
        report_at=None,
        shuffled_by=Place.FIRST,
        penalties=(_LATE, _DISQUALIFIED),
        open_points=(*_UNSAID, OpenPoint.GRACE, OpenPoint.FAIL_SCOPE, OpenPoint.FAIL_COUNT),
    )


def s001_3() -> RuleSet:
    """深圳售楼处 (S001-3): 头家和二、三家过A, 连续三次不过从头再打, two hours."""
    return replace(
        s001_2(),
        name="s001_3",
        pass_condition=PassCondition.PARTNER_NOT_LAST,
        a_fail_to=2,
        minutes=120,
        scale=Scale.NONE,
        open_points=(*_UNSAID, OpenPoint.GRACE, OpenPoint.PASSING_SCOPE, OpenPoint.FAIL_SCOPE, OpenPoint.FAIL_COUNT),
    )


def s001_4() -> RuleSet:
    """江苏师范大学科文学院 2014 (S001-4): 打A须双下, 连续三次不过从J开始, forty minutes, best of three games."""
    return replace(s001_2(), name="s001_4", scale=Scale.NONE)


def s001_5() -> RuleSet:
    """协会年会 (S001-5): 4, 2 or 1 points a deal, each deal's level card turned up; 20 deals in halves of ten."""
    return RuleSet(
        name="s001_5",
        measure=Measure.POINTS,
        minutes=120,
        deal_limit=20,
        half_deals=10,
        tie_rules=(TieRule.DRAW,),
        scale=Scale.DEAL_421,
        report_at=None,
        open_points=(*_UNSAID, OpenPoint.GRACE, OpenPoint.REST),
    )


def s001_6() -> RuleSet:
    """公共管理学院 (S001-6): 打家一人上游且另一人不是末游过A, 连续三次不过从J开始, 35 minutes."""
    return replace(
        s001_2(),
        name="s001_6",
        pass_condition=PassCondition.PARTNER_NOT_LAST,
        minutes=35,
        scale=Scale.NONE,
    )


def s001_7() -> RuleSet:
    """28分制 (S001-7): 从2打到王, A不必打; level points, fifteen minutes' grace, a table of penalties (八)."""
    point = (Effect(EffectKind.POINTS, -1),)
    hidden = (Effect(EffectKind.OPPONENTS_UP, 1), Effect(EffectKind.STAGE_TO_OPPONENTS))
    return RuleSet(
        name="s001_7",
        must_play=(),
        target_level=JOKER_STEP,
        minutes=None,
        grace_minutes=15,
        tie_rules=(TieRule.DRAW,),
        scale=Scale.LEVELS_28,
        report_at=None,
        penalties=(
            _LATE,
            PenaltyRow(Offence.OUT_OF_TURN, (Effect(EffectKind.NOTE),)),
            PenaltyRow(Offence.OUT_OF_TURN, point, from_count=3),
            PenaltyRow(Offence.WRONG_COUNT, (Effect(EffectKind.NOTE),)),
            PenaltyRow(Offence.WRONG_COUNT, (Effect(EffectKind.POINTS_BOTH, -1),), from_count=3),
            PenaltyRow(Offence.WRONG_COUNT, (Effect(EffectKind.NOTE),), from_count=4),
            PenaltyRow(Offence.HIDDEN_CARD, hidden),
            PenaltyRow(Offence.HIDDEN_CARD, (Effect(EffectKind.MATCH_LOST),), from_count=3),
            PenaltyRow(Offence.ILLEGAL_SIGNAL, (Effect(EffectKind.WARNING),)),
            PenaltyRow(Offence.ILLEGAL_SIGNAL, point, from_count=4),
        ),
        open_points=(*_UNSAID, OpenPoint.PASSING_CONDITION, OpenPoint.PASSING_SCOPE, OpenPoint.MINUTES),
    )


def s004() -> RuleSet:
    """江苏省简易规则 2017 in S004: 搭档不是下游过A, 连续三副上游和下游退回2级, 副数限制, 加打一副, 报牌 10."""
    return RuleSet(
        name="s004",
        pass_condition=PassCondition.PARTNER_NOT_LAST,
        a_fail_limit=3,
        fail_on=FailOn.FIRST_AND_LAST,
        fail_consecutive=True,
        minutes=None,
        tie_rules=(TieRule.EXTRA_DEAL,),
        report_at=10,
        penalties=(
            PenaltyRow(Offence.REPORTED_AGAIN, (Effect(EffectKind.WARNING),)),
            PenaltyRow(Offence.ASKED_AGAIN, (Effect(EffectKind.WARNING),)),
        ),
        open_points=(
            OpenPoint.DEAL_LIMIT,
            OpenPoint.PASSING_SCOPE,
            OpenPoint.FAIL_SCOPE,
            OpenPoint.FAIL_COUNT,
            OpenPoint.GRACE,
        ),
    )


def official_2022() -> RuleSet:
    """《竞技掼蛋竞赛规则(试行)》(rules.md §2): 搭档不是下游过A; an event adds its clock and its tie rules."""
    return RuleSet(
        name="official_2022",
        pass_condition=PassCondition.PARTNER_NOT_LAST,
        minutes=None,
        report_at=10,
        penalties=(),
        open_points=(
            OpenPoint.MINUTES,
            OpenPoint.ON_TIME,
            OpenPoint.TIE_RULES,
            OpenPoint.PASSING_SCOPE,
            OpenPoint.A_FAIL,
            OpenPoint.REPORT,
        ),
    )


def world_2025() -> RuleSet:
    """World Guandan Competition Rules 2025, second-hand (rules.md §2, §6): no failed A, 级牌不可还, 报牌 10."""
    return replace(
        official_2022(),
        name="world_2025",
        return_level_card=False,
        open_points=(OpenPoint.MINUTES, OpenPoint.ON_TIME, OpenPoint.TIE_RULES),
    )


def ns26() -> RuleSet:
    """南山杯 2026 (rules.md §2): 搭档不是下游过A, 累计三次不过退回2级."""
    return replace(
        official_2022(),
        name="ns26",
        a_fail_limit=3,
        open_points=(
            OpenPoint.MINUTES,
            OpenPoint.ON_TIME,
            OpenPoint.TIE_RULES,
            OpenPoint.PASSING_SCOPE,
            OpenPoint.FAIL_SCOPE,
            OpenPoint.REPORT,
        ),
    )


_MAKERS: Final = (s000, s001_1, s001_2, s001_3, s001_4, s001_5, s001_6, s001_7, s004, official_2022, world_2025, ns26)
NAMED: Final[Mapping[str, Callable[[], RuleSet]]] = MappingProxyType({make.__name__: make for make in _MAKERS})
"""规则方案的名字, in the order of the sources; each maker's docstring names its source."""


def named(name: str) -> RuleSet:
    """规则方案 by name (`NAMED`); KeyError for any other."""
    return NAMED[name]()

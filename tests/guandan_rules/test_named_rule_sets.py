"""One worked example, at least, from the source of each named rule set."""

import pytest

from guandan_rules import (
    NAMED,
    EffectKind,
    Offence,
    OpenPoint,
    Reason,
    Scale,
    Side,
    Sides,
    effects_due,
    level_points,
    named,
    result_points,
    verdict,
)
from tests.guandan_rules.factories import away, home, race_of

HOME, AWAY = Side.HOME, Side.AWAY


def at_a(name, *deals):
    """A race with home on stage at A against 9."""
    return race_of(named(name), *deals, at=(14, 9), stage=HOME)


def passing_places(name):
    return {place for place in (2, 3, 4) if at_a(name, home(place)).passed(HOME)}


@pytest.mark.parametrize("name", NAMED)
def test_each_has_its_name_and_a_source(name):
    assert named(name).name == name
    assert NAMED[name].__doc__


def test_unknown_name_is_refused():
    with pytest.raises(KeyError):
        named("s999")


def test_s000_passes_a_as_first_whatever_the_partner():
    """附件3 二（八）: 如一方过A（一方打A时取得上游），比赛提前结束."""
    rules = named("s000")
    assert (passing_places("s000"), rules.minutes, rules.grace_minutes, rules.report_at) == ({2, 3, 4}, 60, 0, 6)
    given = verdict(rules, race_of(rules, away(4), home(3), away(4)), time_up=True, in_hand=False)
    assert (given.winner, given.reason) == (HOME, Reason.FIRST_TO_REACH)


def test_s000_leaves_open_what_the_rules_list():
    listed = {
        OpenPoint.ON_TIME,
        OpenPoint.TIE_AT_START,
        OpenPoint.A_FAIL,
        OpenPoint.GRACE,
        OpenPoint.BRANCH_HALVES,
        OpenPoint.THIRD_PLACE,
        OpenPoint.SOUVENIR,
        OpenPoint.LEADER,
        OpenPoint.ENTRY_CLOSE,
        OpenPoint.TABLES,
    }
    assert listed < set(named("s000").open_points)


def test_s001_1_is_won_by_reaching_a_and_j_is_played():
    """率先打到a的一方为获胜方（不必打通）; j必打; 双下升3级."""
    race = race_of(named("s001_1"), home(2), home(2), home(2), home(2))
    assert (race.levels, race.winner) == (Sides(14, 2), HOME)
    assert race_of(named("s001_1"), home(2), at=(9, 2)).level(HOME) == 11
    assert named("s001_1").grace_minutes == 5


@pytest.mark.parametrize("name", ["s001_2", "s001_4"])
def test_s001_2_and_4_pass_a_by_double_and_fall_to_j(name):
    """连续三次不过则从j开始再打; 只有获头家和2家时方为取胜; 限时40分钟."""
    assert (passing_places(name), named(name).minutes) == ({2}, 40)
    assert at_a(name, home(4), home(3), home(4)).levels == Sides(11, 9)
    assert effects_due(named(name).penalties, Offence.ILLEGAL_SIGNAL, 1)[0].kind is EffectKind.DISQUALIFIED


def test_s001_2_final_four_counts_3_and_1():
    """胜一局积分为3分，负一局积分为1分."""
    assert tuple(result_points(named("s001_2").scale, AWAY)) == (1, 3)


def test_s001_3_starts_again_after_three():
    """连续三次不过则从头再打; 获头家和2、3家时方为取胜; 限时两小时."""
    assert (passing_places("s001_3"), named("s001_3").minutes) == ({2, 3}, 120)
    assert at_a("s001_3", home(4), home(4), away(4)).levels == Sides(2, 10)


def test_s001_5_counts_deals_not_levels():
    """双上积4分, 上游+三游积2分, 上游+末游积1分; 20把牌，多打无效."""
    rules = named("s001_5")
    race = race_of(rules, home(2), away(3), away(4))
    assert (race.points, race.levels, rules.deal_limit, rules.half_deals) == (Sides(4, 3), Sides(2, 2), 20, 10)


def test_s001_6_needs_a_partner_who_is_not_last():
    """打家必须是一人上游、且另一人不是末游; 连续三次不过则从j开始再打; 限时35分钟."""
    assert (passing_places("s001_6"), named("s001_6").minutes) == ({2, 3}, 35)
    assert at_a("s001_6", home(4), home(4), home(4)).levels == Sides(11, 9)


def test_s001_7_plays_to_the_joker_and_counts_28():
    """一方过王，一方为2，级差为14级; 一方过a，一方打k，级差为2级."""
    race = race_of(named("s001_7"), home(2), at=(15, 2), stage=HOME)
    worth = Sides(race.worth(HOME), race.worth(AWAY))
    assert level_points(Scale.LEVELS_28, worth) == Sides(28, 0)
    assert race_of(named("s001_7"), home(3), at=(13, 2)).worth(HOME) - 13 == 2


def test_s004_falls_after_three_times_first_and_last_running():
    """如果A级一方连续三副牌均是取得上游和下游，则冲关失败，该方退回2级; 2级双下游则为5."""
    assert passing_places("s004") == {2, 3}
    assert at_a("s004", home(4), home(4), home(4)).levels == Sides(2, 9)
    assert at_a("s004", home(4), home(4), away(4), home(4)).levels == Sides(14, 10)
    assert race_of(named("s004"), home(2)).levels == Sides(5, 2)


def test_official_2022_passes_unless_the_partner_is_last():
    assert passing_places("official_2022") == {2, 3}
    assert at_a("official_2022", *[home(4)] * 9).level(HOME) == 14


def test_world_2025_has_no_rule_for_failed_a_and_needs_ones_own_a():
    assert passing_places("world_2025") == {2, 3}
    assert race_of(named("world_2025"), home(2), at=(14, 9), stage=AWAY).winner is None
    assert (named("world_2025").report_at, named("world_2025").return_level_card) == (10, False)


def test_ns26_counts_failures_in_total():
    race = at_a("ns26", home(4), away(4), home(4), home(4), away(4))
    assert (race.levels, race.fails) == (Sides(2, 11), Sides(0, 0))

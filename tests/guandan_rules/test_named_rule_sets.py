"""One worked example, at least, from the source of each named rule set."""

import pytest

from guandan_rules import (
    NAMED,
    DealKind,
    EffectKind,
    Offence,
    OpenPoint,
    Penalty,
    Reason,
    RuleSet,
    Scale,
    Side,
    Sides,
    Verdict,
    award_points,
    effects_due,
    fold,
    level_points,
    may_enter,
    named,
    result_points,
    verdict,
)
from tests.guandan_rules.factories import away, home, race_of

HOME, AWAY = Side.HOME, Side.AWAY


def at_a(name, *deals):
    """A race with home on stage at A against 9."""
    return race_of(named(name), *deals, at=(14, 9), stage=HOME)


def outcome_of(name, *entries, time_up=True, in_hand=False, at=None, stage=None):
    """(winner, reason) of the verdict, or what is awaited, under that rule set."""
    race = race_of(named(name), *entries, at=at, stage=stage)
    outcome = verdict(named(name), race, time_up=time_up, in_hand=in_hand)
    return (outcome.winner, outcome.reason) if isinstance(outcome, Verdict) else outcome.awaits.value


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
    outcome = verdict(rules, race_of(rules, away(4), home(3), away(4)), time_up=True, in_hand=False)
    assert (outcome.winner, outcome.reason) == (HOME, Reason.FIRST_TO_REACH)


S000_OPEN = {
    OpenPoint.ON_TIME: "Deal in hand at the bell",
    OpenPoint.TIE_AT_START: "Tie at 2–2",
    OpenPoint.A_FAIL: "Failed A",
    OpenPoint.GRACE: "Grace",
    OpenPoint.BRANCH_HALVES: "Two teams of one branch",
    OpenPoint.THIRD_PLACE: "Third place",
    OpenPoint.SOUVENIR: "Souvenir",
    OpenPoint.LEADER: "Leader",
    OpenPoint.ENTRY_CLOSE: "Entries close and lots are drawn on the first match day",
    OpenPoint.TABLES: "Tables",
}
S000_READINGS = {OpenPoint.PASSING_SCOPE, OpenPoint.DOUBLE_SHUFFLER, OpenPoint.ACE_COUNT}


def test_s000_leaves_open_what_the_rules_list_and_what_we_read_into_it():
    """rules.md §9, and our readings of 一方打A时 (§2), of who shuffles after 双下 and of an ace turned up (§6)."""
    assert set(named("s000").open_points) == {*S000_OPEN, *S000_READINGS}


def test_s000_answers_what_it_leaves_open():
    """rules.md §9: finish_deal; extra_deal at 2–2; no rule for failed As; 0 minutes."""
    rules = named("s000")
    assert (rules.on_time.value, rules.a_fail_limit, rules.grace_minutes) == ("finish_deal", None, 0)
    assert (rules.extra_deal.level.value, rules.extra_deal.decided_by.value) == ("current", "first_place")
    assert outcome_of("s000") == "extra_deal"
    assert outcome_of("s000", away(3, DealKind.EXTRA)) == (AWAY, Reason.EXTRA_DEAL)


def test_s000_forfeits_whoever_is_late():
    """六: 若超过规定比赛时间，按弃权对待."""
    due = effects_due(named("s000").penalties, Offence.LATE, 1)
    assert [effect.kind for effect in due] == [EffectKind.MATCH_LOST]
    assert outcome_of("s000", Penalty(HOME, Offence.LATE, due), time_up=False) == (AWAY, Reason.PENALTY)


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
    assert (race.on_stage, race.deals, race.next_level, race.level_card) == (AWAY, 3, None, None)
    assert race.steps[0].level is None


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


def test_level_that_must_be_played_is_not_jumped_over():
    """J 必打 (S001-1); A不必打 (S001-7)."""
    assert race_of(named("s001_1"), home(2), at=(10, 2)).levels == Sides(11, 2)
    assert race_of(named("s000"), home(2), at=(10, 2)).levels == Sides(13, 2)
    assert race_of(named("s001_7"), home(2), at=(13, 2)).levels == Sides(15, 2)


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


# name, what happened at the table, how the source ends it
ENDINGS = [
    # S000 五、1: 如一方过Ａ，比赛提前结束
    ("s000", {"entries": (home(4),), "at": (14, 14), "stage": HOME, "time_up": False}, (HOME, Reason.PASSED_A)),
    # 级数高者胜
    ("s000", {"entries": (home(4), away(3))}, (AWAY, Reason.LEVEL_AT_TIME)),
    # 如级数相同，先到队伍获胜
    ("s000", {"entries": (away(2), home(4), home(3))}, (AWAY, Reason.FIRST_TO_REACH)),
    # S001-1: 率先打到a的一方为获胜方（不必打通）
    ("s001_1", {"entries": (home(4),), "at": (13, 14), "time_up": False}, (HOME, Reason.PASSED_A)),
    # 同级的加赛一局，先升级的为获胜方
    ("s001_1", {"entries": (home(2), away(2))}, "extra_deal"),
    ("s001_1", {"entries": (home(2), away(2), away(4, DealKind.EXTRA))}, (AWAY, Reason.EXTRA_DEAL)),
    # S001-2 and -4: 必须台上两家将台下两家打成双下才算过a; 到时以分数领先者取胜
    ("s001_2", {"entries": (home(2),), "at": (14, 9), "stage": HOME, "time_up": False}, (HOME, Reason.PASSED_A)),
    ("s001_2", {"entries": (home(2),), "at": (14, 9), "stage": AWAY, "time_up": False}, "play_on"),
    ("s001_2", {"entries": (away(2), home(3))}, (AWAY, Reason.LEVEL_AT_TIME)),
    ("s001_4", {"entries": (away(2), home(3))}, (AWAY, Reason.LEVEL_AT_TIME)),
    ("s001_4", {"entries": (away(2), home(2))}, "referee"),
    # S001-3: 只有获头家和2、3家时方为取胜; 到时以最高级者取胜
    ("s001_3", {"entries": (home(3),), "at": (14, 9), "stage": HOME, "time_up": False}, (HOME, Reason.PASSED_A)),
    ("s001_3", {"entries": (away(2), home(3))}, (AWAY, Reason.LEVEL_AT_TIME)),
    ("s001_3", {"entries": (home(4), away(3), home(4))}, "referee"),
    # S001-5: 20把牌，多打无效
    ("s001_5", {"entries": (*[home(4)] * 11, *[away(3)] * 9), "time_up": False}, (AWAY, Reason.POINTS)),
    ("s001_5", {"entries": (*[home(4)] * 10, *[away(4)] * 10), "time_up": False}, (None, Reason.DRAW)),
    ("s001_5", {"entries": (home(3), away(4)) * 9, "time_up": False}, "play_on"),
    # S001-6: 打家必须是一人上游、且另一人不是末游方可赢得本局
    ("s001_6", {"entries": (away(3),), "at": (9, 14), "stage": AWAY, "time_up": False}, (AWAY, Reason.PASSED_A)),
    ("s001_6", {"entries": (away(4),), "at": (9, 14), "stage": AWAY, "time_up": False}, "play_on"),
    ("s001_6", {"entries": (away(2), home(3))}, (AWAY, Reason.LEVEL_AT_TIME)),
    # S001-7: 从2打到王
    ("s001_7", {"entries": (home(4),), "at": (14, 9), "stage": HOME, "time_up": False}, "play_on"),
    ("s001_7", {"entries": (home(4),), "at": (15, 9), "stage": HOME, "time_up": False}, (HOME, Reason.PASSED_A)),
    # S004: 从A级胜利必须己方两家为上游、二游或上游、三游; 如级数相同，加打一副牌决胜
    ("s004", {"entries": (home(3),), "at": (14, 9), "stage": HOME, "time_up": False}, (HOME, Reason.PASSED_A)),
    ("s004", {"entries": (home(2), away(2), home(4, DealKind.EXTRA))}, (HOME, Reason.EXTRA_DEAL)),
    # rules.md §2: partner not last, at one's own A
    ("official_2022", {"entries": (home(4),), "at": (14, 9), "stage": HOME, "time_up": False}, "play_on"),
    ("official_2022", {"entries": (home(3),), "at": (14, 9), "stage": HOME, "time_up": False}, (HOME, Reason.PASSED_A)),
    ("world_2025", {"entries": (home(3), home(3)), "at": (14, 9), "stage": AWAY}, (HOME, Reason.PASSED_A)),
    ("ns26", {"entries": (home(4), home(4), home(4)), "at": (14, 9), "stage": HOME}, (AWAY, Reason.LEVEL_AT_TIME)),
]


@pytest.mark.parametrize(("name", "happened", "ending"), ENDINGS)
def test_match_ends_as_its_source_says(name, happened, ending):
    happened = dict(happened)
    assert outcome_of(name, *happened.pop("entries"), **happened) == ending


def test_every_named_rule_set_has_a_verdict_among_the_endings():
    decided = {name for name, _, ending in ENDINGS if isinstance(ending, tuple)}
    assert decided == set(NAMED)


def test_deal_limit_of_s004_is_set_by_the_event():
    """竞技规则中，一局比赛有规定的副数限制…级数高的一方胜; how many deals is left open."""
    options = named("s004").to_dict()
    assert OpenPoint.DEAL_LIMIT in named("s004").open_points
    rules = RuleSet.from_dict(options | {"deal_limit": 2})
    outcome = verdict(rules, fold(rules, [home(2), home(2)]), time_up=False, in_hand=None)
    assert (outcome.winner, outcome.reason) == (HOME, Reason.LEVEL_AT_LIMIT)
    assert may_enter(rules, fold(rules, [home(2), home(2)]), time_up=False, in_hand=None) != ()


@pytest.mark.parametrize(
    ("offence", "times", "levels", "points"),
    [
        # 藏牌: 对方选手升一级，并在台上
        (Offence.HIDDEN_CARD, 1, Sides(5, 3), Sides(0, 0)),
        (Offence.HIDDEN_CARD, 2, Sides(5, 4), Sides(0, 0)),
        # 一局出现三次抢抓牌已插入自己手中，本局总积分扣一分
        (Offence.OUT_OF_TURN, 2, Sides(5, 2), Sides(0, 0)),
        (Offence.OUT_OF_TURN, 3, Sides(5, 2), Sides(-1, 0)),
        # 多牌或少牌: 一局累计出现三次，双方本局总积分各扣一分
        (Offence.WRONG_COUNT, 3, Sides(5, 2), Sides(-1, -1)),
        # 传递非法信息累计超过三次，本局总分扣一分
        (Offence.ILLEGAL_SIGNAL, 3, Sides(5, 2), Sides(0, 0)),
        (Offence.ILLEGAL_SIGNAL, 4, Sides(5, 2), Sides(-1, 0)),
    ],
)
def test_s001_7_penalties_have_the_effects_of_its_table(offence, times, levels, points):
    """八、违规的判罚, home being penalised again and again after one deal."""
    rules = named("s001_7")
    penalties = [Penalty(HOME, offence, effects_due(rules.penalties, offence, count + 1)) for count in range(times)]
    race = fold(rules, [home(2), *penalties])
    assert (race.levels, race.points, race.offences(HOME, offence)) == (levels, points, times)
    assert race.on_stage is (AWAY if offence is Offence.HIDDEN_CARD else HOME)


def test_s001_7_third_hidden_card_and_forfeits_in_points():
    """一方选手一局累计出现三次藏牌，视对方胜利得28分; 弃权 20:0, 赛前退出 28:0."""
    rules = named("s001_7")
    third = Penalty(HOME, Offence.HIDDEN_CARD, effects_due(rules.penalties, Offence.HIDDEN_CARD, 3))
    assert outcome_of("s001_7", home(2), third, time_up=False) == (AWAY, Reason.PENALTY)
    assert award_points(rules.scale, AWAY, before_start=False) == Sides(0, 20)
    assert award_points(rules.scale, AWAY, before_start=True) == Sides(0, 28)
    assert rules.grace_minutes == 15


# rules.md §2–§4 and §7, in its own words
OPTIONS_OF_THE_RULES = {
    "pass_condition": ["first_only", "partner_not_last", "first_and_second", "reach_a"],
    "pass_scope": ["own_a", "any_deal"],
    "a_fail_limit": [None, 3],
    "a_fail_to": ["2", "J", "lose"],
    "fail_scope": ["own_a", "any_deal"],
    "fail_on": ["any", "first_and_last"],
    "fail_consecutive": [True, False],
    "must_play": [["A"], ["J", "A"], []],
    "target_level": ["A", "王", "10"],
    "gain_12": [3, 4],
    "tie_rules": [["first_to_reach", "on_stage", "leads_next_deal", "extra_deal", "draw", "referee"]],
    "extra_deal": [{"level": "current", "decided_by": "first_place"}, {"level": "2", "decided_by": "first_place"}],
    "on_time": ["finish_deal", "stop_now", "referee"],
    "minutes": [60, 35, 40, 120, None],
    "deal_limit": [18, 20, None],
    "grace_minutes": [0, 5, 15],
    "scale": ["levels_28", "levels_26", "deal_421", "deal_321", "win_3_loss_1", "win_2_draw_1", "win_1_draw_half"],
    "bye_points": [None, 0, 1, 2],
    "tie_breaks": [["points", "opponents_points", "wins", "net_levels", "sum_of_levels", "head_to_head", "lot"]],
    "penalties": [
        [{"offence": "hidden_card", "from_count": 3, "effects": [{"kind": kind.value, "amount": 1}]}]
        for kind in EffectKind
    ],
}


@pytest.mark.parametrize(
    ("option", "value"), [(option, value) for option, values in OPTIONS_OF_THE_RULES.items() for value in values]
)
def test_every_option_of_the_rules_is_one_of_the_rule_set(option, value):
    assert RuleSet.from_dict({option: value}).to_dict() == RuleSet().to_dict() | {option: value}

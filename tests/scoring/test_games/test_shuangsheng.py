"""双升/扒鸡窝 (S002): the tables of 胜负判定, and what S002 leaves open as rules.md §8 reads it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guandan_rules import Awaited, Code, LossReason, Pending, Reason, Sides, Verdict
from scoring.games import GAMES, GameCode, Score
from scoring.games.shuangsheng import MOST_POINTS
from scoring.games.shuangsheng_rules import DefendedDeal, ShuangshengRules, gains_of
from tests.scoring.test_games.factories import (
    AWAY,
    HOME,
    defended,
    harmless,
    penalised,
    raw_deals,
    raw_entries,
    refusals,
    shuangsheng_options,
    state_of,
    verdict_of,
)

SHUANGSHENG = GAMES["shuangsheng"]
JACK, QUEEN, ACE = 11, 12, 14
TO_TEN = [defended("home", 0), defended("home", 40)]  # 2 → 7 → 10
TO_JACK = [*TO_TEN, defended("home", 60)]
TO_ACE = [*TO_JACK, defended("home", 0)]


def climb(*raws, **options):
    return state_of("shuangsheng", *raws, **options)


def found(*raws, time_up=False, in_hand=None, **options):
    """(winner, reason) of the verdict, or what is awaited."""
    given_ = verdict_of("shuangsheng", *raws, time_up=time_up, in_hand=in_hand, **options)
    return (given_.winner, given_.reason) if isinstance(given_, Verdict) else given_.awaits


def at(state):
    """Levels of both sides and who is on stage."""
    return (*state.levels, state.on_stage)


@pytest.mark.parametrize(
    ("points", "levels", "stage"),
    [
        (0, (7, 2), HOME),  # 0分: 大光, 升5级
        (5, (6, 2), HOME),  # 0－20分: 不上台, 升4级
        (20, (6, 2), HOME),
        (25, (5, 2), HOME),  # 20-40分: 升3级
        (40, (5, 2), HOME),
        (45, (4, 2), HOME),  # 40-60分: 升2级
        (60, (4, 2), HOME),
        (65, (3, 2), HOME),  # 60-80分: 升1级
        (75, (3, 2), HOME),
        (80, (2, 2), AWAY),  # 80分: 上庄, 下庄
        (95, (2, 2), AWAY),
        (100, (2, 3), AWAY),  # 100分: 升1级
        (115, (2, 3), AWAY),
        (120, (2, 4), AWAY),  # 100分以上: 每多20分多升1级
        (200, (2, 8), AWAY),
        (280, (2, 11), AWAY),  # ten levels, and J must be played
        (MOST_POINTS, (2, 11), AWAY),
    ],
)
def test_points_of_the_attackers_make_the_levels(points, levels, stage):
    """S002 胜负判定 1; the shared borders as rules.md §8 reads them."""
    assert at(climb(defended("home", points))) == (*levels, stage)


@pytest.mark.parametrize("points", [-5, 3, 81, MOST_POINTS + 5])
def test_points_are_those_of_cards(points):
    """分牌: 5, 10, K; the bottom counts in whole multiples (S002 扣底)."""
    assert refusals("shuangsheng", raw=defended("home", points)) == [(GameCode.NOT_CARD_POINTS, "points")]


def test_other_borders_are_an_option():
    """20-40分 with 20 in it: the other reading of the source's bands."""
    bands = [[0, 5], [19, 4], [39, 3], [59, 2], [79, 1]]
    assert climb(defended("home", 20), bands=bands).levels == Sides(5, 2)
    assert climb(defended("home", 20)).levels == Sides(6, 2)


def test_match_starts_at_2_with_nobody_on_stage():
    """第一局从2打起 (S002 亮主 1)."""
    assert verdict_of("shuangsheng") == Pending(Awaited.PLAY_ON)
    start = climb()
    assert (at(start), start.next_level, start.deals) == ((2, 2, None), 2, 0)


def test_next_level_is_that_of_the_side_on_stage():
    """级牌: 当前庄家的级别 (S002 牌类型)."""
    assert climb(defended("home", 0)).next_level == 7
    assert climb(defended("home", 0), defended("home", 80)).next_level == 2
    assert climb(penalised("home", ("opponents_up", 1))).next_level is None


def test_any_side_may_have_defended():
    """无人亮主则闲家做庄, 造反后抢庄 (S002 亮主 3, 5): who defended is said, not derived."""
    assert refusals("shuangsheng", defended("home", 0), raw=defended("away", 0)) == []
    assert at(climb(defended("home", 0), defended("away", 0))) == (7, 7, AWAY)


@pytest.mark.parametrize(
    ("points", "wrong", "expected"),
    [
        (40, ["home"], (5, 2, AWAY)),  # 庄家出错: 自动下台, 升相应的级数
        (120, ["home"], (2, 4, AWAY)),
        (40, ["away"], (6, 2, HOME)),  # 闲家出错: 庄家自动升一级, 升相应的级数
        (120, ["away"], (3, 4, AWAY)),
        (40, ["away", "home"], (6, 2, AWAY)),
    ],
)
def test_wrong_play_is_paid_beside_the_points(points, wrong, expected):
    """S002 胜负判定 2, 1)."""
    assert at(climb(defended("home", points, wrong_play=wrong))) == expected


def test_wrong_play_is_a_table_of_the_rules():
    rules = {"defenders_wrong": [{"kind": "offender_down", "amount": 1}], "attackers_wrong": []}
    assert at(climb(defended("home", 0), defended("home", 75, wrong_play=["home", "away"]), **rules)) == (7, 2, HOME)
    lost = climb(defended("home", 0, wrong_play=["away"]), attackers_wrong=[{"kind": "match_lost"}])
    assert (lost.winner, lost.loss) == (HOME, LossReason.PENALTY)


def test_jack_and_ace_must_be_played():
    """无论任何情况，J和A牌局必打 (S002 胜负判定 2, 2))."""
    assert at(climb(*TO_TEN, defended("home", 0))) == (JACK, 2, HOME)
    assert at(climb(*TO_JACK, defended("home", 0))) == (ACE, 2, HOME)
    assert at(climb(*TO_TEN, defended("away", 200))) == (JACK, 2, HOME)
    assert at(climb(*TO_TEN, defended("home", 75, wrong_play=["away"]))) == (JACK, 2, HOME)


def test_attackers_do_not_climb_off_a_level_they_must_play():
    """Our reading of 必打: only who has defended at J leaves it; the rules can say otherwise."""
    attacking = [*TO_JACK, defended("away", 200)]
    assert at(climb(*attacking)) == (JACK, 2, HOME)
    assert at(climb(*attacking, leave_by_defending=False)) == (ACE, 2, HOME)
    assert climb(*TO_JACK, penalised("away", ("opponents_up", 1))).levels.home == JACK
    assert climb(*TO_JACK, penalised("away", ("opponents_up", 1)), leave_by_defending=False).levels.home == QUEEN


@pytest.mark.parametrize(
    ("before", "points", "bottom", "expected"),
    [
        (TO_JACK, 80, True, (2, 2, AWAY)),  # 打到牌局J: 含J牌扣底, 回到牌局2
        (TO_JACK, 120, True, (2, 4, AWAY)),  # 超过80分根据以上得分情况升相应的级数
        (TO_JACK, 75, True, (QUEEN, 2, HOME)),  # 必须得够80分上台
        (TO_JACK, 120, False, (JACK, 4, AWAY)),
        (TO_ACE, 80, True, (JACK, 2, AWAY)),  # 打到牌局A: 回到牌局J
        (TO_ACE, 100, True, (JACK, 3, AWAY)),
        (TO_ACE, 100, False, (ACE, 3, AWAY)),
        (TO_TEN, 100, True, (10, 3, AWAY)),  # at no other level
    ],
)
def test_bottom_taken_with_jack_or_ace_sends_the_defenders_back(before, points, bottom, expected):
    """S002 胜负判定 2, 2)."""
    after = climb(*before, defended("home", points, bottom=bottom))
    assert at(after) == expected
    assert after.winner is None


def test_fall_outdoes_the_attackers_wrong_play():
    """回到牌局2重新打起, whatever the automatic level was."""
    fallen = defended("home", 80, bottom=True, wrong_play=["away"])
    assert at(climb(*TO_JACK, fallen)) == (2, 2, AWAY)


def test_fall_never_lifts():
    """A penalty for wrong play may already have brought the defenders lower than the fall would."""
    rules = {"defenders_wrong": [{"kind": "offender_down", "amount": 13}]}
    fallen = defended("home", 80, bottom=True, wrong_play=["home"])
    assert at(climb(*TO_ACE, fallen, **rules)) == (2, 2, AWAY)


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        (defended("home", 75), (HOME, Reason.PASSED_A)),
        (defended("home", 80), Awaited.PLAY_ON),
        (defended("away", 200), Awaited.PLAY_ON),  # at A, but attacking
        (defended("home", 0, wrong_play=["home"]), Awaited.PLAY_ON),  # 自动下台
        (defended("home", 80, wrong_play=["away"]), Awaited.PLAY_ON),  # 自动升一级 is no pass
        (penalised("away", ("opponents_up", 1)), Awaited.PLAY_ON),
    ],
)
def test_ace_is_passed_by_keeping_a_deal_defended_at_it(last, expected):
    """过A: our reading, S002 says nothing; rules.md §3 ends a match with it."""
    assert found(*TO_ACE, last) == expected
    assert found(*TO_ACE) == Awaited.PLAY_ON


def test_ace_is_not_passed_where_the_deal_brings_no_level():
    bands = [[0, 5], [60, 2], [79, 0]]
    assert found(*[defended("home", 0)] * 3, bands=bands) == Awaited.PLAY_ON
    assert found(*[defended("home", 0)] * 3, defended("home", 75), bands=bands) == Awaited.PLAY_ON
    assert found(*[defended("home", 0)] * 3, defended("home", 60), bands=bands) == (HOME, Reason.PASSED_A)


def test_passed_ace_shows_on_the_scoreboard_and_ends_the_match():
    passed = climb(*TO_ACE, defended("home", 0), defended("away", 0), penalised("home", ("offender_down", 5)))
    shown = SHUANGSHENG.scoreboard(passed)
    assert shown.scores == Sides(Score(ACE, passed=True), Score(2))
    assert (shown.deals, [step.counted for step in passed.steps]) == (5, [True] * 5 + [False] * 2)
    assert verdict_of("shuangsheng", *TO_ACE, defended("home", 0), defended("away", 0)).facts.entry == 4
    assert refusals("shuangsheng", *TO_ACE, defended("home", 0), raw=defended("away", 0)) == [(Code.GAME_DECIDED, "")]


def test_match_is_18_deals():
    """每场比赛为18局 (S002 比赛时间)."""
    full = [defended("home", 80), defended("away", 80)] * 8 + [defended("home", 80), defended("away", 75)]
    assert found(*full[:-1]) == Awaited.PLAY_ON
    assert found(*full) == (AWAY, Reason.LEVEL_AT_LIMIT)
    assert refusals("shuangsheng", *full, raw=defended("home", 0)) == [(Code.DEAL_LIMIT_REACHED, "")]
    assert refusals("shuangsheng", *full, raw=penalised("home", ("note", 0))) == []
    assert found(*full, deal_limit=None) == Awaited.PLAY_ON
    assert refusals("shuangsheng", *full, raw=defended("home", 0), deal_limit=None) == []


TIED = [defended("home", 0), defended("away", 0)]


@pytest.mark.parametrize(
    ("raws", "rules", "expected"),
    [
        (TIED, ["referee"], Awaited.REFEREE),  # 注 1: 最终解释权归比赛仲裁组
        (TIED, [], Awaited.REFEREE),
        (TIED, ["first_to_reach", "referee"], (HOME, Reason.FIRST_TO_REACH)),
        (TIED[::-1], ["first_to_reach", "referee"], (AWAY, Reason.FIRST_TO_REACH)),
        (TIED, ["on_stage"], (AWAY, Reason.ON_STAGE)),
        (TIED, ["draw"], (None, Reason.DRAW)),
        ([], ["first_to_reach", "on_stage", "draw"], (None, Reason.DRAW)),
        ([], ["first_to_reach", "on_stage", "referee"], Awaited.REFEREE),
    ],
)
def test_equal_levels_follow_the_tie_rules(raws, rules, expected):
    assert found(*raws, time_up=True, in_hand=False, tie_rules=rules) == expected


def test_first_to_reach_counts_the_way_down_too():
    """Who fell back to the common level came to it later."""
    log = [defended("home", 0), defended("away", 20), penalised("home", ("offender_down", 1))]
    verdict = verdict_of("shuangsheng", *log, time_up=True, in_hand=False, tie_rules=["first_to_reach"])
    assert (verdict.winner, verdict.facts.entry, verdict.facts.raised_at) == (AWAY, 1, Sides(2, 1))


def test_higher_level_wins_when_a_clock_was_set():
    log = [defended("home", 40)]
    assert found(*log, time_up=True) == Awaited.DEAL_IN_HAND_QUESTION
    assert found(*log, time_up=True, in_hand=True) == Awaited.LAST_DEAL
    assert found(*log, time_up=True, in_hand=False) == (HOME, Reason.LEVEL_AT_TIME)
    assert found(*log, defended("home", 0, kind="in_hand"), time_up=True, in_hand=True) == (HOME, Reason.LEVEL_AT_TIME)
    assert found(*log, time_up=True, on_time="stop_now") == (HOME, Reason.LEVEL_AT_TIME)
    late, last = (defended("home", 0, kind=kind) for kind in ("late", "in_hand"))
    assert refusals("shuangsheng", raw=defended("home", 0), time_up=True) == [(Code.AFTER_THE_BELL, "")]
    assert refusals("shuangsheng", raw=last, time_up=True, in_hand=True) == []
    assert refusals("shuangsheng", last, defended("home", 0), raw=late, time_up=True) == [(Code.LAST_DEAL_ENTERED, "")]


def test_every_reason_is_named_at_once():
    log = [*TO_ACE, defended("home", 0)]
    assert refusals("shuangsheng", *log, raw=defended("home", 0, kind="extra"), deal_limit=5) == [
        (Code.GAME_DECIDED, ""),
        (Code.DEAL_LIMIT_REACHED, ""),
        (Code.EXTRA_DEAL_NOT_DUE, ""),
    ]


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        (("opponents_up", 2), (7, 4, HOME)),
        (("offender_down", 2), (5, 2, HOME)),
        (("offender_down", 13), (2, 2, HOME)),
        (("stage_to_opponents", 0), (7, 2, AWAY)),
        (("note", 0), (7, 2, HOME)),
        (("deal_void", 0), (7, 2, HOME)),
    ],
)
def test_penalty_does_what_its_effects_say(effect, expected):
    """处罚 (rules.md §7)."""
    assert at(climb(defended("home", 0), penalised("home", effect))) == expected


@given(shuangsheng_options, st.lists(raw_entries["shuangsheng"] | harmless, max_size=40))
def test_fold_never_leaves_the_ladder(options, raws):
    rules = SHUANGSHENG.options_of(options)
    state = climb(*raws, **options)
    for step in state.steps:
        assert all(2 <= level <= rules.target_level for level in step.after)
    assert state.deals <= len(raws)


@given(st.lists(raw_entries["shuangsheng"] | harmless, max_size=40))
def test_jack_is_left_upwards_by_its_defenders_only(raws):
    """必打 as a law: no rise jumps over J, and none leads off it but that of a deal defended there."""
    for step in climb(*raws).steps:
        for side in (HOME, AWAY):
            low, high = step.before[side], step.after[side]
            assert not low < JACK < high
            assert not (low == JACK < high) or getattr(step.entry, "defenders", None) is side


@given(raw_deals["shuangsheng"].map(SHUANGSHENG.entry_of))
def test_gains_do_not_depend_on_which_side_is_which(deal):
    mirrored = DefendedDeal(
        deal.defenders.other, deal.points, deal.bottom, tuple(s.other for s in deal.wrong_play), deal.kind
    )
    gains = gains_of(ShuangshengRules(), deal)
    assert gains_of(ShuangshengRules(), mirrored) == Sides(gains.away, gains.home)


@given(st.integers(0, 80).map(lambda fives: 5 * fives))
def test_one_side_gains_and_more_points_never_help_the_defenders(points):
    gains = gains_of(ShuangshengRules(), DefendedDeal(HOME, points))
    better = gains_of(ShuangshengRules(), DefendedDeal(HOME, points + 5))
    assert 0 in gains
    assert better.home <= gains.home
    assert better.away >= gains.away

"""What each notice names, as settings of its preset: days and hours, format, clock, prizes, words (docs/presets.md)."""

from datetime import time

import pytest

from guandan_rules import Offence, named
from tournaments.presets.preset import Blueprint, DayTime, read_preset

THREE, TWO = [("冠军", 1), ("亚军", 1), ("季军", 1)], [("冠军", 1), ("亚军", 1)]
BY_LOT, FIRST_ROUND = {"branches_apart": "none"}, {"branches_apart": "first_round"}
"""均抽签定位, and where the notice says nothing of whom the lots bring together."""
SAID = {
    "s000": {
        "format": "knockout", "best_of": 1, "seats": 2, "minutes": 60, "grace": 0, "third_place_match": False,
        "organiser": "北京工业职业技术学院工会", "place": "职工之家（知行楼）", "leader_word": "领队兼教练",
        "hours": [(day, time(12, 30)) for day in range(5)],
        "awards": [("冠军", 1), ("亚军", 1), ("季军", 2), ("纪念奖", 0)],
    },
    "s001_1": {
        "format": "knockout", "best_of": 1, "minutes": 60, "grace": 5, "third_place_match": True, "days": {0},
        "many": 5, "place": "科技楼 2 楼报告厅", "organiser": "继续教育学院学生会", "branch_word": "班级",
        "member_word": "同学", "committees": ["总协调", "策划组", "裁判组", "宣传组", "赞助组", "采购组", "散场"],
        "awards": [("第一名", 1), ("第二名", 1), ("第三名", 1)], **FIRST_ROUND,
    },
    "s001_2": {
        "format": "redraw", "settings": {"survivors": 4}, "seats": 2, "best_of": 1, "minutes": 40,
        "organiser": "棋牌桌游社", "awards": TWO, **BY_LOT,
        "later": [("swiss", 4, True, {
            "rounds_played": 2, "lots_each_round": True, "criteria": ["points", "mutual", "difference"],
        })],
    },
    "s001_3": {
        "format": "swiss", "settings": {"rounds_played": 1, "criteria": ["wins", "difference", "levels"]},
        "closes": (-1, time(18)), "seats": 2, "place": "售楼处",
        "organiser": "万科房地产（深圳）有限公司", "best_of": 1, "minutes": 120, "tables": 16,
        "hours": [(0, time(13))], "sittings": [(1, time(13))],
        "later": [("knockout", 32, True, {"survivors": 8}), ("knockout", 8, True, {})],
        "later_hours": [[(7, time(13)), (7, time(15, 30))], [(8, time(13)), (8, time(15, 30)), (8, time(18))]],
        "third_place_match": True, "awards": [*THREE, ("优胜奖", 5)],
    },
    "s001_4": {
        "format": "knockout", "best_of": 3, "match_clock": False, "minutes": 40, "days": {0}, "branch_word": "班级",
        "place": "大学生活动中心", "organiser": "科文学院管理系学生会", "leader_word": "负责人",
        "committees": ["宣传部", "外联部", "组织部", "秘书部"],
        "awards": [("一等奖", 1), ("二等奖", 1), ("优秀奖", 2)], **BY_LOT,
    },
    "s001_4_month": {
        "format": "knockout", "best_of": 1, "seats": 2, "minutes": 40, "tables": 16, "many": 5, "awards": TWO,
        **BY_LOT,
    },
    "s001_4_final": {
        "format": "knockout", "best_of": 1, "minutes": 40, "third_place_match": True, "many": 4,
        "awards": THREE, **BY_LOT,
    },
    "s001_5": {
        "format": "movement", "settings": {"halves": 2, "rest": "own", "criteria": ["points", "wins", "opponents"]},
        "minutes": 60, "deal_limit": 10, "scale": "deal_421",
        "measure": "points", "hours": [(0, time(14)), (0, time(15, 10))], "place": "山水华城饭店",
        "closes": (0, time(13)), "draw": (0, time(13, 30)), **FIRST_ROUND,
    },
    "s001_6": {
        "format": "knockout", "best_of": 1, "seats": 2, "minutes": 35, "tables": 6, "third_place_match": True,
        "awards": THREE, "place": "逸夫楼七楼", "organiser": "公共管理学院体育部", "closes": (-2, time(18)),
        "hours": [(day, time(12, 10)) for day in range(4)], **BY_LOT,
    },
    "s001_7": {"format": "round_robin", "grace": 15, "scale": "levels_28", "minutes": 60, "ties": ["draw"]},
    "s002": {
        "game": "shuangsheng", "format": "round_robin", "game_options": {"minutes": 120},
        "settings": {"withdrawn": "struck_under_half", "criteria": ["wins", "difference", "mutual"]},
        "organiser": "郑州旅游职业学院工会", "grace": 0, "committees": ["仲裁组", "裁判组"],
        "hours": [(day, time(16)) for day in range(5)],
    },
    "s003": {
        "game": "win_loss", "seats": 3, "format": "knockout", "settings": {"survivors": 4}, "third_place_match": True,
        "later": [("knockout", 4, True, {})], "awards": THREE, "tables": 4, "member_word": "员工", **BY_LOT,
    },
}  # fmt: skip


def start_of(start: DayTime) -> tuple[int, time]:
    return start.day, start.at


def settings_of(plan: Blueprint) -> dict[str, object]:
    """Every setting of the preset, and by the names of `SAID` what has to be read out of it."""
    rules = {**named(plan.rule_set).to_dict(), **plan.rule_options}
    return {
        **rules,
        **vars(plan),
        "committees": [line.partition("：")[0] for line in plan.committees.splitlines()],
        "grace": rules["grace_minutes"],
        "ties": rules["tie_rules"],
        "hours": [start_of(start) for start in plan.rounds],
        "sittings": [start_of(start) for round_ in plan.rounds for start in round_.sittings],
        "days": {start.day for start in plan.rounds},
        "many": len(plan.rounds),
        "later": [(stage.format, stage.places, stage.by_lot, stage.settings) for stage in plan.later],
        "later_hours": [[start_of(start) for start in stage.rounds] for stage in plan.later],
        "awards": [(award.name, award.count) for award in plan.awards],
        "closes": start_of(plan.closes),
        "draw": start_of(plan.draw or plan.closes),
    }


@pytest.mark.parametrize("key", SAID)
def test_preset_is_set_as_its_notice_says(key):
    plan = read_preset(key)
    assert {name: settings_of(plan)[name] for name in SAID[key]} == SAID[key]


@pytest.mark.parametrize("name", ["s001_2", "s001_3", "s001_4", "s001_6"])
def test_hints_are_disqualified(name):
    """不得讲、做与比赛有关的话或暗示 … 违规方将取消比赛资格."""
    rows = [row for row in named(name).penalties if row.offence is Offence.ILLEGAL_SIGNAL]
    assert [[effect.kind.value for effect in row.effects] for row in rows] == [["disqualified"]]

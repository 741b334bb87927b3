"""What is printed is what the desk does: each sentence is made of settings that act, and each of these makes one."""

import re
from dataclasses import fields, replace
from datetime import date
from itertools import product
from types import SimpleNamespace

import pytest
from django.utils import translation

from guandan_rules import NAMED, RuleSet, named
from guandan_rules.options import (
    ExtraDeal,
    ExtraLevel,
    FailOn,
    Measure,
    OnTime,
    PassCondition,
    Place,
    Scale,
    Scope,
    TieRule,
)
from scoring.games.shuangsheng_rules import ShuangshengRules
from scoring.games.win_loss import WinLossRules
from tests.tournaments.event.papers.samples import text_of
from tournaments.bracket.words import event_sentences
from tournaments.bracket.words.format_sentences import SENTENCES, format_words
from tournaments.bracket.words.rule_sentences import NOT_SAID, RULES, shuangsheng_counting
from tournaments.event.actions.tournaments import create_tournament
from tournaments.formats import FORMATS, DoubleElimination, Knockout, Movement, Redraw, RoundRobin, Swiss
from tournaments.formats.unplayed import Withdrawn
from tournaments.models import Tournament
from tournaments.presets.preset import presets
from web.documents.circular import circular_word
from web.documents.document import EventReading
from web.ruling.regulation import Mark, regulation_of

OTHERWISE = {
    "pass_condition": PassCondition.FIRST_AND_SECOND, "pass_scope": Scope.ANY_DEAL, "a_fail_limit": 4,
    "a_fail_to": 11, "fail_scope": Scope.ANY_DEAL, "fail_on": FailOn.FIRST_AND_LAST, "fail_consecutive": True,
    "must_play": (11, 14), "target_level": 13, "first_level": 3, "gain_12": 4, "measure": Measure.POINTS,
    "minutes": 41, "grace_minutes": 7, "on_time": OnTime.STOP_NOW, "tie_rules": (TieRule.DRAW,),
    "extra_deal": ExtraDeal(level=ExtraLevel.TWO), "deal_limit": 12, "scale": Scale.LEVELS_28, "bye_points": 5,
    "report_at": 9, "return_at_most": 9, "return_level_card": False, "shuffled_by": Place.FIRST, "penalties": (),
}  # fmt: skip
"""Another value of each option than `BASE` has."""
BASE = replace(named("s000"), a_fail_limit=3, scale=Scale.WIN_3_LOSS_1)


class Watched:
    """A rule set that remembers what is read of it."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules, self.read = rules, set()

    def __getattr__(self, name: str):
        self.read.add(name)
        return getattr(self._rules, name)


def test_a_sentence_reads_no_setting_but_its_own():
    for name, (anchor, sentence) in product(NAMED, RULES.items()):
        watched = Watched(named(name))
        sentence.words(watched)
        assert watched.read <= set(sentence.settings), (name, anchor)


def test_every_option_of_a_rule_set_makes_a_sentence():
    options = {field.name for field in fields(RuleSet)}
    assert options == RULES.settings | set(NOT_SAID)
    assert set(OTHERWISE) == RULES.settings


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_another_value_makes_another_sentence(language):
    with translation.override(language):
        before = RULES.of(BASE)
        for option, value in OTHERWISE.items():
            after = RULES.of(replace(BASE, **{option: value}))
            about = {anchor for anchor, sentence in RULES.items() if option in sentence.settings}
            changed = {anchor for anchor in RULES if before[anchor] != after[anchor]}
            assert changed, option
            assert changed <= about, option


def test_every_setting_of_a_format_makes_a_sentence():
    of_the_event = {"criteria", "points", "third_place", "rest", "rest_points", "virtual_opponents"}
    for format_ in FORMATS.values():
        assert {field.name for field in fields(format_)} <= SENTENCES[format_.name].settings | of_the_event


SET_OTHERWISE = [
    (Knockout(), Knockout(survivors=4)),
    (Knockout(), Knockout(places_to=8)),
    (Knockout(), Knockout(consolation=True)),
    (RoundRobin(), RoundRobin(groups=4)),
    (RoundRobin(), RoundRobin(legs=2)),
    (RoundRobin(legs=2), RoundRobin(groups=2, legs=2)),
    (RoundRobin(), RoundRobin(rounds_played=2)),
    (RoundRobin(rounds_played=2), RoundRobin(groups=2, rounds_played=2)),
    (RoundRobin(), RoundRobin(withdrawn=Withdrawn.STRUCK)),
    (RoundRobin(), RoundRobin(withdrawn=Withdrawn.STRUCK_UNDER_HALF)),
    (Swiss(), Swiss(rounds_played=5)),
    (Swiss(), Swiss(rounds_played=1)),
    (Swiss(), Swiss(lots_each_round=True)),
    (Redraw(), Redraw(survivors=4)),
    (Movement(), Movement(halves=1)),
    (Movement(), Movement(halves=3)),
    (DoubleElimination(), DoubleElimination(finals=1)),
    (DoubleElimination(), DoubleElimination(finals=0)),
]


def test_formats_that_are_set_otherwise_are_said_otherwise():
    assert not [pair for pair in SET_OTHERWISE if len({format_words(format_) for format_ in pair}) == 1]


def test_every_column_of_an_event_makes_a_sentence_or_decides_nothing():
    columns = {field.name for field in Tournament._meta.concrete_fields}
    said = event_sentences.EVENT.settings | set(event_sentences.NOT_SAID)
    assert columns <= said | {"branch_word", "member_word", "leader_word"}


def test_every_option_of_shuangsheng_changes_what_is_said():
    usual = ShuangshengRules()
    otherwise = {
        "bands": (), "take_at": 100, "points_a_level": 40, "must_play": (14,), "leave_by_defending": False,
        "falls": (), "defenders_wrong": (), "attackers_wrong": (), "target_level": 13, "first_level": 3,
        "deal_limit": 12, "tie_rules": (TieRule.DRAW,), "on_time": OnTime.STOP_NOW,
    }  # fmt: skip
    not_said = {"name", "minutes"}  # the clock is the second argument
    assert {field.name for field in fields(ShuangshengRules)} == otherwise.keys() | not_said
    before = shuangsheng_counting(usual, 60)
    for name, value in otherwise.items():
        changed = SimpleNamespace(**{f.name: getattr(usual, f.name) for f in fields(usual)} | {name: value})
        assert shuangsheng_counting(changed, 60) != before, name
    assert shuangsheng_counting(usual, 61) != before
    assert {field.name for field in fields(WinLossRules)} == {
        "name", "order_asked", "order_required", "draws", "measure", "target", "scale", "minutes",
    }  # fmt: skip


NEVER = {
    "s001_4": ("每轮比赛限时",),
    "s001_5": ("从2打起", "升三级", "必打", "过A", "过不了", "瑞士", "各赛一场"),
    "s001_7": ("过A", "A必打"),
    "s001_2": ("并列季军", "每队与其他各队各赛一场", "瑞士"),
    "s001_3": ("瑞士", "积分相近的队"),
    "plain_swiss": ("各赛一场",),
    "plain_movement": ("各赛一场", "瑞士"),
    "plain_groups": ("单循环",),
    "s002": ("级牌（逢人配）", "进贡", "项目的打法见"),
    "s003": ("级牌（逢人配）", "进贡", "过A", "项目的打法见"),
}
ALWAYS = {
    "s000": ("每场一局决胜", "季军"),
    "s001_1": ("决出第三名", "每场一局决胜"),
    "s001_2": ("每轮胜者抽签", "对手由抽签决定", "不作回避", "胜一场得3分", "前4名"),
    "s001_3": ("每队赛一场，对手由抽签决定",),
    "s001_4": ("每场三局两胜", "每局限时40分钟"),
    "s001_5": ("翻牌确定打几", "换桌", "多打无效", "上半场", "4分"),
    "s001_7": ("0 : 20", "0 : 28", "14 = 28 : 0", "过王"),
    "s002": ("亮主", "反主", "扒鸡窝", "跟牌", "甩牌", "扣底", "霸王庄", "18副"),
    "plain_team": ("每场比赛3台同时进行", "各台全部赛完", "每台赛一局", "每队6人。每台2人出场。可另报替补1人"),
    "plain_pingpang_team": ("每场比赛3台同时进行", "一方胜过半数", "每台五局三胜", "每队3人。每台1人出场"),
    "s003": ("上班", "够级牌", "烧牌", "接风", "四人乱缠", "决出第三名"),
}


@pytest.mark.parametrize("plan", presets(), ids=lambda plan: plan.key)
def test_papers_say_what_acts_and_nothing_else(db, plan):
    """And nothing is said to be chosen that nobody chose; every quotation stands beside its paragraph."""
    event = create_tournament(plan, slug=plan.key.replace("_", "-"), first_day=date(2123, 11, 29), by=None)
    with translation.override("zh-hans"):
        regulation = regulation_of(event)
        own = [line for chapter in regulation.own for line in (chapter.title, *(part.text for part in chapter.lines))]
        said = [paragraph for chapter in regulation.chapters for paragraph in chapter.paragraphs]
        notice = text_of(circular_word(EventReading(event, site="https://desk.example.org")))
    for printed in ("\n".join([*own, *(paragraph.words for paragraph in said)]), "\n".join(notice)):
        assert not [words for words in NEVER.get(plan.key, ()) if words in printed]
        assert not [words for words in ALWAYS.get(plan.key, ()) if words not in printed]
        assert not re.search(r"%\(|\{\{|[。：，；][。：，；]", printed)
    assert not [paragraph.anchor for paragraph in said if paragraph.mark is Mark.CHOSEN]
    assert {paragraph.quote for paragraph in said if paragraph.quote} == set(plan.quotes.values())

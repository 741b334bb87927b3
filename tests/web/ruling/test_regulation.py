"""The regulation: complete in every rule set and both languages, what is open said to be open, anchors that stay."""

import re
from dataclasses import replace
from itertools import product

import pytest
from django.test import Client
from django.utils import translation

from guandan_rules import NAMED, EffectKind, Offence, OpenPoint, RuleSet, Scale, Scope, named
from guandan_rules.options import OnTime, PassCondition, TieRule
from tests.factories import a_drawn_tournament, a_tournament
from tests.tournaments.played import S000_AWARDS
from tests.web.pages import markup, queries, text
from tournaments.bracket.words import options
from web.ruling.play_words import REASON_ANCHORS
from web.ruling.regulation import regulation_of, regulation_under
from web.ruling.rulings import CAUSE_ANCHORS, KIND_ANCHORS, Strength, every_reading

OF_THE_EVENT = {
    OpenPoint.BRANCH_HALVES, OpenPoint.THIRD_PLACE, OpenPoint.SOUVENIR, OpenPoint.LEADER, OpenPoint.ENTRY_CLOSE,
    OpenPoint.TABLES, OpenPoint.REST,
}  # fmt: skip
STABLE = {
    "level-card", "wild", "single", "pair", "triple", "full-house", "straight", "tube", "plate", "bomb",
    "straight-flush", "four-jokers", "ranks", "ace-low", "suits", "order-of-kinds", "tribute-single", "tribute-double",
    "tribute-equal", "resist", "return", "report", "partner-leads", "passing-a", "bell", "ties", "late", "penalties",
}  # fmt: skip


def ids(page: str) -> list[str]:
    return re.findall(r'\sid="([^"]+)"', page)


def words(rules: RuleSet, anchor: str) -> str:
    return regulation_under(rules).words[anchor]


def test_every_rule_set_is_told_in_whole_sentences_and_every_open_point_has_its_paragraph():
    for name, language in product(NAMED, ("zh-hans", "en")):
        rules = named(name)
        with translation.override(language):
            regulation = regulation_under(rules)
            paragraphs = [p for chapter in regulation.chapters for p in chapter.paragraphs]
        assert len(paragraphs) > 40
        assert not [p.anchor for p in paragraphs if "%(" in p.words or p.words[-1] not in ".。"]
        said = set(rules.open_points) - OF_THE_EVENT - ({OpenPoint.ON_TIME} if rules.minutes is None else set())
        said -= {OpenPoint.GRACE} if name == "s000" else set()  # 六 of its notice says it
        assert len(regulation.left_open) == len(said)


def test_event_says_how_it_plays_what_is_left_open(client, db):
    options = {"on_time": "stop_now", "a_fail_limit": 3, "a_fail_to": "J"}
    tournament = a_tournament(rule_options=options, awards=S000_AWARDS)
    client.cookies["django_language"] = "en"
    page = text(client.get(f"/e/{tournament.slug}/regulation/"))
    assert "When the time is up, play stops at once and the deal in hand does not count. chosen by the office" in page
    assert "Not passing A 3 times sends a side back to J. chosen by the office" in page
    assert "There are 10 tables." in page
    left_open = regulation_of(tournament).left_open
    assert page.count("Still open; played as is usual:") == len(left_open)
    assert not {"bell", "failing-a"} & {paragraph.anchor for paragraph in left_open}


def test_options_change_the_words():
    with translation.override("en"):
        base = named("s000")
        assert "60 minutes" in words(base, "time")
        assert "no limit" in words(replace(base, minutes=None), "time")
        assert "partner not last" in words(replace(base, pass_condition=PassCondition.PARTNER_NOT_LAST), "passing-a")
        assert "chief referee says" in words(replace(base, on_time=OnTime.REFEREE), "bell")
        assert words(replace(base, tie_rules=(TieRule.DRAW,)), "ties") == "If both are equal: the match is a draw."
        assert "may not" in words(replace(base, return_level_card=False), "return-level-card")
        assert "10 cards or fewer" in words(replace(base, report_at=10), "report")
        assert "5 minutes" in words(replace(base, grace_minutes=5), "late")
        assert "by 4 levels" in words(replace(base, gain_12=4), "rising")
        assert "王" in words(named("s001_7"), "passing-a")
        with pytest.raises(LookupError):
            words(base, "forfeit")


def test_every_anchor_that_rulings_link_to_is_on_the_page(client, db):
    a_tournament(slug="s000")
    linked = {*KIND_ANCHORS.values(), *(a for anchors in CAUSE_ANCHORS.values() for a in anchors)}
    linked |= {anchor for anchors in REASON_ANCHORS.values() for anchor in anchors}
    linked |= {anchor for reading in every_reading(8) for anchor in Strength(reading, (), ()).anchors}
    for address, language in product(("/regulation/", "/e/s000/regulation/"), ("zh-hans", "en")):
        client.cookies["django_language"] = language
        anchors_there = ids(markup(client.get(address)))
        assert len(anchors_there) == len(set(anchors_there))
        assert (linked | STABLE) - set(anchors_there) == set()


def test_page_is_chinese_first_and_complete(client, db):
    a_tournament(slug="s000")
    page = text(client.get("/e/s000/regulation/"))
    assert "四大天王" in page
    assert "尚待确定，暂按通行办法：" in page
    assert "通知" not in page  # this event has none
    assert not re.search(r"[a-z]{4,} [a-z]{3,}", page.replace("English", ""))


def test_penalty_table_is_that_of_the_rule_set(client, db):
    a_tournament(slug="s001", rule_set="s001_7")
    client.cookies["django_language"] = "en"
    page = text(client.get("/e/s001/regulation/"))
    assert "A card hidden" in page
    assert "opponents on stage" in page
    assert "Annex 3" not in page
    assert client.get("/e/nothing/regulation/").status_code == 404


def test_page_is_kept_and_asks_the_same_for_any_event(client, transactional_db, django_assert_num_queries):
    small, large = a_tournament(), a_drawn_tournament(branches=8)
    counts = [queries(Client(), f"/e/{t.slug}/regulation/") for t in (small, large)]
    assert counts[0] == counts[1]
    etag = client.get(f"/e/{small.slug}/regulation/")["ETag"]
    with django_assert_num_queries(0):
        answer = client.get(f"/e/{small.slug}/regulation/", headers={"If-None-Match": etag})
    assert answer.status_code == 304


def test_every_value_of_an_option_has_words():
    for members, told in (
        (PassCondition, options.PASSING),
        (Scope, options.PASSING_WHEN),
        (Scope, options.FAILING_WHEN),
        (OnTime, options.BELL),
        (TieRule, options.TIES),
        (Scale, options.SCALES),
        (Offence, options.OFFENCES),
        (EffectKind, options.EFFECTS),
    ):
        assert set(told) == set(members)


# of another game

GUANDAN = ("掼蛋", "级牌", "进贡", "过A", "逢人配", "半决赛")


def test_regulation_says_nothing_of_guandan(client: Client, db):
    for game in ("shuangsheng", "win_loss"):
        tournament = a_tournament(name="工会比赛", game=game, format_="round_robin", tables=7)
        page = text(client.get(f"/e/{tournament.slug}/regulation/"))
        assert not [word for word in GUANDAN if word in page.replace("掼蛋赛事台", "")]
        assert "7" in page
    whole = text(client.get(f"/e/{a_tournament().slug}/regulation/"))
    assert [word for word in ("进贡", "半决赛") if word not in whole] == []


def test_regulation_of_shuangsheng_says_what_its_options_decide(client: Client, db):
    options = {"deal_limit": 12, "falls": [["J", "2"]], "tie_rules": ["on_stage"]}
    tournament = a_tournament(game="shuangsheng", format_="round_robin")
    tournament.stages.update(rule_options=options)
    client.cookies["django_language"] = "en"
    page = text(client.get(f"/e/{tournament.slug}/regulation/"))
    assert "A match has 12 deals at most." in page
    assert "for no points 5 levels; up to 20 points 4 levels" in page
    assert "up to 79 points 1 level." in page
    assert "A side at J goes back to 2" in page
    assert "A side at A" not in page
    assert "of the defenders, opponents on stage; of the attackers, opponents up 1" in page
    assert "If both are equal: the side on stage, which won the last deal, wins." in page


PLACES = [
    ({"format_": "round_robin"}, "Places go by points, the matches of the equals, level difference, one"),
    ({"format_": "swiss"}, "plays it off or draws lots. A win counts 1, a loss 0. A bye counts 1."),
    ({"format_": "swiss", "game": "win_loss"}, "A win counts 1, a draw 0.5, a loss 0."),
    ({"format_": "round_robin", "rule_set": "s001_7"}, "Whoever is equal in all of it shares the place"),
]


def test_regulation_says_what_places_go_by_where_there_is_a_table(client: Client, db):
    client.cookies["django_language"] = "en"
    for event, said in PLACES:
        tournament = a_tournament(**event)
        tournament.stages.filter(game="win_loss").update(rule_options={"draws": True})
        assert said in text(client.get(f"/e/{tournament.slug}/regulation/"))
    assert "Places go by" not in text(client.get(f"/e/{a_tournament().slug}/regulation/"))


def test_souvenirs_are_promised_where_there_are_any(client: Client, db):
    client.cookies["django_language"] = "en"
    with_some, without = a_tournament(awards=S000_AWARDS), a_tournament(awards=S000_AWARDS[:2])
    pages = [text(client.get(f"/e/{event.slug}/regulation/")) for event in (with_some, without)]
    assert ["gets a souvenir" in page for page in pages] == [True, False]


def test_ruling_desk_says_that_it_knows_another_game(client: Client, db):
    tournament = a_tournament(game="shuangsheng")
    client.cookies["django_language"] = "en"
    page = text(client.get(f"/e/{tournament.slug}/ruling/"))
    assert "the chief referee rules by its own notice" in page
    assert "Who pays" not in page

"""Find a team in a bracket by its branch, its own name or a player's: no script, and no page for each word."""

import pytest
from django.conf import settings
from django.test import Client
from redis import Redis

from tests.factories import a_branch, a_drawn_tournament, a_team, a_tournament
from tests.made_once import once_a_module
from tests.tournaments.round_day import Day, a_day
from tests.web.pages import markup, queries, signed_in, text
from tests.web.public_pages import address
from tournaments.models import Player
from tournaments.states import TeamState

pytestmark = pytest.mark.django_db


made_once, day = once_a_module(lambda: a_day(branches=32))
"""64 teams of 32 branches, in two sections of 32."""


def find(day: Day, words: str):
    return Client().get(address("bracket_find", day.tournament), {"q": words})


def of(day: Day, number: int) -> int:
    return day.tournament.branches.get(number=number).pk


def test_branch_or_team_leads_to_its_section_with_its_branch_marked(day):
    form = markup(Client().get(address("bracket", day.tournament)))
    assert f'action="{address("bracket_find", day.tournament)}"' in form
    assert '<option value="第20分会">' in form
    for words, branch, section in (
        ("第20分会", 20, 2), ("第3分会 二队", 3, 1), (" 第20分会一队 ", 20, 2), ("第32", 32, 2),
    ):  # fmt: skip
        there = find(day, words)["Location"]
        assert there == f"{address('bracket', day.tournament)}?branch={of(day, branch)}&section={section}"
        assert f'data-branch="{of(day, branch)}"' in markup(Client().get(there))


def test_player_leads_to_his_team_and_who_left_does_not(day):
    Player.objects.filter(team__branch__number=20, team__ordinal=2, number=1).update(name="队员子")
    assert f"branch={of(day, 20)}" in find(day, "队员子")["Location"]
    Player.objects.filter(name="队员子").update(left_at=day.round.starts_at)
    assert "对阵表中没有“队员子”" in text(find(day, "队员子"))


def test_name_of_several_branches_is_a_list_to_choose_from(day):
    page = markup(find(day, "队员甲"))
    assert page.count("&amp;section=1") == 16
    assert page.count("&amp;section=2") == 16
    assert "对阵表中没有“&lt;b&gt;”" in text(find(day, "<b>"))
    assert find(day, "").status_code == 200


def test_team_that_is_not_drawn_is_not_found():
    tournament = a_drawn_tournament(branches=2)
    a_team(a_branch(tournament, name="后到分会"), state=TeamState.DRAFT)
    there = address("bracket_find", tournament)
    assert "后到分会" not in markup(Client().get(there, {"q": "后到"})).replace('value="后到"', "")
    assert Client().get(address("bracket_find", a_tournament(branches=1, teams=1)), {"q": "第1"}).status_code == 200


def test_made_up_words_fill_no_cache_and_cost_the_same_whatever_the_size(day):
    store = Redis.from_url(settings.REDIS_URL)
    before = set(store.keys("page:*"))
    for word in ("甲乙丙", "x" * 500, "1' OR 1=1"):
        assert find(day, word).status_code == 200
    assert set(store.keys("page:*")) == before
    small = a_drawn_tournament(branches=2)
    browser = signed_in(day.chief)
    costs = {queries(browser, address("bracket_find", event) + "?q=zz") for event in (day.tournament, small)}
    assert len(costs) == 1

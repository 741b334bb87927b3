"""裁判台 and 竞赛规则 of an event that plays another game than 掼蛋."""

import pytest
from django.test import Client

from tests.factories import a_tournament
from tests.web.pages import text

GUANDAN = ("掼蛋", "级牌", "进贡", "过 A", "逢人配", "半决赛")


@pytest.mark.parametrize("game", ["shuangsheng", "win_loss"])
def test_regulation_says_nothing_of_guandan(client: Client, db, game):
    tournament = a_tournament(name="工会比赛", game=game, format_="round_robin", tables=7)
    page = text(client.get(f"/e/{tournament.slug}/regulation/"))
    assert not [word for word in GUANDAN if word in page.replace("掼蛋赛事台", "")]
    assert "7" in page


def test_ruling_desk_says_that_it_knows_another_game(client: Client, db):
    tournament = a_tournament(game="shuangsheng")
    client.cookies["django_language"] = "en"
    page = text(client.get(f"/e/{tournament.slug}/ruling/"))
    assert "the chief referee rules by its own notice" in page
    assert "Who pays" not in page


def test_event_of_guandan_keeps_its_whole_regulation(client: Client, db):
    page = text(client.get(f"/e/{a_tournament().slug}/regulation/"))
    assert "进贡" in page
    assert "半决赛" in page

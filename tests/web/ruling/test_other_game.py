"""裁判台 and 竞赛规则 of an event that plays another game than 掼蛋."""

from django.test import Client

from tests.factories import a_tournament
from tests.tournaments.played import S000_AWARDS
from tests.web.pages import text

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

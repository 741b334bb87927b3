"""Matches and events as a query asks for them: filters, pages, and 304 before anything is read."""

import pytest
from django.test import Client

from tests.api.programs import told
from tests.factories import a_drawn_tournament, a_referee, a_user
from tests.made_once import once_a_module
from tests.tournaments.day.test_sittings import two_sittings
from tournaments.day.actions.matches import check_in, enter_deal, undo_deal
from tournaments.models import Match, Player, Tournament

pytestmark = pytest.mark.django_db


made_once, event = once_a_module(lambda: a_drawn_tournament(branches=4, teams=1, started=True))


def ask(event: Tournament, rest: str, **headers: str):
    return Client(headers=headers).get(f"/api/v1/tournaments/{event.slug}/{rest}")


def numbers(event: Tournament, query: str) -> list[int]:
    return [match["number"] for match in ask(event, f"matches/?{query}").json()["matches"]]


def first(event: Tournament) -> Match:
    return Match.objects.get(stage__tournament=event, number=1)


def test_matches_are_found_by_what_they_are_about(event):
    home = first(event).home_team
    assert numbers(event, "") == [1, 2, 3]
    assert numbers(event, f"team={home.pk}") == numbers(event, f"branch={home.branch_id}") == [1]
    assert numbers(event, "round=2") == [3]
    assert numbers(event, f"stage=1&state={first(event).state}") == [1, 2]
    assert numbers(event, "stage=2") == []


def test_a_match_says_its_sitting_and_is_found_by_it():
    event = two_sittings().tournament
    page = ask(event, "matches/?round=1").json()["matches"]
    assert {match["sitting"] for match in page} == {1, 2}
    later = [match["number"] for match in page if match["sitting"] == 2]
    assert numbers(event, "round=1&sitting=2") == later
    record = ask(event, f"matches/{later[0]}/").json()
    assert record["match"]["sitting"] == 2


def test_pages_hold_every_match_once(event):
    met, address = [], "matches/?limit=2"
    while address:
        page = ask(event, address).json()
        met += [match["number"] for match in page["matches"]]
        assert page["total"] == 3
        address = (page["next"] or "").rpartition(f"{event.slug}/")[2]
    assert met == [1, 2, 3]


def test_matches_since_an_event_are_those_it_spoke_of(event):
    before = ask(event, "events/").json()["last"]
    assert numbers(event, f"since={before}") == []
    enter_deal(first(event), "NS", by=a_referee(event))
    assert numbers(event, f"since={before}") == [1]


def test_events_are_followed_number_by_number(event):
    referee = a_referee(event)
    for _ in range(2):
        enter_deal(first(event), "NS", by=referee)
        undo_deal(first(event), by=referee)
    page = ask(event, "events/?limit=3&kind=deal.").json()
    assert [one["kind"] for one in page["events"]] == ["deal.entered", "deal.undone", "deal.entered"]
    assert (page["events"][0]["match"], page["events"][0]["data"]["order"]) == (1, "NS")
    rest = Client().get(page["next"]).json()
    assert [one["kind"] for one in rest["events"]] == ["deal.undone"]
    assert rest["next"] is None
    assert ask(event, f"events/?after={rest['last']}").json() == {"last": rest["last"], "next": None, "events": []}


def test_events_tell_of_nobody_at_the_tables_and_not_who_of_the_staff_acted(event):
    ready = a_drawn_tournament(branches=2, teams=1)
    player = Player.objects.filter(team__branch__tournament=ready)[0]
    check_in(first(ready), player, by=a_referee(ready))
    assert "player.checked_in" not in str(ask(ready, "events/?limit=200").json())
    Player.objects.filter(team=first(event).home_team).update(name="欧阳队员")
    enter_deal(first(event), "NS", by=a_user(name="裁判员甲", is_staff=True))
    answer = ask(event, "events/?limit=200")
    assert {one["by"] for one in answer.json()["events"] if one["kind"] == "deal.entered"} == {"staff"}
    for name in ("裁判员甲", "欧阳队员"):
        assert name not in answer.content.decode()


def test_what_somebody_has_is_not_sent_again_until_it_changes(event, django_assert_num_queries):
    known = ask(event, "matches/").headers["ETag"]
    with django_assert_num_queries(1):
        assert ask(event, "matches/", **{"If-None-Match": known}).status_code == 304
    enter_deal(first(event), "NS", by=a_referee(event))
    assert ask(event, "matches/", **{"If-None-Match": known}).status_code == 200


def test_matches_cost_the_same_queries_whatever_their_number(event, django_assert_max_num_queries):
    for tournament in (event, a_drawn_tournament(branches=16, teams=2)):
        with django_assert_max_num_queries(8):
            assert ask(tournament, "matches/?limit=1&since=0").status_code == 200


def test_query_that_is_none_is_refused(event):
    for query in ("limit=0", "limit=201", "team=x", "state=nowhere", "nothing=1", "offset=-1"):
        refused = ask(event, f"matches/?{query}")
        assert refused.status_code == 422
        assert [problem["field"] for problem in told(refused)["problems"]] == [query.partition("=")[0]]


def test_problem_is_told_in_the_readers_language(event):
    for language, words in (("en", "There is nothing"), ("zh-CN,zh;q=0.9", "这个地址")):
        assert words in ask(event, "nothing/", **{"Accept-Language": language}).json()["title"]

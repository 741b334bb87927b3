"""What an event tells beyond its matches: the same as its pages, for whoever asks."""

import pytest
from django.test import Client

from journal import clock
from notices.delivery import issue
from tests.factories import a_tournament
from tests.tournaments.series.seasons import a_played_event, a_series
from tests.web.games import a_started_tournament, win
from tournaments.bracket.queries.matches import rounds
from tournaments.chronicle.queries.statistics import statistics
from tournaments.draw.actions.draws import confirm_draw, draw_sealed, seal_draw
from tournaments.draw.method import records

pytestmark = pytest.mark.django_db


def asked(rest, slug="s000", status=200):
    return said_at(f"tournaments/{slug}/{rest}", status)


def said_at(rest, status=200):
    answer = Client().get(f"/api/v1/{rest}", headers={"Accept-Language": "en"})
    assert answer.status_code == status, answer.content
    return answer.json()


def test_seal_is_told_before_the_draw_and_the_record_afterwards():
    tournament = a_tournament(slug="s000", branches=4, teams=2)
    assert asked("draw/") == {"seal": None, "draws": []}
    draw = seal_draw(tournament, by=None)
    body = asked("draw/")
    assert (body["seal"]["fingerprint"], body["seal"]["teams"], body["seal"]["numbers"]) == (draw.fingerprint, 8, [])
    assert [(line["number"], line["state"], line["is_open"]) for line in body["draws"]] == [(1, "sealed", False)]
    assert asked("draws/1/", status=404)["code"] == "not_found"
    confirm_draw(draw_sealed(draw, "第1分会 7\n21", by=None), by=None)
    body = asked("draw/")
    assert body["seal"]["numbers"] == [{"by": "第1分会", "number": "7"}, {"by": "", "number": "21"}]
    assert body["draws"][0]["is_open"]
    record = asked("draws/1/")
    assert records.differences(record, draw.fingerprint) == []
    assert asked("draws/2/", status=404)["code"] == "not_found"


def test_event_that_is_over_tells_its_numbers_its_notices_and_its_champions():
    tournament = a_played_event(a_series())
    issue(tournament)
    counted = statistics(tournament, rounds(tournament))
    body = asked("statistics/", tournament.slug)
    numbers, branches = body["numbers"], [(line.name, line.best) for line in counted.branches]
    assert (numbers["played"], numbers["deals"]) == (counted.played, counted.deals)
    assert (numbers["reasons"], body["highlights"]["played"]) == (dict(counted.reasons), counted.played)
    assert [(line["name"], line["best"]) for line in numbers["branches"]] == branches
    told = [notice["at"] for notice in asked("notices/", tournament.slug)["notices"]]
    assert told == sorted(told, reverse=True)
    assert "" < max(told) <= clock.now(tournament.journal).isoformat()
    (event,) = said_at("champions/")["events"]
    assert event["slug"] == tournament.slug
    assert [len(place) for place in event["places"]][:2] == [1, 1]


def test_match_is_told_deal_by_deal_with_what_turned_and_who_was_likely_to_win():
    _tournament, matches, referee = a_started_tournament(slug="s000")
    assert asked("matches/1/story/") == {"games": []}
    win(matches[0], "home", 1, by=referee)
    (game,) = asked("matches/1/story/")["games"]
    begin, turned = game["moments"]
    assert (game["number"], game["winner"], game["passed"], game["levels"]) == (1, "", "", True)
    assert (begin["stood"], turned["stood"]) == ({"home": 2, "away": 2}, {"home": 5, "away": 2})
    assert (begin["chance"], turned["chance"] > 0.5, turned["turns"]) == (pytest.approx(0.5), True, ["swing"])
    assert asked("matches/99/story/", status=404)["code"] == "not_found"


def test_years_tell_medals_and_records_and_hide_the_names_that_an_event_hides():
    series = a_series()
    hidden = a_played_event(series, slug="hidden", names_public=False)
    shown = a_played_event(series, slug="shown", month=1)
    table = said_at("medals/")
    assert (table["year"], table["years"], table["events"]) == (0, [2123], 2)
    assert sum(row["medals"][0] for row in table["rows"]) == 2
    assert said_at("medals/2123/") == {**table, "year": 2123}
    said_at("medals/1999/", status=404)
    record = said_at(f"records/branch/{table['rows'][0]['branch']}/")
    assert (record["players"], record["medals"], record["events"]) == ([], table["rows"][0]["medals"], 2)
    names = {row["slug"]: row["players"][0] for row in record["appearances"]}
    assert names["hidden"]["id"] == 0
    assert "＊" in names["hidden"]["name"]
    player = names["shown"]["id"]
    assert said_at(f"records/player/{player}/")["appearances"][0]["slug"] == "shown"
    team = record["appearances"][0]["team"]["id"]
    assert [row["slug"] for row in said_at(f"records/team/{team}/")["appearances"]] == ["shown"]
    for event, status in ((hidden, 404), (shown, 200)):
        row = event.branches.first().teams.first()
        said_at(f"records/team/{row.pk}/", status)
        said_at(f"records/player/{row.players.first().pk}/", status)

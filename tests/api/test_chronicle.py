"""What an event tells beyond its matches: the same as its pages, for whoever asks."""

import pytest
from django.test import Client

from journal import clock
from notices.delivery import issue
from tests.factories import a_tournament
from tests.tournaments.seasons import a_played_event, a_series
from tournaments.actions.draws import confirm_draw
from tournaments.actions.seals import draw_sealed, seal_draw
from tournaments.draw import records
from tournaments.queries.matches import rounds
from tournaments.queries.statistics import statistics

pytestmark = pytest.mark.django_db


def asked(rest, slug="s000", status=200):
    answer = Client().get(f"/api/v1/tournaments/{slug}/{rest}", headers={"Accept-Language": "en"})
    assert answer.status_code == status, answer.content
    return answer.json()


def test_seal_is_told_before_the_draw_and_the_record_afterwards():
    tournament = a_tournament(slug="s000", branches=4, teams=2)
    assert asked("draw/") == {"seal": None, "draws": []}
    draw = seal_draw(tournament, by=None)
    told = asked("draw/")
    assert (told["seal"]["fingerprint"], told["seal"]["teams"], told["seal"]["numbers"]) == (draw.fingerprint, 8, [])
    assert [(line["number"], line["state"], line["is_open"]) for line in told["draws"]] == [(1, "sealed", False)]
    assert asked("draws/1/", status=404)["code"] == "not_found"
    confirm_draw(draw_sealed(draw, "第1分会 7\n21", by=None), by=None)
    told = asked("draw/")
    assert told["seal"]["numbers"] == [{"by": "第1分会", "number": "7"}, {"by": "", "number": "21"}]
    assert told["draws"][0]["is_open"]
    record = asked("draws/1/")
    assert records.differences(record, draw.fingerprint) == []
    assert asked("draws/2/", status=404)["code"] == "not_found"


def test_event_that_is_over_tells_its_numbers_its_notices_and_its_champions():
    tournament = a_played_event(a_series())
    issue(tournament)
    counted = statistics(tournament, rounds(tournament))
    told = asked("statistics/", tournament.slug)
    numbers = told["numbers"]
    assert (numbers["played"], numbers["deals"]) == (counted.played, counted.deals)
    assert numbers["reasons"] == dict(counted.reasons)
    assert [(line["name"], line["best"]) for line in numbers["branches"]] == [
        (line.name, line.best) for line in counted.branches
    ]
    assert told["highlights"]["played"] == counted.played
    notices = asked("notices/", tournament.slug)["notices"]
    assert notices
    assert notices == sorted(notices, key=lambda notice: notice["at"], reverse=True)
    assert all(notice["at"] <= clock.now(tournament.journal).isoformat() for notice in notices)
    (event,) = Client().get("/api/v1/champions/").json()["events"]
    assert event["slug"] == tournament.slug
    assert [len(place) for place in event["places"]][:2] == [1, 1]
    assert {team["branch"] for place in event["places"] for team in place} <= {line.name for line in counted.branches}

"""Every public address: its shape, its ETag, the number of its queries, and that nothing private is in it."""

import pytest
from django.test import Client

from journal.models import Journal
from scoring.models import Clock
from tests.api.programs import told
from tests.factories import a_drawn_tournament, a_referee, a_team, a_tournament
from tests.thorough import some
from tests.tournaments.series.seasons import a_played_event, a_series, its_final
from tournaments.day.actions.matches import enter_deal, undo_deal
from tournaments.models import Branch, Match, Player, Team, Tournament
from tournaments.states import MatchState, TeamState

pytestmark = pytest.mark.django_db


READINGS = ("", "bracket/", "timetable/", "teams/", "matches/1/")


def address(tournament: Tournament, rest: str = "") -> str:
    return f"/api/v1/tournaments/{tournament.slug}/{rest}"


def first_match(tournament: Tournament) -> Match:
    return Match.objects.get(stage__tournament=tournament, number=1)


def test_index_lists_every_address(client: Client):
    listed = {a["name"]: a for a in client.get("/api/v1/").json()["addresses"]}
    assert listed["bracket"] == {
        "name": "bracket",
        "address": "/api/v1/tournaments/{slug}/bracket/",
        "method": "GET",
        "permission": "public",
    }
    assert (listed["deals"]["method"], listed["deals"]["permission"]) == ("POST", "deal_enter")


def test_tournaments_are_open_ones_newest_first(client: Client):
    older, newer, archived = a_tournament(), a_tournament(), a_tournament()
    archived.archived_at = archived.closes_at
    archived.save()
    listed = client.get("/api/v1/tournaments/").json()["tournaments"]
    assert [t["slug"] for t in listed] == [newer.slug, older.slug]
    (in_archive,) = client.get("/api/v1/archive/").json()["tournaments"]
    assert (in_archive["slug"], in_archive["archived"]) == (archived.slug, True)


def test_tournament_says_what_is_announced_as_json_with_the_policy_of_the_site(client: Client):
    tournament = a_tournament(place="职工之家（知行楼）", organiser="北方工业大学工会", rounds=2)
    response = client.get(address(tournament), headers={"accept": "text/html,*/*"})
    assert response.json() == {
        "slug": tournament.slug, "name": "掼蛋比赛", "organiser": "北方工业大学工会", "document": "",
        "place": "职工之家（知行楼）", "zone": "Asia/Shanghai", "state": "entry", "rehearsal": False, "archived": False,
        "closes_at": "2123-11-29T04:00:00Z", "draw_at": "2123-11-29T04:00:00Z", "starts_at": "2123-11-29T04:30:00Z",
        "rule_set": "s000", "seats": 2, "reserves": 0, "boards": 1, "own_days": 0, "changing_partners": False,
        "best_of": 1, "third_place_match": False, "branches_apart": "halves", "version": 0,
    }  # fmt: skip
    assert response.headers["Content-Type"] == "application/json"
    assert "default-src 'self'" in response.headers["Content-Security-Policy"]
    assert "Cookie" not in response.headers.get("Vary", "")
    assert [r["matches"] for r in client.get(address(tournament, "bracket/")).json()["rounds"]] == [[], []]


def test_bracket_names_teams_byes_and_where_open_sides_come_from(client: Client):
    tournament = a_drawn_tournament(branches=3, teams=1)
    first, second = client.get(address(tournament, "bracket/")).json()["rounds"]
    bye, played = first["matches"]
    assert (first["entrants"], second["entrants"]) == (4, 2)
    assert (bye["state"], bye["home"]["slot"], bye["away"]["slot"]) == ("bye", "team", "bye")
    assert (played["state"], played["table"]) == ("ready", 1)
    assert played["away"]["team"] == {"id": Team.objects.last().pk, "branch": "第3分会", "ordinal": 1}
    assert played["away"]["source"] == {"kind": "position", "number": 4}
    final = second["matches"][0]
    assert final["away"] == {
        "slot": "open", "team": None, "partner": None, "source": {"kind": "winner", "number": 2}, "level": None,
        "passed": False, "on_stage": False, "score": None, "games": 0, "outcome": "",
    }  # fmt: skip


def test_match_tells_each_deal_with_the_levels_before_and_after(client: Client):
    tournament = a_drawn_tournament(started=True)
    match, referee = first_match(tournament), a_referee(tournament)
    for order in ("NS", "WE", "WNES"):
        enter_deal(match, order, by=referee)
    undo_deal(match, by=referee)
    record = client.get(address(tournament, "matches/1/")).json()
    assert record["match"]["state"] == "playing"
    game = record["games"][0]
    keys = ("number", "order", "level", "winner", "before", "after")
    assert [tuple(deal[key] for key in keys) for deal in game["deals"]] == [
        (1, "NS", 2, "home", {"home": 2, "away": 2}, {"home": 5, "away": 2}),
        (2, "WE", 5, "away", {"home": 5, "away": 2}, {"home": 5, "away": 5}),
    ]
    assert game["standing"] == {
        "home": 5, "away": 5, "home_passed": False, "away_passed": False, "stage": "away", "deals": 2,
        "home_points": 0, "away_points": 0,
    }  # fmt: skip
    assert game["seen"] == Journal.objects.get(tournament=tournament).last_number


def test_timetable_has_the_matches_to_be_played_and_the_clock(client: Client):
    tournament = a_drawn_tournament(branches=3, teams=1)
    timetable = client.get(address(tournament, "timetable/")).json()
    assert timetable["zone"] == "Asia/Shanghai"
    assert [m["number"] for m in timetable["rounds"][0]["matches"]] == [2]
    assert timetable["rounds"][0]["clock"] == {
        "state": "set", "rings": True, "length_seconds": 3600, "remaining_seconds": 3600, "started_at": None,
        "paused_at": None, "bell_at": None,
    }  # fmt: skip
    for state, paused_at, remaining, bell in (
        ("running", None, None, "2123-11-29T05:30:00Z"),
        ("paused", "2123-11-29T04:45:00Z", 2700, None),
    ):
        tournament = a_drawn_tournament()
        clock = Clock.objects.filter(round__stage__tournament=tournament)
        clock.update(state=state, started_at="2123-11-29T04:30:00Z", paused_at=paused_at)
        shown = client.get(address(tournament, "timetable/")).json()["rounds"][0]["clock"]
        assert (shown["state"], shown["remaining_seconds"], shown["bell_at"]) == (state, remaining, bell)


def test_teams_are_names_in_the_order_of_the_annex_without_drafts(client: Client):
    tournament = a_tournament(branches=2, teams=2)
    branch = tournament.branches.get(number=2)
    a_team(branch, state=TeamState.DRAFT)
    Team.objects.filter(branch=branch, ordinal=2).update(state=TeamState.WITHDRAWN)
    first, second = client.get(address(tournament, "teams/")).json()["branches"]
    assert [team["players"] for team in first["teams"]] == [["队员甲", "队员乙"], ["队员丙", "队员丁"]]
    assert [(team["ordinal"], team["withdrawn"]) for team in second["teams"]] == [(1, False), (2, True)]


def test_reading_is_answered_304_by_one_query_until_the_version_rises(client: Client, django_assert_num_queries):
    tournament, _ = a_drawn_tournament(started=True), a_tournament()
    paths = ["/api/v1/tournaments/", *(address(tournament, rest) for rest in READINGS)]
    known = {path: client.get(path).headers["ETag"] for path in paths}
    for path, etag in known.items():
        again = client.get(path, headers={"if-none-match": f"W/{etag}"})
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag), path
    with django_assert_num_queries(1):
        client.get(address(tournament, "bracket/"), headers={"if-none-match": known[address(tournament, "bracket/")]})
    enter_deal(first_match(tournament), "NS", by=a_referee(tournament))
    for path, etag in known.items():
        changed = client.get(path, headers={"if-none-match": etag})
        assert (changed.status_code, changed.headers["ETag"] != etag) == (200, True), path


QUERIES = {"": 8, "bracket/": 4, "timetable/": 4, "teams/": 5, "matches/{played}/": 7}


@pytest.mark.parametrize("branches", some([4, 512, 13], of=3), ids=lambda branches: f"{2 * branches}_teams")
def test_reading_costs_the_same_queries_whatever_the_number_of_teams(
    client: Client, branches, django_assert_num_queries
):
    tournament = a_drawn_tournament(branches=branches, teams=2)
    played = Match.objects.filter(stage__tournament=tournament, state=MatchState.READY).first().number
    for rest, number in QUERIES.items():
        with django_assert_num_queries(number):
            assert client.get(address(tournament, rest.format(played=played))).status_code == 200


def test_readings_hold_nothing_private(client: Client):
    tournament = a_drawn_tournament(started=True)
    players = Player.objects.filter(team__branch__tournament=tournament)
    players.update(gender="f", remark="植入备注", mail="planted@example.org")
    Branch.objects.filter(tournament=tournament).update(
        leader_name="植入领队", leader_gender="f", leader_remark="植入领队备注", contact_name="植入联络人",
        contact_phone="13800000000", contact_mail="contact@example.org",
    )  # fmt: skip
    Team.objects.filter(branch__tournament=tournament).update(withdrawn_reason="植入原因")
    enter_deal(first_match(tournament), "NS", by=a_referee(tournament))
    for path in ("/api/v1/", "/api/v1/tournaments/", *(address(tournament, rest) for rest in READINGS)):
        text = client.get(path).content.decode()
        for word in ("植入", "example.org", "13800000000", "gender", "remark", "contact", "mail", '"f"'):
            assert word not in text, f"{word} at {path}"


def test_unknown_thing_or_address_is_404_as_json(client: Client):
    things = [address(a_tournament(), rest) for rest in ("matches/99/", "matches/99999999999999999999/", "nothing/")]
    for path in (*things, "/api/v1/tournaments/no-such-event/", "/api/v1/no/such/address/"):
        response = client.get(path)
        assert (response.status_code, told(response)) == (404, {"code": "not_found"}), path


def test_series_tells_its_table_with_the_scores_of_each_event(client: Client):
    series = a_series()
    event = a_played_event(series)
    final = its_final(series)
    assert client.get("/api/v1/series/").json() == {"series": ["monthly"]}
    season = client.get("/api/v1/series/monthly/").json()
    assert (season["scale"], season["criteria"]) == ([32, 24, 18, 18, 10], ["points", "places", "all_points"])
    assert [(e["slug"], e["counts"]) for e in (*season["events"], season["final"])] == [
        (event.slug, True), (final.slug, False),
    ]  # fmt: skip
    assert season["lines"][1] == {
        "rank": 2, "branch": "第2分会", "players": ["队员甲", "队员乙"], "points": 24.0, "because": "points",
        "scores": [{"place": 2, "points": 24.0, "counts": True}], "ranks": [2], "in_final": False,
    }  # fmt: skip
    assert season["lines"][3]["because"] is None
    assert client.get("/api/v1/series/nothing/").status_code == 404

"""Events that count points: what stands in the place of levels, or beside them, on every screen."""

import re

from django.test import Client

from journal.queries import last_event_number
from scoring.models import Sheet
from tests.factories import a_drawn_tournament, a_referee, a_user
from tests.web.pages import markup, signed_in, text
from tests.web.public_pages import address
from tournaments.day.actions.matches import agree, confirm_result, enter_deal
from tournaments.models import Match, Tournament
from tournaments.states import MatchState

POINTS = re.compile(r'<b class="lv points[^"]*">(\d+)')


def a_movement() -> tuple[Tournament, Match]:
    """S001-5: 4, 2 or 1 points a deal, twenty deals; its first round is on."""
    tournament = a_drawn_tournament(branches=2, rule_set="s001_5", format_="movement", started=True)
    return tournament, tournament.stages.get().matches.get(number=1)


def test_points_of_deals_stand_where_levels_would(client: Client, db):
    tournament, match = a_movement()
    referee = a_user(is_staff=True)
    for order in ("NS", "NWSE", "WNSE"):
        enter_deal(match, order, by=referee)
    pages = {name: markup(client.get(address(name, tournament))) for name in ("hall", "bracket", "rounds", "event")}
    pages["match"] = markup(client.get(address("match", tournament, number=1)))
    pages["sheet"] = markup(signed_in(referee).get(address("sheet", tournament, number=1)))
    pages["desk"] = markup(signed_in(referee).get(address("desk_round", tournament, number=1)))
    for name, page in pages.items():
        points = POINTS.findall(page)
        assert "6" in points, name
        assert "1" in points, name
        assert not re.findall(r'class="lv( stage)?"', page), name


def test_deals_of_a_match_tell_the_points_before_and_after(client: Client, db):
    tournament, match = a_movement()
    for order in ("NS", "WNSE"):
        enter_deal(match, order, by=a_user(is_staff=True))
    page = text(client.get(address("match", tournament, number=1)))
    assert "4 : 0 4 : 1" in page
    assert "+4" in page
    assert "+1" in page


def test_next_deals_are_counted_ahead_in_points(db):
    tournament, match = a_movement()
    referee = a_referee(tournament)
    enter_deal(match, "NS", by=referee)
    sheet = signed_in(referee).get(f"/api/v1/tournaments/{tournament.slug}/matches/1/sheet/").json()
    outlook = sheet["outlook"]
    now = outlook["nodes"][outlook["start"]]
    assert (now[0], now[1], now[4]) == (4, 0, None)
    assert outlook["gains"] == {"home2": 4, "home3": 2, "home4": 1, "away2": 4, "away3": 2, "away4": 1}
    after = outlook["nodes"][now[6][outlook["classes"].index("away3")]]
    assert (after[0], after[1]) == (4, 2)


def test_both_sides_confirm_a_draw_where_the_format_takes_draws(client: Client, db):
    tournament, match = a_movement()
    referee = a_referee(tournament)
    for order in ("NS", "WE") * 10:
        enter_deal(match, order, by=referee)
    page = text(signed_in(referee).get(address("sheet", tournament, number=1)))
    assert "A draw" in page
    assert "We agree" in page
    assert "Neither side is ahead" in page
    for side in ("home", "away"):
        seen = last_event_number(tournament.journal, Sheet.objects.get(match_game__match=match).subject)
        agree(match, side, by=referee, seen=seen)
    match.refresh_from_db()
    assert (match.state, match.result.reason) == (MatchState.OVER, "draw")
    standing = client.get(f"/api/v1/tournaments/{tournament.slug}/bracket/").json()["stages"][0]["standing"]
    assert [(row["points"], row["drawn"]) for row in standing][:2] == [(40.0, 1), (40.0, 1)]


def test_points_for_levels_stand_beside_the_result(client: Client, db):
    tournament = a_drawn_tournament(branches=3, teams=1, rule_set="s001_7", format_="round_robin", started=True)
    stage = tournament.stages.get()
    match = stage.matches.exclude(state=MatchState.BYE).order_by("number").first()
    referee = a_user(is_staff=True)
    while not Sheet.objects.filter(match_game__match=match, standing__home_passed=True).exists():
        enter_deal(match, "NS", by=referee)
    confirm_result(match, by=referee)
    client.cookies["django_language"] = "en"
    page = text(client.get(address("match", tournament, number=match.number)))
    shown = re.search(r"(\d+) : (\d+) points", page)
    assert shown
    assert int(shown[1]) + int(shown[2]) == 28
    points = client.get(f"/api/v1/tournaments/{tournament.slug}/matches/{match.number}/").json()["match"]["points"]
    assert points == {"home": float(shown[1]), "away": float(shown[2])}

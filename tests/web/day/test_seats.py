"""Individuals and teams of three, from the entry form over check-in and slips to a result."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import a_branch, a_role, a_tournament, a_user
from tests.web.form_fields import form_fields
from tests.web.pages import signed_in, text
from tournaments.day.actions.links import issue_slips
from tournaments.day.queries.sheet_reading import sheet_view
from tournaments.draw.actions.draws import confirm_draw, preview_draw
from tournaments.entries.queries.links import slips_of
from tournaments.event.actions.tournaments import create_tournament
from tournaments.models import Match, Player, Round, Team, Tournament
from tournaments.presets.preset import blueprint, empty_blueprint
from tournaments.states import MatchState, RoleKind, TeamState

pytestmark = pytest.mark.django_db
LETTERS = {1: (["N"], ["S"]), 3: (["1", "3", "5"], ["2", "4", "6"])}


def an_event(seats: int) -> tuple[Tournament, Client]:
    """Two branches without teams, and the browser of somebody who may do everything."""
    event = a_tournament(slug="s000", rounds=1, tables=1, seats=seats, rehearsal=True)
    for name in ("甲分会", "乙分会"):
        a_branch(event, name=name, quota=1)
    person = a_user(is_staff=True)
    for kind in RoleKind:
        a_role(event, kind, user=person)
    return event, signed_in(person)


def enter(browser: Client, number: int, seats: int, *, missing: int = 0) -> int:
    """Fill in the form that the page shows, but for the last ``missing`` names."""
    address = f"/e/s000/office/entries/{number}/"
    form = form_fields(browser.get(address).content.decode(), address)
    names = [name for name in form if re.fullmatch(r"team\d+_player\d+_name", name)]
    assert names == [f"team1_player{n}_name" for n in range(1, seats + 1)]
    typed = {name: f"队员{'甲乙丙丁戊己'[i]}" for i, name in enumerate(names[: seats - missing])}
    return browser.post(address, form | typed | {"key": ""}).status_code


def drawn(seats: int) -> tuple[Tournament, Client, Match]:
    event, browser = an_event(seats)
    for number in (1, 2):
        assert enter(browser, number, seats) == 302
    confirm_draw(preview_draw(event, by=None), by=None)
    return event, browser, Match.objects.get()


@pytest.mark.parametrize("seats", [1, 3])
def test_entry_form_asks_for_a_name_for_every_seat_and_every_page_names_all_players(seats):
    event, browser = an_event(seats)
    assert enter(browser, 1, seats, missing=1) == 422
    assert not Team.objects.exists()
    assert [enter(browser, number, seats) for number in (1, 2)] == [302, 302]
    assert set(Team.objects.values_list("state", flat=True)) == {TeamState.ENTERED}
    assert Player.objects.count() == 2 * seats
    names = [f"队员{c}" for c in "甲乙丙"[:seats]]
    assert event.journal.events.earliest("number").data["teams"][0]["players"] == names
    confirm_draw(preview_draw(event, by=None), by=None)
    pages = ("teams/", f"matches/{Match.objects.get().number}/", "office/entries/all/")
    for address in (*(f"/e/s000/{page}" for page in pages), "/api/v1/tournaments/s000/teams/"):
        page = browser.get(address).content.decode()
        assert all(name in page for name in names), address


@pytest.mark.parametrize("seats", [1, 3])
def test_sides_sit_at_their_seats_on_sheet_and_slip_and_are_present_when_all_players_are(seats):
    event, browser, match = drawn(seats)
    view = sheet_view(event, match.number)
    assert [[player.seat for player in side.players] for side in view.sides] == list(LETTERS[seats])
    issue_slips(Round.objects.get(), by=a_role(event, RoleKind.CHIEF_REFEREE))
    (slip,) = slips_of(Round.objects.get())
    assert [[player.seat for player in side] for side in (slip.home, slip.away)] == list(LETTERS[seats])
    for paper in ("a6", "a4"):
        printed = browser.get(f"/e/s000/desk/1/slips/{paper}/")
        assert (printed.status_code, printed.headers["Content-Type"]) == (200, "application/pdf")
    sides = [list(team.players.order_by("number")) for team in (match.home_team, match.away_team)]
    assert text(browser.get("/e/s000/check-in/")).count("队员") >= 2 * seats
    *others, last = sides[0] + sides[1]
    browser.post("/e/s000/check-in/", {"here": " ".join(str(player.pk) for player in others)})
    assert [side.is_present for side in sheet_view(event, match.number).sides] == [True, False]
    desk = text(browser.get("/e/s000/desk/"))
    assert all(player.name in desk for side in sides for player in side)
    browser.post("/e/s000/check-in/", {"here": str(last.pk)})
    assert all(side.is_present for side in sheet_view(event, match.number).sides)


def test_whoever_plays_alone_is_called_by_his_name_where_names_are_shown(client):
    event, browser, match = drawn(1)
    browser.cookies["django_language"] = "zh-hans"
    sheet = f"/e/s000/sheets/{match.number}/"
    for address in ("/e/s000/bracket/", sheet, "/e/s000/sheets/", "/e/s000/desk/", "/e/s000/hall/"):
        page = text(browser.get(address))
        assert "队员甲 甲" in page, address
        assert "一队" not in page, address
    browser.post(f"/e/s000/desk/matches/{match.number}/decision/", {"side": "home", "reason": "演示"})
    match.refresh_from_db()
    assert (match.state, match.result.winner) == (MatchState.OVER, "home")
    page = text(browser.get(sheet))  # whoever was drawn as home
    assert "队员甲胜" in page
    assert f"队员甲（{match.home_team.branch.name}）" in page
    Tournament.objects.filter(pk=event.pk).update(names_public=False)
    for address in ("/e/s000/", "/e/s000/bracket/", "/e/s000/hall/", "/e/s000/teams/"):
        assert "队员甲" not in text(client.get(address)), address
    assert "队员甲" not in client.get("/api/v1/tournaments/s000/bracket/").content.decode()


def test_number_of_players_is_chosen_when_the_event_is_made_or_by_a_preset():
    browser = signed_in(a_user(is_staff=True))
    soon = str(timezone.localdate() + timedelta(days=30))
    typed = {"preset": "empty", "first_day": soon, "name": "新年赛", "slug": "new-year", "game": "gouji", "seats": "3"}
    assert browser.post("/events/new/", typed).status_code == 302
    assert Tournament.objects.get().seats == 3
    made = create_tournament(
        empty_blueprint("三人赛", game="gouji"), by=None, slug="three", first_day=a_tournament().closes_at.date()
    )
    assert made.seats == 3
    with pytest.raises(ValueError, match="seats"):
        blueprint(PRESET.format(seats=4), key="four")
    assert blueprint(PRESET.format(seats=1), key="one").seats == 1


PRESET = """
name = "个人赛"
seats = {seats}
[entry]
closes = {{ day = 0, at = 12:00:00 }}
draw = {{ day = 0, at = 12:00:00 }}
[rules]
rule_set = "s000"
[[rounds]]
day = 0
at = 12:30:00
"""

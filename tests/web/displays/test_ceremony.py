"""抽签仪式 on every screen: the same lots, nothing of the others, and the pages of operator and leaders."""

import re
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories import a_role, a_tournament
from tests.web.pages import markup, queries, signed_in, text, value
from tournaments.draw.actions.ceremony import end_ceremony, open_ceremony, run_ceremony, set_pace, show_lot, type_lot
from tournaments.draw.actions.draws import preview_draw
from tournaments.draw.queries.ceremony import ceremony_view, turn_token
from tournaments.draw.queries.draws import entered_teams
from tournaments.models import Ceremony, Tournament
from tournaments.states import DrawState, RoleKind
from web.displays.ceremony import scene
from web.publishing.versions import read_moments as read

pytestmark = pytest.mark.django_db
PUBLIC = ("hall_draw", "hall", "public_ceremony")


def address(view: str, tournament: Tournament) -> str:
    return reverse(view, args=[tournament.slug])


def opened(shown: int = 0, **more) -> tuple[Tournament, Ceremony]:
    tournament = a_tournament(**{"branches": 13, "teams": 2} | more)
    preview_draw(tournament, by=None, seed="七")
    ceremony = open_ceremony(tournament, by=None)
    for number in range(1, shown + 1):
        show_lot(ceremony, number, by=None)
    return tournament, ceremony


def filled(response: HttpResponse) -> dict[int, str]:
    """What the page says of each position of the sheet, empty for one of which nothing is known."""
    cells = re.findall(r'data-position="(\d+)">(.*?)</p>', markup(response))
    return {int(position): re.sub(r"<[^>]*>|\s", "", inner)[len(position) :] for position, inner in cells}


def test_no_public_page_tells_a_lot_before_it_is_shown_and_screens_show_those_that_are():
    tournament, ceremony = opened()
    for view in ("bracket", "embedded_bracket", "event", "rounds", "teams", "results", "history", *PUBLIC):
        assert not any(filled(Client().get(address(view, tournament))).values()), view
    for number in range(1, 10):
        show_lot(ceremony, number, by=None)
    lots, secret = ceremony_view(tournament).lots, ceremony.draw.positions.index(ceremony.draw.teams[-1]) + 1
    byes = {lot.bye for lot in lots} - {0}
    for view in PUBLIC:
        page = Client().get(address(view, tournament))
        by_position = filled(page)
        assert len(by_position) == 32
        assert {position for position, words in by_position.items() if words} == {lot.position for lot in lots} | byes
        assert all("轮空" in by_position[position] for position in byes)
        assert 'id="lot-9-0" data-lot="9-0"' in markup(page)
        assert f'<b class="pips">{lots[-1].position}</b>' in markup(page)
        assert by_position[secret] == ""
        assert ceremony.draw.seed not in page.content.decode()


def test_page_is_another_when_the_clock_shows_a_lot_and_the_hall_goes_back_to_its_boards_at_the_end():
    tournament, ceremony = opened(shown=2)
    set_pace(ceremony, "auto", by=None, seconds=7)
    ceremony = run_ceremony(ceremony, by=None)
    line = read(tournament.journal)
    moments = [moment for moment in line.moments if moment > ceremony.since][:6]
    assert moments == [ceremony.since + timedelta(seconds=7) * number for number in range(1, 7)]
    end_ceremony(ceremony, by=None)
    assert not set(moments) & set(read(tournament.journal).moments)
    assert not filled(Client().get(address("hall", tournament)))
    assert sum(map(bool, filled(Client().get(address("hall_draw", tournament))).values())) >= 2


def test_before_any_ceremony_the_pages_say_when_lots_are_drawn():
    tournament = a_tournament(branches=2, teams=2)
    for view in ("hall_draw", "public_ceremony"):
        page = Client().get(address(view, tournament))
        assert (page.status_code, filled(page)) == (200, {})
    assert Client().get(address("draw_code", tournament)).headers["Content-Type"] == "image/svg+xml"


def test_large_sheet_is_shown_in_parts_and_goes_where_the_lot_lands():
    tournament, _ = opened(shown=2, branches=33, rounds=7)
    landed = ceremony_view(tournament).last.position
    assert landed in filled(Client().get(address("hall_draw", tournament)))
    first = filled(Client().get(address("hall_draw", tournament) + "?part=1"))
    assert list(first) == list(range(1, 33))
    assert Client().get(address("hall_draw", tournament) + "?part=5").status_code == 404
    assert len(filled(Client().get(address("public_ceremony", tournament)))) == 128


@pytest.mark.parametrize(
    ("branches", "format_", "settings", "wings", "forks"),
    [
        (13, "knockout", {}, [8, 8], [4, 2, 1]),
        (1, "knockout", {}, [1], []),
        (2, "knockout", {}, [1, 1], []),
        (12, "round_robin", {"groups": 4}, [2, 2], []),
        (20, "swiss", {}, [5, 5], []),
    ],
)
def test_sheet_is_drawn_in_two_wings(branches, format_, settings, wings, forks):
    tournament = a_tournament(branches=branches, teams=2, rounds=11, format_=format_)
    tournament.stages.update(settings=settings)
    preview_draw(tournament, by=None)
    open_ceremony(tournament, by=None)
    drawn = scene(ceremony_view(tournament))
    assert [len(wing) for wing in drawn.wings] == wings
    assert [len(fork) for fork in drawn.forks] == forks


def test_screens_cost_the_same_whatever_the_number_of_teams():
    small, large = (opened(branches=n, shown=2, rounds=7)[0] for n in (2, 10))
    for view in PUBLIC:
        assert queries(Client(), address(view, small)) == queries(Client(), address(view, large))


def operator(tournament: Tournament) -> Client:
    return signed_in(a_role(tournament, RoleKind.OFFICE))


def press(browser: Client, tournament: Tournament, view: str, **fields) -> HttpResponse:
    return browser.post(address(view, tournament), fields, follow=True)


def test_operator_opens_turns_holds_repeats_and_ends_without_script():
    tournament = a_tournament(branches=2, teams=2)
    browser = operator(tournament)
    page = press(browser, tournament, "ceremony_opening")
    assert (page.status_code, "Nothing is drawn yet" in text(page)) == (422, True)
    preview_draw(tournament, by=None)
    press(browser, tournament, "ceremony_opening")
    for number in (1, 2):
        page = browser.get(address("draw_ceremony", tournament))
        assert value(page, "lot") == str(number)
        press(browser, tournament, "ceremony_step", step="next", lot=number)
    press(browser, tournament, "ceremony_step", step="pause")
    assert "Paused" in text(browser.get(address("draw_ceremony", tournament)))
    press(browser, tournament, "ceremony_step", step="repeat")
    press(browser, tournament, "ceremony_pace", pace="auto", seconds="20")
    page = press(browser, tournament, "ceremony_pace", pace="auto", seconds="1")
    assert (page.status_code, "from 3 to 120" in text(page)) == (422, True)
    press(browser, tournament, "ceremony_step", step="run")
    ceremony = Ceremony.objects.get()
    assert (ceremony.state, ceremony.shown, ceremony.repeats) == ("running", 2, 1)
    assert (ceremony.pace, ceremony.seconds) == ("auto", 20)
    page = press(browser, tournament, "ceremony_step", step="end")
    assert "Nothing is published before the draw is confirmed" in text(page)
    assert browser.get(address("draw_ceremony", tournament)).url == address("draw", tournament)
    assert press(browser, tournament, "ceremony_step", step="next", lot=3).status_code == 409


def test_program_draws_shows_lot_by_lot_and_publishes_with_one_press_each():
    tournament = a_tournament(branches=2, teams=2)
    browser = operator(tournament)
    page = press(browser, tournament, "ceremony_opening", by_program="on", seed="七")
    assert page.redirect_chain[-1][0] == address("draw_ceremony", tournament)
    draw = tournament.stages.get().draws.get()
    assert (draw.seed, draw.state, len(ceremony_view(tournament).lots)) == ("七", DrawState.PREVIEW, 0)
    confirmation = address("draw_confirmation", tournament)
    for number in range(1, 5):
        assert confirmation not in markup(page)
        page = press(browser, tournament, "ceremony_step", step="next", lot=number)
    assert confirmation in markup(page)
    press(browser, tournament, "draw_confirmation", number=value(page, "number"), seen=value(page, "seen"))
    draw.refresh_from_db()
    assert (draw.state, Ceremony.objects.get().state) == (DrawState.CONFIRMED, "over")


def test_lots_drawn_by_hand_are_typed_one_by_one_and_told_at_the_field():
    tournament = a_tournament(branches=2, teams=2)
    browser = operator(tournament)
    press(browser, tournament, "ceremony_opening", by_hand="on")
    teams = [team.pk for team in entered_teams(tournament)]
    press(browser, tournament, "ceremony_lot", team=teams[0], position="1")
    page = press(browser, tournament, "ceremony_lot", team=teams[1], position="1")
    assert page.status_code == 422
    assert 'href="#f-position"' in markup(page)
    page = press(browser, tournament, "ceremony_lot", team=teams[1], position="2")
    assert "press the same button again" in text(page)
    sure = re.findall(r'name="sure" value="([^"]*)"', markup(page))
    press(browser, tournament, "ceremony_lot", team=teams[1], position="2", sure=sure)
    assert [lot.position for lot in ceremony_view(tournament).lots] == [1, 2]
    press(browser, tournament, "ceremony_step", step="back", lot=2)
    for team, position in zip(teams[1:], (3, 2, 4), strict=True):
        press(browser, tournament, "ceremony_lot", team=team, position=position)
    page = press(browser, tournament, "ceremony_step", step="end")
    draw = tournament.stages.get().draws.get()
    assert (draw.state, draw.positions) == (DrawState.PREVIEW, [teams[0], teams[2], teams[1], teams[3]])
    assert "Confirm and publish" in text(page)


def test_leader_presses_on_the_own_phone_to_which_a_card_leads_when_it_is_the_branchs_turn():
    tournament, ceremony = opened(branches=2)
    first, second = tournament.branches.order_by("number")
    mine, theirs = (reverse("draw_turn", args=[tournament.slug, turn_token(branch)]) for branch in (first, second))
    phone = Client()
    assert 'name="lot"' not in markup(phone.get(mine))
    set_pace(ceremony, "leaders", by=None)
    run_ceremony(ceremony, by=None)
    assert 'name="lot"' not in markup(phone.get(theirs))
    assert value(phone.get(mine), "lot") == "1"
    assert phone.post(theirs, {"lot": "1"}).status_code == 422
    assert phone.post(mine, {"lot": "1"}).status_code == 302
    assert phone.post(mine, {"lot": "1"}).status_code == 302  # pressed twice
    assert phone.post(mine, {"lot": "9"}).status_code == 409
    assert len(ceremony_view(tournament).lots) == 1
    assert phone.get(reverse("draw_turn", args=[tournament.slug, "1.x"])).status_code == 404
    page = markup(operator(tournament).get(address("ceremony_cards", tournament)))
    cards = re.findall(r'href="(/e/[^"]*/draw/[^"]*\.[^"]*/)"', page)
    assert len(cards) == 2
    assert all(phone.get(card).status_code == 200 for card in cards)


def test_lot_that_was_typed_for_a_team_that_left_since_breaks_no_screen():
    tournament = a_tournament(branches=2, teams=2)
    ceremony = open_ceremony(tournament, by=None, by_hand=True)
    gone, *_ = entered_teams(tournament)
    type_lot(ceremony, gone.pk, 1, by=None)
    gone.delete()
    for view in PUBLIC:
        assert filled(Client().get(address(view, tournament)))[1] == ""

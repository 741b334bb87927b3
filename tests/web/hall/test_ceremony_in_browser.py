"""抽签仪式 in real browsers: the operator presses, and projector, member and leader see the same lot at once."""

from urllib.parse import urlsplit

from django.urls import reverse
from playwright.sync_api import Page, Response, expect

from tests.browser import HALL, PHONE, barriers, overflow
from tests.factories import a_role, a_tournament
from tests.thorough import in_ci_only
from tests.web.public_pages import address
from tournaments.draw.actions.ceremony import open_ceremony, set_pace
from tournaments.draw.actions.draws import preview_draw
from tournaments.draw.queries.ceremony import ceremony_view, turn_token
from tournaments.states import RoleKind

PATIENCE = 60_000  # ms


def shows(page: Page, number: int, position: int) -> None:
    """The card of that lot is turned, and its position in the sheet is filled."""
    expect(page.locator(f'[data-lot="{number}-0"] .pips')).to_have_text(str(position), timeout=PATIENCE)


def barriers_at_rest(page: Page) -> list[str]:
    """What is fading in has little contrast for a moment: without motion nothing fades."""
    page.emulate_media(reduced_motion="reduce")
    return barriers(page)


def test_screen_that_hung_there_before_the_ceremony_has_its_look_when_it_begins(visitor):
    tournament = a_tournament(branches=5, teams=2)
    preview_draw(tournament, by=None, seed="七")
    hall = visitor(size=HALL).open(address("hall", tournament))
    hall.wait_for_selector("html.counting")
    open_ceremony(tournament, by=None)
    expect(hall.locator("body.page-ceremony .deck")).to_be_visible(timeout=PATIENCE)
    assert overflow(hall) == 0


def test_screen_keeps_its_picture_while_the_site_is_away(visitor):
    tournament = a_tournament(branches=5, teams=2)
    preview_draw(tournament, by=None, seed="七")
    someone = visitor(size=HALL)
    hall = someone.open(address("hall", tournament))
    hall.wait_for_selector("html.counting")
    refusal = '<link rel="stylesheet" href="/static/css/refusals.css"><h1>503</h1>'  # nginx has sheets of its own
    hall.route(
        lambda url: urlsplit(url).path == address("hall", tournament),
        lambda route: route.fulfill(status=503, body=refusal, content_type="text/html"),
    )

    def is_refused(answer: Response) -> bool:
        return answer.status == 503 and "hx-request" in answer.request.headers

    with hall.expect_response(is_refused):
        open_ceremony(tournament, by=None)
    with hall.expect_response(is_refused):  # it asks again, from the page that it still is
        pass
    expect(hall.locator(".hall-top")).to_be_visible()
    someone.faults[:] = [fault for fault in someone.faults if "503" not in fault]


@in_ci_only
def test_every_screen_shows_the_lot_that_was_pressed_and_a_reload_the_same(visitor):
    tournament = a_tournament(branches=5, teams=2)
    draw = preview_draw(tournament, by=None, seed="七")
    ceremony = open_ceremony(tournament, by=None)
    position = {team: place for place, team in enumerate(draw.positions, start=1)}
    lots = [position[team] for team in draw.teams]
    hall = visitor(size=HALL).open(address("hall", tournament))
    member = visitor(size=PHONE, touch=True).open(reverse("public_ceremony", args=[tournament.slug]))
    desk = visitor(a_role(tournament, RoleKind.OFFICE)).open(reverse("draw_ceremony", args=[tournament.slug]))
    expect(hall.locator(".deck")).to_be_visible()
    hall.wait_for_selector("html.counting")
    member.wait_for_selector("html.counting")
    desk.locator("button[value=next]").click()
    for page in (hall, member):
        shows(page, 1, lots[0])
    expect(hall.locator(f'[data-position="{lots[0]}"] .team')).to_be_visible()
    expect(hall.locator(".cell.team")).to_have_count(1)
    assert [barriers_at_rest(page) for page in (hall, member, desk)] == [[], [], []]
    hall.reload()
    shows(hall, 1, lots[0])
    assert overflow(hall) == 0
    expect(desk.locator("[name=lot]")).to_have_value("2")
    set_pace(ceremony, "leaders", by=None)
    branch = tournament.branches.get(number=1)
    leader = visitor(size=PHONE, touch=True).open(reverse("draw_turn", args=[tournament.slug, turn_token(branch)]))
    assert barriers_at_rest(leader) == []
    assert overflow(leader) == 0
    leader.locator("button.press").click()
    for page in (leader, hall, member):
        shows(page, 2, lots[1])
    expect(leader.locator("button.press")).to_have_count(0)
    assert len(ceremony_view(tournament).lots) == 2


@in_ci_only
def test_card_is_turned_anew_when_the_lot_is_repeated_and_stays_still_for_who_wants_no_motion(visitor):
    tournament = a_tournament(branches=2, teams=2)
    preview_draw(tournament, by=None)
    open_ceremony(tournament, by=None)
    moving, still = visitor(size=HALL), visitor(size=HALL)
    desk = visitor(a_role(tournament, RoleKind.OFFICE), script=False)
    desk = desk.open(reverse("draw_ceremony", args=[tournament.slug]))
    for step in ("next", "repeat"):
        with desk.expect_navigation():
            desk.locator(f"button[value={step}]").click()
    page = moving.open(reverse("hall_draw", args=[tournament.slug]))
    expect(page.locator('[data-lot="1-1"] .card-turning')).to_have_css("animation-name", "turn")
    quiet = still.open("/")
    quiet.emulate_media(reduced_motion="reduce")
    quiet.goto(still.address + reverse("hall_draw", args=[tournament.slug]))
    expect(quiet.locator('[data-lot="1-1"] .card-turning')).to_have_css("animation-name", "none")
    expect(quiet.locator('[data-lot="1-1"] .landed')).to_be_visible()

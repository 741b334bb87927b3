"""对阵表 in a browser: a swipe on the phone follows the lines, and a frame on another site shows it."""

from http.server import BaseHTTPRequestHandler

from playwright.sync_api import expect

from tests.browser import PHONE
from tests.factories import a_drawn_tournament
from tests.thorough import in_ci_only
from tests.web.public_pages import address
from tests.web.publishing.streams import a_server, begin

INK, NONE = "rgb(26, 24, 22)", "rgba(0, 0, 0, 0)"


@in_ci_only
def test_swipe_marks_the_round_in_sight_and_follows_the_lines_to_the_next(visitor):
    page = visitor(size=PHONE, touch=True).open(address("bracket", a_drawn_tournament(branches=16)))
    tabs = page.locator(".tabs a")
    expect(tabs.nth(0)).to_have_css("border-bottom-color", INK)
    page.locator("#r1 .slot").last.scroll_into_view_if_needed()
    page.evaluate("() => { const list = document.querySelector('.bracket'); list.scrollLeft = list.clientWidth * .9; }")
    expect(tabs.nth(1)).to_have_css("border-bottom-color", INK)
    expect(tabs.nth(0)).to_have_css("border-bottom-color", NONE)
    expect(page.locator("#r2 .slot").last).to_be_in_viewport()
    tabs.nth(4).tap()
    expect(page.locator("#r5 .champion")).to_be_in_viewport()


@in_ci_only
def test_frame_on_another_site_shows_the_drawing(visitor):
    someone, path = visitor(), address("embedded_bracket", a_drawn_tournament())
    frame = f'<!doctype html><iframe src="{someone.address}{path}"></iframe>'

    def another_site(request: BaseHTTPRequestHandler) -> None:
        begin(request, "text/html")
        request.wfile.write(frame.encode())

    with a_server(another_site) as port:
        page = someone.context.new_page()
        page.goto(f"http://127.0.0.1:{port}/")
        expect(page.frame_locator("iframe").locator(".bracket .slot")).to_have_count(2)
        page.close()

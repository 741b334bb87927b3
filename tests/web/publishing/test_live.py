"""Open public pages in a browser: refreshed in place, one clock, news pushed or asked for, a lost connection."""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler
from threading import Event

import pytest
from django.test import Client
from playwright.sync_api import expect

from tests.browser import PHONE, becomes
from tests.thorough import in_ci_only
from tests.tournaments.round_day import a_day
from tests.web.games import a_started_tournament, pass_a, win
from tests.web.public_pages import address
from tests.web.publishing.streams import a_server, begin, live_process
from tournaments.states import MatchState

INK = "rgb(26, 24, 22)"
"""``--ink`` of the light theme."""


def test_page_changes_in_place_and_keeps_scroll_and_focus(visitor):
    tournament, matches, referee = a_started_tournament(branches=8)
    page = visitor(size=PHONE).open(address("bracket", tournament))
    page.evaluate("scrollTo(0, 300)")
    link = f'a[href="../matches/{matches[5].number}/"]'
    page.focus(link)
    page.evaluate("document.querySelector('.tabs').dataset.untouched = 'yes'")
    top = page.evaluate("scrollY")
    pass_a(matches[0], by=referee)
    page.wait_for_selector("#r1 .slot:first-child .lv.passed")
    becomes(lambda: page.evaluate("scrollY"), top)
    expect(page.locator(link).first).to_be_focused()
    expect(page.locator("#r2 .team").first).to_have_text(re.compile(f"^\\s*{matches[0].home_team.branch.name}"))


@in_ci_only
def test_what_is_being_typed_stays_when_the_first_news_comes(visitor):
    tournament, matches, referee = a_started_tournament(branches=17, teams=2)
    page = visitor(size=PHONE).open(address("bracket", tournament))
    page.fill("#find-q", "第3分")  # what keeps it comes with the first news
    page.locator("#find-q").blur()
    opened = page.get_attribute("#source", "data-edition")
    win(next(match for match in matches if match.state != MatchState.BYE), "home", 1, by=referee)
    expect(page.locator("#source")).not_to_have_attribute("data-edition", opened)
    expect(page.locator("#find-q")).to_have_value("第3分")


@in_ci_only
def test_opened_part_stays_open_when_the_page_changes(visitor):
    tournament, matches, referee = a_started_tournament()
    page = visitor().open(address("event", tournament))
    page.click("#follow summary")
    win(matches[0], "home", 1, by=referee)
    page.wait_for_selector(".meets .lv.stage")
    expect(page.locator("#follow")).to_have_attribute("open", "")


@in_ci_only
def test_every_page_counts_down_the_same_second(visitor):
    day = a_day()
    someone = visitor()
    pages = [someone.open(address(name, day.tournament)) for name in ("event", "bracket", "hall")]
    for minute, left in ((10, "50:00"), (59.5, "30")):
        day.at(minute)
        for page in pages:
            expect(page.locator("time[data-bell]").first).to_have_text(re.compile(f"^(0+:)?{left}$"))


@in_ci_only
def test_clock_follows_the_server_and_not_the_device(visitor):
    tournament, _, _ = a_started_tournament()
    someone = visitor()
    someone.context.clock.install(time=0)
    page = someone.open(address("event", tournament))
    page.wait_for_function("() => /^(59|60):/.test(document.querySelector('time[data-bell]').textContent)")


@in_ci_only
def test_followed_branch_is_remembered_and_lit_on_every_page(visitor):
    tournament, _, _ = a_started_tournament()
    branch = tournament.branches.first()
    someone = visitor()
    page = someone.open(address("event", tournament))
    page.click("#follow summary")
    page.click(f"#follow a:text-is('{branch.name}')")
    page.click("button.on[name=on]")
    expect(page.locator("button.off[name=off]")).to_be_visible()
    expect(someone.open(address("event", tournament)).locator(".followed a:visible")).to_have_text(branch.name)
    bracket = someone.open(address("bracket", tournament))
    lit = bracket.locator(f".line:has([data-branch='{branch.pk}'])").first
    expect(lit).to_have_css("background-color", INK)
    expect(bracket.locator(f".line:not(:has([data-branch='{branch.pk}']))").first).not_to_have_css(
        "background-color", INK
    )
    drawn = someone.open(address("public_draw", tournament)).locator(f".closed li:has([data-branch='{branch.pk}'])")
    expect(drawn.first).to_have_css("background-color", INK)
    page.click("button.off[name=off]")
    expect(page.locator("button.on[name=on]")).to_be_visible()


@in_ci_only
def test_lost_connection_is_said_and_mended(visitor):
    tournament, _, _ = a_started_tournament()
    someone = visitor()
    page = someone.open(address("event", tournament))
    page.wait_for_selector("html.counting")
    someone.context.set_offline(True)
    page.wait_for_selector("#offline:visible")
    expect(page.locator("#offline")).to_have_text(re.compile(r"\d\d:\d\d"))
    someone.context.set_offline(False)
    page.wait_for_selector("#offline", state="hidden")
    someone.faults[:] = [fault for fault in someone.faults if "INTERNET_DISCONNECTED" not in fault]


@in_ci_only
def test_page_without_script_says_until_when_the_round_runs(visitor):
    tournament, _, _ = a_started_tournament()
    page = visitor(script=False).open(address("bracket", tournament))
    expect(page.locator(".facts .until")).to_be_visible()
    expect(page.locator(".facts .remains")).to_be_hidden()
    expect(page.locator(".facts .clock")).to_have_text(re.compile(r"^\s*\d\d:\d\d\s*$"))


PASSED = "#r1 .slot:first-child .lv.passed"


@pytest.fixture
def behind_this_port(settings):
    """``behind_this_port(port)``: pages are sent there for their stream."""

    def set_port(port: int) -> None:
        settings.LIVE_PORT = port
        settings.CONTENT_SECURITY_POLICY = {
            "DIRECTIVES": {**settings.CONTENT_SECURITY_POLICY["DIRECTIVES"], "connect-src": ["'self'", f"*:{port}"]}
        }

    return set_port


def test_page_is_renewed_by_push_alone(visitor, monkeypatch, behind_this_port):
    tournament, matches, referee = a_started_tournament(branches=4)
    with live_process(monkeypatch) as (_, port):
        behind_this_port(port)
        someone = visitor(size=PHONE)
        someone.context.route("**/pulse/", lambda route: None)  # asked, and never answered
        page = someone.open(address("bracket", tournament))
        page.wait_for_selector("html.counting")
        page.wait_for_selector("script[src*=htmx]", state="attached")  # before anything is new: a round is on
        with page.expect_request("**/bracket/?edition=*"):
            pass_a(matches[0], by=referee)
        page.wait_for_selector(PASSED)
        someone.context.close()


@in_ci_only
def test_page_that_hears_nothing_asks(visitor, behind_this_port):
    """As behind a proxy that keeps what it is sent until the end."""
    tournament, matches, referee = a_started_tournament(branches=4)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        behind_this_port(silent.getsockname()[1])
        page = visitor(size=PHONE).open(address("bracket", tournament))
        page.wait_for_selector("html.counting")
        pass_a(matches[0], by=referee)
        page.wait_for_selector(PASSED)
        page.close()


@contextmanager
def a_stream_of(message: str) -> Iterator[int]:
    """The port of a stream on which that message comes again and again."""
    over = Event()

    def stream(request: BaseHTTPRequestHandler) -> None:
        begin(request, "text/event-stream")
        with suppress(OSError):  # the page was left
            while not over.wait(0.3):
                request.wfile.write(f"data: {message}\n\n".encode())

    with a_server(stream) as port:
        yield port
        over.set()


@in_ci_only
def test_page_that_is_told_too_late_asks(visitor, behind_this_port):
    """As behind a proxy that lets messages through when it has enough of them."""
    tournament, matches, referee = a_started_tournament(branches=4)
    pulse = Client().get(address("pulse", tournament)).json()
    with a_stream_of(json.dumps(pulse | {"now": pulse["now"] - 60_000})) as port:
        behind_this_port(port)
        page = visitor(size=PHONE).open(address("bracket", tournament))
        page.wait_for_selector("html.counting")
        pass_a(matches[0], by=referee)
        page.wait_for_selector(PASSED)
        page.close()

"""Open pages in a real browser: what is new is pushed to them, and where nothing comes through they ask."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import pytest
from django.test import Client

from tests.browser import PHONE
from tests.thorough import in_ci_only
from tests.web.games import a_started_tournament, pass_a
from tests.web.public_pages import address
from tests.web.publishing.streams import live_process

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

    class Stream(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()
            with suppress(OSError):  # the page was left
                while not over.wait(0.3):
                    self.wfile.write(f"data: {message}\n\n".encode())

        def log_message(self, *_said: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Stream) as server:
        Thread(target=server.serve_forever).start()
        yield server.server_port
        over.set()
        server.shutdown()


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

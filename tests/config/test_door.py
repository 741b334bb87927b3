"""The door as an nginx runs it, in front of a small site that says what it was asked."""

import http.client
import json
import re
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

import pytest
from django.core.management import call_command
from django.test import override_settings

from benchmarks.door import CONF, NGINX, command, configured
from launch.children import end_with_parent
from launch.servers import free_ports
from tests.thorough import in_ci_only

pytestmark = pytest.mark.skipif(NGINX is None, reason="no nginx on this machine")
SLOW = 2
"""Seconds for which the door waits here for an answer."""
CROWD, MADE, PATIENCE = 8, 0.1, 1000
"""Readers at once, seconds in which the site makes their page, and ms that they wait here: a machine may be busy."""
TOKEN = "17.abcdefghijklmnop"


class Site(BaseHTTPRequestHandler):
    """Says which headers came; pages under /kept/ may be kept."""

    protocol_version = "HTTP/1.1"

    turns, order = 0, count(1)
    go_on = threading.Event()
    """Until then whoever asks for something under /held/ waits, and for the second time under /renewed/."""
    held: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        turn = Site.turns = next(Site.order)
        if self.path.startswith(("/held/", "/renewed/")):
            Site.held.append(self.path)
            if Site.held != ["/renewed/"]:
                Site.go_on.wait(PATIENCE)
        if self.path == "/slow/":
            time.sleep(SLOW + 1)
            return
        if self.path.endswith("/live/"):
            self._begin_a_stream()
            return
        if "/made/" in self.path:
            time.sleep(MADE)
        own = {"X-Turn": str(turn), "X-Port": self.connection.getsockname()[1]}
        body = json.dumps({**dict(self.headers.items()), **own}).encode()
        self.send_response(200)
        for name, value in self._kept(f"@{int(time.time())}").items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _kept(self, this_second: str) -> dict[str, str]:
        return {
            "kept": {"X-Accel-Expires": this_second},
            "named": {"X-Accel-Expires": "60"},
            "renewed": {"X-Accel-Expires": this_second, "Cache-Control": "no-cache, stale-while-revalidate=60"},
            "unmarked": {"Cache-Control": "public, max-age=600"},
        }.get(self.path.split("/")[1], {})

    def _begin_a_stream(self) -> None:
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b"data: null\n\n")
        with suppress(OSError):
            self.rfile.read(1)  # until it is left

    do_POST = do_GET  # noqa: N815 - named so by the class above

    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 128

    def __init__(self, *more: Any) -> None:
        self.links: list[Any] = []
        super().__init__(*more)

    def process_request(self, request: Any, client_address: Any) -> None:
        self.links.append(request)
        super().process_request(request, client_address)

    def go_away(self) -> None:
        """Nobody is answered any more, nor by a link that nginx has kept open."""
        self.shutdown()
        self.socket.close()
        for link in self.links:
            with suppress(OSError):
                link.shutdown(socket.SHUT_RDWR)


@dataclass
class Door:
    """A running nginx: its ports, what it logs, and the site behind it."""

    plain: int
    tls: int
    log: Path
    site: Server
    sign_in: ThreadingHTTPServer

    def ask(self, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str]]:
        """Status, and the headers that the site was sent ({} if it was not asked)."""
        answer = self.said(path, method, **headers)
        return answer.status, json.loads(answer.text) if answer.status == 200 else {}

    def said(self, path: str, method: str = "GET", **headers: str) -> "Said":
        """What a visitor gets."""
        link = http.client.HTTPSConnection("127.0.0.1", self.tls, context=_trusting(), timeout=60)
        return _said(link, path, method, headers)

    def said_plain(self, path: str, **headers: str) -> "Said":
        """The same without TLS."""
        return _said(http.client.HTTPConnection("127.0.0.1", self.plain, timeout=60), path, "GET", headers)

    def turns(self, path: str, times: int = 1, **headers: str) -> set[str]:
        """The numbers of the answers of the site that so many questions get."""
        return {self.ask(path, **headers)[1]["X-Turn"] for _ in range(times)}

    def turns_of_a_crowd(self, path: str) -> set[str]:
        """Of those who ask at once."""
        with ThreadPoolExecutor(CROWD) as readers:
            return {turn for turns in readers.map(lambda _: self.turns(path), range(CROWD)) for turn in turns}


@dataclass
class Said:
    """An answer."""

    status: int
    headers: http.client.HTTPMessage
    text: str


def _said(link: http.client.HTTPConnection, path: str, method: str, headers: dict[str, str]) -> Said:
    link.request(method, path, headers={"Host": "guandan.example.org", **headers})
    with closing(link), link.getresponse() as answer:
        return Said(answer.status, answer.headers, answer.read().decode())


def _trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    folder = tmp_path_factory.mktemp("door")
    folder.chmod(0o777)
    site, sign_in = (Server(("127.0.0.1", 0), Site) for _ in range(2))
    for server in (site, sign_in):
        threading.Thread(target=server.serve_forever, daemon=True).start()
    plain, tls = free_ports(2)
    behind = f"127.0.0.1:{site.server_port}"
    passwords = f"127.0.0.1:{sign_in.server_port}"
    path = configured(folder, plain=plain, tls=tls, web=behind, live=behind, sign_in=passwords)
    http_conf, site_conf = (path.with_name(name) for name in ("http.conf", "site.conf"))
    http_conf.write_text(http_conf.read_text().replace("proxy_read_timeout 60s", f"proxy_read_timeout {SLOW}s"))
    site_conf.write_text(re.sub(r"(proxy_cache_lock_\w+) \d+ms", rf"\1 {PATIENCE}ms", site_conf.read_text()))
    (folder / "css").mkdir()
    for name in ("css/look.css", "css/look.0123456789ab.css"):
        (folder / name).write_text("")
    with override_settings(STATIC_ROOT=folder):
        call_command("door_pages")
    checked = subprocess.run([str(NGINX), "-t", "-c", path], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    running = subprocess.Popen(command(path), preexec_fn=end_with_parent())  # noqa: PLW1509 - so does the launcher
    while running.poll() is None:
        with socket.socket() as link:
            if link.connect_ex(("127.0.0.1", tls)) == 0:
                break
    yield Door(plain, tls, folder / "log", site, sign_in)
    running.terminate()
    running.wait(60)
    site.server_close()
    sign_in.server_close()


@pytest.mark.parametrize(
    ("cookie", "language"),
    [
        ("", "zh-hans"), ("django_language=en", "en"), ("django_language=en; django_language=zh-hans", "en"),
        ("Django_Language=en", "en"), ("django_language=de", "zh-hans"),
    ],
)  # fmt: skip
def test_site_is_told_the_language_under_which_the_page_is_kept(door: Door, cookie: str, language: str) -> None:
    _, received = door.ask("/", Cookie=cookie, **{"X-Language": "forged"})
    assert received["X-Language"] == language


def test_what_a_visitor_claims_about_himself_is_replaced_but_for_the_host_which_the_site_knows(door: Door) -> None:
    _, received = door.ask("/", **{"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "http"})
    assert (received["X-Forwarded-For"], received["X-Forwarded-Proto"]) == ("127.0.0.1", "https")
    received = json.loads(door.said_plain("/x", Host="elsewhere.example").text)
    assert (received["Host"], received["X-Forwarded-Proto"]) == ("elsewhere.example", "http")


@pytest.mark.parametrize(
    ("ciphers", "taken"), [("AES128-SHA", False), ("AES256-SHA256", False), ("ECDHE-RSA-AES128-GCM-SHA256", True)]
)
def test_only_ciphers_with_forward_secrecy_are_taken(door: Door, ciphers: str, taken: bool) -> None:
    context = _trusting()
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers(f"{ciphers}:@SECLEVEL=0")
    with socket.create_connection(("127.0.0.1", door.tls)) as link:
        if taken:
            with context.wrap_socket(link) as conversation:
                assert conversation.cipher()[0] == ciphers  # type: ignore[index]
        else:
            with pytest.raises(ssl.SSLError):
                context.wrap_socket(link)


def test_stream_is_handed_on_as_it_comes(door: Door) -> None:
    link = http.client.HTTPSConnection("127.0.0.1", door.tls, context=_trusting(), timeout=10)
    link.request("GET", "/e/s000/live/", headers={"Host": "guandan.example.org"})
    answer = link.getresponse()
    assert answer.readline() == b"data: null\n"  # while the site has not ended its answer
    link.close()


def test_page_asked_for_by_its_edition_is_asked_of_the_site_once_and_for_each_program_with_a_token(door: Door) -> None:
    kept = door.turns("/named/?edition=1.2-3", 3)
    assert len(kept) == 1
    assert not door.turns("/named/?edition=1.3-3") & kept
    of_programs = door.turns("/named/?edition=1.2-3", 2, Authorization="Bearer x")
    assert (len(of_programs), of_programs & kept) == (2, set())
    assert len(door.turns("/unmarked/", 3)) == 3  # nothing is kept that the site does not mark


def test_crowd_is_one_request_for_a_new_page_and_waits_for_nobody_for_what_is_not_kept(door: Door) -> None:
    assert len(door.turns_of_a_crowd("/named/made/?edition=1.2-3")) == 1
    assert len(door.turns_of_a_crowd("/made/")) == CROWD
    site_conf = CONF.with_name("site.conf")
    assert int(re.findall(r"proxy_cache_lock_timeout (\d+)ms", site_conf.read_text())[0]) <= 100


@pytest.fixture
def held() -> Iterator[list[str]]:
    Site.go_on.clear()
    Site.held.clear()
    yield Site.held
    Site.go_on.set()


def test_nobody_waits_for_a_page_that_is_made_anew(door: Door, held: list[str]) -> None:
    first = door.ask("/renewed/")[1]["X-Turn"]
    while len(held) < 2:  # until the second is over for which it was kept, and somebody's question has renewed it
        assert door.ask("/renewed/")[1]["X-Turn"] == first
    assert door.ask("/renewed/")[1]["X-Turn"] == first
    Site.go_on.set()
    while door.ask("/renewed/")[1]["X-Turn"] == first:
        pass


@in_ci_only
def test_readers_leave_room_for_saves(door: Door, held: list[str]) -> None:
    most = int(re.findall(r"max_conns=(\d+)", CONF.read_text())[0])
    with ExitStack() as links:
        readers = [
            links.enter_context(closing(http.client.HTTPSConnection("127.0.0.1", door.tls, context=_trusting())))
            for _ in range(most)
        ]
        for reader in readers:
            reader.connect()  # which takes its time
        for number, reader in enumerate(readers):
            reader.request("GET", f"/held/{number}/", headers={"Host": "guandan.example.org"})
        while len(held) < most:
            time.sleep(0.001)
        refused = door.said("/e/s000/", Cookie="django_language=en")
        saved, own = door.ask("/e/s000/sheets/1/", "POST"), door.ask("/e/s000/", Cookie="sessionid=x")
        Site.go_on.set()
        for reader in readers:
            with reader.getresponse() as answer:
                assert answer.status == 200
    assert (refused.status, refused.headers["Retry-After"]) == (503, "5")
    assert "very many are reading" in refused.text
    assert (saved[0], own[0]) == (200, 200)
    assert door.ask("/e/s000/")[0] == 200


def test_what_needs_a_password_or_the_identity_provider_is_asked_apart_from_what_keeps_entries(door: Door) -> None:
    def port_asked(path: str, method: str) -> object:
        return door.ask(path, method)[1]["X-Port"]

    assert {port_asked(path, "POST") for path in ("/sign-in/", "/password/")} == {door.sign_in.server_port}
    of_identity = ("/sign-in/identity/", "/sign-in/identity/back/?code=x")
    assert {port_asked(path, "GET") for path in of_identity} == {door.sign_in.server_port}
    others = (("/sign-in/", "GET"), ("/password/", "GET"), ("/e/s000/sheets/1/", "POST"), ("/sign-out/", "POST"))
    assert {port_asked(*other) for other in others} == {door.site.server_port}


def test_trace_is_refused_before_it_is_passed_on(door: Door) -> None:
    turns = Site.turns
    assert door.ask("/sign-in/", "TRACE")[0] == 405
    assert Site.turns == turns


TOO_LARGE = {"Content-Length": str(7 * 1024 * 1024)}


@pytest.mark.parametrize(
    ("cookie", "words"),
    [("", "内容过大"), ("django_language=en", "Too large"), ("django_language=de", "内容过大")],
)  # fmt: skip
def test_what_the_door_refuses_is_said_on_a_page_of_the_site(door: Door, cookie: str, words: str) -> None:
    answer = door.said("/", "POST", Cookie=cookie, **TOO_LARGE)
    assert answer.status == 413
    assert f"<h1>{words}</h1>" in answer.text
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'; style-src 'self'")
    assert "<style" not in answer.text
    assert "Retry-After" not in answer.headers


@pytest.mark.parametrize(
    ("headers", "words"),
    [
        ({}, "超过本站上限"),
        ({"Accept-Language": "en-GB,en;q=0.8"}, "The body is larger than this site takes."),
        ({"Cookie": "django_language=en"}, "The body is larger than this site takes."),
        ({"Cookie": "django_language=en", "Accept-Language": "zh-CN"}, "超过本站上限"),
    ],
)
def test_programs_are_told_of_a_problem(door: Door, headers: dict[str, str], words: str) -> None:
    answer = door.said("/api/v1/tournaments/", "POST", **headers, **TOO_LARGE)
    assert (answer.status, answer.headers.get_content_type()) == (413, "application/problem+json")
    problem = json.loads(answer.text)
    assert words in problem.pop("title")
    assert problem == {"type": "/api/v1/docs/#too_large", "status": 413, "code": "too_large"}


@pytest.mark.parametrize("sent", ["GET / HTTP/1.1\r\nHost: a b\r\n\r\n", f"GET /?{'x' * 40_000} HTTP/1.1\r\n\r\n"])
def test_what_cannot_be_read_is_answered_on_a_page_of_the_site(door: Door, sent: str) -> None:
    with socket.create_connection(("127.0.0.1", door.plain), timeout=60) as link:
        link.sendall(sent.encode())
        answer = http.client.HTTPResponse(link)
        answer.begin()
        assert answer.status == 400
        assert "<h1>无法读取</h1>" in answer.read().decode()


@in_ci_only
def test_who_is_not_answered_in_time_is_told_when_to_ask_again(door: Door) -> None:
    page = door.said("/slow/", Cookie="django_language=en")
    assert (page.status, page.headers["Retry-After"]) == (504, "10")
    assert "The site does not answer at this moment" in page.text


@pytest.mark.parametrize(
    ("name", "kept"), [("look", "no-cache"), ("look.0123456789ab", "public, max-age=31536000, immutable")]
)
def test_only_a_name_with_the_hash_of_its_contents_is_kept_for_ever(door: Door, name: str, kept: str) -> None:
    """Pages of what went wrong ask for the plain names; they themselves have no address."""
    assert door.said("/door/503.en.html").status == 404
    assert door.said(f"/static/css/{name}.css").headers["Cache-Control"] == kept


def test_last_page_is_shown_while_the_site_is_away_and_no_token_is_logged(door: Door) -> None:
    assert door.ask("/kept/")[0] == 200
    door.site.go_away()
    assert door.ask("/kept/")[0] == 200
    assert door.ask("/other/")[0] == door.ask(f"/t/{TOKEN}/")[0] == 503
    for page in (door.said("/other/"), door.said_plain("/")):
        assert (page.status, page.headers["Retry-After"]) == (503, "5")
        assert "<h1>网站此刻没有回应</h1>" in page.text
    assert door.said_plain("/static/css/look.css").status == 200
    problem = door.said("/api/v1/tournaments/")
    assert (problem.status, problem.headers["Retry-After"]) == (503, "5")
    assert json.loads(problem.text)["code"] == "unavailable"
    log = door.log.read_text("utf-8")
    assert "/other/" in log
    assert TOKEN not in log

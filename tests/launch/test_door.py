"""nginx in front of `make run`: the configuration that the deployment has, on a socket and without TLS."""

import socketserver
import threading
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from launch import door
from launch.servers import free_port
from tests.waiting import until

pytestmark = pytest.mark.skipif(not any(door.programs()), reason="no nginx on this machine")


class Site(BaseHTTPRequestHandler):
    """Says for which host it was asked; over a socket it has no address of the visitor."""

    def do_GET(self) -> None:
        body = f"{self.headers['Host']} {self.headers['X-Forwarded-For']} {self.headers['X-Forwarded-Proto']}".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


class SocketServer(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True

    def get_request(self) -> tuple[object, tuple[str, int]]:  # type: ignore[override]
        return super().get_request()[0], ("", 0)


@pytest.fixture(params=list(door.programs()), ids=str)
def nginx(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[door.Nginx]:
    monkeypatch.setenv("PORT", str(free_port()))
    monkeypatch.setenv("GUANDAN_STATIC", str(tmp_path / "static"))
    (tmp_path / "static").mkdir()
    server = door.Nginx(tmp_path / "nginx", request.param)
    server.start()
    yield server
    server.stop()


def answer(path: str = "/") -> str:
    try:
        with urllib.request.urlopen("http://{}:{}".format(*door.address()) + path, timeout=60) as response:
            return str(response.read().decode())
    except OSError:
        return ""


def test_site_on_its_socket_is_asked_with_the_address_that_visitors_use(nginx: door.Nginx) -> None:
    with SocketServer(str(nginx.sockets / "web.sock"), Site) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        until(answer)
        assert answer() == "{}:{} 127.0.0.1 http".format(*door.address())
        site.shutdown()


def test_killed_nginx_leaves_nothing_that_holds_the_port(nginx: door.Nginx, tmp_path: Path) -> None:
    (tmp_path / "static" / "look.css").write_text("body {}")
    until(lambda: answer("/static/look.css") == "body {}")  # which needs no site
    assert nginx.process
    nginx.process.kill()
    nginx.process.wait()
    nginx.kill()
    assert not answer("/static/look.css")
    nginx.start()
    until(lambda: answer("/static/look.css"))


def test_nginx_that_does_not_take_the_configuration_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "programs", lambda: iter([Path("/bin/false")]))
    assert door.nginx(tmp_path / "nginx") is None

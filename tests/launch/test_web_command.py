"""The web server as it is started: what it does with those who never finish what they ask."""

import socket
import subprocess
from pathlib import Path

import pytest

from launch import commands
from launch.servers import free_port

APPLICATION = """
def application(environ, start):
    start("200 OK", [("Content-Length", "2")])
    return [b"ok"]
"""


def test_half_open_connection_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a minute as a third of a second, so that nobody waits."""
    (tmp_path / "small.py").write_text(APPLICATION)
    port = free_port()
    monkeypatch.setenv("PORT", str(port))
    argv = commands.web()
    assert "30000" in argv
    argv = ["300" if word == "30000" else word.replace("config.wsgi", "small") for word in argv]
    server = subprocess.Popen(argv, cwd=tmp_path)
    try:
        link = None
        while link is None and server.poll() is None:
            try:
                link = socket.create_connection(("127.0.0.1", port), timeout=60)
            except ConnectionRefusedError:
                continue
        assert link is not None
        link.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Never: ")
        assert link.recv(100) == b""
        link.close()
    finally:
        server.terminate()
        server.wait(60)

"""The web server as it is started: who never finishes what he asks, and a process that hangs."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from launch.places import ROOT
from launch.servers import free_port
from launch.signs import lives
from tests.thorough import in_ci_only
from tests.waiting import until

SMALL = """
import os, sys, time
from config import serving
from launch import signs

signs.LATE, serving.STUCK, serving.HEADER_MILLISECONDS = 4.0, 1.0, 300  # so that nobody waits

def application(environ, start):
    if environ["PATH_INFO"] == "/stuck/":
        time.sleep(3600)
    body = str(os.getpid()).encode()
    start("200 OK", [("Content-Length", str(len(body)))])
    return [body]
"""
WEB = f"{SMALL}\nserving.serve(application)"
UNIT = f"{SMALL}\nsys.exit(signs.stay('web', [sys.executable, '-c', {WEB!r}]))"


@contextmanager
def running(script: str) -> Iterator[tuple["subprocess.Popen[bytes]", int]]:
    """The script, and the port at which it answers by now."""
    port = free_port()
    environment = {**os.environ, "PORT": str(port), "GUANDAN_WORKERS": "1"}
    server = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, env=environment)
    try:
        until(lambda: answerer(port))
        yield server, port
    finally:
        server.terminate()
        server.wait(60)


def answerer(port: int, path: str = "/") -> int:
    """The process that answers, 0 for none within a second."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as link:
            link.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            return int(link.recv(1000).rpartition(b"\r\n\r\n")[2] or 0)
    except OSError:
        return 0


def parent(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def test_half_open_connection_is_closed() -> None:
    with running(WEB) as (_, port), socket.create_connection(("127.0.0.1", port), timeout=60) as link:
        link.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Never: ")
        assert link.recv(100) == b""


@in_ci_only
@pytest.mark.parametrize("why", ["stopped", "stuck"])
def test_web_process_that_hangs_is_ended_and_another_one_answers(why: str) -> None:
    with running(UNIT) as (_, port):
        hanging = answerer(port)
        first = parent(hanging)
        if why == "stopped":
            os.kill(hanging, signal.SIGSTOP)
        else:
            answerer(port, "/stuck/")
        until(lambda: answerer(port) not in {0, hanging})
        assert parent(answerer(port)) == first  # the others go on


@in_ci_only
def test_unit_whose_first_process_hangs_ends_with_all_it_has_started() -> None:
    with running(UNIT) as (unit, port):
        answering = answerer(port)
        os.kill(parent(answering), signal.SIGSTOP)
        assert unit.wait(120) == 128 + signal.SIGKILL
        until(lambda: not lives(answering))


def test_unit_hands_on_that_it_shall_end() -> None:
    with running(UNIT) as (unit, port):
        unit.terminate()
        assert unit.wait(60) == 0
        assert not answerer(port)

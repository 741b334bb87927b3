"""The live process for tests: the application fed directly, and the process as it is started."""

import asyncio
import os
import socket
import subprocess
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from django.conf import settings

from launch import commands
from launch.servers import free_port
from web.publishing.live import Live

PATIENCE = 20.0


class Page:
    """An open page: what its stream said, and how it is left."""

    def __init__(self, app: Live, address: str) -> None:
        path, _, query = address.partition("?")
        self.scope: dict[str, Any] = {"type": "http", "path": path, "query_string": query.encode()}
        self.sent: list[dict[str, Any]] = []
        self.left, self.blocked = asyncio.Event(), asyncio.Event()
        self.blocked.set()
        self._asked = False
        self.task = asyncio.create_task(app(self.scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        if not self._asked:
            self._asked = True
            return {"type": "http.request"}
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        await self.blocked.wait()
        self.sent.append(message)

    @property
    def heard(self) -> list[str]:
        """What came after the stream had begun."""
        return [message["body"].decode() for message in self.sent[2:]]


def is_open(port: int) -> bool:
    with socket.socket() as link:
        return link.connect_ex(("127.0.0.1", port)) == 0


def wait_for(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def run(story: Coroutine[Any, Any, None]) -> None:
    """To its end, in a thread of its own: in this one the browser tests may have a loop already."""
    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, story).result()


async def settle() -> None:
    """Let everybody do what he can do now."""
    for _ in range(20):
        await asyncio.sleep(0)


@contextmanager
def live_process(monkeypatch: Any) -> Iterator[tuple["subprocess.Popen[bytes]", int]]:
    """The process and its port, from when it answers until the block ends."""
    port = free_port()
    monkeypatch.setenv("PORT", str(port - 1))
    environment = {**os.environ, "REDIS_URL": settings.REDIS_URL}
    child = subprocess.Popen(commands.UNITS["live"], env=environment, cwd=settings.BASE_DIR)
    try:
        wait_for(lambda: is_open(port))
        yield child, port
    finally:
        child.terminate()
        child.wait(10)


@contextmanager
def a_server(answer: Callable[[BaseHTTPRequestHandler], None]) -> Iterator[int]:
    """The port of another server, which gives that answer to whatever it is asked."""

    class Server(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer(self)

        def log_message(self, *_said: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        Thread(target=server.serve_forever).start()
        yield server.server_port
        server.shutdown()


def begin(request: BaseHTTPRequestHandler, content_type: str) -> None:
    """The head of an answer that any page may read."""
    request.send_response(200)
    request.send_header("Content-Type", content_type)
    request.send_header("Access-Control-Allow-Origin", "*")
    request.end_headers()

"""Where a rehearsal is played: the running site, or a web server of its own for as long as it lasts."""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from launch.commands import web
from launch.servers import end_with_parent, free_port

START_SECONDS = 30


@contextmanager
def site_or_own(address: str) -> Iterator[str]:
    """The address if a site answers there, else that of a server that ends with the block."""
    if _answers(address):
        yield address
        return
    with own_site() as own:
        yield own


@contextmanager
def own_site(environment: dict[str, str] | None = None) -> Iterator[str]:
    """A web server on 127.0.0.1, started by the site's own command line."""
    port = free_port()
    env = {**os.environ, **(environment or {}), "PORT": str(port), "GUANDAN_LISTEN": "127.0.0.1"}
    process = subprocess.Popen(web_command(port), env=env, preexec_fn=end_with_parent())  # noqa: PLW1509
    address = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + START_SECONDS
        while not _answers(address):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the web server of the rehearsal did not start")
            time.sleep(0.05)
        yield address
    finally:
        process.terminate()
        process.wait(10)


def web_command(port: int) -> list[str]:
    """The site's own command line, on another port."""
    command = web()
    command[command.index("--port") + 1] = str(port)
    return command


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/healthz", timeout=2, trust_env=False).status_code in (200, 503)
    except httpx.HTTPError:
        return False

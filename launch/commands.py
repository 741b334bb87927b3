"""The command lines of the site's processes: the one place from which `make run` and the containers take them."""

import os
import socket
import sys

from launch import places
from launch.trouble import Trouble

MIGRATE = ("migrate", "--verbosity", "0")
# the framework of the API brings pages of its own, a third of all static files, which are served nowhere
STATIC = ("collectstatic", "--noinput", "--clear", "--verbosity", "0", "--ignore", "rest_framework")


def web() -> list[str]:
    """The web server: a process per core with one thread each, which renders twice what many threads do."""
    host, port = address()
    workers = os.environ.get("GUANDAN_WORKERS") or str(len(os.sched_getaffinity(0)))
    return [
        sys.executable, "-m", "granian", "--interface", "wsgi", "--host", host, "--port", str(port), "--no-ws",
        "--workers", workers, "--blocking-threads", "1", "--respawn-failed-workers",
        "--http1-header-read-timeout", "30000", "--workers-kill-timeout", "3", "--log-level", "warning",
        "config.wsgi:application",
    ]  # fmt: skip


def live() -> list[str]:
    """The process that tells open pages what is new; streams that are open end a second after it is asked to end.

    Its buffers are the smallest that granian takes: what a page asks for here is an address and its cookies.
    """
    host, port = address()
    return [
        sys.executable, "-m", "granian", "--interface", "asgi", "--host", host, "--port", str(port + 1), "--no-ws",
        "--backlog", "4096", "--backpressure", "20000", "--http1-buffer-size", "8192", "--respawn-failed-workers",
        "--workers-kill-timeout", "1", "--log-level", "error", "--factory", "web.publishing.live:application",
    ]  # fmt: skip


def worker() -> list[str]:
    """Celery's worker: sends notices."""
    return [
        *_celery(), "worker", "--concurrency", "2", "--loglevel", "WARNING", "--without-gossip", "--without-mingle",
    ]  # fmt: skip


def beat() -> list[str]:
    """Celery's clock: wakes the worker every few seconds."""
    schedule = places.data_folder() / "beat-schedule"
    return [
        *_celery(), "beat", "--loglevel", "WARNING", "--pidfile=", "--schedule", str(schedule),
    ]  # fmt: skip


def _celery() -> list[str]:
    # Root is warned although only JSON is accepted, in which no code can be smuggled.
    return [sys.executable, "-W", "ignore:You're running the worker", "-m", "celery", "--quiet", "-A", "config"]


def migrate() -> list[str]:
    """Bring the database to the present shape; safe to repeat."""
    return manage(*MIGRATE)


def static() -> list[str]:
    """Collect the static files under names that carry their hash."""
    return manage(*STATIC)


def door_pages() -> list[str]:
    """Write what nginx says in the site's place beside the static files."""
    return manage("door_pages")


def catalogues() -> list[str]:
    """Compile the translations."""
    return [sys.executable, "-m", "launch.catalogues"]


def manage(*words: str) -> list[str]:
    """A command of manage.py."""
    return [sys.executable, str(places.ROOT / "manage.py"), *words]


def health() -> list[str]:
    """Ask the web server of this machine whether all is well; the exit status says it."""
    return [sys.executable, "-m", "launch.health"]


UNITS = {
    "web": web, "live": live, "worker": worker, "beat": beat,
    "migrate": migrate, "static": static, "door_pages": door_pages,
    "catalogues": catalogues, "health": health,
}  # fmt: skip


def address() -> tuple[str, int]:
    """Where the web server listens: ``GUANDAN_LISTEN`` (this machine only when absent) and ``PORT``."""
    port = os.environ.get("PORT") or "8000"
    if not port.isdecimal() or not 0 < int(port) < 65535:
        raise Trouble(f"PORT={port} is not a port: say a number from 1 to 65534, for example PORT=8001 make run.")
    return os.environ.get("GUANDAN_LISTEN") or "127.0.0.1", int(port)


def port_is_free(host: str, port: int) -> None:
    """Raise Trouble if the web server could not listen there."""
    with socket.socket() as link:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            link.bind((host, port))
        except OSError as error:
            raise Trouble(
                f"Port {port} cannot be used ({error.strerror}): "
                "stop the program that holds it, or choose another, for example PORT=8001 make run."
            ) from None

"""The command lines of the site's processes: the one place from which `make run` and the containers take them."""

import os
import socket
import sys
from pathlib import Path
from typing import Any

from launch import places
from launch.progress import Trouble

SOCKETS = "GUANDAN_SOCKETS"
MIGRATE = ("migrate", "--verbosity", "0")
# the framework of the API brings pages of its own, a third of all static files, which are served nowhere
STATIC = ("collectstatic", "--noinput", "--clear", "--verbosity", "0", "--ignore", "rest_framework")


def site(*parts: str) -> list[str]:
    """What imports the site once and forks all these parts of it."""
    return [sys.executable, "-m", "config.serving", *parts]


def manage(*words: str) -> list[str]:
    """A command of manage.py."""
    return [sys.executable, str(places.ROOT / "manage.py"), *words]


UNITS = {
    "web": site("web"),
    "live": [sys.executable, "-m", "launch.live"],  # tells open pages what is new
    "worker": site("worker"),  # Celery's worker with its clock: sends notices, and makes what takes long
    "migrate": manage(*MIGRATE),
    "static": manage(*STATIC),
    "door_pages": manage("door_pages"),  # what nginx says in the site's place
    "catalogues": [sys.executable, "-m", "launch.catalogues"],
    "health": [sys.executable, "-m", "launch.health"],
}
"""What a container may be started as; each can be repeated without harm."""

SHOWING = ("web", "live", "worker")
"""Those that show that they live (launch/signs.py)."""


def address() -> tuple[str, int]:
    """Where the web server listens: ``GUANDAN_LISTEN`` (this machine only when absent) and ``PORT``."""
    port = os.environ.get("PORT") or "8000"
    if not port.isdecimal() or not 0 < int(port) <= 65535:
        raise Trouble(f"PORT={port} is not a port: say a number from 1 to 65535, for example PORT=8001 make run.")
    return os.environ.get("GUANDAN_LISTEN") or "127.0.0.1", int(port)


def listening(name: str) -> dict[str, Any]:
    """Where granian listens for ``web`` or ``live``: on a socket in the folder of them behind nginx, else on a port.

    What a killed process has left of its socket is removed.
    """
    if folder := os.environ.get(SOCKETS):
        path = Path(folder) / f"{name}.sock"
        path.unlink(missing_ok=True)
        return {"uds": path}
    host, port = address()
    if name == "live":
        port = int(os.environ.get("GUANDAN_LIVE_PORT") or port + 1)
    return {"address": host, "port": port}


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

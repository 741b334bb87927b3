"""The site for the phones in the hall: it listens on this machine's address in their network, and nowhere else."""

import os
import socket
import sys

from launch.commands import address
from launch.progress import Trouble

SOMEWHERE = ("192.0.2.1", 9)
"""An address of nobody: to ask which way would be taken sends nothing."""


def open_to_hall() -> None:
    """Let the site be reached under the machine's own address, unless the environment names another one."""
    host = os.environ.get("GUANDAN_LISTEN") or own_address()
    os.environ["GUANDAN_LISTEN"] = host
    os.environ.setdefault("GUANDAN_HOSTS", host)
    os.environ.setdefault("GUANDAN_SITE_URL", f"http://{host}:{address()[1]}")


def own_address() -> str:
    """The machine's address in the network that it is in."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(SOMEWHERE)
            ip = str(probe.getsockname()[0])
    except OSError:
        ip = "127.0.0.1"
    if ip.startswith("127."):
        raise Trouble("This machine is in no network that phones could reach: connect it to the hall's Wi-Fi first.")
    return ip


def show(url: str) -> None:
    """The address as a code that a phone scans from the terminal."""
    import segno

    print("For the phones in the hall, in the same network as this machine:", flush=True)
    segno.make(url, error="l", micro=False).terminal(out=sys.stdout, compact=True)
    print(flush=True)

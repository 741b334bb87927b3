"""A referee's phone: deals tapped on it, what it says is unsent, and a web server that can be stopped and started."""

import os
import subprocess
import time
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import httpx
from django.db import connection
from playwright.sync_api import Locator, Page

from launch.commands import SOCKETS, UNITS
from launch.servers import end_with_parent, free_port
from scoring.models import Deal, Submission
from tests.browser import PATIENCE, Visitor

SHEET = "/e/s000/sheets/1/"
EXPECTED_LOSSES = ("net::ERR_", "htmx:afterRequest", "htmx:sendError", "status of 401", "status of 503")
INSECURE = "Cross-Origin-Opener-Policy header has been ignored"
CONFIRM = "#confirm:not([disabled])"


def deal(page: Page, order: str, number: int) -> None:
    """Tap the seats, confirm, and see the deal in the list: it is kept, sent or not."""
    for seat in order:
        page.click(f"#seat-{seat}")
    page.click(CONFIRM)
    page.wait_for_selector(f"#deal-{number}")


def unsent(page: Page) -> Locator:
    """The number in the reversed strip, which is there while something is unsent."""
    return page.locator("#net .net:has(use[href$='#i-up']) b")


def all_sent(page: Page) -> None:
    """Wait until nothing is left to send and the server's own page is shown."""
    page.wait_for_selector("html.opened:not(.unsent) body:not(:has(#net .net))")


def kept(page: Page, count: int) -> None:
    """Wait until the strip says so many are unsent."""
    page.wait_for_selector(f'#net .net b:text-is("{count}")')


def orders() -> list[str]:
    """The deals that count, in order, as the database has them."""
    return [row.order for row in Deal.objects.filter(struck_at=None).order_by("number")]


def states() -> list[str]:
    """What became of everything that was ever sent, as it came."""
    return [row.state for row in Submission.objects.order_by("pk")]


def forgive(visitor: Visitor) -> None:
    """A network that was taken away is no fault of the page."""
    forgiven = (*EXPECTED_LOSSES, INSECURE)
    visitor.faults[:] = [fault for fault in visitor.faults if not any(sign in fault for sign in forgiven)]


@dataclass
class Site:
    """A web server on one port, stopped and started by its process id."""

    port: int = field(default_factory=free_port)
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        database = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}")
        env = {**os.environ, "DATABASE_URL": database.geturl(), "PORT": str(self.port), "GUANDAN_LISTEN": "127.0.0.1"}
        env.pop(SOCKETS, None)
        self.process = subprocess.Popen(UNITS["web"], env=env, preexec_fn=end_with_parent())  # noqa: PLW1509
        while not self._answers():
            assert self.process.poll() is None, "the web server ended as it started"
            time.sleep(0.05)

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(PATIENCE)
            self.process = None

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.address}/healthz", timeout=PATIENCE, trust_env=False).status_code in (200, 503)
        except httpx.HTTPError:
            return False

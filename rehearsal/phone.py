"""台票的手机: a phone without an account that keeps what is tapped until it can be sent, as static/js/queue.js does."""

import random
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import httpx

from rehearsal.browser import Browser, Page
from rehearsal.office import RehearsalFailed, expect

ON_ITS_WAY = ("waiting", "conflicting")
SETTLED = ("accepted", "duplicate")


@dataclass
class Phone:
    """``offline``: it has no network. ``queue``: what the site has not answered yet, oldest first."""

    browser: Browser
    slug: str
    number: int
    offline: bool = False
    queue: list[dict[str, Any]] = field(default_factory=list)
    shown: dict[str, Any] = field(default_factory=dict)
    last: tuple[int, str] | None = None
    refused: list[dict[str, Any]] = field(default_factory=list)
    is_open: bool = False

    def open(self, address: str) -> None:
        """Open the table slip at that address: a look, and then the button, for a look alone opens nothing."""
        page = self.browser.get(address)
        page = self.browser.submit(page, page.form())
        expect(page.status == HTTPStatus.OK and "/sheets/" in page.url, page, f"the slip of match {self.number}")
        self.shown, self.is_open = page.embedded("phone"), True

    def sheet(self) -> Page:
        """The sheet's page, and what it carries."""
        page = self.browser.get(f"/e/{self.slug}/sheets/{self.number}/")
        self.shown = page.embedded("phone") or self.shown
        return page

    def enter(self, order: str, kind: str = "regular") -> None:
        """Keep a deal, and send everything if there is a network.

        It builds on what stands on the page, if nothing was sent since it came and it takes a deal; else on a new one.
        """
        if not self.offline and not self.queue:
            page = self.browser.shown
            shown = page.embedded("phone") if page else {}
            with suppress(httpx.TransportError):
                if shown.get("kinds"):
                    self.shown = shown
                else:
                    self.sheet()
                self.last = None
        self.enter_as_shown(order, kind)

    def enter_as_shown(self, order: str, kind: str = "regular") -> None:
        """The same upon what was shown last, without asking how the sheet stands now."""
        deals = self.shown["deals"]
        number, mark = self.last or max(((deal["number"], deal["mark"]) for deal in deals), default=(0, ""))
        key = secrets.token_hex(16)
        self.queue.append(
            {
                "device": self.shown["device"], "key": key, "operation": "deal", "number": number + 1,
                "builds_on": mark, "body": {"order": order, "kind": kind}, "sheet": self.shown["sheet"],
            }
        )  # fmt: skip
        self.last = (number + 1, key)
        self.send()

    def send(self) -> None:
        """Send what is kept, in order; what gets no answer stays."""
        while self.queue and not self.offline:
            try:
                self._deliver(self.queue[0])
            except httpx.TransportError:
                return
            del self.queue[0]

    def send_jumbled(self, dice: random.Random) -> None:
        """The network is back, at its worst: the last entry first, the others in any order, each of them twice."""
        self.offline = False
        entries, self.queue = self.queue, []
        others = [*entries[:-1], *entries]
        dice.shuffle(others)
        for entry in [*entries[-1:], *others]:
            self._deliver(entry)

        # Nothing may be on its way any more; what was refused is kept for the referee, in order.
        self.sheet()
        self.last = None
        states = {sent["key"]: sent for sent in self.shown["submissions"]}
        keys = [entry["key"] for entry in entries]
        lost = [key for key in keys if key not in states or states[key]["state"] in ON_ITS_WAY]
        if lost:
            raise RehearsalFailed(f"{len(lost)} entries of match {self.number} were lost")
        refused = (states[key] for key in keys if states[key]["state"] not in SETTLED)
        self.refused = sorted(refused, key=lambda sent: int(sent["number"]))

    def _deliver(self, entry: dict[str, Any]) -> None:
        answer = self.browser.send(self.shown["address"], entry)
        if answer.status_code not in (HTTPStatus.OK, HTTPStatus.CREATED):
            raise RehearsalFailed(f"{self.shown['address']} answered {answer.status_code}: {answer.text[:300]}")
        if answer.json()["state"] == "refused":
            self.refused.append(entry)

    def enter_late(self) -> None:
        """补记: what was refused after the bell goes once more, as finished before it, while the sheet takes it."""
        refused, self.refused = self.refused, []
        for entry in refused:
            self.sheet()
            if "late" in self.shown["kinds"]:
                self.enter(entry["body"]["order"], "late")

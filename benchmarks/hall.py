"""From stored to the hall screen: how long after a save's answer it shows it. Run as `python -m benchmarks.hall`.

A real Chromium stands on the hall screen, with its script, at 1920×1080. Referees save deals through the API over eight
tables, each save a random pause after the one before it was shown, so that it falls anywhere between two questions of
the screen; every save changes a level on its table. The screen itself notes when the DOM changes; both sides read the
clock of this machine. A save counts from the moment its answer is here, when it is stored for certain, until the screen
shows it (0 if it did before).
"""

import random
import shutil
import sys
import time
import uuid
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import cycle
from typing import TYPE_CHECKING, Any

from benchmarks.site import database, server
from rehearsal.browser import Browser

if TYPE_CHECKING:
    from playwright.sync_api import Page

TABLES = 8
SAVES = int(sys.argv[1]) if len(sys.argv) > 1 else 240
LONGEST_PAUSE = 0.6
ORDERS = ("NWES", "WNSE")
"""Each a win of one level, by turns, then taken back: no side comes near A."""

WEB_PROCESSES = 2
LIMIT_MS = 1000
PATIENCE_MS = 10_000
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu"]
WATCH = """() => {
  window.shownAt = {};
  window.last = {};
  const note = () => {
    for (const table of document.querySelectorAll("[id^=hall-m]")) {
      const said = table.id + " " + table.querySelector("header").lastElementChild.textContent.trim() + " " +
        [...table.querySelectorAll(".lv")].map((level) => level.firstChild.textContent.trim()).join(":");
      if (window.last[table.id] !== said) { window.last[table.id] = said; window.shownAt[said] = Date.now(); }
    }
  };
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(note).observe(document.body, all);
  note();
}"""


@dataclass
class Table:
    """A referee at the API, with what the sheet last said."""

    client: Any
    address: str
    number: int
    seen: int = 0
    deals: int = 0
    orders: Any = field(default_factory=lambda: cycle(ORDERS))

    def save(self) -> tuple[int, float]:
        """The deal being played after the save, and when the answer was here (ms since the epoch)."""
        undo = self.deals == 4
        body: dict[str, Any] = {"seen": self.seen} | ({} if undo else {"order": next(self.orders)})
        headers = {
            "Idempotency-Key": uuid.uuid4().hex,
            "X-CSRFToken": self.client.cookies["csrftoken"],
            "Referer": str(self.client.base_url),
        }
        answer = self.client.post(self.address + ("undo/" if undo else "deals/"), json=body, headers=headers)
        stored = time.time() * 1000
        if not answer.is_success:
            raise RuntimeError(f"{answer.request.url} answered {answer.status_code}: {answer.text[:300]}")
        self.seen = answer.json()["seen"]
        self.deals += -1 if undo else 1
        return self.deals + 1, stored


def measure(page: "Page", tables: Sequence[Table]) -> list[float]:
    """The latencies in ms."""
    found, chance = [], random.Random(1)
    for number in range(SAVES):
        time.sleep(chance.uniform(0, LONGEST_PAUSE))  # else every save would fall just after the screen has asked
        table = tables[number % len(tables)]
        deal, stored = table.save()
        shown = page.wait_for_function(
            """([id, deal]) => {
              const said = window.last["hall-m" + id];
              return said && said.match(/\\d+/g)[1] === String(deal) ? window.shownAt[said] : 0;
            }""",
            arg=[table.number, deal],
            polling=20,
            timeout=PATIENCE_MS,
        ).json_value()
        found.append(max(0.0, shown - stored))
    return found


def report(values: Sequence[float], version: str) -> float:
    ordered = sorted(values)
    p50, p99 = (ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.99))
    sys.stdout.write(f"{len(values)} saves at {TABLES} tables, {WEB_PROCESSES} web processes, Chromium {version}\n")
    sys.stdout.write("stored to screen      p50 ms   p99 ms   max ms\n")
    sys.stdout.write(f"                    {p50:8.0f} {p99:8.0f} {ordered[-1]:8.0f}\n")
    return p99


def main() -> int:
    program = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if program is None:
        sys.stdout.write("No browser is installed.\n")
        return 2
    with database(), ExitStack() as stack:
        from benchmarks.event import account, begin, championship
        from tournaments.states import RoleKind

        tournament = championship()
        chief = account(tournament, "chief", RoleKind.CHIEF_REFEREE)
        matches = begin(tournament, 1, by=chief.user)[:TABLES]
        people = [account(tournament, f"referee{match.number}") for match in matches]
        running = stack.enter_context(server(workers=WEB_PROCESSES))
        tables = []
        for match, person in zip(matches, people, strict=True):
            browser = Browser(running.address)
            stack.callback(browser.close)
            browser.sign_in(person.username, person.password)
            address = f"/api/v1/tournaments/{tournament.slug}/matches/{match.number}/"
            seen = browser.client.get(address).json()["games"][-1]["seen"]
            tables.append(Table(browser.client, address, match.number, seen))
        from playwright.sync_api import sync_playwright

        chromium = stack.enter_context(sync_playwright()).chromium.launch(executable_path=program, args=FLAGS)
        stack.callback(chromium.close)
        page = chromium.new_page(viewport={"width": 1920, "height": 1080})
        page.goto(f"{running.address}/e/{tournament.slug}/hall/")
        page.wait_for_selector("html.counting")
        page.evaluate(WATCH)
        values = measure(page, tables)
        return int(report(values, chromium.version) > LIMIT_MS)


if __name__ == "__main__":
    raise SystemExit(main())

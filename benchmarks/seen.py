"""A confirmed result in browsers that have a page open, on a site where nothing else happens. Run as
`python -m benchmarks.seen`; needs Chromium.

The site as in `watching.py`, which measures the server beside a crowd; here the page's own script, htmx and the
browser's drawing count too. A result is *stored* when the answer to its confirmation is here and *seen* when the page
says the new edition.
"""

import os
import sys
import time
from contextlib import ExitStack
from typing import Any

from benchmarks.door import in_front
from benchmarks.phone import FLAGS, chromium_path
from benchmarks.saving import SLUG, AtApi, percentile, signed_in
from benchmarks.site import database, server

PAGES = {"home of the event": "", "hall": "hall/", "bracket": "bracket/", "rounds": "rounds/"}
TEAMS, RESULTS, PAUSE = 26, 10, 2.0
LIMIT_MS = 500
SETTLED = 3.0
"""Seconds until every page has its stream."""
NOTE_EDITIONS = """() => {
  window.seen = [];
  let shown = document.getElementById("source").dataset.edition;
  new MutationObserver(() => {
    const now = document.getElementById("source")?.dataset.edition;
    if (now && now !== shown) requestAnimationFrame(() => window.seen.push(Date.now()));
    shown = now || shown;
  }).observe(document, { subtree: true, childList: true, attributes: true });
}"""


def seen_by(tabs: dict[str, Any], referees: list[AtApi], last_deal: str) -> dict[str, list[float]]:
    """Of each page the ms from stored to seen, result by result."""
    waits: dict[str, list[float]] = {name: [] for name in tabs}
    for referee in referees:
        referee.prepare(last_deal)
        referee.send()
        referee.prepare_confirmation()
        time.sleep(PAUSE)
        for tab in tabs.values():
            tab.evaluate("window.seen = []")
        referee.send()
        stored = time.time() * 1000
        time.sleep(PAUSE)
        for name, tab in tabs.items():
            moments = tab.evaluate("window.seen")
            waits[name].append(max(moments[0] - stored, 0) if moments else float("inf"))
    return waits


def main() -> int:
    program = chromium_path()
    if not program:
        return 0
    with database(), ExitStack() as stack:
        from playwright.sync_api import sync_playwright

        from benchmarks.event import STRAIGHT, begin, chief_referee, draw, entered, play

        tournament = draw(entered(TEAMS, slug=SLUG))
        chief = chief_referee(tournament)
        matches = begin(tournament, 1, by=chief)[:RESULTS]
        play(matches, STRAIGHT[:-1], by=chief)
        site = stack.enter_context(server(workers=2, behind_nginx=True))
        port = stack.enter_context(in_front(site))
        browser = signed_in(site, chief)
        stack.callback(browser.close)
        referees = [AtApi(browser, SLUG, match.number) for match in matches]
        playwright = stack.enter_context(sync_playwright())
        chromium = playwright.chromium.launch(executable_path=program, args=FLAGS)
        tabs = {}
        for name, path in PAGES.items():
            tabs[name] = chromium.new_context().new_page()
            tabs[name].goto(f"http://127.0.0.1:{port}/e/{SLUG}/{path}")
            tabs[name].evaluate(NOTE_EDITIONS)
        time.sleep(SETTLED)
        waits = seen_by(tabs, referees, STRAIGHT[-1])
        chromium.close()
        for name, values in waits.items():
            p50, most = percentile(values[1:], 0.5), max(values[1:])
            sys.stdout.write(f"{name}: first {values[0]:.0f}, then p50 {p50:.0f}, max {most:.0f} ms\n")
        sys.stdout.write(f"load average {os.getloadavg()[0]:.1f}\n")
    return int(max(max(values) for values in waits.values()) > LIMIT_MS)


if __name__ == "__main__":
    raise SystemExit(main())

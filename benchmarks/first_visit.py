"""The first visit of the public bracket on a slow phone, by Chromium's own traces. Run as
`python -m benchmarks.first_visit`; needs Chromium.

The championship in its second round, as somebody sees it who follows a link from a chat: nothing is cached. Bytes are
those that came over the wire, headers included, until three seconds after the page was loaded; the first question for
news among them. Paint and shifts are what the trace says (``firstContentfulPaint``, ``LayoutShift``).
"""

import json
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median
from typing import Any

from benchmarks.phone import FLAGS, KILOBIT, NAMES
from benchmarks.site import database, server

TURNS = 5
MOST_BYTES, MOST_SECONDS = 40_000, 1.2
TRACING_MS, SETTLED_MS = 500, 3000
"""Until every process of the browser traces, and after the page was loaded."""
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1600 * KILOBIT, "uploadThroughput": 1600 * KILOBIT}
SLOWER = 4
TRACED = ["loading", "devtools.timeline", "blink.user_timing"]


@dataclass(frozen=True)
class Visit:
    """Bytes by address, seconds to the first paint, and what moved after it (a score, 0 for nothing)."""

    sizes: dict[str, int]
    seconds: float
    shift: float


def visit(browser: Any, address: str, language: str) -> Visit:
    """One visit in a browser that has seen nothing."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    context.add_cookies([{"name": "django_language", "value": language, "url": address}])
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", SLOW)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    browser.start_tracing(page=page, categories=TRACED)
    page.wait_for_timeout(TRACING_MS)
    page.goto(address, wait_until="load")
    page.wait_for_timeout(SETTLED_MS)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    return _read(events)


def _read(events: Iterable[dict[str, Any]]) -> Visit:
    found = sorted((event for event in events if "ts" in event), key=lambda event: event["ts"])
    paints = [event for event in found if event["name"] == "firstContentfulPaint"]
    starts = {_data(event).get("navigationId"): event["ts"] for event in found if event["name"] == "navigationStart"}
    painted = next(event for event in reversed(paints) if _data(event).get("navigationId") in starts)
    begun = starts[_data(painted)["navigationId"]]
    names = {_data(e)["requestId"]: _data(e)["url"] for e in found if e["name"] == "ResourceSendRequest"}
    ends = {_data(e)["requestId"]: _data(e) for e in found if e["name"] == "ResourceFinish"}
    return Visit(
        sizes={names[key]: int(end["encodedDataLength"]) for key, end in ends.items() if key in names},
        seconds=(painted["ts"] - begun) / 1e6,
        shift=sum(_data(e)["score"] for e in found if e["name"] == "LayoutShift"),
    )


def _data(event: dict[str, Any]) -> dict[str, Any]:
    data: dict[str, Any] = event.get("args", {}).get("data") or {}
    return data


def report(language: str, visits: list[Visit]) -> bool:
    """Print the figures; are they within bounds?"""
    sizes = visits[0].sizes
    for url, size in sorted(sizes.items(), key=lambda item: -item[1]):
        sys.stdout.write(f"{size:8d}  {url.split('/', 3)[3] or '/'}\n")
    total, seconds = sum(sizes.values()), [visit.seconds for visit in visits]
    shift = max(visit.shift for visit in visits)
    sys.stdout.write(f"{total:8d}  bytes in all (at most {MOST_BYTES}), {language}\n")
    paint = f"{median(seconds):8.2f}  s to the first paint, slowest {max(seconds):.2f} (at most {MOST_SECONDS})\n"
    sys.stdout.write(paint)
    sys.stdout.write(f"{shift:8.4f}  layout shift (0)\n\n")
    return total <= MOST_BYTES and median(seconds) <= MOST_SECONDS and shift == 0


def main() -> int:
    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    if program is None:
        sys.stdout.write("This needs Chromium: apt-get install chromium fonts-noto-cjk\n")
        return 0
    with database():
        from playwright.sync_api import sync_playwright

        from benchmarks.event import account, championship, play_to_second_round
        from tournaments.states import RoleKind

        tournament = championship()
        play_to_second_round(tournament, by=account(tournament, "chief", RoleKind.CHIEF_REFEREE).user)
        with server(workers=1) as running, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
            address = f"{running.address}/e/{tournament.slug}/bracket/"
            good = True
            for language in ("zh-hans", "en"):
                visit(browser, address, language)  # the server's own first time is not the phone's
                good &= report(language, [visit(browser, address, language) for _ in range(TURNS)])
            browser.close()
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())

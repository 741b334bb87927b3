"""The referee page on a slow phone and a slow network, cold. Run as `python -m benchmarks.phone`; needs Chromium.

A match in its second round with three deals, as its referee first opens it. Usable: the script has taken the page over,
a seat can be tapped, and the tap shows. Bytes are those that came over the wire, compressed as the site serves them.
"""

import shutil
import sys
from dataclasses import dataclass
from statistics import median
from typing import Any

from benchmarks.saving import signed_in
from benchmarks.site import Server, database, server

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
TURNS = 3
MOST_BYTES = 60_000
KILOBIT = 1000 / 8
USABLE = "html.ready #seat-N:not([disabled])"


@dataclass(frozen=True)
class Network:
    """What is throttled: bytes a second, a round trip in ms, the processor so many times slower; ``most`` seconds."""

    name: str
    rate: float
    latency: int
    slower: int
    most: float


NETWORKS = (
    Network("1.6 Mbit/s, 150 ms, CPU/4", 1600 * KILOBIT, 150, 4, 2.0),
    Network("400 kbit/s, 400 ms", 400 * KILOBIT, 400, 1, 3.5),
)


@dataclass(frozen=True)
class Visit:
    """Bytes by address up to the moment the page was usable, and the seconds until then."""

    sizes: dict[str, int]
    seconds: float


def visit(browser: Any, running: Server, path: str, session: dict[str, str], network: Network) -> Visit:
    """One cold visit in a browser that has seen nothing."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    context.add_cookies([{"name": name, "value": value, "url": running.address} for name, value in session.items()])
    page = context.new_page()
    wire = context.new_cdp_session(page)
    names, sizes = {}, {}
    wire.on("Network.responseReceived", lambda event: names.update({event["requestId"]: event["response"]["url"]}))
    wire.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    wire.send("Network.enable")
    wire.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": network.latency,
            "downloadThroughput": network.rate,
            "uploadThroughput": network.rate,
        },
    )
    wire.send("Emulation.setCPUThrottlingRate", {"rate": network.slower})
    page.goto(running.address + path, wait_until="commit")
    page.wait_for_selector(USABLE)
    page.tap("#seat-N")
    page.wait_for_selector("#seat-N.taken")
    seconds = page.evaluate("() => performance.now()") / 1000
    page.wait_for_load_state("load")
    page.wait_for_timeout(300)
    measured = Visit({names[key]: int(size) for key, size in sizes.items() if key in names}, seconds)
    context.close()
    return measured


def report(visits: dict[Network, list[Visit]]) -> bool:
    """Print bytes and seconds; are they within bounds?"""
    first = next(iter(visits.values()))[0]
    counted = {url: size for url, size in first.sizes.items() if "/pulse/" not in url}
    sys.stdout.write("\nThe referee page, cold cache: bytes over the wire, headers included\n")
    for url, size in sorted(counted.items(), key=lambda item: -item[1]):
        sys.stdout.write(f"{size:8d}  {url.split('/', 3)[3] or '/'}\n")
    total = sum(counted.values())
    sys.stdout.write(f"{total:8d}  in all (at most {MOST_BYTES})\n\n")
    good = total <= MOST_BYTES
    for network, turns in visits.items():
        seconds = median(visit.seconds for visit in turns)
        sys.stdout.write(f"usable after {seconds:.2f} s at {network.name} (at most {network.most} s)\n")
        good &= seconds <= network.most
    return good


def chromium_path() -> str:
    """The program; "", which is said, where there is none."""
    program = next((path for name in NAMES if (path := shutil.which(name))), "")
    if not program:
        sys.stdout.write("This needs Chromium: apt-get install chromium fonts-noto-cjk\n")
    return program


def main() -> int:
    program = chromium_path()
    if not program:
        return 0
    with database():
        from playwright.sync_api import sync_playwright

        from benchmarks.event import account, championship, chief_referee, play_to_second_round

        tournament = championship()
        chief = chief_referee(tournament)
        match = play_to_second_round(tournament, by=chief)[0]
        referee = account(tournament, "referee")
        path = f"/e/{tournament.slug}/sheets/{match.number}/"
        with server(workers=1) as running:
            session = dict(signed_in(running, referee).client.cookies)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
                visit(browser, running, path, session, NETWORKS[0])  # the server's own first time is not the phone's
                visits = {n: [visit(browser, running, path, session, n) for _ in range(TURNS)] for n in NETWORKS}
                browser.close()
    return 0 if report(visits) else 1


if __name__ == "__main__":
    raise SystemExit(main())

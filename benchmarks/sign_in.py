"""Saving a deal while 60 connections try passwords on made-up names, each again a moment after its answer.

Sixteen tables of the hall of `benchmarks.saving`, once with nobody else and once beside them, in one run: the 99th
percentile of all saves may at most double. Run as `python -m benchmarks.sign_in`; with an address and seconds it is
the 60 connections.
"""

import json
import re
import secrets
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlencode, urlsplit

from benchmarks.saving import HEAD_START, PAUSE, SLUG, WEB_PROCESSES, AtApi, AtPhone, Hall, Sheet, report, signed_in
from benchmarks.site import database, server

CONNECTIONS = 60
REST = 0.2
"""Seconds from an answer to the next try: without it the load generator would need a core of its own."""
TABLES, SAVES = 16, 12
AT_MOST = 2.0


def form(address: str) -> tuple[str, str]:
    """The token of the form, and the cookie that goes with it: one of each does for all."""
    link = HTTPConnection(urlsplit(address).netloc, timeout=60)
    link.request("GET", "/sign-in/")
    answer = link.getresponse()
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', answer.read().decode())
    link.close()
    return found[1] if found else "", (answer.getheader("Set-Cookie") or "").partition(";")[0]


def guess(address: str, token: str, cookie: str, until: float) -> Counter[int]:
    """One connection's answers by status, 0 where it was cut."""
    link, statuses = HTTPConnection(urlsplit(address).netloc, timeout=60), Counter[int]()
    headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded", "Origin": address}
    while time.monotonic() < until:
        fields = {"username": secrets.token_hex(4), "password": "password1", "csrfmiddlewaretoken": token}
        try:
            link.request("POST", "/sign-in/", urlencode(fields), headers)
            answer = link.getresponse()
            answer.read()
            statuses[answer.status] += 1
        except (OSError, HTTPException):
            link.close()
            statuses[0] += 1
        time.sleep(REST)
    return statuses


def guessers(address: str, seconds: float) -> int:
    """All of them; prints the answers by status."""
    until, met = time.monotonic() + seconds, Counter[int]()
    token, cookie = form(address)
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        for statuses in pool.map(lambda _: guess(address, token, cookie, until), range(CONNECTIONS)):
            met += statuses
    sys.stdout.write(json.dumps(met) + "\n")
    return 0


def measure(hall: Hall, address: str) -> bool:
    """Both runs, the ratio of their 99th percentiles."""
    base = report("nobody else", hall.play(SAVES, stagger=PAUSE / TABLES))
    command = [sys.executable, "-m", "benchmarks.sign_in", address, f"{SAVES * PAUSE + 2 * HEAD_START}"]
    trying = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    beside = report(f"{CONNECTIONS} connections signing in beside it", hall.play(SAVES, stagger=PAUSE / TABLES))
    met = json.loads(trying.communicate()[0])
    sys.stdout.write(f"\nsign-ins answered by status: {met}\n")
    sys.stdout.write(f"p99 beside sign-in / p99 alone: {beside / base:.2f} (at most {AT_MOST})\n")
    sys.stdout.flush()
    return beside <= AT_MOST * base and met.get("500", 0) == 0


def main() -> int:
    if len(sys.argv) > 1:
        return guessers(sys.argv[1], float(sys.argv[2]))
    with database():
        from benchmarks.event import account, begin, draw, entered
        from tournaments.states import RoleKind

        tournament = draw(entered(2 * TABLES, slug=SLUG))
        chief = account(tournament, "chief", RoleKind.CHIEF_REFEREE).user
        with server(workers=WEB_PROCESSES) as running, ExitStack() as stack:
            hall = Hall()
            for place, match in enumerate(begin(tournament, 1, by=chief)):
                browser = signed_in(running, account(tournament, f"referee{match.number}").user)
                stack.callback(browser.close)
                hall.sheets.append(Sheet((AtApi if place % 2 else AtPhone)(browser, SLUG, match.number)))
            hall.play(1, stagger=PAUSE / TABLES)  # the first requests of a process import what they need
            return 0 if measure(hall, running.address) else 1


if __name__ == "__main__":
    raise SystemExit(main())

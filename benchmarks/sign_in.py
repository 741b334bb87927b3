"""Signing in and saving a deal while 60 connections guess passwords from the same address, each again a moment after
its answer: at made-up names, at the office's own, and at both by turns.

Sixteen tables of the hall of `benchmarks.saving`, once with nobody else and once beside each kind of guessing, in one
run. Meanwhile the office signs in again and again on a device that knows it, and new referees for the first time on
theirs. The 99th percentile of all saves may at most double, the office is in within three seconds each time, a new
referee who is told to wait waits and tries again, and each guess is answered 422 or 429. Run as
`python -m benchmarks.sign_in`; with an address, seconds and a kind it is the 60 connections.
"""

import json
import re
import secrets
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from statistics import median
from urllib.parse import urlencode, urlsplit

from benchmarks.saving import HEAD_START, PAUSE, SLUG, WEB_PROCESSES, Hall, report, seated
from benchmarks.site import Server, database, server
from rehearsal.browser import Browser

CONNECTIONS = 60
REST = 0.2
"""Seconds from an answer to the next try: without it the load generator would need a core of its own."""
TABLES, SAVES = 16, 12
AT_MOST = 2.0
"""Times the 99th percentile of the saves alone."""
WITHIN = 3.0
"""Seconds, from asking for the form to the page after it."""
KINDS = ("made up", "office", "both")
OFFICE, PASSWORD, NEW = "office", "zhixinglou 1230", 120


def form(address: str) -> tuple[str, str]:
    """The token of the form, and the cookie that goes with it: one of each does for all."""
    link = HTTPConnection(urlsplit(address).netloc, timeout=60)
    link.request("GET", "/sign-in/")
    answer = link.getresponse()
    field = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', answer.read().decode())
    link.close()
    return field[1] if field else "", (answer.getheader("Set-Cookie") or "").partition(";")[0]


def guess(address: str, kind: str, token: str, cookie: str, until: float) -> Counter[int]:
    """One connection's answers by status, 0 where it was cut."""
    link, statuses = HTTPConnection(urlsplit(address).netloc, timeout=60), Counter[int]()
    headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded", "Origin": address}
    while time.monotonic() < until:
        name = OFFICE if kind == "office" or (kind == "both" and secrets.randbelow(2)) else secrets.token_hex(4)
        fields = {"username": name, "password": "password1", "csrfmiddlewaretoken": token}
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


@dataclass
class People:
    """The office, on a device that knows it, and referees who never signed in: ``new`` has their names."""

    office: Browser
    new: list[str]

    def sign_in(self, seconds: float) -> tuple[list[float], list[float]]:
        """For so long, by turns and a while after each other: the seconds that each took, from the form to his page."""
        until, known, first = time.monotonic() + seconds, [], []
        while time.monotonic() < until:
            self.office.client.cookies.delete("sessionid")
            known.append(_seconds(self.office, OFFICE))
            with closing(Browser(str(self.office.client.base_url))) as unknown:
                first.append(_seconds(unknown, self.new.pop()))
            time.sleep(REST * 10)
        return known, first


def _seconds(browser: Browser, name: str) -> float:
    """Who is told to wait waits and presses again; that counts."""
    begun, response = time.monotonic(), None
    while response is None or response.status == HTTPStatus.TOO_MANY_REQUESTS:
        if response:
            time.sleep(REST * 10)
        page = browser.get("/sign-in/")
        response = browser.submit(page, page.form(), {"username": name, "password": PASSWORD})
    if response.has_form("/sign-in/"):
        raise RuntimeError(f"{name} could not sign in: {response.status}")
    return time.monotonic() - begun


def beside(hall: Hall, people: People, title: str) -> tuple[float, float]:
    """Saves and sign-ins for a while: the 99th percentile of the saves, and the longest sign-in of the office."""
    with ThreadPoolExecutor(1) as pool:
        signing = pool.submit(people.sign_in, SAVES * PAUSE)
        p99 = report(title, hall.play(SAVES, stagger=PAUSE / TABLES))
        known, first = signing.result()
    for who, took in (("on a known device", known), ("for the first time", first)):
        sys.stdout.write(f"signed in {who}: {len(took)}, p50 {median(took):.2f} s, max {max(took):.2f} s\n")
    return p99, max(known)


def measure(hall: Hall, people: People, running: Server) -> bool:
    """All runs, the ratios of their 99th percentiles to the first, and what a guess takes of the web processes."""
    before = running.cpu_seconds
    base, _ = beside(hall, people, "nobody else")
    alone, good = running.cpu_seconds - before, True
    for kind in KINDS:
        before = running.cpu_seconds
        command = [
            sys.executable,
            "-m",
            "benchmarks.sign_in",
            running.address,
            f"{SAVES * PAUSE + 2 * HEAD_START}",
            kind,
        ]
        trying = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        p99, longest = beside(hall, people, f"{CONNECTIONS} connections guessing beside it, {kind}")
        answers = json.loads(trying.communicate()[0])
        spent = (running.cpu_seconds - before - alone) * 1000 / sum(answers.values())
        sys.stdout.write(f"guesses answered by status: {answers}, {spent:.1f} ms of processor each\n")
        sys.stdout.write(f"p99 beside / p99 alone: {p99 / base:.2f}\n")
        sys.stdout.flush()
        good &= p99 <= AT_MOST * base and longest <= WITHIN and set(answers) <= {"422", "429"}
    sys.stdout.write(f"expected: p99 at most {AT_MOST} times, the office in within {WITHIN} s, only 422 and 429\n")
    return good


def main() -> int:
    if len(sys.argv) > 1:  # the connections that guess: answers by status
        address, seconds, kind = sys.argv[1:]
        until, answers = time.monotonic() + float(seconds), Counter[int]()
        token, cookie = form(address)
        with ThreadPoolExecutor(CONNECTIONS) as pool:
            for statuses in pool.map(lambda _: guess(address, kind, token, cookie, until), range(CONNECTIONS)):
                answers += statuses
        sys.stdout.write(json.dumps(answers) + "\n")
        return 0
    with database():
        from accounts.models import User
        from benchmarks.event import begin, chief_referee, draw, entered

        tournament = draw(entered(2 * TABLES, slug=SLUG))
        chief = chief_referee(tournament)
        new = [f"new{number}" for number in range(NEW)]
        for name in (OFFICE, *new):
            User.objects.create_user(name, password=PASSWORD)
        with server(workers=WEB_PROCESSES) as running, ExitStack() as stack:
            hall = Hall(seated(running, tournament, begin(tournament, 1, by=chief), stack))
            people = People(Browser(running.address), new)
            stack.callback(people.office.close)
            people.office.sign_in(OFFICE, PASSWORD)
            hall.play(1, stagger=PAUSE / TABLES)  # the first requests of a process import what they need
            return 0 if measure(hall, people, running) else 1


if __name__ == "__main__":
    raise SystemExit(main())

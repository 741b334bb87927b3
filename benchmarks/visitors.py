"""Public page requests at a fixed rate, in a process of its own: `python -m benchmarks.visitors <address> <slug> <s>`.

Every request has its moment on a schedule, and its latency counts from that moment. Visitors keep their connections;
every second request asks as a browser that has the page already, with its ETag. Prints one line of JSON.
"""

import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from http import HTTPStatus
from http.client import HTTPConnection
from urllib.parse import urlsplit

RATE = 200
VISITORS = 40
PAGES = ("bracket/", "hall/", "", "rounds/", "matches/1/")
GOOD = (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED)
HEAD_START = 1.0


@dataclass(frozen=True)
class Visits:
    """How many requests there were, how many of them failed, and latencies in ms."""

    requests: int
    failed: int
    p50: float
    p99: float


def started(address: str, slug: str, seconds: float) -> "subprocess.Popen[str]":
    """The process; its load begins when it is there, which ``read`` need not wait for."""
    command = [sys.executable, "-m", "benchmarks.visitors", address, slug, f"{seconds}"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def read(process: "subprocess.Popen[str]") -> Visits:
    """What it saw, once it has ended."""
    output, _ = process.communicate()
    return Visits(**json.loads(output))


def visit(address: str, slug: str, first: float, turn: int, requests: int) -> list[tuple[float, bool]]:
    """One visitor's requests, from page number ``turn`` on: ms from each moment, and was the answer good."""
    link = HTTPConnection(urlsplit(address).netloc, timeout=10)
    etags: dict[str, str] = {}
    outcomes = []
    for number in range(requests):
        moment = first + number * VISITORS / RATE
        time.sleep(max(0.0, moment - time.monotonic()))
        path = f"/e/{slug}/{PAGES[(turn + number) % len(PAGES)]}"
        known = etags.get(path, "") if number % 2 else ""
        try:
            link.request("GET", path, headers={"If-None-Match": known} if known else {})
            answer = link.getresponse()
            answer.read()
            etags[path], good = answer.headers.get("ETag") or "", answer.status in GOOD
        except OSError:
            link.close()
            good = False
        outcomes.append(((time.monotonic() - moment) * 1000, good))
    link.close()
    return outcomes


def main() -> int:
    address, slug, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    start, requests = time.monotonic() + HEAD_START, int(seconds * RATE / VISITORS)
    with ThreadPoolExecutor(VISITORS) as pool:
        visitors = [pool.submit(visit, address, slug, start + n / RATE, n, requests) for n in range(VISITORS)]
        outcomes = [one for visitor in visitors for one in visitor.result()]
    times = sorted(took for took, _ in outcomes)
    failed = sum(not good for _, good in outcomes)
    seen = Visits(len(outcomes), failed, times[len(times) // 2], times[min(len(times) - 1, int(len(times) * 0.99))])
    sys.stdout.write(json.dumps(asdict(seen)) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

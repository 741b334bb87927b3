"""The bracket page cold, cached and unchanged (304) beside a bare view of Django without middleware, one behind the
site's, and a static file by nginx. Run as `python -m benchmarks.pages`; needs wrk. With an address
(`http://127.0.0.1:8000/…`, of another program, say) that is asked, too, each turn.

All are asked in turn, several times over, and each is compared with the plain view of its own turn: a machine that is
busy with something else slows both. Processor time an answer is nearly free of that.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks import door
from benchmarks.site import Server, database, server
from benchmarks.site import running as running_command
from launch.servers import free_ports

TURNS = 5
SECONDS = 3
SLUG = "championship"
PAGE = f"/e/{SLUG}/bracket/"
PATHS = {
    "plain": "/bare/",
    "static": "/static/page.html",
    "bare": "/bare/",
    "cold": f"/cold/{SLUG}/",
    "cached": PAGE,
    "304": PAGE,
}
OLD_ENOUGH = 0.5
"""Of the plain view's answers: what the numbering, counting and the look for the page may cost."""
COLD_ENOUGH = 80
CONNECTIONS = 32
KNOCKS = 16
UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0}
REPORT = re.compile(
    r"50%\s+([\d.]+)(us|ms|s).*99%\s+([\d.]+)(us|ms|s).*?([1-9]\d*) requests in.*Requests/sec:\s+([\d.]+)", re.DOTALL
)
"""What wrk writes, in the order of `Load`, with the number of answers."""


@dataclass(frozen=True)
class Load:
    """What one run saw: answers a second, latencies in ms, and processor time of the server in ms an answer."""

    rate: float
    p50: float
    p99: float
    cpu: float


def load(server: Server, path: str, etag: str = "") -> Load:
    """Ask for one address over 32 connections; RuntimeError if an answer was an error."""
    for _ in range(KNOCKS):  # lets every process finish what the run before left in its queue
        with suppress(OSError):  # who has no such address has no queue either
            urllib.request.urlopen(f"{server.address}/bare/").read()  # noqa: S310
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--latency", "--timeout", "10s"]
    if etag:
        command += ["-H", f"If-None-Match: {etag}"]
    before = server.cpu_seconds
    text = subprocess.run([*command, server.address + path], capture_output=True, text=True, check=True).stdout
    spent = server.cpu_seconds - before

    figures = REPORT.search(text)
    if not figures or "Non-2xx" in text or "Socket errors" in text:
        raise RuntimeError(f"{path}\n{text}")
    p50, unit50, p99, unit99, answers, rate = figures.groups()
    milliseconds = float(p50) * UNITS[unit50], float(p99) * UNITS[unit99]
    return Load(float(rate), *milliseconds, spent / int(answers) * 1000)


def measure(running: Server, plain: Server, static: Server | None, peer: Server | None) -> dict[str, list[Load]]:
    """Every address in turn, ``TURNS`` times."""
    there = {"plain": plain, "static": static, "peer": peer}
    servers = dict.fromkeys(PATHS, running) | {name: server for name, server in there.items() if server}
    by_name: dict[str, list[Load]] = {name: [] for name in servers}
    for _ in range(TURNS):
        for name, loads in by_name.items():
            etag = ""
            if name == "304":
                with urllib.request.urlopen(running.address + PAGE) as answer:  # noqa: S310
                    etag = answer.headers["ETag"]
            loads.append(load(servers[name], PATHS.get(name, ""), etag))
    return by_name


@contextmanager
def static_file(running: Server) -> Iterator[Server | None]:
    """nginx with the bracket's own page as a file; None where there is no nginx."""
    if door.NGINX is None:
        yield None
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        with urllib.request.urlopen(running.address + PAGE) as answer:  # noqa: S310
            (folder / "page.html").write_bytes(answer.read())
        plain, tls = free_ports(2)
        there = running.address.removeprefix("http://")
        path = door.configured(folder, plain=plain, tls=tls, web=there, live=there)
        with running_command(door.command(path)) as process:
            time.sleep(0.5)
            yield Server(f"http://127.0.0.1:{plain}", process)


@contextmanager
def plain_server() -> Iterator[Server]:
    """Django in the same web server, without any middleware."""
    os.environ["PLAIN"] = "1"
    try:
        with server(workers=1, tells=False) as running:
            os.environ.pop("PLAIN")
            yield running
    finally:
        os.environ.pop("PLAIN", None)


def report(by_name: dict[str, list[Load]], workers: int) -> bool:
    """Print the medians; were they as expected?"""
    sys.stdout.write(f"\nThe bracket of 26 teams, {CONNECTIONS} connections, web processes: {workers}\n")
    sys.stdout.write("page    answers/s of plain   p50 ms   p99 ms  CPU ms CPU of plain's\n")
    shares = {}
    for name, loads in by_name.items():
        shares[name] = median(load.rate / bare.rate for load, bare in zip(loads, by_name["plain"], strict=True))
        cost = median(load.cpu / bare.cpu for load, bare in zip(loads, by_name["plain"], strict=True))
        fields = ("rate", "p50", "p99", "cpu")
        rate, p50, p99, cpu = (median(getattr(load, field) for load in loads) for field in fields)
        sys.stdout.write(f"{name:7} {rate:9.0f} {shares[name]:8.0%} {p50:8.1f} {p99:8.1f} {cpu:7.2f} {cost:9.1f}x\n")
    cold = median(load.rate for load in by_name["cold"])
    return min(shares["cached"], shares["304"]) >= OLD_ENOUGH and cold >= COLD_ENOUGH * workers


def main() -> int:
    if not shutil.which("wrk"):
        sys.stdout.write("wrk is not installed (apt install wrk): skipped.\n")
        return 0
    with database():
        from benchmarks.event import championship, chief_referee, play_to_second_round

        tournament = championship()
        chief = chief_referee(tournament)
        play_to_second_round(tournament, by=chief)
        peer = Server(sys.argv[1]) if len(sys.argv) > 1 else None
        with server(workers=1, tells=False) as running, plain_server() as plain, static_file(running) as static:
            good = report(measure(running, plain, static, peer), 1)
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())

"""The bracket page cold, cached and unchanged (304) beside a bare view of Django without middleware, one behind the
site's, and a static file by nginx; and a crowd after a change. Run as `python -m benchmarks.pages`; needs wrk. With an
address (`http://127.0.0.1:8000/…`, of another program, say) that is asked, too, each turn.

All are asked in turn, several times over, and each is compared with the plain view of its own turn: a machine that is
busy with something else slows both. Processor time an answer is nearly free of that.
"""

import os
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from benchmarks import crowd, door, wrk
from benchmarks.site import Server, database, server
from benchmarks.site import running as running_command
from benchmarks.wrk import Load
from launch.servers import free_ports

TURNS = 5
SECONDS = 3
SLUG = "championship"
PAGE = f"/e/{SLUG}/bracket/"
PATHS = {
    "plain": "/bare/",
    "static": "/static/page.html",
    "bare": "/bare/",
    "first": f"/first/{SLUG}/",
    "changed": f"/changed/{SLUG}/",
    "cold": f"/cold/{SLUG}/",
    "cached": PAGE,
    "304": PAGE,
}
OLD_ENOUGH = 0.5
"""Of the plain view's answers: what the numbering, counting and the look for the page may cost."""
COLD_ENOUGH = 80


def measure(running: Server, plain: Server, static: Server | None, peer: Server | None) -> dict[str, list[Load]]:
    """Every address in turn, ``TURNS`` times."""
    there = {"plain": plain, "static": static, "peer": peer}
    servers = dict.fromkeys(PATHS, running) | {name: server for name, server in there.items() if server}
    by_name: dict[str, list[Load]] = {name: [] for name in servers}
    for _ in range(TURNS):
        for name, loads in by_name.items():
            headers = (f"If-None-Match: {_etag(running)}",) if name == "304" else ()
            loads.append(wrk.load(servers[name], PATHS.get(name, ""), seconds=SECONDS, headers=headers))
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
        with running_command(door.command(path)) as part:
            time.sleep(0.5)
            yield Server(f"http://127.0.0.1:{plain}", {"web": part})


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


def _etag(running: Server) -> str:
    with urllib.request.urlopen(running.address + PAGE) as answer:  # noqa: S310
        return str(answer.headers["ETag"])


def report(by_name: dict[str, list[Load]], workers: int) -> bool:
    """Print the medians; were they as expected?"""
    sys.stdout.write(f"\nThe bracket of 26 teams, {wrk.CONNECTIONS} connections, web processes: {workers}\n")
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
    if not wrk.is_there():
        sys.stdout.write(wrk.MISSING)
        return 0
    with database():
        from benchmarks.event import account, championship, play_to_second_round
        from tournaments.states import RoleKind

        tournament = championship()
        chief = account(tournament, "chief", RoleKind.CHIEF_REFEREE).user
        matches = play_to_second_round(tournament, by=chief)
        peer = Server(sys.argv[1], {}) if len(sys.argv) > 1 else None
        with server(workers=1, tells=False) as running, plain_server() as plain, static_file(running) as static:
            good = report(measure(running, plain, static, peer), 1)
        with server(workers=2, tells=False) as running:
            good &= crowd.report(running, matches, by=chief)
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())

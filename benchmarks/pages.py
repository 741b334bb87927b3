"""The bracket page cold, cached and unchanged (304) beside a bare view of the same server, and a crowd after a change.
Run as `python -m benchmarks.pages`; needs wrk.

All are asked in turn, several times over, and each is compared with the bare view of its own turn: a machine that is
busy with something else slows both. Processor time an answer is nearly free of that.
"""

import sys
import urllib.request
from statistics import median

from benchmarks import crowd, wrk
from benchmarks.site import Server, database, server
from benchmarks.wrk import Load

TURNS = 5
SECONDS = 3
SLUG = "championship"
PAGE = f"/e/{SLUG}/bracket/"
PATHS = {
    "bare": "/bare/",
    "first": f"/first/{SLUG}/",
    "changed": f"/changed/{SLUG}/",
    "cold": f"/cold/{SLUG}/",
    "cached": PAGE,
    "304": PAGE,
}
OLD_ENOUGH = 0.8
COLD_ENOUGH = 80


def measure(running: Server) -> dict[str, list[Load]]:
    """Every address in turn, ``TURNS`` times."""
    found: dict[str, list[Load]] = {name: [] for name in PATHS}
    for _ in range(TURNS):
        for name, path in PATHS.items():
            headers = (f"If-None-Match: {_etag(running)}",) if name == "304" else ()
            found[name].append(wrk.load(running, path, seconds=SECONDS, headers=headers))
    return found


def _etag(running: Server) -> str:
    with urllib.request.urlopen(running.address + PAGE) as answer:  # noqa: S310
        return str(answer.headers["ETag"])


def report(found: dict[str, list[Load]], workers: int) -> bool:
    """Print the medians; were they as expected?"""
    sys.stdout.write(f"\nThe bracket of 26 teams, {wrk.CONNECTIONS} connections, web processes: {workers}\n")
    sys.stdout.write("page    answers/s  of bare   p50 ms   p99 ms  CPU ms  CPU of bare's\n")
    shares = {}
    for name, loads in found.items():
        shares[name] = median(load.rate / bare.rate for load, bare in zip(loads, found["bare"], strict=True))
        cost = median(load.cpu / bare.cpu for load, bare in zip(loads, found["bare"], strict=True))
        fields = ("rate", "p50", "p99", "cpu")
        rate, p50, p99, cpu = (median(getattr(load, field) for load in loads) for field in fields)
        sys.stdout.write(f"{name:7} {rate:9.0f} {shares[name]:8.0%} {p50:8.1f} {p99:8.1f} {cpu:7.2f} {cost:9.1f}x\n")
    cold = median(load.rate for load in found["cold"])
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
        with server(workers=1, prints=False) as running:
            good = report(measure(running), 1)
        with server(workers=2, prints=False) as running:
            report(measure(running), 2)
            good &= crowd.report(running, matches, by=chief)
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())

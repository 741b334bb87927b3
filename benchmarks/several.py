"""Several groups behind one nginx, and one of each killed. Run as
`python -m benchmarks.several [watchers] [lots/s]`.

Two web groups and two live processes as on two machines (docs/scale.md), the nginx of `deploy/nginx.conf`
with both in its upstreams. Lots of a draw are turned all the while; after a third a live process is killed, after two
thirds a web group, both with kill -9, and neither comes back. How long after it was stored did a watcher see a lot?
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from pathlib import Path

from benchmarks import door
from benchmarks.saving import SLUG
from benchmarks.site import Part, database, running
from benchmarks.watching import OF_THE_DRAW, drawing, latencies, told, unsealed
from launch.commands import live, web
from launch.servers import free_ports

SECONDS = 30.0
TEAMS = 128
LOOK_AFTER = 8.0
UPSTREAM = "upstream {name} {{ server 127.0.0.1:{one} max_fails=1 fail_timeout=2s; server 127.0.0.1:{two}; }}"


@contextmanager
def groups(ports: tuple[int, int]) -> Iterator[dict[str, list[Part]]]:
    """Web group and live process at each port and the one after it."""
    with ExitStack() as stack:
        found: dict[str, list[Part]] = {"web": [], "live": []}
        for port in ports:
            os.environ["PORT"] = str(port)
            found["web"].append(stack.enter_context(running(web())))
            found["live"].append(stack.enter_context(running(live())))
        yield found


@contextmanager
def in_front(ports: tuple[int, int]) -> Iterator[int]:
    """The port of an nginx that knows both groups."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        plain, tls = free_ports(2)
        blocks = (
            UPSTREAM.format(name="webs", one=ports[0], two=ports[1]),
            UPSTREAM.format(name="lives", one=ports[0] + 1, two=ports[1] + 1),
        )
        path = door.configured(
            Path(folder), plain=plain, tls=tls, web="webs", live="lives", upstreams="\n".join(blocks)
        )
        both = "; ".join(f"server 127.0.0.1:{port} max_conns=32 max_fails=1 fail_timeout=2s" for port in ports)
        path.write_text(path.read_text().replace("server webs max_conns=32", both))
        unsealed(path, tls)
        with running(door.command(path)):
            time.sleep(5.0)  # until all have started
            yield tls


def kill(part: Part) -> float:
    """All its processes at once; when."""
    for pid in reversed(part.pids):
        os.kill(pid, signal.SIGKILL)
    return time.monotonic()


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("watchers", type=int, nargs="?", default=500)
    parser.add_argument("rate", type=float, nargs="?", default=2.0)
    asked = parser.parse_args()
    watchers, rate = asked.watchers, asked.rate
    os.environ |= {"BEHIND_NGINX": "1", "GUANDAN_WORKERS": "1"}
    one, two = free_ports(4)[::2]
    with ExitStack() as stack:
        stack.enter_context(database())
        parts = stack.enter_context(groups((one, two)))
        port = stack.enter_context(in_front((one, two)))
        from benchmarks.event import entered

        tournament = entered(TEAMS, slug=SLUG)
        pages = ",".join(f"/e/{SLUG}/{page}" for page in OF_THE_DRAW)
        command = [sys.executable, "-m", "benchmarks.watchers", f"{port}", f"{watchers}", f"{SECONDS + LOOK_AFTER}"]
        turn = drawing(tournament, rate, SECONDS)
        crowd = subprocess.Popen([*command, pages], stdout=subprocess.PIPE, text=True)
        assert crowd.stdout
        crowd.stdout.readline()
        killed: list[float] = []
        for after, part in ((SECONDS / 3, parts["live"][0]), (2 * SECONDS / 3, parts["web"][0])):
            threading.Timer(after, lambda part=part: killed.append(kill(part))).start()
        lots = turn()
        met = json.loads(crowd.communicate()[0])
    spans = (0.0, *killed, float("inf"))
    titles = ("before", "a live process killed", "a web group killed")
    for title, (since, until) in zip(titles, pairwise(spans), strict=True):
        those = [lot for lot in lots if since <= lot.at < until]
        seen = [one for watcher in met for one in latencies(those, watcher["seen"])]
        sys.stdout.write(told(f"{title}, {len(those)} lots, stored to seen:", seen) + "\n")
    returns, failed = sum(w["returns"] for w in met), sum(w["failed"] for w in met)
    sys.stdout.write(f"{returns} streams came back, {failed} pages failed, load average {os.getloadavg()[0]:.1f}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""What `make run` takes when nobody does anything, by part, and what the first request of fresh processes costs. Run as
`python -m benchmarks.memory`.

Proportional set size (PSS): a page that several processes share counts for each of them in part, so that the sum is
what the machine is short of. The site is a real one in a folder that goes afterwards.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.site import children, processor_seconds
from launch.places import ROOT
from launch.servers import free_port

MOST_MB, MOST_PROCESSES, MOST_FIRST = 400, 16, 0.3
SETTLED = 75.0
"""Seconds until timers have run and nginx has looked through its folder."""
PARTS = (
    ("nginx", "nginx"),
    ("postgres", "PostgreSQL"),
    ("valkey", "Valkey"),
    ("config.serving", "site"),
    ("-m launch", "launcher"),
)


@contextmanager
def site(folder: Path, port: int) -> Iterator["subprocess.Popen[str]"]:
    """As `make run` starts it, from when it is ready."""
    names = {
        name: value for name, value in os.environ.items() if not name.startswith(("GUANDAN_", "DATABASE_", "REDIS_"))
    }
    own = {"GUANDAN_VAR": str(folder / "var"), "GUANDAN_STATIC": str(folder / "static"), "PORT": str(port)}
    launcher = subprocess.Popen(
        [sys.executable, "-m", "launch", "run"], cwd=ROOT, env=names | own, stdout=subprocess.PIPE, text=True
    )
    try:
        assert launcher.stdout
        while "The site is ready" not in launcher.stdout.readline():
            if launcher.poll() is not None:
                raise RuntimeError("the site did not start")
        yield launcher
    finally:
        launcher.send_signal(signal.SIGINT)
        launcher.communicate()


def descendants(process: int) -> list[int]:
    """The process and all below it."""
    return [process, *(each for child in children(process) for each in descendants(child))]


def megabytes(process: int) -> float:
    line = re.search(r"^Pss: +(\d+)", Path(f"/proc/{process}/smaps_rollup").read_text(), re.MULTILINE)
    return int(line[1]) / 1000 if line else 0.0


def part(process: int) -> str:
    words = Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")
    return next(name for word, name in PARTS if word in words)


def first_request(launcher: int, address: str) -> float:
    """Seconds of processor of the parts of the site for a page that each web process was killed before."""
    parts = [process for process in descendants(launcher) if part(process) == "site"]
    parent, *children = parts
    for process in children:
        os.kill(process, signal.SIGKILL)
    time.sleep(20)
    fresh = [process for process in descendants(parent) if process != parent]
    before = processor_seconds(fresh)
    time.sleep(5)
    idle = processor_seconds(fresh) - before
    before = processor_seconds(fresh)
    urllib.request.urlopen(f"{address}/e/s000/", timeout=60).read()  # noqa: S310 - our own address
    time.sleep(5)
    return max(0.0, processor_seconds(fresh) - before - idle)


def main() -> int:
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="guandan-bench-") as folder, site(Path(folder), port) as launcher:
        time.sleep(SETTLED)
        megabytes_of, processes_of = Counter[str](), Counter[str]()
        for process in descendants(launcher.pid):
            megabytes_of[part(process)] += megabytes(process)  # type: ignore[assignment]
            processes_of[part(process)] += 1
        for name, size in megabytes_of.most_common():
            sys.stdout.write(f"{size:8.1f} MB in {processes_of[name]:2d} processes  {name}\n")
        size, number = sum(megabytes_of.values()), sum(processes_of.values())
        sys.stdout.write(f"{size:8.1f} MB in {number:2d} processes, at most {MOST_MB} and {MOST_PROCESSES}\n")
        seconds = first_request(launcher.pid, f"http://127.0.0.1:{port}")
        sys.stdout.write(f"{seconds:8.2f} s of processor for the first request, at most {MOST_FIRST}\n")
    return 0 if size <= MOST_MB and number <= MOST_PROCESSES and seconds <= MOST_FIRST else 1


if __name__ == "__main__":
    raise SystemExit(main())

"""wrk, the load generator of Debian: how often an address is answered in so many seconds, and how quickly."""

import re
import shutil
import subprocess
import urllib.request
from contextlib import suppress
from dataclasses import dataclass

from benchmarks.site import Server

CONNECTIONS = 32
MISSING = "wrk is not installed (apt install wrk): skipped.\n"
KNOCKS = 16
UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0}


@dataclass(frozen=True)
class Load:
    """What one run saw: answers a second, latencies in ms, and processor time of the server in ms an answer."""

    rate: float
    p50: float
    p99: float
    cpu: float


def is_there() -> bool:
    return shutil.which("wrk") is not None


def load(server: Server, path: str, *, seconds: int, headers: tuple[str, ...] = ()) -> Load:
    """Ask for one address over 32 connections; RuntimeError if an answer was an error."""
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--latency", "--timeout", "10s"]
    command += [word for header in headers for word in ("-H", header)]
    _await_rest(server)
    before = server.cpu_seconds
    text = subprocess.run([*command, server.address + path], capture_output=True, text=True, check=True).stdout
    spent = server.cpu_seconds - before
    answers = int(_found(r"(\d+) requests in", text)[0])
    if not answers or "Non-2xx" in text or "Socket errors" in text:
        raise RuntimeError(f"{path}\n{text}")
    return Load(float(_found(r"Requests/sec:\s+([\d.]+)", text)[0]), _latency("50", text), _latency("99", text),
                spent / answers * 1000)  # fmt: skip


def _await_rest(server: Server) -> None:
    """Let every process finish what the run before left in its queue: these requests stand behind it."""
    for _ in range(KNOCKS):
        with suppress(OSError):  # who has no such address has no queue either
            urllib.request.urlopen(f"{server.address}/bare/").read()  # noqa: S310


def _latency(percent: str, text: str) -> float:
    number, unit = _found(rf"{percent}%\s+([\d.]+)(us|ms|s)", text)
    return float(number) * UNITS[unit]


def _found(pattern: str, text: str) -> tuple[str, ...]:
    match = re.search(pattern, text)
    if match is None:
        raise RuntimeError(f"wrk said nothing about {pattern}:\n{text}")
    return match.groups()

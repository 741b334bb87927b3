"""Processes are followed, started again, and ended with all that they started; nothing outlives the launcher."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from launch import processes
from launch.lock import Lock
from launch.places import ROOT
from launch.processes import Process, end_all
from launch.trouble import Trouble

STUBBORN = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = os.fork()
if child:
    print(child, flush=True)
time.sleep(60)
"""
LAUNCHER = """
import os, sys, time
from pathlib import Path
from launch.lock import Lock
from launch.processes import Process
from launch.servers import Postgres, Valkey
folder = Path(sys.argv[1])
lock = Lock(folder)
lock.take()
servers = [Postgres(folder / "postgres", durable=False), Valkey(folder / "valkey", durable=False)]
for server in servers:
    server.start(lock.handle)
for server in servers:
    server.wait()
sleeper = Process("sleeper", ["sleep", "600"], folder, dict(os.environ), lock.handle)
sleeper.start()
print(*(s.process.pid for s in servers), sleeper._child.pid, flush=True)
time.sleep(600)
"""


def a_process(folder: Path, code: str) -> Process:
    lock = Lock(folder)
    return Process("trial", [sys.executable, "-c", code], folder, dict(os.environ), lock.handle)


def until(condition: Callable[[], bool], seconds: float = 20.0) -> bool:
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.02)
    return condition()


def is_gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_process_that_ends_is_started_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    process = a_process(tmp_path, "print('here', flush=True)")
    process.start()
    assert until(lambda: not process.is_alive)
    process.watch()
    assert until(lambda: process.log.read_text() == "here\nhere\n")
    end_all([process])
    assert "The trial process ended; starting it again." in capsys.readouterr().out


def test_process_that_keeps_ending_stops_the_site(tmp_path: Path) -> None:
    process = a_process(tmp_path, "raise SystemExit(3)")
    process.start()
    for _ in range(processes.RESTARTS):
        assert until(lambda: not process.is_alive)
        process.watch()
    assert until(lambda: not process.is_alive)
    with pytest.raises(Trouble, match=f"trial process does not stay up: read {process.log}"):
        process.watch()


def test_words_of_a_process_are_told_by_whole_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    process = a_process(tmp_path, "pass")
    process.log.write_text("one\ntwo\nthr")
    process.tell()
    assert capsys.readouterr().out == "trial   | one\ntrial   | two\n"
    process.log.write_text("one\ntwo\nthree\n")
    process.tell()
    assert capsys.readouterr().out == "trial   | three\n"


def test_stubborn_process_is_ended_with_its_children(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "PATIENCE", 0.2)
    process = a_process(tmp_path, STUBBORN)
    process.start()
    assert until(lambda: process.log.read_text().strip().isdecimal())
    child = int(process.log.read_text())
    end_all([process])
    assert not process.is_alive
    assert until(lambda: is_gone(child))


def test_nothing_outlives_a_killed_launcher(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", LAUNCHER, tmp_path], cwd=ROOT, stdout=subprocess.PIPE) as launcher:
        assert launcher.stdout is not None
        pids = [int(word) for word in launcher.stdout.readline().split()]
        assert len(pids) == 3
        assert not any(is_gone(pid) for pid in pids)
        launcher.send_signal(signal.SIGKILL)
    assert until(lambda: all(is_gone(pid) for pid in pids))
    Lock(tmp_path).take()
    shutil.rmtree((tmp_path / "postgres" / "socket").read_text())

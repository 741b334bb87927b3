"""Processes are followed, started again, and ended with all that they started; nothing outlives the launcher."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from launch import keeper, lock, processes
from launch.keeper import Keeper
from launch.lock import Lock
from launch.places import ROOT
from launch.processes import Process, end_all
from launch.servers import Postgres
from tests.thorough import in_ci_only
from tests.waiting import until

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
    server.lock = lock.handle
    server.start()
for server in servers:
    server.wait()
sleeper = Process("sleeper", ["sleep", "600"], folder, dict(os.environ), lock.handle)
sleeper.start()
stubborn = Process("stubborn", [sys.executable, "-c", sys.argv[2]], folder, dict(os.environ), lock.handle)
stubborn.start()
while not stubborn.log.read_text():
    time.sleep(0.02)
print(*(s.process.pid for s in servers), sleeper.process.pid, stubborn.log.read_text(), flush=True)
time.sleep(600)
"""


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is waited for."""
    monkeypatch.setattr(processes, "PATIENCE", 0.2)
    monkeypatch.setattr(lock, "LAST_WORDS", 0.2)
    monkeypatch.setattr(keeper, "FIRST_PAUSE", 0.01)


def a_process(folder: Path, code: str) -> Process:
    return Process("trial", [sys.executable, "-c", code], folder, dict(os.environ), Lock(folder).handle)


def is_gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_process_that_ends_is_started_again_after_growing_pauses(
    tmp_path: Path, quick: None, capsys: pytest.CaptureFixture[str]
) -> None:
    process = a_process(tmp_path, "print('here', flush=True)")
    process.start()
    keeper = Keeper(process)

    def thrice() -> bool:
        keeper.watch()
        return process.log.read_text() == "here\n" * 3 and not process.is_alive

    assert until(thrice)
    keeper.watch()
    end_all([process])
    output = capsys.readouterr().out
    assert [f"trial ended; it is started again in {pause} s." in output for pause in (0.01, 0.02, 0.04)] == [True] * 3


def test_what_a_killed_process_has_left_is_ended_before_its_successor_starts(tmp_path: Path, quick: None) -> None:
    process = a_process(tmp_path, STUBBORN)
    process.start()
    assert until(lambda: process.log.read_text().strip().isdecimal())
    orphan = int(process.log.read_text())
    assert process.process is not None
    process.process.kill()
    process.process.wait()
    assert not is_gone(orphan)
    keeper = Keeper(process)
    keeper.watch()
    assert until(lambda: is_gone(orphan))
    assert not process.is_alive
    end_all([process])


@in_ci_only
def test_server_that_was_killed_is_started_again_where_it_was(tmp_path: Path, quick: None) -> None:
    server = Postgres(tmp_path, durable=False)
    server.start()
    server.wait()
    assert server.process is not None
    first = server.process
    first.kill()
    keeper = Keeper(server)

    def answers() -> bool:
        keeper.watch()
        try:
            psycopg.connect(server.url).close()
        except psycopg.OperationalError:
            return False
        return server.process is not first

    came_back = until(answers)
    server.stop()
    assert came_back


def test_words_of_a_process_are_told_by_whole_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    process = a_process(tmp_path, "pass")
    process.log.write_text("one\ntwo\nthr")
    process.log_tail.print_new()
    assert capsys.readouterr().out == "trial   | one\ntrial   | two\n"
    process.log.write_text("one\ntwo\nthree\n")
    process.log_tail.print_new()
    assert capsys.readouterr().out == "trial   | three\n"


def test_stubborn_process_is_ended_with_its_children(tmp_path: Path, quick: None) -> None:
    process = a_process(tmp_path, STUBBORN)
    process.start()
    assert until(lambda: process.log.read_text().strip().isdecimal())
    child = int(process.log.read_text())
    end_all([process])
    assert not process.is_alive
    assert until(lambda: is_gone(child))


def test_nothing_outlives_a_killed_launcher(tmp_path: Path, quick: None) -> None:
    """What the kernel cannot end, here the child of a child, is ended at the next start."""
    argv = [sys.executable, "-c", LAUNCHER, tmp_path, STUBBORN]
    with subprocess.Popen(argv, cwd=ROOT, stdout=subprocess.PIPE) as launcher:
        assert launcher.stdout is not None
        pids = [int(word) for word in launcher.stdout.readline().split()]
        assert len(pids) == 4
        assert not any(is_gone(pid) for pid in pids)
        launcher.send_signal(signal.SIGKILL)
    *children, orphan = pids
    assert until(lambda: all(is_gone(pid) for pid in children))
    assert not is_gone(orphan)
    Lock(tmp_path).take()
    assert until(lambda: is_gone(orphan))
    shutil.rmtree((tmp_path / "postgres" / "socket").read_text())

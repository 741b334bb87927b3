"""The whole site, started as `make run` starts it: page, health, data that stay, and an end that leaves nothing."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from launch.places import ROOT
from launch.servers import free_port
from tests.thorough import in_ci_only

START = "import sys; from launch.site import Site; sys.exit(Site().run())"
MINE = "GUANDAN_TEST_SITE"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def start(folder: Path) -> Iterator[Callable[[], tuple[subprocess.Popen[str], str]]]:
    """``start()`` → (the launcher, the address of the site, which answers by now)."""
    launchers: list[subprocess.Popen[str]] = []
    test_site = ("GUANDAN_", "DATABASE_URL", "REDIS_URL")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(test_site)}
    environment |= {"GUANDAN_VAR": str(folder / "var"), "GUANDAN_STATIC": str(folder / "static"), MINE: str(folder)}

    def run() -> tuple[subprocess.Popen[str], str]:
        port = free_port()
        with (folder / "run.log").open("w") as log:
            launcher = subprocess.Popen(
                [sys.executable, "-c", START], cwd=ROOT, env={**environment, "PORT": str(port)}, text=True,
                stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        launchers.append(launcher)
        assert until(lambda: "The site is ready" in log_of(folder) or launcher.poll() is not None), log_of(folder)
        assert launcher.poll() is None, log_of(folder)
        return launcher, f"http://127.0.0.1:{port}"

    yield run
    for launcher in launchers:
        launcher.kill()
        launcher.wait()
    until(lambda: not survivors(folder))


def log_of(folder: Path) -> str:
    return (folder / "run.log").read_text()


def until(condition: Callable[[], bool], seconds: float = 300.0) -> bool:
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
    return condition()


def survivors(folder: Path) -> list[str]:
    """Processes that a site of this test started, known by a variable that children inherit."""
    mark, command_lines = f"{MINE}={folder}".encode(), []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (process / "environ").read_bytes():
                command_lines.append((process / "cmdline").read_text().replace("\0", " "))
        except OSError:
            continue
    return command_lines


def health(address: str) -> tuple[int, dict[str, object]]:
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


Start = Callable[[], tuple[subprocess.Popen[str], str]]


@in_ci_only
def test_site_starts_ends_keeps_its_data_and_leaves_nothing_when_it_is_killed(folder: Path, start: Start) -> None:
    launcher, address = start()
    with urllib.request.urlopen(address) as answer:
        page = answer.read().decode()
    assert "报名" in page
    assert log_of(folder).count("password: ") == 4  # of office, chief referee and two referees, once each
    assert log_of(folder).index("The site is ready") < log_of(folder).index("one-time password")
    assert until(lambda: health(address)[0] == 200), health(address)
    launcher.send_signal(signal.SIGINT)
    assert launcher.wait(120) == 0
    assert until(lambda: not survivors(folder))

    launcher, _ = start()
    assert "one-time password" not in log_of(folder)
    assert "Sign in as office" in log_of(folder)
    launcher.send_signal(signal.SIGKILL)
    launcher.wait()
    assert until(lambda: not survivors(folder)), survivors(folder)
    shutil.rmtree((folder / "var" / "postgres" / "socket").read_text())

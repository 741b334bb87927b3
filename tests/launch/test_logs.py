"""Logs survive a start, and none grows for ever."""

import sys
from errno import ENOSPC
from io import StringIO
from pathlib import Path

import pytest

from launch import logs
from launch.logs import LogTail


def test_log_of_the_start_before_stays_and_is_not_told_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "web.log"
    log.write_text("why it ended\n")
    tail = LogTail("web", log)
    with log.open("a") as file:
        file.write("anew\n")
    tail.print_new()
    assert log.read_text() == "why it ended\nanew\n"
    assert capsys.readouterr().out == "web     | anew\n"


def test_full_log_is_put_aside_and_whoever_writes_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(logs, "LOG_BYTES", 10)
    log = tmp_path / "web.log"
    tail = LogTail("web", log)
    with log.open("a", buffering=1) as file:
        for number in range(6):
            file.write(f"line number {number}\n")
            tail.rotate()
        file.write("on\n")
    tail.rotate()
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "web.log": "on\n",
        "web.log.1": "line number 5\n",
        "web.log.2": "line number 4\n",
        "web.log.3": "line number 3\n",
    }
    assert capsys.readouterr().out.splitlines()[-2:] == ["web     | line number 5", "web     | on"]


class FullDisk(StringIO):
    def flush(self) -> None:
        raise OSError(ENOSPC, "No space left on device")


def test_full_disk_takes_no_words_and_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "web.log"
    tail = LogTail("web", log)
    log.write_text("one\n")
    monkeypatch.setattr(sys, "stdout", FullDisk())
    tail.print_new()
    assert tail.log.read_text() == "one\n"

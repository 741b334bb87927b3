"""No stretch of a start is silent."""

import re
import time

import pytest

from launch import progress
from launch.progress import stretch


def test_stretch_is_named_tells_how_long_it_takes_and_ends_with_its_block(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "SILENCE", 0.05)

    def fail() -> None:
        first, *others = until_told(capsys, lines=3)
        assert first == "Doing it …"
        assert all(re.fullmatch(r"Doing it … \d+ s", line) for line in others)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), stretch("Doing it"):
        fail()
    capsys.readouterr()
    time.sleep(0.15)
    assert capsys.readouterr().out == ""


def until_told(capsys: pytest.CaptureFixture[str], lines: int) -> list[str]:
    output = ""
    while output.count("\n") < lines:
        time.sleep(0.01)
        output += capsys.readouterr().out
    return output.splitlines()

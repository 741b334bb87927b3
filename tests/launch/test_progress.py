"""No stretch of a start is silent."""

import time

import pytest

from launch import progress
from launch.progress import stretch


def test_stretch_is_named_and_then_tells_how_long_it_takes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "SILENCE", 0.05)
    with stretch("Doing it"):
        time.sleep(0.4)
        first, *others = capsys.readouterr().out.splitlines()
    assert first == "Doing it …"
    assert set(others) == {"Doing it … 0 s"}


def test_stretch_ends_with_its_block(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "SILENCE", 0.05)
    with pytest.raises(ZeroDivisionError), stretch("Doing it"):
        _ = 1 / 0
    assert capsys.readouterr().out == "Doing it …\n"
    time.sleep(0.2)
    assert capsys.readouterr().out == ""

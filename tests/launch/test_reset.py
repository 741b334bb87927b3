"""`make reset` deletes what the site has kept, and nothing else."""

from argparse import Namespace
from pathlib import Path

import pytest

from launch.command_line import reset
from launch.lock import Lock
from launch.progress import Trouble


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with a site's things, and a stranger's file."""
    monkeypatch.setenv("GUANDAN_VAR", str(tmp_path))
    for name in ("postgres", "valkey", "logs", "stamps"):
        (tmp_path / name).mkdir()
    for name in ("secret-key", "beat-schedule", "stranger.txt"):
        (tmp_path / name).touch()
    return tmp_path


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_reset_empties_the_data_folder_of_what_the_site_kept(data: Path) -> None:
    assert reset(Namespace(yes=True)) == 0
    assert names(data) == {"stranger.txt", "lock"}


def test_reset_without_anybody_to_ask_deletes_nothing(data: Path) -> None:
    with pytest.raises(Trouble, match="make reset YES=1"):
        reset(Namespace(yes=False))
    assert {"postgres", "secret-key"} <= names(data)


@pytest.mark.parametrize("answer", ["", "no", "y", "ja"])
def test_reset_wants_a_whole_yes(data: Path, answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda question: answer)
    assert reset(Namespace(yes=False)) == 0
    assert {"postgres", "secret-key"} <= names(data)


def test_reset_of_a_running_site_is_refused(data: Path) -> None:
    site = Lock(data)
    site.take()
    site.leave_note("http://127.0.0.1:8000/", {})
    with pytest.raises(Trouble, match="stop it first"):
        reset(Namespace(yes=True))
    assert {"postgres", "secret-key"} <= names(data)
    site.release()

"""A step is skipped if, and only if, its inputs are those of the last time."""

from pathlib import Path

from launch.stamps import Stamp, digest


def test_step_is_fresh_until_an_input_changes(tmp_path: Path) -> None:
    source, stamp = tmp_path / "source.txt", tmp_path / "stamps" / "step"
    source.write_text("one")
    assert not Stamp(stamp, digest(tmp_path, ["*.txt"])).is_fresh
    Stamp(stamp, digest(tmp_path, ["*.txt"])).save()
    assert Stamp(stamp, digest(tmp_path, ["*.txt"])).is_fresh
    source.write_text("two")
    assert not Stamp(stamp, digest(tmp_path, ["*.txt"])).is_fresh


def test_digest_sees_names_and_added_files(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("same")
    before = digest(tmp_path, ["*.txt"])
    (tmp_path / "a.txt").rename(tmp_path / "b.txt")
    renamed = digest(tmp_path, ["*.txt"])
    (tmp_path / "c.txt").touch()
    assert len({before, renamed, digest(tmp_path, ["*.txt"])}) == 3

"""The name of the build changes with the source."""

from pathlib import Path

from config.build import build_id


def test_build_is_named_after_its_sources(tmp_path: Path) -> None:
    (tmp_path / "templates" / "site").mkdir(parents=True)
    page = tmp_path / "templates" / "site" / "page.html"
    page.write_text("one")
    first = build_id(tmp_path)
    assert build_id(tmp_path) == first
    page.write_text("another")
    assert build_id(tmp_path) != first


def test_tests_and_data_do_not_change_the_build(tmp_path: Path) -> None:
    first = build_id(tmp_path)
    for folder in ("tests", "var", ".venv"):
        (tmp_path / folder / "deep").mkdir(parents=True)
        (tmp_path / folder / "deep" / "module.py").touch()
    assert build_id(tmp_path) == first

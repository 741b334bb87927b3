"""The name of the build changes with the source."""

from pathlib import Path

import pytest

from config.environment import build_id


@pytest.mark.parametrize(
    "place",
    ["templates/site/page.html", "static/css/look.css", "locale/en/LC_MESSAGES/django.po", "web/office/draw/draw.py"],
)
def test_build_is_named_after_its_sources(tmp_path: Path, place: str) -> None:
    page = tmp_path / place
    page.parent.mkdir(parents=True)
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

"""The name of the build changes with the source."""

from pathlib import Path

from config.environment import build_id


def test_build_is_named_after_its_sources_and_not_after_tests_and_data(tmp_path: Path) -> None:
    names = {build_id(tmp_path)}
    for number, place in enumerate(
        ("templates/site/page.html", "static/css/look.css", "locale/en/LC_MESSAGES/django.po", "web/office/draw.py")
    ):
        page = tmp_path / place
        page.parent.mkdir(parents=True)
        for text in ("one", "another"):
            page.write_text(text)
            names.add(build_id(tmp_path))
        assert len(names) == 2 * number + 3
    for folder in ("tests", "var", ".venv"):
        (tmp_path / folder / "deep").mkdir(parents=True)
        (tmp_path / folder / "deep" / "module.py").touch()
    assert build_id(tmp_path) in names

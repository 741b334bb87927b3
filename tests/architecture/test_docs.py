"""What the documents name is there: files, what is in them, and how few of them a reader opens to follow one thing."""

import ast
import re
from pathlib import Path

import pytest

from tests.architecture.source import PACKAGES, ROOT, files_of, tree_of

ARCHITECTURE = (ROOT / "docs/architecture.md").read_text()
WALKS = ARCHITECTURE.partition("## Three walks")[2].partition("\n## ")[0]
FOLDERS = ("", "web", "templates", "static/js", "tournaments")


def _path_of(name: str) -> Path | None:
    return next((path for folder in FOLDERS if (path := ROOT / folder / name).is_file()), None)


def test_words_of_the_glossary_are_those_of_the_code():
    rows = [line.split("|") for line in (ROOT / "docs/glossary.md").read_text().splitlines() if line.startswith("| ")]
    names = [re.sub(r"\(.*?\)", "", row[2]) for row in rows[1:]]
    words = {word.lower() for text in names for word in re.findall(r"[A-Za-z]+", text)}
    used = {part for path in files_of(*PACKAGES) for part in path.with_suffix("").parts}
    for path in files_of(*PACKAGES):
        for node in ast.walk(tree_of(path)):
            used.update(getattr(node, name, None) or "" for name in ("id", "attr", "name", "arg"))
    parts = {part.lower() for name in used for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", str(name))}
    assert len(words) > 80
    assert sorted(word for word in words if word not in parts and word.removesuffix("s") not in parts) == []


@pytest.mark.parametrize("document", ["architecture.md", "changes.md"])
def test_files_that_a_document_names_exist(document):
    text = (ROOT / "docs" / document).read_text()
    named = set(re.findall(r"`((?:\w+/)+\w+\.(?:py|js|css|html|txt|typ))`", text))
    assert named
    assert [name for name in sorted(named) if _path_of(name) is None] == []


@pytest.mark.parametrize(
    ("walk", "most"), [("A deal on the phone", 12), ("A button of the desk", 8), ("The entry of a team", 8)]
)
def test_walk_goes_through_few_files_that_hold_what_it_says(walk, most):
    text = WALKS.partition(f"*{walk}.*")[2].partition("\n\n")[0]
    steps = [int(number) for number in re.findall(r"(?<!\d)(\d+)\. `", text)]
    assert steps == list(range(1, len(steps) + 1))
    assert 1 < len(steps) <= most
    claims = re.findall(r"`([\w/]+\.\w+)`:\s+`(\w+)`", text)
    assert claims
    for name, word in claims:
        path = _path_of(name)
        assert path is not None, name
        assert re.search(rf"\b(def|class) {word}\b", path.read_text()), f"{name} has no {word}"

"""The record of every sentence of the sources: each row says what the desk does and where that is shown."""

import ast
import re

import pytest

from tests.architecture.source import ROOT
from tournaments.presets.preset import presets

RECORD, PLAIN = (ROOT / "docs/presets.md").read_text().split("\n## Those of no notice\n")
SECTIONS = RECORD.split("\n## ")[1:]
NOT_BY_A_TEST = {"on paper", "outside the desk", "our reading, asked of the office"}
TEST = re.compile(r"`((?:\w+/)*test_\w+)::(test_\w+)`")


def rows(section: str) -> list[list[str]]:
    lines = [line for line in section.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if set(row[0]) != {"-"} and row[0] != "通知"]


def is_there(shown: str) -> bool:
    named = TEST.fullmatch(shown)
    path = ROOT / "tests" / f"{named[1]}.py" if named else None
    if path is None or not path.is_file():
        return False
    return any(isinstance(node, ast.FunctionDef) and node.name == named[2] for node in ast.parse(path.read_text()).body)


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.partition("\n")[0])
def test_each_sentence_has_its_answer(section):
    assert rows(section)
    assert [row for row in rows(section) if len(row) != 3 or not all(row)] == []
    assert [row for row in rows(section) if row[2] not in NOT_BY_A_TEST and not is_there(row[2])] == []


def test_every_preset_has_its_section():
    titles = [section.partition("\n")[0] for section in SECTIONS]
    keys = {plan.key for plan in presets()}
    of_a_source = {key for key in keys if not key.startswith("plain_")}
    assert [key for key in sorted(of_a_source) if not any(f"`{key}`" in title for title in titles)] == []
    assert [key for key in sorted(keys - of_a_source) if f"`{key}`" not in PLAIN] == []


@pytest.mark.parametrize("shown", ["by hand", "`test_nowhere::test_it`", "`architecture/test_record::test_it`"])
def test_answer_that_shows_nothing_is_none(shown):
    assert not is_there(shown)

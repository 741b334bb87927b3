"""The package by itself: away from the project it runs, and docs/guandan_rules.md tells the truth about it."""

import json
import re
import shutil
import subprocess
import sys
import tomllib

import pytest

from guandan_rules import Code
from guandan_rules.lines import OPS
from tests.guandan_rules.factories import PACKAGE

ROOT = PACKAGE.parent
PAGE = (ROOT / "docs" / "guandan_rules.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^→ (.*)\n← (.*)$", PAGE, re.MULTILINE)
CODE_ROWS = re.findall(r"^\| `(\w+)` \| (.+) \| (.+) \|$", PAGE.partition("## Codes")[2], re.MULTILINE)

ALONE = """
import runpy, sys
sys.path.insert(0, sys.argv.pop(1))
runpy.run_module("guandan_rules", run_name="__main__")
"""


@pytest.fixture
def alone(tmp_path):
    """An empty folder with nothing but a copy of the package."""
    shutil.copytree(PACKAGE, tmp_path / "guandan_rules", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def python(folder, program, *arguments, data=""):
    """What the program prints, run without site packages or anything of this environment."""
    completed = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, str(folder), *arguments],
        cwd=folder,
        input=data,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (completed.returncode, completed.stderr) == (0, "")
    return completed.stdout


def test_package_answers_alone_as_the_page_says(alone):
    questions = "".join(f"{question}\n" for question, _ in EXAMPLES)
    assert python(alone, ALONE, data=questions).splitlines() == [answer for _, answer in EXAMPLES]


def test_page_has_an_example_and_a_row_for_each_op():
    assert {json.loads(question)["op"] for question, _ in EXAMPLES} == set(OPS)
    assert any("error" in json.loads(answer) for _, answer in EXAMPLES)
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\| ([^|]*) \|", PAGE.partition("## Codes")[0], re.MULTILINE)
    assert {op: set(re.findall(r"`(\w+)`", fields)) for op, fields in rows} == {op: set(OPS[op][1]) for op in OPS}


def test_page_has_every_code_with_its_meaning_in_both_languages():
    assert [code for code, _, _ in CODE_ROWS] == [code.value for code in Code]
    assert [code for code, english, _ in CODE_ROWS if not english.isascii()] == []
    assert [code for code, _, chinese in CODE_ROWS if not re.search(r"[\u4e00-\u9fff]", chinese)] == []


def test_every_module_can_be_imported_alone(alone):
    program = """
import importlib, pathlib, sys
folder = sys.argv[1]
sys.path.insert(0, folder)
for path in sorted(pathlib.Path(folder, "guandan_rules").glob("[!_]*.py")):
    module = importlib.import_module(f"guandan_rules.{path.stem}")
    assert module.__file__.startswith(folder) and module.__doc__, path
from guandan_rules import *
print(len(NAMED), beats(Reading(Kind.PAIR, 14, 2), Reading(Kind.PAIR, 15, 2)))
"""
    assert python(alone, program) == "12 True\n"


def test_cards_in_play_are_imported_when_they_are_asked_for(alone):
    program = """
import sys
sys.path.insert(0, sys.argv[1])
import guandan_rules
before = "guandan_rules.deal_play" in sys.modules
print(before, guandan_rules.replay.__name__, "guandan_rules.deal_play" in sys.modules)
"""
    assert python(alone, program) == "False replay True\n"


def test_public_names_are_all_there_once_and_in_order():
    import guandan_rules

    names = guandan_rules.__all__
    assert len(set(names)) == len(names)
    assert [name for name in names if not hasattr(guandan_rules, name)] == []
    assert not hasattr(guandan_rules, "no_such_name")


def test_package_can_be_published_by_itself():
    own = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))
    root_project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert own["project"]["dependencies"] == []
    assert own["project"]["requires-python"] == root_project["project"]["requires-python"]
    assert (PACKAGE / own["project"]["readme"]).exists()
    build = own["tool"]["setuptools"]
    assert (build["packages"], build["package-dir"]) == (["guandan_rules"], {"guandan_rules": "."})
    assert all((PACKAGE / name).exists() for name in build["package-data"]["guandan_rules"])
    assert list(PACKAGE.glob("*/__init__.py")) == []

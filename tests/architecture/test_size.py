"""Short files, short functions, and names that say what a thing is."""

import ast
from collections.abc import Iterable
from pathlib import Path

from tests.architecture.source import PACKAGES, ROOT, TEMPLATES, WRITTEN, place, python_files, tree_of

FILE_LINES, TEST_LINES, TEMPLATE_LINES, FUNCTION_LINES, WIDTH = 400, 600, 150, 60, 120
SCRIPT_LINES = 1_075
SOURCE = python_files(*(f"{package}/**/*.py" for package in (*PACKAGES, "launch", "benchmarks")))
TESTS = python_files("tests/**/*.py")
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "managers", "base", "core", "lib"}


def longer(files: Iterable[Path], limit: int) -> list[str]:
    """The files with more lines than that, and how many they have."""
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in files}
    return [f"{place(path)}: {lines} lines" for path, lines in lengths.items() if lines > limit]


def test_file_is_short() -> None:
    assert not longer(SOURCE, FILE_LINES)


def test_test_file_is_short() -> None:
    assert not longer(TESTS, TEST_LINES)


def test_template_is_short() -> None:
    assert not longer(TEMPLATES, TEMPLATE_LINES), "cut it along the meaning: a part is named after what it shows"


def test_line_is_narrow() -> None:
    wide = [
        f"{place(path)}:{number}"
        for path in WRITTEN
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > WIDTH
    ]
    assert not wide


def test_function_is_short() -> None:
    long = [
        f"{place(path, node)} {node.name}"
        for path in [*SOURCE, *TESTS]
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or node.lineno) - node.lineno + 1 > FUNCTION_LINES
    ]
    assert not long


def test_module_is_named_by_a_noun_of_its_own() -> None:
    assert not [place(path) for path in SOURCE if EMPTY_NAMES & {path.stem, *path.parent.parts}]


def test_own_scripts_are_few() -> None:
    """What a library does is left to it: `docs/phone.md` says what is ours."""
    scripts = [path for path in (ROOT / "static" / "js").glob("**/*.js") if not path.name.endswith(".min.js")]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in scripts)
    assert 0 < lines < SCRIPT_LINES

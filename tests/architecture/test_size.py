"""Short files, short functions, and names that say what a thing is."""

import ast
from pathlib import Path

import pytest

from tests.architecture.source import PACKAGES, place, python_files, tree_of

FILE_LINES, TEST_LINES, FUNCTION_LINES = 400, 600, 60
SOURCE = python_files(*(f"{package}/**/*.py" for package in (*PACKAGES, "launch", "benchmarks")))
TESTS = python_files("tests/**/*.py")
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "managers", "base", "core", "lib"}


def length(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("path", SOURCE, ids=place)
def test_file_is_short(path: Path) -> None:
    assert length(path) <= FILE_LINES


@pytest.mark.parametrize("path", TESTS, ids=place)
def test_test_file_is_short(path: Path) -> None:
    assert length(path) <= TEST_LINES


@pytest.mark.parametrize("path", [*SOURCE, *TESTS], ids=place)
def test_function_is_short(path: Path) -> None:
    functions = [n for n in ast.walk(tree_of(path)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    long = [f for f in functions if (f.end_lineno or f.lineno) - f.lineno + 1 > FUNCTION_LINES]
    assert not [f"{place(path, function)} {function.name}" for function in long]


@pytest.mark.parametrize("path", SOURCE, ids=place)
def test_module_is_named_by_a_noun_of_its_own(path: Path) -> None:
    assert not EMPTY_NAMES & {path.stem, *path.parent.parts}

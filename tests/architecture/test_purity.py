"""Pure modules need nothing but the standard library and each other: the rules can be read, tested and reused alone."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.source import PURE, ROOT, place, python_files, tree_of

PURE_FILES = python_files(*PURE)
RECKONERS = {"openskill"}
"""Packages that reckon and know nothing of the world."""
ALLOWED = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in PURE_FILES}


def imported_modules(path: Path) -> Iterator[tuple[ast.stmt, str]]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node, node.module or ""
            assert node.level == 0, f"{place(path, node)}: relative import"


def test_pure_module_imports_no_framework() -> None:
    foreign = [
        f"{place(path, node)}: {name}"
        for path in PURE_FILES
        for node, name in imported_modules(path)
        if name.partition(".")[0] not in {*sys.stdlib_module_names, *RECKONERS} and name not in ALLOWED
    ]
    assert not foreign

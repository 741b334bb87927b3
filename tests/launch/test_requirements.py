"""The pinned requirements: complete, hashed, and bound to no registry."""

import ast
import re
import sys
from importlib.metadata import packages_distributions

import pytest

from launch.installing import DEV, RUNTIME, UV_PIN
from tests.architecture.source import PACKAGES, ROOT, files_of, tree_of

DISTRIBUTIONS = packages_distributions()


def pins(name: str) -> dict[str, str]:
    """Package → version of a requirements file."""
    return dict(re.findall(r"^([\w.-]+)==([\w.+-]+)", (ROOT / name).read_text(), re.MULTILINE))


def imported(*packages: str) -> set[str]:
    """The packages of others that ours import."""
    names: set[str] = set()
    for path in files_of(*packages):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Import):
                names |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module.partition(".")[0])
    ours = {*PACKAGES, "launch", "deploy", "tests", "benchmarks"}
    return {name for name in names if name not in sys.stdlib_module_names and name not in ours}


def lacking(names: set[str], pinned: set[str]) -> list[str]:
    plain = {re.sub(r"[-_.]+", "-", name).lower() for name in pinned}
    return sorted(
        name
        for name in names
        if not {re.sub(r"[-_.]+", "-", distribution).lower() for distribution in DISTRIBUTIONS.get(name, [])} & plain
    )


def test_whatever_the_site_imports_is_pinned() -> None:
    assert lacking(imported(*PACKAGES, "launch"), set(pins(RUNTIME))) == []


def test_whatever_the_tests_import_is_pinned() -> None:
    assert lacking(imported("tests", "benchmarks"), {*pins(RUNTIME), *pins(DEV)}) == []


@pytest.mark.parametrize("name", [UV_PIN, RUNTIME, DEV])
def test_every_pin_has_hashes_and_no_address(name: str) -> None:
    text = (ROOT / name).read_text()
    assert text.count("--hash=sha256:") >= len(pins(name)) > 0
    assert "://" not in text
    assert not re.search(r"^\s*--?(?!hash)", text.replace(" \\\n", " "), re.MULTILINE)


def test_both_files_agree() -> None:
    runtime, dev = pins(RUNTIME), pins(DEV)
    assert {name: version for name, version in dev.items() if runtime.get(name, version) != version} == {}

"""Style, types and import contracts: the tools' own findings, as tests, so that one command runs everything."""

import subprocess
import sys
import tomllib
from pathlib import Path

import cssbeautifier

from tests.architecture.source import ROOT, STYLES, TEMPLATES, place

CSS = cssbeautifier.default_options()
CSS.indent_size, CSS.end_with_newline, CSS.space_around_combinator = 2, True, True


def run(tool: str, *arguments: str) -> None:
    program = Path(sys.executable).parent / tool
    process = subprocess.run([program, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert process.returncode == 0, f"{tool} {' '.join(arguments)}\n{process.stdout}{process.stderr}"


def test_style_is_clean() -> None:
    run("ruff", "check", "--quiet", "--output-format", "concise", ".")
    run("ruff", "format", "--check", "--quiet", ".")


def test_templates_are_indented_by_structure() -> None:
    run("djhtml", "--check", "--tabwidth", "2", *(str(path.relative_to(ROOT)) for path in TEMPLATES))


def test_style_sheet_is_written_as_the_formatter_writes_it() -> None:
    sources = {place(path): path.read_text(encoding="utf-8") for path in STYLES}
    others = [name for name, source in sources.items() if cssbeautifier.beautify(source, CSS) != source]
    assert not others, "make fix"


def test_style_sheet_closes_what_it_opens() -> None:
    """A rule that is left open nests all that follow, and neither browser nor formatter says a word."""
    sources = {place(path): path.read_text(encoding="utf-8") for path in STYLES}
    assert not [name for name, source in sources.items() if source.count("{") != source.count("}")]


def test_types_are_right() -> None:
    run("mypy")


def test_modules_that_must_be_pure_are_strictly_typed() -> None:
    """By the same run: where the contract of imports wants no framework, the types are strict."""
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    strict = next(part["module"] for part in tools["mypy"]["overrides"] if "disallow_any_generics" in part)
    contracts = {contract["name"].split(" ")[0]: contract for contract in tools["importlinter"]["contracts"]}
    assert {name.removesuffix(".*") for name in strict} == set(contracts["Pure"]["source_modules"])


def test_import_contracts_are_kept() -> None:
    run("lint-imports", "--no-cache")

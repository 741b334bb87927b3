"""Every code that a person may see has words, and every word can be reached: nothing is translated for nobody."""

import ast
import importlib
import re
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from pathlib import Path

from tests.architecture.source import PACKAGES, ROOT, place, python_files, tree_of
from tests.architecture.test_states import classes

WORDED = (
    "accounts", "api", "guandan_rules", "integrations", "journal",
    "notices", "scoring", "tournaments", "web",
)  # fmt: skip
WORDS = python_files("tournaments/words.py", "tournaments/*/words.py", "tournaments/*/words/*.py", "web/**/*_words.py")
FOR_PROGRAMS = {
    f"guandan_rules/{name}.py"
    for name in ("codes", "deal_play", "deal_state", "fields", "lines", "notation", "deal_replay", "tribute_cards")
}
"""Modules that answer programs by codes and whose refusals no page shows: a played deal, its notation, JSON lines."""


@cache
def sources() -> dict[str, str]:
    """What may raise a code or ask for a word, by path."""
    python = [path for path in python_files(*(f"{package}/**/*.py" for package in PACKAGES)) if path not in WORDS]
    files = [*python, *(path for path in ROOT.glob("templates/**/*") if path.is_file())]
    return {place(path): path.read_text(encoding="utf-8") for path in files}


@cache
def members_named() -> dict[str, set[str]]:
    """The members that anything a page calls names, beside the place where they are defined: name → their enums."""
    found: dict[str, set[str]] = {}
    for path, text in sources().items():
        if path not in FOR_PROGRAMS and not path.endswith("/states.py"):
            for holder, member in re.findall(r"\b(\w+)\.(?=(\w+))", text):
                found.setdefault(member, set()).add(holder)
    return found


def is_raised(code: StrEnum) -> bool:
    """Does anything that a page calls name the code? ``RuleCode`` may be a module's name for ``Code``."""
    return any(holder.endswith(type(code).__name__) for holder in members_named().get(code.name, ()))


def codes() -> Iterator[StrEnum]:
    for found in classes(StrEnum, *WORDED):
        if found.__name__.endswith(("Code", "Event")):
            yield from found


def worded() -> list[tuple[StrEnum, Path]]:
    """The codes that stand in a table of words, and where."""
    return [
        (key, path)
        for path in WORDS
        for value in vars(module(path)).values()
        if isinstance(value, dict)
        for key in value
        if isinstance(key, StrEnum) and type(key).__name__.endswith(("Code", "Event"))
    ]


def module(path: Path):
    return importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))


def test_every_code_that_a_page_can_show_has_words():
    known = {code for code, _ in worded()}
    assert not [f"{type(code).__name__}.{code.name}" for code in codes() if is_raised(code) and code not in known]


def test_every_code_with_words_is_raised():
    assert not [f"{place(path)}: {code.name}" for code, path in worded() if not is_raised(code)]


def test_every_table_and_function_of_words_is_asked_for():
    texts = sources() | {place(path): path.read_text(encoding="utf-8") for path in WORDS}
    everywhere = Counter(re.findall(r"\w+", "\n".join(texts.values())))
    unused = [
        f"{place(path, node)} {name}"
        for path in WORDS
        for node in tree_of(path).body
        for name in defined(node)
        if everywhere[name] < 2
    ]
    assert not unused


def defined(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []

"""Every code that a person may see has words, and every word can be reached: nothing is translated for nobody."""

import ast
import importlib
import re
from collections import Counter
from collections.abc import Iterator
from enum import Enum, StrEnum
from functools import cache
from pathlib import Path

import pytest
from django.template import Context, Template

from guandan_rules import NAMED
from journal.words import Words
from notices.queries.sendings import Shelf
from tests.architecture.source import PACKAGES, ROOT, place, python_files, tree_of
from tests.architecture.test_states import classes
from tournaments.bracket.words.formats import FORMAT_NAMES, TITLES
from tournaments.day.words.games import NAMES as GAME_NAMES
from tournaments.day.words.games import TITLES as GAME_TITLES
from tournaments.day.words.my_matches import ENDS
from tournaments.draw.method.records import Aspect, DrawWay
from tournaments.entries.models import Gender
from tournaments.entries.queries.entries import EntryStatus
from tournaments.entries.words import GENDERS
from tournaments.event.queries.office import NextThing, Step
from tournaments.event.words.papers import GROUPS as DOCUMENT_GROUPS
from tournaments.event.words.rule_choices import RULE_SETS
from tournaments.formats import FORMATS
from tournaments.formats.tie_breaks import TieBreak
from tournaments.presets.named_games import NAMED_GAMES
from web.documents.document import Group as DocumentGroup
from web.public.entries.teams import End, Stand, Waiting

WORDED = (
    "accounts", "api", "guandan_rules", "integrations", "journal",
    "notices", "scoring", "tournaments", "web",
)  # fmt: skip
WORDS = python_files("tournaments/words.py", "tournaments/*/words.py", "tournaments/*/words/*.py", "web/**/*_words.py")
FOR_PROGRAMS = {
    f"guandan_rules/{name}.py"
    for name in ("codes", "deal_play", "deal_state", "fields", "lines", "notation", "tribute")
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
    by_member: dict[str, set[str]] = {}
    for path, text in sources().items():
        if path not in FOR_PROGRAMS and not path.endswith("/states.py"):
            for holder, member in re.findall(r"\b(\w+)\.(?=(\w+))", text):
                by_member.setdefault(member, set()).add(holder)
    return by_member


def is_raised(code: StrEnum) -> bool:
    """Does anything that a page calls name the code? ``RuleCode`` may be a module's name for ``Code``."""
    return any(holder.endswith(type(code).__name__) for holder in members_named().get(code.name, ()))


def codes() -> Iterator[StrEnum]:
    for enum_class in classes(StrEnum, *WORDED):
        if enum_class.__name__.endswith(("Code", "Event")):
            yield from enum_class


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
        case ast.FunctionDef(decorator_list=[ast.Call(func=ast.Attribute(attr="about"))]):
            return []  # a sentence of a regulation, which its table asks for
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []


# tables that are looked up by whatever a row, a file or an enum holds

PARTIAL = {
    "tournaments/bracket/words/formats.py: PARTS": "a match for a place is named by that place",
    "tournaments/bracket/words/results.py: REASONS_IN_SHORT": "nothing is told of a bye",
    "tournaments/bracket/words/remedies.py: NAMES": "the choices of the chief referee; a walkover follows by itself",
    "tournaments/event/words/advice.py: ABOUT": "a proposal of two stages is told with its numbers",
    "tournaments/event/words/rule_choices.py: QUESTIONS": "what the office answers; the rest is open in the notice",
    "tournaments/series/words.py: WHY": "points are compared in a sentence of their own",
}
BY_NAME = [
    (FORMAT_NAMES, FORMATS),
    (TITLES, FORMATS),
    (GAME_NAMES, NAMED_GAMES),
    (GAME_TITLES, NAMED_GAMES),
    (RULE_SETS, NAMED),
    (ENDS, End),
    (DOCUMENT_GROUPS, DocumentGroup),
    (GENDERS, Gender.values),
]
IN_TEMPLATES = (Aspect, EntryStatus, NextThing, Shelf, Stand, Step, Waiting, DrawWay)
"""Shown by the branches of a template, of which one may be its ``else``."""


def tables() -> dict[str, Words]:
    """Every table of words that shows a code without its word as it is, by where it stands."""
    places = python_files(*(f"{package}/**/*.py" for package in PACKAGES))
    return {
        f"{place(path)}: {name}": value
        for path in places
        if "Words(" in path.read_text(encoding="utf-8")
        for node in tree_of(path).body
        for name in defined(node)
        if isinstance(value := getattr(module(path), name), Words)
    }


def enums_of(table: dict) -> set[type[Enum]]:
    """Those whose members are its keys; codes and events are said by several tables together, and tried above."""
    return {type(key) for key in table if isinstance(key, Enum) and not type(key).__name__.endswith(("Code", "Event"))}


def test_every_value_of_an_enum_that_is_shown_has_its_word():
    missing = {
        f"{where}: {member!r}"
        for where, table in tables().items()
        if where not in PARTIAL
        for enum in enums_of(table)
        for member in enum
        if member not in table
    }
    assert not missing
    assert tables().keys() >= PARTIAL.keys()


def test_a_table_with_a_word_for_every_value_shows_a_code_that_comes_later():
    """Whoever looks up a word expects one: a table that is whole today says the code of what is added tomorrow."""
    plain = [
        f"{place(path)}: {name}"
        for path in WORDS
        for name, table in vars(module(path)).items()
        if isinstance(table, dict) and not isinstance(table, Words)
        if any(set(enum) <= set(table) for enum in enums_of(table))
    ]
    assert not plain


@pytest.mark.parametrize(("table", "names"), BY_NAME)
def test_every_name_that_is_chosen_from_has_its_word(table, names):
    assert set(table) == {str(name) for name in names}


@pytest.mark.parametrize("enum", IN_TEMPLATES)
def test_every_value_that_a_template_tells_apart_stands_in_one(enum):
    texts = "".join(text for path, text in sources().items() if path.startswith("templates/"))
    assert len([member for member in enum if f'"{member.value}"' not in texts]) <= 1


def test_a_code_without_its_word_is_shown_as_it_is_and_logged(caplog):
    table = Words() | {TieBreak.WINS: "by wins"}
    assert (table[TieBreak.WINS], table[TieBreak.LOT], table["luck"]) == ("by wins", "lot", "luck")
    assert caplog.messages == ["There is no word for TieBreak lot.", "There is no word for str luck."]
    assert table.get(TieBreak.LOT) is None
    page = Template("{% for code, word in table.items %}{{ code }}: {{ word }}{% endfor %}")
    assert page.render(Context({"table": table})) == "wins: by wins"

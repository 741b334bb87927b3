"""Every state stands in its transition table, and `journal.states` alone writes one."""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType

from django.db.models import TextChoices

from tests.architecture.source import DOMAIN, ROOT, calls, files_of, place, tree_of
from tests.transitions import untaken

WRITER = ROOT / "journal" / "states.py"
GIVEN_FIRST = {"scoring/actions/submissions.py"}
"""Here a row that is not stored yet is given the state that it is made in."""


def modules_of(package: str) -> Iterator[ModuleType]:
    root = importlib.import_module(package)
    yield root
    for info in pkgutil.walk_packages(root.__path__, f"{package}."):
        if ".migrations" not in info.name and ".management" not in info.name:
            yield importlib.import_module(info.name)


def classes(kind: type, *packages: str) -> list[type]:
    """The classes of this kind that our packages define, each once."""
    return [
        value
        for package in packages
        if (ROOT / package / "__init__.py").exists()
        for module in modules_of(package)
        for value in vars(module).values()
        if inspect.isclass(value) and issubclass(value, kind) and value.__module__ == module.__name__
    ]


STATES = [state for state in classes(TextChoices, *DOMAIN) if state.__name__.endswith("State")]


def targets_of(states: type[TextChoices]) -> set[str]:
    """The states that some state may become, by a table that names every state and no other."""
    name = f"{states.__name__.removesuffix('State').upper()}_TRANSITIONS"
    table = getattr(importlib.import_module(states.__module__), name)
    assert set(table) == set(states), name
    return {target for targets in table.values() for target in targets}


def test_every_state_stands_in_its_transition_table() -> None:
    assert STATES
    assert not [states.__name__ for states in STATES if not targets_of(states) <= set(states)]


def test_every_state_can_be_reached() -> None:
    assert not [s.__name__ for s in STATES if targets_of(s) | {next(iter(s))} != set(s)]


def written_states(tree: ast.Module) -> Iterator[ast.stmt | ast.expr]:
    """Where a ``state`` is written: assigned, set by name, or changed by a query; a constructor may give the first."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets) if any(names_state(target) for target in targets):
                yield node
            case ast.AnnAssign(target=target) | ast.AugAssign(target=target) if names_state(target):
                yield node
    for call in calls(tree):
        method = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        by_name = any(isinstance(node, ast.Constant) and node.value == "state" for node in ast.walk(call))
        if (method in {"setattr", "__setattr__", "bulk_update", "bulk_create", "save"} and by_name) or (
            method in {"update", "aupdate"} and any(keyword.arg == "state" for keyword in call.keywords)
        ):
            yield call


def names_state(target: ast.expr) -> bool:
    if isinstance(target, ast.Tuple | ast.List):
        return any(names_state(one) for one in target.elts)
    return isinstance(target, ast.Attribute) and target.attr == "state"


def test_state_is_written_by_become_alone() -> None:
    files = [path for path in files_of(*DOMAIN, "api", "web", "rehearsal") if path != WRITER]
    written = {place(path): [place(path, node) for node in written_states(tree_of(path))] for path in files}
    assert not [line for name, lines in written.items() if name not in GIVEN_FIRST for line in lines]
    assert {name: len(written[name]) for name in GIVEN_FIRST} == {"scoring/actions/submissions.py": 1}


def test_every_way_of_writing_a_state_is_found() -> None:
    for source in (
        "match.state = MatchState.OVER",
        "match.result, match.state = result, MatchState.OVER",
        "match.state: str = 'over'",
        "setattr(match, 'state', 'over')",
        "matches.filter(pk=1).update(table=None, state='over')",
        "Match.objects.bulk_update(matches, ['table', 'state'])",
        "match.save(update_fields=['state'])",
    ):
        assert list(written_states(ast.parse(source))), source
    assert not list(written_states(ast.parse("Match(state='ready'); become(match, 'over'); rows.filter(state='over')")))


def test_step_that_nobody_takes_is_reported() -> None:
    tables = {"Lamp": {"off": ("on",), "on": ("off", "broken"), "broken": ()}}
    taken = {("Lamp", "off", "on"), ("Lamp", "on", "off"), ("Door", "on", "broken")}
    assert untaken(tables, taken) == ["Lamp: nobody goes from on to broken"]
    assert not untaken(tables, taken | {("Lamp", "on", "broken")})

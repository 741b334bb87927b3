"""Every state stands in its transition table; every code a person may see has words."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from enum import StrEnum
from types import ModuleType

import pytest
from django.db.models import TextChoices

from tests.architecture.source import DOMAIN, ROOT

WORDED = ("accounts", "api", "guandan_rules", "journal", "notices", "scoring", "tournaments", "web")


def modules_of(package: str) -> Iterator[ModuleType]:
    root = importlib.import_module(package)
    yield root
    for found in pkgutil.walk_packages(root.__path__, f"{package}."):
        if ".migrations" not in found.name and ".management" not in found.name:
            yield importlib.import_module(found.name)


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
CODES = [code for code in classes(StrEnum, *WORDED) if code.__name__.endswith(("Code", "Event"))]


@pytest.mark.parametrize("states", STATES, ids=lambda states: states.__name__)
def test_every_state_stands_in_its_transition_table(states: type[TextChoices]) -> None:
    name = f"{states.__name__.removesuffix('State').upper()}_TRANSITIONS"
    table = getattr(importlib.import_module(states.__module__), name)
    assert set(table) == set(states)
    assert {target for targets in table.values() for target in targets} <= set(states)


@pytest.mark.parametrize("states", STATES, ids=lambda states: states.__name__)
def test_every_state_can_be_reached(states: type[TextChoices]) -> None:
    table = getattr(
        importlib.import_module(states.__module__), f"{states.__name__.removesuffix('State').upper()}_TRANSITIONS"
    )
    first = next(iter(states))
    assert {target for targets in table.values() for target in targets} | {first} == set(states)


@pytest.mark.parametrize("codes", CODES, ids=lambda codes: f"{codes.__module__}.{codes.__name__}")
def test_every_code_has_words(codes: type[StrEnum]) -> None:
    worded = {
        key
        for module in modules_of("web.phrases")
        for value in vars(module).values()
        if isinstance(value, dict)
        for key in value
        if isinstance(key, str)
    }
    assert not [code.name for code in codes if code not in worded]

"""Pytest plugin: every step of a state that the run takes is written down and held against the transition tables.

A step that a table lacks is refused by `journal.states` itself. This looks the other way: at the end of a whole run
(no path, nothing left out, ended by itself) a step that stands in a table and that nobody took is named in the
summary, and the run has failed. What happens in this process and in the workers of xdist counts, live servers in
threads included.
"""

import os
from typing import Any

import pytest

from tests.thorough import THOROUGH

Step = tuple[str, str, str]
"""The name of the model, the state before, the state after."""

KEY = pytest.StashKey[set[Step]]()
NARROWED = ("keyword", "markexpr", "deselect", "lf", "stepwise", "maxfail", "collectonly", "ignore", "ignore_glob")
"""Options by which a run leaves something out."""


def pytest_configure(config: pytest.Config) -> None:
    config.stash[KEY] = set()


def pytest_sessionstart(session: pytest.Session) -> None:
    from journal.states import WATCHERS

    steps = session.config.stash[KEY]
    WATCHERS.append(lambda model, before, after: steps.add((model.__name__, str(before), str(after))))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A worker has ended: what it saw counts here."""
    node.config.stash[KEY].update(tuple(step) for step in getattr(node, "workeroutput", {}).get("steps", ()))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    config = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput["steps"] = sorted(config.stash[KEY])
    elif exitstatus == pytest.ExitCode.OK and faults(config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    lines = faults(config)
    if lines:
        terminalreporter.section("transition tables", red=True, bold=True)
        for line in lines:
            terminalreporter.write_line(line)


def faults(config: pytest.Config) -> list[str]:
    """What the tables say and a whole run did not do; nothing for a part of one."""
    if not is_whole(config):
        return []
    from journal.management.commands.draw_states import stateful_models

    tables = {model.__name__: model.transitions for model in stateful_models()}  # type: ignore[attr-defined]
    return untaken(tables, config.stash[KEY])


def untaken(tables: dict[str, Any], taken: set[Step]) -> list[str]:
    """A line for each step of the tables that nobody took."""
    steps = {
        (model, str(before), str(after))
        for model, table in tables.items()
        for before, targets in table.items()
        for after in targets
    }
    return [f"{model}: nobody goes from {before} to {after}" for model, before, after in sorted(steps - taken)]


def is_whole(config: pytest.Config) -> bool:
    """Whether everything under ``testpaths`` was asked for, the pages in a browser and all tries by chance too."""
    asked_for_a_part = any(config.getoption(name, None) for name in NARROWED)
    in_browser = os.environ.get("BROWSER_TESTS") == "required"
    return THOROUGH and in_browser and config.args_source == pytest.Config.ArgsSource.TESTPATHS and not asked_for_a_part

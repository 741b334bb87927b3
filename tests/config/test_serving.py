"""What is imported, read and shared before the first request; what is only imported when it is needed."""

import os
import subprocess
import sys

import pytest

from tests.architecture.source import ROOT

HEAVY = {
    "babel", "docx", "docxtpl", "icalendar", "lxml", "numpy", "openpyxl", "pypinyin", "python_calamine", "rustworkx",
    "segno", "tqdm", "typst",
}  # fmt: skip
"""Each takes megabytes of every process, and serves a page in a hundred."""
SCRIPT = """
import gc, sys, threading
import config.wsgi
print(*sys.modules)

from config.serving import preload

preload()
print(gc.get_freeze_count(), threading.active_count())
"""
NOWHERE = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing", "REDIS_URL": "redis://127.0.0.1:1/0"}


@pytest.fixture(scope="module")
def said() -> tuple[str, str]:
    """What a process of the site has imported; then of what it preloads, how many objects it froze, and its threads."""
    argv = [sys.executable, "-c", SCRIPT]
    environment = {**os.environ, **NOWHERE}
    process = subprocess.run(argv, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    imported, preloaded = process.stdout.splitlines()
    return imported, preloaded


def test_site_is_imported_without_what_it_seldom_needs(said: tuple[str, str]) -> None:
    imported = {name.partition(".")[0] for name in said[0].split()}
    assert "web" in imported
    assert imported & HEAVY == set()


def test_what_is_forked_from_needs_no_server_and_has_no_second_thread(said: tuple[str, str]) -> None:
    frozen, threads = map(int, said[1].split())
    assert frozen > 100_000
    assert threads == 1

"""What is imported, read and shared before the first request; what is only imported when it is needed."""

import os
import subprocess
import sys

from tests.architecture.source import ROOT

HEAVY = {
    "babel", "docx", "docxtpl", "icalendar", "lxml", "numpy", "openpyxl", "pypinyin", "python_calamine", "rustworkx",
    "segno", "tqdm", "typst",
}  # fmt: skip
"""Each takes megabytes of every process, and serves a page in a hundred."""
IMPORTED = "import sys; import config.wsgi; print(*sys.modules)"
PRELOADED = """
import gc, threading
from config.serving import preload

preload()
print(gc.get_freeze_count(), threading.active_count())
"""
NOWHERE = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing", "REDIS_URL": "redis://127.0.0.1:1/0"}


def said(script: str) -> list[str]:
    argv = [sys.executable, "-c", script]
    environment = {**os.environ, **NOWHERE}
    return subprocess.run(argv, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout.split()


def test_site_is_imported_without_what_it_seldom_needs() -> None:
    imported = {name.partition(".")[0] for name in said(IMPORTED)}
    assert "web" in imported
    assert imported & HEAVY == set()


def test_what_is_forked_from_needs_no_server_and_has_no_second_thread() -> None:
    frozen, threads = map(int, said(PRELOADED))
    assert frozen > 100_000
    assert threads == 1

"""The pure packages are covered by their own examples, every line and every branch; chance is not needed for it."""

import re
import subprocess
import sys

from tests.architecture.source import ROOT
from tests.thorough import in_ci_only

MEASURED = "guandan_rules,scoring.games"
TESTS = ("tests/guandan_rules", "tests/scoring/test_games")
BARE = ("-c", "/dev/null", "--rootdir", ".", "-p", "no:django", "-p", "no:xdist", "-p", "no:cacheprovider")
EXAMPLES = ("-m", "not hypothesis")  # what is drawn by chance runs with the rest, and need not be traced


def run(*arguments: str) -> str:
    process = subprocess.run(
        [sys.executable, "-m", "coverage", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return process.stdout


@in_ci_only
def test_every_line_and_branch_of_the_pure_packages_is_tested(tmp_path):
    data = f"--data-file={tmp_path / 'coverage'}"
    played = run("run", data, "--branch", f"--source={MEASURED}", "-m", "pytest", *TESTS, *BARE, *EXAMPLES, "-q")
    assert re.search(r"^\d+ passed(, \d+ deselected)? in", played, re.MULTILINE), played[-2000:]
    report = run("report", data, "--show-missing", "--skip-covered")
    total = next(line for line in report.splitlines() if line.startswith("TOTAL"))
    assert total.endswith("100%"), report

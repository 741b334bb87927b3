"""Names as people of many scripts write them, of `tests/cases/names.txt`, each with its width in columns."""

from pathlib import Path

_LINES = (Path(__file__).parent / "cases" / "names.txt").read_text(encoding="utf-8").splitlines()
NAMES = [(name, int(columns)) for name, _bar, columns in (line.partition("|") for line in _LINES if line[0] != "#")]

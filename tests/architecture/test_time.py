"""Domain apps know the time by ``journal.clock.now`` only, so that a rehearsal can run faster than the wall clock."""

import ast

from tests.architecture.source import DOMAIN, ROOT, calls, dotted, files_of, place, tree_of

CLOCKS = (
    "timezone.now", "timezone.localtime", "timezone.localdate", "datetime.now", "datetime.utcnow", "datetime.today",
    "date.today", "time.time", "time.time_ns",
)  # fmt: skip
THE_CLOCK = ROOT / "journal" / "clock.py"
FILES = [path for path in files_of(*DOMAIN) if path != THE_CLOCK]


def reads_a_clock(call: ast.Call) -> bool:
    name = dotted(call.func)
    bare = name in {"timezone.localtime", "timezone.localdate"} and bool(call.args)  # a conversion, not a reading
    return not bare and any(name == clock or name.endswith(f".{clock}") for clock in CLOCKS)


def test_domain_module_reads_no_other_clock() -> None:
    readings = [
        f"{place(path, call)}: {dotted(call.func)}"
        for path in FILES
        for call in calls(tree_of(path))
        if reads_a_clock(call)
    ]
    assert not readings


def test_domain_module_hands_no_clock_to_a_default() -> None:
    handed = [
        f"{place(path, node.value)}: {dotted(node.value)}"
        for path in FILES
        for call in calls(tree_of(path))
        for node in call.keywords
        if isinstance(node.value, ast.Attribute) and dotted(node.value) in CLOCKS
    ]
    assert not handed

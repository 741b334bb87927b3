"""Whatever a test reads of a page in a browser it waits for: a press is answered when it is answered.

``expect(page.locator(…)).to_have_…()`` waits, ``becomes(lambda: …, value)`` of tests/browser.py waits;
``assert page.inner_text(…) == …`` passes here and fails on a busy machine.
"""

import ast
from collections.abc import Iterator

from tests.architecture.source import dotted, place, python_files, tree_of

AT_ONCE = {
    "all_inner_texts", "all_text_contents", "bounding_box", "eval_on_selector", "eval_on_selector_all", "evaluate",
    "evaluate_all", "get_attribute", "inner_html", "inner_text", "input_value", "is_checked", "is_disabled",
    "is_enabled", "is_hidden", "is_visible", "text_content",
}  # fmt: skip
IN_A_BROWSER = {"visitor", "visitors", "chromium", "Page"}


def test_what_is_read_of_a_page_is_waited_for() -> None:
    hasty_reads = [
        f"{place(path, node)}: {read}"
        for path in python_files("tests/**/*.py")
        if is_in_a_browser(tree_of(path))
        for node in ast.walk(tree_of(path))
        for read in (hasty(node) if isinstance(node, ast.Assert) else sleep(node))
    ]
    assert not hasty_reads, "\n".join(hasty_reads)


def is_in_a_browser(tree: ast.Module) -> bool:
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return bool(IN_A_BROWSER & (used | {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}))


def hasty(assertion: ast.Assert) -> Iterator[str]:
    """What it reads of a page as it stands at that moment."""
    for node in ast.walk(assertion.test):
        name = dotted(node) if isinstance(node, ast.Attribute) else ""
        last = name.rpartition(".")[2]
        if last in AT_ONCE or name in ("page.url", "page.title") or (last == "count" and "locator" in name):
            yield name


def sleep(node: ast.AST) -> Iterator[str]:
    """A wait for the clock instead of for what is to come."""
    if isinstance(node, ast.Attribute) and node.attr == "wait_for_timeout":
        yield dotted(node)

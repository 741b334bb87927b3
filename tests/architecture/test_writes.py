"""Screens and API only read: whatever changes, an action changes."""

import ast

from tests.architecture.source import calls, dotted, files_of, place, tree_of

ALWAYS = {
    "save", "create", "get_or_create", "update_or_create", "bulk_create", "bulk_update", "delete",
    "asave", "acreate", "aupdate", "adelete", "select_for_update", "cursor",
}  # fmt: skip
ON_QUERIES = {"update", "add", "set", "remove", "clear"}  # innocent on a dict or a set, a write on a manager
NOT_A_MODEL = {"cache", "server", "messages", "session"}


def writes(call: ast.Call) -> bool:
    """Whether the call looks like a write through the ORM, or like a cursor of its own."""
    if not isinstance(call.func, ast.Attribute):
        return False
    if ast.unparse(call.func.value) == "vars()":  # the body of a class that is being made
        return False
    receiver = dotted(call.func.value)
    if receiver.rpartition(".")[2].lstrip("_") in NOT_A_MODEL:
        return False
    on_query = "objects" in receiver.split(".") or receiver.endswith("_set") or isinstance(call.func.value, ast.Call)
    return call.func.attr in ALWAYS or (call.func.attr in ON_QUERIES and on_query)


def test_screen_or_api_module_writes_nothing() -> None:
    written = [
        f"{place(path, call)}: {ast.unparse(call.func)}"
        for path in files_of("web", "api")
        for call in calls(tree_of(path))
        if writes(call)
    ]
    assert not written

"""Every public function among the actions is an @action, takes its actor as keyword ``by``, and records."""

import ast

from tests.architecture.source import DOMAIN, calls, dotted, place, python_files, tree_of

# journal/recording.py is the mechanism itself
FILES = python_files(
    *(f"{app}/**/actions.py" for app in DOMAIN if app != "journal"), *(f"{app}/**/actions/**/*.py" for app in DOMAIN)
)


def public_functions(tree: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in tree.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]


def recorders(tree: ast.Module) -> set[str]:
    """The module's functions that record: themselves, through another one of the module, or by handing ``by`` on."""
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    names = {name for name, node in functions.items() if any(_records(call) for call in calls(node))}
    while True:
        more = {
            name
            for name, node in functions.items()
            if name not in names and any(dotted(call.func) in names for call in calls(node))
        }
        if not more:
            return names
        names |= more


def _records(call: ast.Call) -> bool:
    return dotted(call.func).rpartition(".")[2] == "record" or any(
        keyword.arg == "by" and isinstance(keyword.value, ast.Name) and keyword.value.id == "by"
        for keyword in call.keywords
    )


def test_public_function_is_an_action() -> None:
    plain = [
        place(path, function)
        for path in FILES
        for function in public_functions(tree_of(path))
        if "action" not in {dotted(decorator) for decorator in function.decorator_list}
    ]
    assert not plain


def test_action_takes_its_actor_as_keyword_by() -> None:
    anonymous = [
        place(path, function)
        for path in FILES
        for function in public_functions(tree_of(path))
        if "by" not in {argument.arg for argument in function.args.kwonlyargs}
    ]
    assert not anonymous


def test_action_records_what_happened() -> None:
    silent = []
    for path in FILES:
        recording = recorders(tree_of(path))
        silent += [place(path, f) for f in public_functions(tree_of(path)) if f.name not in recording]
    assert not silent

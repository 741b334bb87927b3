"""Foreign keys point down, like imports, and nothing below goes up through one of them."""

import ast
from collections.abc import Iterator
from functools import cache

from django.apps import apps
from django.db.models import Field, Model
from django.db.models.constants import LOOKUP_SEP

from tests.architecture.source import LAYERS, PACKAGES, calls, files_of, place, tree_of

HEIGHT = {package: -number for number, layer in enumerate(LAYERS) for package in layer}
MODELS = [model for model in apps.get_models() if model._meta.app_label in PACKAGES]
QUERIES = {
    "aggregate", "alias", "annotate", "defer", "distinct", "exclude", "filter", "get", "only", "order_by",
    "prefetch_related", "select_related", "update", "values", "values_list", "F", "Q", "Count", "Exists", "Max", "Min",
    "Prefetch", "Sum",
}  # fmt: skip
"""What takes names of fields and relations, as keywords or as text."""


def keys(model: type[Model]) -> list[Field]:
    own = [*model._meta.local_fields, *model._meta.local_many_to_many]
    return [field for field in own if field.is_relation and field.related_model is not None]


def test_foreign_key_points_down() -> None:
    up = [
        f"{model._meta.label}.{field.name} → {field.related_model._meta.label}"
        for model in MODELS
        for field in keys(model)
        if HEIGHT.get(field.related_model._meta.app_label, -99) > HEIGHT[model._meta.app_label]
    ]
    assert not up


@cache
def ways_up(package: str) -> set[str]:
    """The names by which the models of the package, and of those below it, reach a row of a layer above it."""
    height = HEIGHT[package]
    below = [model for model in MODELS if HEIGHT[model._meta.app_label] <= height]
    return {
        name
        for model in below
        for relation in model._meta.related_objects
        if HEIGHT.get(relation.related_model._meta.app_label, -99) > height
        for name in (relation.name, relation.get_accessor_name())
        if name
    }


def relations_named(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    """Attributes, and what queries name, each up to its first double underscore."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield node, node.attr
    for call in calls(tree):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name in QUERIES:
            texts = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
            for path in [*texts, *(keyword.arg or "" for keyword in call.keywords)]:
                yield from ((call, step) for step in path.lstrip("-").split(LOOKUP_SEP))


def climbing(package: str, tree: ast.Module) -> list[ast.expr]:
    """Where the module of that package goes up by a reverse accessor, which the import contracts cannot see."""
    up = ways_up(package) - fields_of_values(tree)
    return [node for node, name in relations_named(tree) if name in up]


def fields_of_values(tree: ast.Module) -> set[str]:
    """What the module's own values call their fields; those are no rows."""
    classes = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    fields = (node.target for class_node in classes for node in class_node.body if isinstance(node, ast.AnnAssign))
    return {target.id for target in fields if isinstance(target, ast.Name)}


def test_ways_up_are_known() -> None:
    assert {"tournament"} <= ways_up("journal")
    assert {"round"} <= ways_up("scoring")
    assert {"slip", "roles"} <= ways_up("accounts")
    assert {"notices"} <= ways_up("tournaments")
    assert not ways_up("notices")


def test_lower_layer_goes_up_by_no_reverse_accessor() -> None:
    lower = [package for package in PACKAGES if package in {model._meta.app_label for model in MODELS}]
    climbs = [
        f"{place(path, node)}: {ast.unparse(node)}"
        for package in lower
        for path in files_of(package)
        for node in climbing(package, tree_of(path))
    ]
    assert not climbs


def test_way_up_is_found_wherever_it_is_taken() -> None:
    for source in (
        "journal.tournament.name",
        "Journal.objects.filter(tournament__slug='a')",
        "events.select_related('journal__tournament')",
        "Event.objects.order_by('-journal__tournament__slug')",
        "Q(journal__tournament=None)",
    ):
        assert climbing("journal", ast.parse(source)), source
    assert not climbing("journal", ast.parse("record(journal, tournament=1, kind='tournament')"))

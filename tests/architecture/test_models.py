"""Foreign keys point down, like imports."""

import pytest
from django.apps import apps
from django.db.models import Field, Model

from tests.architecture.source import LAYERS, PACKAGES

HEIGHT = {package: -number for number, layer in enumerate(LAYERS) for package in layer}
MODELS = [model for model in apps.get_models() if model._meta.app_label in PACKAGES]


def keys(model: type[Model]) -> list[Field]:
    own = [*model._meta.local_fields, *model._meta.local_many_to_many]
    return [field for field in own if field.is_relation and field.related_model is not None]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_foreign_key_points_down(model: type[Model]) -> None:
    height = HEIGHT[model._meta.app_label]
    up = [
        f"{model._meta.label}.{field.name} → {field.related_model._meta.label}"
        for field in keys(model)
        if HEIGHT.get(field.related_model._meta.app_label, -99) > height
    ]
    assert not up


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_lower_layer_sees_no_way_up(model: type[Model]) -> None:
    """A reverse accessor from above is no door: nothing below calls it, which the import contracts cannot see."""
    assert model.__module__.partition(".")[0] == model._meta.app_label

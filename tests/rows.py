"""Everything that stands in the database, to show that a refusal changed nothing."""

from typing import Any

from django.apps import apps

OWN = ("accounts", "journal", "scoring", "tournaments")


def all_rows() -> dict[str, list[dict[str, Any]]]:
    """Every row of the project's own tables, by table, in the order of their keys."""
    models = [model for app in OWN for model in apps.get_app_config(app).get_models()]
    return {model.__name__: list(model._default_manager.order_by("pk").values()) for model in models}

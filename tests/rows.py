"""Everything that stands in the database, to show that a refusal changed nothing."""

import json
from typing import Any

from django.apps import apps
from django.db import connection

OWN = ("accounts", "journal", "scoring", "tournaments")


def all_rows() -> dict[str, list[dict[str, Any]]]:
    """Every row of the project's own tables, by table, in the order of their keys: one statement, as JSON."""
    models = [model for app in OWN for model in apps.get_app_config(app).get_models()]
    statement = " union all ".join(
        f"(select '{model.__name__}', coalesce(jsonb_agg(to_jsonb(one) order by one.\"{model._meta.pk.column}\"), '[]')"
        f' from "{model._meta.db_table}" one)'
        for model in models
    )
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return {name: json.loads(rows) for name, rows in cursor.fetchall()}

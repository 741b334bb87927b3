"""Objects of a row and of those in its keys, by SQL that is written once: for what is read at every saved deal."""

from collections.abc import Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Field, Model

M = TypeVar("M", bound=Model)


class _Part(NamedTuple):
    """The columns of a row that are one object, and the key of which object of the row it stands in."""

    owner: str
    key: str
    model: type[Model]
    fields: tuple["Field[Any, Any]", ...]
    start: int


class Joined(Generic[M]):
    """Rows of ``model``, each with the objects of the keys ``paths`` (``round``, ``round__clock``: a key after the one
    that holds it), as `select_related` reads them.

    Django compiles a query set at every reading; of a join of eight tables that takes longer than all else that saving
    a deal does (docs/decisions/0025-written-statements.md). Tables and columns are those of the models.
    """

    def __init__(self, model: type[M], *paths: str) -> None:
        self._parts = {"it": _part("", "", model, 0)}
        joins = []
        for path in paths:
            owner, _, key = f"it__{path}".rpartition("__")
            field: Any = self._parts[owner].model._meta.get_field(key)
            start = sum(len(part.fields) for part in self._parts.values())
            part = _part(owner, key, field.related_model, start)
            pk: Any = part.model._meta.pk
            self._parts[f"it__{path}"] = part
            joins.append(
                f'left join {part.model._meta.db_table} "it__{path}"'
                f' on "it__{path}".{pk.column} = "{owner}".{field.column}'
            )
        columns = ", ".join(f'"{name}".{field.column}' for name, part in self._parts.items() for field in part.fields)
        # names of the models' own tables and columns alone
        self._sql = f'select {columns} from {model._meta.db_table} "it" {" ".join(joins)} where '  # noqa: S608

    def where(self, condition: str, *values: Any) -> Iterator[M]:
        """Those that meet a condition of SQL, in which the row is called ``it``; one query."""
        with connection.cursor() as cursor:
            cursor.execute(self._sql + condition, values)
            rows = cursor.fetchall()
        for row in rows:
            objects: dict[str, Any] = {}
            for name, part in self._parts.items():
                columns: dict[str, Any] = {}
                for field, value in zip(part.fields, row[part.start :], strict=False):
                    read = getattr(field, "from_db_value", None)
                    columns[field.attname] = read(value, None, connection) if read else value
                is_there = columns[part.model._meta.pk.attname] is not None
                made = part.model.from_db(DEFAULT_DB_ALIAS, list(columns), list(columns.values())) if is_there else None
                objects[name] = made
            for name, part in self._parts.items():
                if part.owner and objects[part.owner] is not None:
                    setattr(objects[part.owner], part.key, objects[name])
            yield objects["it"]


def _part(owner: str, key: str, model: type[Model], start: int) -> _Part:
    return _Part(owner, key, model, tuple(model._meta.concrete_fields), start)

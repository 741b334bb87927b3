"""Readings that are asked so often that writing their SQL anew costs more than the answer."""

from collections.abc import Callable, Collection, Iterable
from typing import Any, Generic, NamedTuple, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model, QuerySet
from django.db.models.sql.compiler import SQLCompiler

M = TypeVar("M", bound=Model)


class _Written(NamedTuple):
    """SQL with what it takes before the ids and after them, and what Django makes of the values of an answer."""

    compiler: SQLCompiler
    sql: str
    before: list[Any]
    after: list[Any]
    converters: dict[int, Any]


class Statement:
    """Rows by the ids (or slugs) in one ``__in``, or by what else is asked by and stands together: Django writes the
    SQL once for each number of them, and reads every answer.

    Django has no public way to keep compiled SQL; without this a reading of the bracket takes an eighth longer
    (docs/decisions/0025-written-statements.md). What else the query takes must be the same each time.
    """

    def __init__(self, query: Callable[[Collection[Any]], QuerySet[Any, Any]]) -> None:
        self._query = query
        self._written: dict[int, _Written] = {}

    def rows(self, ids: Collection[Any]) -> Iterable[tuple[Any, ...]]:
        """The values of every row; one query, none for no ids."""
        if not ids:
            return ()
        if len(ids) not in self._written:
            self._written[len(ids)] = self._write(ids)
        compiler, sql, before, after, converters = self._written[len(ids)]
        with connection.cursor() as cursor:
            cursor.execute(sql, [*before, *ids, *after])
            rows = cursor.fetchall()
        return cast("Iterable[tuple[Any, ...]]", compiler.apply_converters(rows, converters) if converters else rows)

    def _write(self, ids: Collection[Any]) -> _Written:
        # of the same kind as the ids, and nothing else in the statement: the 1 of an EXISTS is no id
        stand_ins = [f"stand-in {at}" if isinstance(value, str) else 31_000 + at for at, value in enumerate(ids)]
        compiler = self._query(stand_ins).query.get_compiler(DEFAULT_DB_ALIAS)
        sql, takes = compiler.as_sql()
        taken = list(takes)
        for at in range(len(taken)):
            if taken[at : at + len(stand_ins)] == stand_ins:
                converters = compiler.get_converters([column for column, *_ in compiler.select or ()])
                return _Written(compiler, sql, taken[:at], taken[at + len(stand_ins) :], converters)
        raise ValueError("A statement takes its ids one after the other.")


class _Part(NamedTuple):
    """Columns of a row that are one object: the ``name`` of the key in which it stands, of the object at ``path``."""

    path: str
    name: str
    model: type[Model]
    columns: tuple[str, ...]
    start: int
    key: int


class Objects(Generic[M]):
    """Objects of ``model`` from a ``Statement``, with those in the keys that are named (``round``, ``round__clock``:
    each after the one that holds it), and with what the query annotates (``more``)."""

    def __init__(
        self, model: type[M], query: Callable[[Collection[Any]], QuerySet[M]], *joined: str, more: Collection[str] = ()
    ) -> None:
        self._parts = [self._part("", model, 0)]
        of: dict[str, type[Model]] = {"": model}
        for path in joined:
            owner, _, name = path.rpartition("__")
            of[path] = cast("type[Model]", of[owner]._meta.get_field(name).related_model)
            self._parts.append(self._part(path, of[path], self._parts[-1].start + len(self._parts[-1].columns)))
        self._more = tuple(more)
        columns = [f"{part.path}__{column}".lstrip("_") for part in self._parts for column in part.columns]
        self._statement = Statement(lambda ids: query(ids).values_list(*columns, *self._more))

    @staticmethod
    def _part(path: str, model: type[Model], start: int) -> _Part:
        columns = tuple(field.attname for field in model._meta.concrete_fields)
        assert model._meta.pk is not None
        return _Part(
            path, path.rpartition("__")[2], model, columns, start, start + columns.index(model._meta.pk.attname)
        )

    def by(self, ids: Collection[Any]) -> Iterable[M]:
        """Those of the ids; one query."""
        for row in self._statement.rows(ids):
            objects = {part.path: self._object(part, row) for part in self._parts}
            for part in self._parts[1:]:
                owner = objects[part.path.rpartition("__")[0]]
                if owner is not None:
                    setattr(owner, part.name, objects[part.path])
            made = cast("M", objects[""])
            for name, value in zip(self._more, row[len(row) - len(self._more) :], strict=True):
                setattr(made, name, value)
            yield made

    @staticmethod
    def _object(part: _Part, row: tuple[Any, ...]) -> Model | None:
        if row[part.key] is None:
            return None
        return part.model.from_db(DEFAULT_DB_ALIAS, part.columns, row[part.start : part.start + len(part.columns)])


def hand_over(owner: Model, name: str, rows: Iterable[Model]) -> None:
    """``rows`` are all that ``owner.<name>.all()`` finds; it asks for them no more, as after ``prefetch_related``."""
    manager = getattr(owner, name)
    related = manager.all()
    related._result_cache, related._prefetch_done = list(rows), True
    for row in related._result_cache:
        manager.field.set_cached_value(row, owner)
    owner.__dict__.setdefault("_prefetched_objects_cache", {})[name] = related

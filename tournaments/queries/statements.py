"""Readings that are asked so often that writing their SQL anew costs more than the answer."""

from collections.abc import Callable, Collection, Iterable
from typing import Any, cast

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler


class Statement:
    """Rows by the ids (or slugs) in one ``__in``: Django writes the SQL once for each number of them, and reads every
    answer.

    Django has no public way to keep compiled SQL; without this a reading of the bracket takes an eighth longer
    (docs/decisions/0025-written-statements.md). What else the query takes must be the same each time.
    """

    def __init__(self, query: Callable[[Collection[Any]], QuerySet[Any, Any]]) -> None:
        self._query = query
        self._written: dict[int, tuple[SQLCompiler, str, list[Any], list[Any]]] = {}

    def rows(self, ids: Collection[Any]) -> Iterable[tuple[Any, ...]]:
        """The values of every row; one query, none for no ids."""
        if not ids:
            return ()
        if len(ids) not in self._written:
            self._written[len(ids)] = self._write(ids)
        compiler, sql, before, after = self._written[len(ids)]
        with connection.cursor() as cursor:
            cursor.execute(sql, [*before, *ids, *after])
            return cast("Iterable[tuple[Any, ...]]", compiler.results_iter([cursor.fetchall()]))

    def _write(self, ids: Collection[Any]) -> tuple[SQLCompiler, str, list[Any], list[Any]]:
        compiler = self._query(ids).query.get_compiler(DEFAULT_DB_ALIAS)
        sql, takes = compiler.as_sql()
        taken, given = list(takes), list(ids)
        for at in range(len(taken)):
            if taken[at : at + len(given)] == given:
                return compiler, sql, taken[:at], taken[at + len(given) :]
        raise ValueError("A statement takes its ids one after the other.")

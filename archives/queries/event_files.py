"""One event as plain values: what the file of an event holds (`archives.tables`)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import connection, transaction

from accounts.models import User
from archives import references
from archives.tables import (
    BOOKED,
    EVENT,
    FORMAT,
    SERIES,
    TABLES,
    VERSION,
    ArchivedTable,
    is_person,
    listed_table,
    table_of,
    to_json,
)
from journal.models import Event, Journal
from tournaments.codes import TournamentEvent
from tournaments.models import Booking, Tournament
from tournaments.states import BookingKind

Row = dict[str, Any]
LONGEST_NAME = 40


class _Numbers:
    """Numbers in place of ids: each table from 1 by id; rows that are gone from -1, as they are met."""

    def __init__(self) -> None:
        self._known: defaultdict[str, dict[int, int]] = defaultdict(dict)
        self._gone: defaultdict[str, dict[int, int]] = defaultdict(dict)

    def count(self, table: str, pks: Iterable[int]) -> None:
        self._known[table] = {pk: number for number, pk in enumerate(pks, start=1)}

    def of(self, table: str, pk: int) -> int:
        known = self._known[table].get(pk)
        return self._gone[table].setdefault(pk, -1 - len(self._gone[table])) if known is None else known


@contextmanager
def at_one_moment() -> Iterator[None]:
    """Every query inside sees the same moment, whatever is written meanwhile; within another transaction its own."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def origin_of(tournament: Tournament) -> str:
    """Which event it is, on whatever site: the same for all copies of it."""
    marks = Event.objects.filter(journal=tournament.journal_id, kind=TournamentEvent.TOURNAMENT_IMPORTED)
    mark = marks.order_by("number").values_list("data__origin", flat=True).first()
    own = f"{settings.SITE_URL} {tournament.journal_id} {tournament.created_at.isoformat()}"
    return str(mark or sha256(own.encode()).hexdigest()[:32])


def event_file(tournament: Tournament, *, personal: bool = False) -> dict[str, Any]:
    """The event as JSON values: the same for the same event, whatever ids it has on this site.

    Without ``personal`` it lacks genders, remarks, contacts, mail addresses, and what of the journal is not public.
    A constant number of queries.
    """
    rows = {table.name: list(table.rows(tournament)) for table in TABLES}
    history = Event.objects.filter(journal=tournament.journal_id).exclude(kind=TournamentEvent.TOURNAMENT_IMPORTED)
    events = list((history if personal else history.filter(public=True)).order_by("number"))
    numbers = _Numbers()
    numbers.count(EVENT.name, [tournament.pk])
    for table in TABLES:
        numbers.count(table.name, (row.pk for row in rows[table.name]))

    # who acted, by the name of the account
    acted = {event.by_id for event in events}
    for table in TABLES:
        columns = [column.attname for column in table.fields() if is_person(column)]
        acted |= {getattr(row, name) for row in rows[table.name] for name in columns}
    people = list(User.objects.filter(pk__in=[pk for pk in acted if pk]).order_by("pk"))
    numbers.count("people", (person.pk for person in people))

    file = {
        "format": FORMAT,
        "version": VERSION,
        "origin": origin_of(tournament),
        "personal": personal,
        "people": [str(person)[:LONGEST_NAME] for person in people],
        "series": _row(SERIES, tournament.series, numbers, personal=personal) if tournament.series else None,
        "event": _row(EVENT, tournament, numbers, personal=personal),
        "journal": _journal(tournament, events, numbers),
        **{table.name: _rows(table, rows[table.name], numbers, personal=personal) for table in TABLES},
    }
    # which match takes which table or team for the time of its round
    booked = Booking.objects.filter(match__stage__tournament=tournament).order_by("pk")
    file["booked"] = [
        {
            "match": numbers.of("matches", match),
            "kind": BookingKind(kind).name.lower(),
            "row": numbers.of(BOOKED[kind], row),
        }
        for match, kind, row in booked.values_list("match", "kind", "resource")
    ]
    return file


def _journal(tournament: Tournament, events: list[Event], numbers: _Numbers) -> Row:
    journal = Journal.objects.get(pk=tournament.journal_id)
    return {
        "version": journal.version,
        "rehearsal": journal.rehearsal,
        "shown_at": to_json(journal.shown_at),
        "anchored_at": to_json(journal.anchored_at),
        "pace": journal.pace,
        "events": [
            {
                "number": event.number,
                "at": to_json(event.at),
                "by": numbers.of("people", event.by_id) if event.by_id else None,
                "kind": event.kind,
                "subject": references.in_text(event.subject, numbers.of),
                "data": references.in_event(event.data, numbers.of),
                "public": event.public,
            }
            for event in events
        ],
    }


def _rows(table: ArchivedTable, rows: list[Any], numbers: _Numbers, *, personal: bool) -> list[Row]:
    lines = [_row(table, row, numbers, personal=personal) for row in rows]
    for name in table.lists:
        column: Any = table.model._meta.get_field(name)
        source, target = column.m2m_column_name(), column.m2m_reverse_name()
        links = getattr(table.model, name).through.objects.filter(**{f"{source}__in": [row.pk for row in rows]})
        lists = defaultdict(list)
        for one, other in links.order_by(source, target).values_list(source, target):
            lists[one].append(numbers.of(listed_table(table, name), other))
        for row, line in zip(rows, lines, strict=True):
            line[name] = lists[row.pk]
    return lines


def _row(table: ArchivedTable, row: Any, numbers: _Numbers, *, personal: bool) -> Row:
    line = {}
    for column in table.fields(personal=personal):
        value = getattr(row, column.attname)
        inside = references.COLUMNS.get((table.name, column.name))
        if inside:
            value = inside(value, numbers.of)
        elif value is not None and column.is_relation:
            value = numbers.of(table_of(column), value)
        line[column.name] = to_json(value)
    return line

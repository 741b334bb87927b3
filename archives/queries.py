"""One event as plain values: what the file of an event holds (`archives.tables`), the people in it, and what an import
would meet on this site."""

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
from journal.refusals import Problem
from tournaments.codes import Code, TournamentEvent
from tournaments.entries.names import likeness
from tournaments.models import Booking, Branch, Player, Series, Tournament
from tournaments.states import BookingKind, SeriesCounts

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


def copies_of(origin: str) -> list[Tournament]:
    """The events of this site that are the one of that origin, or copies of it."""
    every = Tournament.objects.select_related("journal").order_by("pk")
    return [tournament for tournament in every if origin_of(tournament) == origin]


def preview(file: dict[str, Any]) -> dict[str, Any]:
    """What a sound file would make, before anything is made of it: what it says of the event, and in numbers its
    ``rows`` by the name of their table, the ``events`` of its journal, the ``people`` who acted. ``joins`` is the
    series of this site that it would join, "" if its own would be made, or if it has none."""
    event, series = file["event"], file["series"]
    known = Series.objects.filter(slug=series["slug"]).first() if series else None
    tables = ("branches", "teams", "players", "stages", "rounds", "matches", "deals")
    return {
        **{name: event[name] for name in ("name", "slug", "organiser", "state")},
        "rehearsal": file["journal"]["rehearsal"],
        "personal": file["personal"],
        "rows": {name: len(file[name]) for name in tables},
        "events": len(file["journal"]["events"]),
        "people": len(file["people"]),
        "series": series["name"] if series else "",
        "joins": known.name if known else "",
        "copies": copies_of(file["origin"]),
    }


def series_problems(file: dict[str, Any], series: dict[str, Any] | None) -> list[Problem]:
    """Why the event cannot come into that series of this site, of the slug that the file names."""
    if series is None:
        return []
    problems = [Problem(Code.OF_A_REHEARSAL)] if file["journal"]["rehearsal"] else []
    others = Tournament.objects.filter(series__slug=series["slug"])
    if file["event"]["is_season_final"] and others.filter(is_season_final=True).exists():
        problems.append(Problem(Code.FINAL_ALREADY))
    is_of_branches = Series.objects.filter(slug=series["slug"], counts=SeriesCounts.BRANCHES).exists()
    if is_of_branches and file["event"]["is_season_final"]:
        problems.append(Problem(Code.BRANCHES_WITHOUT_FINAL))
    if not is_of_branches and others.exclude(seats=file["event"]["seats"]).exists():
        problems.append(Problem(Code.SEATS_DIFFER))
    return problems


def alike_branches(tournament: Tournament, name: str) -> list[Branch]:
    """Its branches that are called so, whatever the width, case and blanks."""
    return [branch for branch in tournament.branches.order_by("number") if likeness(branch.name) == likeness(name)]


def people_of(branches: Iterable[Branch]) -> list[str]:
    """Who is named in these branches, each once."""
    return list(dict.fromkeys(name for _branch, name in named_people(branches)))


def named_people(branches: Iterable[Branch]) -> list[tuple[Branch, str]]:
    """Everybody with the branch, each once in it: players by team, also who left, then leader and contact."""
    rows = list(branches)
    by_branch: dict[int, list[str]] = {branch.pk: [] for branch in rows}
    players = Player.objects.filter(team__branch__in=by_branch).order_by("team__ordinal", "number", "pk")
    for pk, name in players.values_list("team__branch", "name"):
        by_branch[pk].append(name)
    return [
        (branch, name)
        for branch in rows
        for name in dict.fromkeys((*by_branch[branch.pk], branch.leader_name, branch.contact_name))
        if name
    ]

"""An event out of a file: all of it or nothing, with ids of this site, and nobody is told anything."""

from collections.abc import Collection, Iterable
from typing import Any

from django.db import DataError, IntegrityError, connection, transaction
from django.db.models import Model
from django.utils.dateparse import parse_datetime

from accounts.models import LINK_MARK, User
from archives import references
from archives.checking import BROKEN, File
from archives.queries import copies_of, series_problems
from archives.tables import BOOKED, BY_NAME, EVENT, SERIES, TABLES, ArchivedTable, from_json, listed_table, table_of
from journal.models import Event, Journal
from journal.recording import action, record
from journal.refusals import Problem, Refused, ask_about, refuse_if
from journal.states import become_all
from notices.models import Notice
from notices.states import NoticeState
from scoring.models import Deal, Penalty, Sheet
from scoring.queries import in_order, state_of
from scoring.standings import standing_of
from tournaments.bracket.placings import keep_placings
from tournaments.bracket.rules.tables import time_of
from tournaments.codes import Code, TournamentEvent
from tournaments.entries.names import sort_key
from tournaments.event.actions.tournaments import SLUG, SLUG_LENGTH
from tournaments.models import Booking, Match, Player, Series, Tournament
from tournaments.states import BookingKind, TournamentState

BATCH = 1000


@action
def import_event(
    file: File, *, by: User | None, slug: str, with_series: bool = True, sure: Collection[str] | None = None
) -> Tournament:
    """The event of a file that ``read_event_file`` has found sound, at the address ``slug``.

    Its pages say what they said where it comes from. Who acted there has an account here that nobody can sign in with.
    What was still to be sent by mail is not sent. Refused: the address is taken, its rows do not fit together, the
    series cannot take it. Asked about: it stands on this site already.
    """
    here = copies_of(file["origin"])
    joined = file["series"] if with_series else None
    problems = series_problems(file, joined)
    if not SLUG.fullmatch(slug) or len(slug) > SLUG_LENGTH:
        problems.insert(0, Problem(Code.SLUG_INVALID, "slug"))
    elif Tournament.objects.filter(slug=slug).exists():
        problems.insert(0, Problem(Code.SLUG_TAKEN, "slug", {"slug": slug}))
    refuse_if(problems)
    ask_about([Problem(Code.EVENT_HERE_ALREADY, "", {"event": copy.name, "slug": copy.slug}) for copy in here], sure)
    try:
        with transaction.atomic():
            tournament = _Import(file, slug, joined).tournament
            if tournament.state == TournamentState.FINISHED:
                keep_placings(tournament)
            with connection.cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
                cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    except (IntegrityError, DataError, *BROKEN):
        raise Refused(Problem(Code.EVENT_FILE_INCONSISTENT, "file")) from None
    become_all(Notice.objects.filter(tournament=tournament, state=NoticeState.PENDING), NoticeState.NO_ADDRESS)
    record(
        tournament.journal, TournamentEvent.TOURNAMENT_IMPORTED, tournament.subject, by=by, public=False,
        name=tournament.name, origin=file["origin"],
    )  # fmt: skip
    return tournament


class _Import:
    """The ids of the new rows are drawn first, so that each row can name any other."""

    def __init__(self, file: File, slug: str, joined: dict[str, Any] | None) -> None:
        self.file = file
        self.ids = {table.name: _new_ids(table.model, len(file[table.name])) for table in TABLES}
        journal = file["journal"]
        last = max((event["number"] for event in journal["events"]), default=0)
        moments = {name: _moment(journal[name]) for name in ("shown_at", "anchored_at")}
        own = {name: journal[name] for name in ("version", "rehearsal", "pace")}
        self.journal = Journal.objects.create(last_number=last, **own, **moments)

        # the series of this site at that address, else its own
        series = Series.objects.filter(slug=joined["slug"]).first() if joined else None
        if joined and series is None:
            series = Series.objects.create(**self._values(SERIES, joined), journal=Journal.objects.create(version=1))
        values = self._values(EVENT, file["event"]) | {"slug": slug, "journal": self.journal, "series": series}
        values["is_season_final"] &= joined is not None
        self.tournament = Tournament.objects.create(**values)
        self.ids[EVENT.name] = [self.tournament.pk]

        # accounts for the names of those who acted
        accounts = [
            User(username=f"{LINK_MARK}event-{self.tournament.pk}-{number}", name=name, is_active=False)
            for number, name in enumerate(file["people"], start=1)
        ]
        for account in accounts:
            account.set_unusable_password()
        self.ids["people"] = [account.pk for account in User.objects.bulk_create(accounts)]
        for table in TABLES:
            self._insert(table)
        self._events()
        self._book()

    def of(self, table: str, number: int) -> int:
        """The new id of a row of the file; what names a row that was gone stays as it is."""
        rows = self.ids.get(table, ())
        return rows[number - 1] if 0 < number <= len(rows) else -abs(number)

    def _values(self, table: ArchivedTable, row: dict[str, Any]) -> dict[str, Any]:
        """The row as the model's columns have it; what the file leaves out is as the model has it by itself."""
        values = {}
        for column in table.fields():
            if column.name not in row:
                continue
            value = row[column.name]
            inside = references.COLUMNS.get((table.name, column.name))
            if inside:
                value = inside(value, self.of)
            elif column.is_relation and value is not None:
                value = self.of(table_of(column), value)
            values[column.attname] = from_json(column, value)
        return values

    def _insert(self, table: ArchivedTable) -> None:
        rows = [
            table.model(pk=pk, **self._values(table, row))
            for pk, row in zip(self.ids[table.name], self.file[table.name], strict=True)
        ]
        for row in rows:
            if isinstance(row, Player):
                row.pinyin = sort_key(row.name)
            for name in ("tournament", "journal"):
                if any(field.name == name for field in table.model._meta.concrete_fields):
                    setattr(row, name, getattr(self, name))
        if table.model is Sheet:
            self._fold(rows)
        table.model._base_manager.bulk_create(rows, batch_size=BATCH)
        for name in table.lists:
            relation = getattr(table.model, name).through
            column: Any = table.model._meta.get_field(name)
            source, target = column.m2m_column_name(), column.m2m_reverse_name()
            pairs = [
                relation(**{source: pk, target: self.of(listed_table(table, name), other)})
                for pk, row in zip(self.ids[table.name], self.file[table.name], strict=True)
                for other in row[name]
            ]
            relation.objects.bulk_create(pairs, batch_size=BATCH)

    def _fold(self, sheets: Iterable[Any]) -> None:
        """The standing of each sheet by its own entries, whatever else anybody may have written."""
        entries: dict[int, tuple[list[Deal], list[Penalty]]] = {}
        for at, name in enumerate(("deals", "penalties")):
            table = BY_NAME[name]
            for row in self.file[name]:
                entry: Any = table.model(**self._values(table, row))
                if entry.struck_at is None:
                    entries.setdefault(entry.sheet_id, ([], []))[at].append(entry)
        clocks = {
            pk: BY_NAME["clocks"].model(pk=pk, **self._values(BY_NAME["clocks"], row))
            for pk, row in zip(self.ids["clocks"], self.file["clocks"], strict=True)
        }
        for sheet in sheets:
            sheet.clock = clocks[sheet.clock_id]
            state = state_of(sheet, in_order(*entries.get(sheet.pk, ([], []))))
            sheet.standing = standing_of(sheet.game, state).to_dict()

    def _book(self) -> None:
        pks = {self.of("matches", one["match"]) for one in self.file["booked"]}
        matches = Match.every.select_related("round__clock").in_bulk(pks)
        bookings = []
        for one in self.file["booked"]:
            match, kind = matches[self.of("matches", one["match"])], BookingKind[one["kind"].upper()]
            resource = self.of(BOOKED[kind], one["row"])
            bookings.append(Booking(match=match, kind=kind, resource=resource, during=time_of(match)))
        Booking.objects.bulk_create(bookings)

    def _events(self) -> None:
        events = (
            Event(
                journal=self.journal,
                number=event["number"],
                at=_moment(event["at"]),
                by_id=event["by"] and self.of("people", event["by"]),
                kind=event["kind"],
                subject=references.in_text(event["subject"], self.of),
                data=references.in_event(event["data"], self.of),
                public=event["public"],
            )
            for event in self.file["journal"]["events"]
        )
        Event.objects.bulk_create(events, batch_size=BATCH)


def _moment(value: str | None) -> Any:
    return parse_datetime(value) if value else None


def _new_ids(model: type[Model], count: int) -> list[int]:
    """Reserve ``count`` new ids from the sequence of the table."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
            [model._meta.db_table, count],
        )
        return sorted(pk for (pk,) in cursor.fetchall())

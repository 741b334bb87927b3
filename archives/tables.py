"""What the file of an event holds: its tables and their columns, which follow from the models (docs/decisions/0039).

A number, a moment, a choice or a reference stands in the file by itself. A text or JSON column may hold a name, so it
stands there once its row here says what it is; of the entry form the field's own row says it (`entries.fields`). What
becomes of it when people are forgotten follows from the same words. A test asks for each column that is undecided.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeAlias

from django.db import models
from django.utils.dateparse import parse_datetime

from accounts.models import User
from notices.models import Announcement, Notice, Wording
from scoring.models import Clock, Confirmation, Deal, Penalty, Sheet, Submission
from tournaments.entries.fields import PERSON, BranchEntry, Entry, EntryField, PlayerEntry, TeamEntry, rows_of
from tournaments.models import (
    BoardPlayer,
    Branch,
    CertificateStyle,
    CheckIn,
    Draw,
    Game,
    Match,
    PlaceDecision,
    Player,
    Prize,
    Result,
    Round,
    Series,
    Stage,
    Substitution,
    Table,
    Team,
    Tournament,
)
from tournaments.states import BookingKind, DrawState

Column: TypeAlias = "models.Field[Any, Any]"

FORMAT: Final = "guandan-event"
VERSION: Final = 9
"""Of the file. A change that an older program could not read raises it and brings a step in `checking.UPGRADES`."""


@dataclass(frozen=True)
class ArchivedTable:
    """A table of the file, and which rows of ``model`` belong to an event: those that ``of`` leads from to it.

    Texts and JSON columns: in ``plain`` nobody is named; in ``names`` a name may stand, which is replaced there when it
    is forgotten; those of ``entry`` are fields of the entry form. ``private`` columns stand only in a file with
    personal data; ``left_out`` never, each for its reason. ``lists`` are relations to many rows.
    """

    name: str
    model: type[models.Model]
    of: str
    plain: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    private: tuple[str, ...] = ()
    left_out: dict[str, str] = field(default_factory=dict)
    lists: tuple[str, ...] = ()
    entry: type[Entry] | None = None

    def __post_init__(self) -> None:
        office = tuple(row.column for row in self.form_fields if not row.is_public)
        texts = tuple(row.column for row in self.form_fields if row.is_public and row.kind is not PERSON)
        object.__setattr__(self, "private", (*self.private, *office))
        object.__setattr__(self, "names", (*self.names, *texts))

    @property
    def form_fields(self) -> Collection[EntryField]:
        """The fields of the entry form that stand in the table."""
        return rows_of(self.entry).values() if self.entry else ()

    @property
    def optional(self) -> set[str]:
        """Columns that a file may lack: what is private, and fields of the form that came later than some files."""
        return {*self.private, *(row.column for row in self.form_fields if row.kind is not PERSON)}

    @property
    def decided(self) -> set[str]:
        """The texts and JSON columns of which it is said what they hold."""
        return {*self.plain, *self.names, *self.left_out, *(row.column for row in self.form_fields)}

    def rows(self, tournament: Tournament) -> models.QuerySet[Any]:
        """The rows of the event by their ids."""
        rows: Any = getattr(self.model, "every", self.model._default_manager)
        if self.model is Draw:  # its secret is nobody's before the draw
            rows = rows.exclude(state=DrawState.SEALED)
        return rows.filter(self.belongs(tournament)).order_by("pk").distinct()

    def belongs(self, tournament: Tournament) -> models.Q:
        """Which of all rows are the event's."""
        if self.model is Clock:
            sheets = models.Q(sheets__journal=tournament.journal_id)
            return models.Q(round__stage__tournament=tournament) | sheets
        if self.model is Sheet:
            return models.Q(journal=tournament.journal_id)
        if self.of == "sheet":
            return models.Q(sheet__journal=tournament.journal_id)
        return models.Q(**{self.of: tournament})

    def fields(self, *, personal: bool = True) -> list[Column]:
        """The model's own fields that stand in the file, in its order."""
        left_out = {*IMPLIED, *self.left_out, *(() if personal else self.private)}
        return [
            column
            for column in self.model._meta.concrete_fields
            if column.name not in left_out and (column.name in {*self.private, *self.decided} or not is_text(column))
        ]


def is_text(column: Any) -> bool:
    """May a name stand in the column?"""
    return isinstance(column, models.CharField | models.TextField | models.JSONField) and not column.choices


IMPLIED: Final = ("id", "tournament", "journal")
"""Another on every site; the event and its journal are those of the file."""
EVENT: Final = ArchivedTable(
    "event", Tournament, "pk",
    (
        "slug", "name", "organiser", "document", "place", "zone", "preset", "rule_set", "rule_options", "awards",
        "committees", "plan", "own_rules", "branch_word", "member_word", "leader_word",
    ),
    left_out={"series": "stands beside it in the file", "created_at": "when this site made it"},
)  # fmt: skip
SERIES: Final = ArchivedTable(
    "series", Series, "events", ("slug", "name", "organiser", "season", "scale", "criteria", "branch_scale"),
    private=("merged", "declined"), left_out={"created_at": "when this site made it"},
)  # fmt: skip

TABLES: Final = (
    ArchivedTable("branches", Branch, "tournament", ("name",), ("remarks",), private=("remarks",), entry=BranchEntry),
    ArchivedTable("teams", Team, "branch__tournament", names=("withdrawn_reason",), entry=TeamEntry),
    ArchivedTable(
        "players", Player, "team__branch__tournament",
        left_out={"pinyin": "follows from the name"}, entry=PlayerEntry,
    ),
    ArchivedTable("substitutions", Substitution, "left__team__branch__tournament", names=("reason",)),
    ArchivedTable("clocks", Clock, "round__stage__tournament"),
    ArchivedTable("stages", Stage, "tournament", ("format", "settings", "game", "rule_set", "rule_options")),
    ArchivedTable("place_decisions", PlaceDecision, "stage__tournament", ("teams", "seed"), ("note",)),
    ArchivedTable("prizes", Prize, "tournament", ("name",), ("note",), lists=("teams", "branches")),
    ArchivedTable("rounds", Round, "stage__tournament"),
    ArchivedTable("tables", Table, "tournament", ("name",)),
    ArchivedTable("matches", Match, "stage__tournament", names=("agreed_place", "proposed_place")),
    ArchivedTable(
        "results", Result, "match__stage__tournament", ("winner", "reason", "home_standing", "away_standing"),
        ("note",),
    ),
    ArchivedTable(
        "sheets", Sheet, "journal", ("game", "rule_set", "winner", "reason"),
        left_out={"standing": "is folded again from the deals and penalties"},
    ),
    ArchivedTable("games", Game, "match__stage__tournament"),
    ArchivedTable("deals", Deal, "sheet", ("entry", "mark"), ("struck_reason",)),
    ArchivedTable("penalties", Penalty, "sheet", ("offence", "effects"), ("note", "struck_reason")),
    ArchivedTable("confirmations", Confirmation, "sheet", names=("note",)),
    ArchivedTable(
        "submissions", Submission, "sheet", ("device", "key", "builds_on"), ("body", "problems"),
        left_out={"behind": "what a phone held at that moment"},
    ),
    ArchivedTable("check_ins", CheckIn, "match__stage__tournament"),
    ArchivedTable("board_players", BoardPlayer, "match__stage__tournament"),
    ArchivedTable(
        "draws", Draw, "stage__tournament",
        ("sampling", "seed", "teams", "positions", "breaches", "unavoidable", "basis", "numbers"), ("reason",),
    ),
    ArchivedTable(
        "certificate_styles", CertificateStyle, "tournament", names=("title", "text", "signed_by"),
        left_out={"dated": "the day on which they are printed again"},
    ),
    ArchivedTable("wordings", Wording, "tournament", ("kind",), ("title", "text")),
    ArchivedTable("announcements", Announcement, "tournament", names=("title", "text")),
    ArchivedTable("notices", Notice, "tournament", ("kind", "key"), ("own_words",), lists=("recalls",)),
)  # fmt: skip
BY_NAME: Final = {table.name: table for table in TABLES}
BY_MODEL: Final[dict[type[models.Model], ArchivedTable]] = {table.model: table for table in TABLES}

BOOKED: Final[dict[int, str]] = {BookingKind.TABLE: "tables", BookingKind.TEAM: "teams"}
"""What a match takes for the time of its round, by the table of the file."""


def table_of(column: Column) -> str:
    """The table of the file whose rows the column names."""
    model: Any = column.related_model
    return "people" if is_person(column) else BY_MODEL[model].name


def listed_table(table: ArchivedTable, name: str) -> str:
    """The table of the file whose rows one of its ``lists`` names."""
    model: Any = table.model._meta.get_field(name).related_model
    return BY_MODEL[model].name


def is_person(column: Column) -> bool:
    """Does the column say who acted? In the file that is a number in the list of people."""
    return column.related_model is User


def to_json(value: Any) -> Any:
    """A column's value as it stands in the file: moments in UTC as ISO 8601, times as seconds."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, timedelta):
        return value.total_seconds()
    return value


def from_json(column: Column, value: Any) -> Any:
    """The value of a file that fits the schema, as the model has it."""
    if isinstance(column, models.DateTimeField) and value is not None:
        return parse_datetime(value)
    if isinstance(column, models.DurationField) and value is not None:
        return timedelta(seconds=value)
    return value

"""What the file of an event holds: its tables, and of each the columns that stand in it, and no others.

Whatever is not named here is neither written into a file nor taken from one (docs/decisions/0039). A test holds the
tables against the models, so that a new column is decided upon: kept, or left out with a reason.
"""

from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from django.db.models import Field, Model, Q, QuerySet

from accounts.models import User
from notices.models import Announcement, Notice, Wording
from scoring.models import Clock, Confirmation, Deal, Penalty, Sheet, Submission
from tournaments.models import (
    Branch,
    CertificateStyle,
    CheckIn,
    Draw,
    Game,
    Match,
    Player,
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

Column: TypeAlias = "Field[Any, Any]"

FORMAT: Final = "guandan-event"
VERSION: Final = 2
"""Of the file. A change that an older program could not read raises it and brings a step in `upgrades`."""


@dataclass(frozen=True)
class Kept:
    """A table of the file, and which rows of ``model`` belong to an event: those that ``of`` leads from to it.

    ``columns`` stand in the file; ``private`` only in one with personal data; ``left_out`` never, each for its reason.
    ``lists`` are relations to many rows.
    """

    name: str
    model: type[Model]
    of: str
    columns: tuple[str, ...]
    private: tuple[str, ...] = ()
    left_out: dict[str, str] = field(default_factory=dict)
    lists: tuple[str, ...] = ()

    def rows(self, tournament: Tournament) -> QuerySet[Any]:
        """The rows of the event by their ids."""
        found: Any = Game.every if self.model is Game else self.model._default_manager
        return found.filter(self.belongs(tournament)).order_by("pk").distinct()

    def belongs(self, tournament: Tournament) -> Q:
        """Which of all rows are the event's."""
        if self.model is Clock:
            sheets = Q(sheets__journal=tournament.journal_id)
            return Q(round__stage__tournament=tournament) | sheets
        if self.model is Sheet:
            return Q(journal=tournament.journal_id)
        if self.model is Draw:
            sealed = Q(state=DrawState.SEALED)  # its secret is nobody's before the draw
            return Q(stage__tournament=tournament) & ~sealed
        if self.of == "sheet":
            return Q(sheet__journal=tournament.journal_id)
        return Q(**{self.of: tournament})

    def fields(self, *, personal: bool = True) -> list[Column]:
        """The model's own fields that stand in the file, in its order."""
        return [field_of(self.model, name) for name in (*self.columns, *(self.private if personal else ()))]


def field_of(model: type[Model], name: str) -> Column:
    found = model._meta.get_field(name)
    assert isinstance(found, Field)
    return found


EVENT: Final = Kept(
    "event", Tournament, "pk",
    (
        "slug", "name", "organiser", "document", "place", "zone", "state", "archived_at", "preset", "closes_at",
        "draw_at", "rule_set", "rule_options", "seats", "opposite_halves", "third_place_match", "best_of",
        "check_in_minutes", "last_bell_minutes", "awards", "awards_confirmed_at", "is_season_final",
        "personal_months", "forgotten_at", "names_public", "acceptance_needed",
    ),
    left_out={
        "id": "another on every site",
        "journal": "stands beside it in the file",
        "series": "stands beside it in the file",
        "created_at": "when this site made it",
    },
)  # fmt: skip
SERIES: Final = Kept(
    "series", Series, "events",
    ("slug", "name", "organiser", "season", "scale", "best", "criteria", "finalists"),
    private=("merged", "declined"),
    left_out={"id": "another on every site", "journal": "belongs to the site", "created_at": "when this site made it"},
)  # fmt: skip

TABLES: Final = (
    Kept(
        "branches", Branch, "tournament",
        ("number", "name", "quota", "leader_name", "saved_at", "state", "handed_in_at"),
        private=("remarks", "leader_gender", "leader_remark", "contact_name", "contact_phone", "contact_mail"),
    ),
    Kept("teams", Team, "branch__tournament", ("branch", "ordinal", "state", "withdrawn_reason")),
    Kept(
        "players", Player, "team__branch__tournament",
        ("team", "number", "name", "left_at"),
        private=("gender", "remark", "mail"), left_out={"pinyin": "follows from the name"},
    ),
    Kept("substitutions", Substitution, "left__team__branch__tournament", ("left", "came", "reason", "at", "by")),
    Kept("clocks", Clock, "round__stage__tournament", ("minutes", "state", "started_at", "paused_at", "held", "extra")),
    Kept(
        "stages", Stage, "tournament",
        (
            "number", "format", "source", "places", "first_place", "by_lot", "settings", "game", "size", "rule_set",
            "rule_options", "minutes",
        ),
    ),
    Kept("rounds", Round, "stage__tournament", ("stage", "number", "sitting", "entrants", "starts_at", "clock")),
    Kept("tables", Table, "tournament", ("number", "name")),
    Kept(
        "matches", Match, "stage__tournament",
        (
            "stage", "round", "number", "place", "place_for", "home_source_kind", "home_source_match",
            "home_source_position", "away_source_kind", "away_source_match", "away_source_position", "home_slot",
            "away_slot", "home_team", "away_team", "winner_to", "loser_to", "table", "state", "called_at", "result",
        ),
    ),
    Kept(
        "results", Result, "match__stage__tournament",
        (
            "match", "version", "home_team", "away_team", "winner", "reason", "note", "home_standing", "away_standing",
            "at", "by", "withdrawn_at", "remedy",
        ),
    ),
    Kept(
        "sheets", Sheet, "journal",
        ("clock", "game", "rule_set", "state", "extra", "waits", "in_hand", "winner", "reason"),
        left_out={"standing": "is folded again from the deals and penalties"},
    ),
    Kept("games", Game, "match__stage__tournament", ("match", "number", "sheet", "replaced_at", "result")),
    Kept(
        "deals", Deal, "sheet",
        (
            "sheet", "number", "entry", "mark", "entered_at", "entered_by", "struck_at", "struck_by", "struck_reason",
        ),
    ),
    Kept(
        "penalties", Penalty, "sheet",
        (
            "sheet", "after_deal", "side", "offence", "effects", "note", "entered_at", "entered_by", "struck_at",
            "struck_by", "struck_reason",
        ),
    ),
    Kept("confirmations", Confirmation, "sheet", ("sheet", "side", "agrees", "seen", "note", "at", "by")),
    Kept(
        "submissions", Submission, "sheet",
        (
            "sheet", "device", "key", "operation", "number", "builds_on", "body", "state", "problems", "deal",
            "received_at", "by",
        ),
        left_out={"behind": "what a phone held at that moment"},
    ),
    Kept("check_ins", CheckIn, "match__stage__tournament", ("match", "player", "at", "by")),
    Kept(
        "draws", Draw, "stage__tournament",
        (
            "stage", "number", "state", "method", "sampling", "uniform", "seed", "opposite_halves", "teams",
            "positions", "breaches", "unavoidable", "reason", "basis", "numbers", "sealed_at", "made_at", "made_by",
            "confirmed_at", "confirmed_by",
        ),
    ),
    Kept(
        "certificate_styles", CertificateStyle, "tournament",
        ("title", "text", "signed_by", "is_each_player", "is_words_only", "has_souvenirs"),
        left_out={"dated": "the day on which they are printed again"},
    ),
    Kept("wordings", Wording, "tournament", ("kind", "title", "text")),
    Kept(
        "announcements", Announcement, "tournament",
        ("title", "text", "concerned", "branch", "team", "round", "public"),
    ),
    Kept(
        "notices", Notice, "tournament",
        (
            "kind", "key", "due_at", "state", "round", "match", "team", "result", "starts_at", "moved_from",
            "own_words", "announcement", "made_at", "issued_at",
        ),
        lists=("recalls",),
    ),
)  # fmt: skip
BY_NAME: Final = {kept.name: kept for kept in TABLES}
BY_MODEL: Final[dict[type[Model], Kept]] = {kept.model: kept for kept in TABLES}

BOOKED: Final[dict[int, str]] = {BookingKind.TABLE: "tables", BookingKind.TEAM: "teams"}
"""What a match takes for the time of its round, by the table of the file."""

NOT_KEPT: Final = {
    "tournaments.Booking": "stands beside the tables; its time is that of the round",
    "tournaments.Role": "who may do what belongs to the site",
    "tournaments.AccessLink": "opens a match on its own site alone",
    "tournaments.AccessDevice": "a phone known to its own site alone",
    "tournaments.Ceremony": "how a draw was shown; what was drawn is kept with the draw",
    "tournaments.OwnFile": "a template or picture stays with who laid it out; it may be sent again",
    "notices.Delivery": "who got which mail stays with who sent it",
    "notices.Attempt": "who got which mail stays with who sent it",
    "notices.Attachment": "was sent; the announcement names it",
    "notices.Channel": "leads to groups by secrets of the site",
    "notices.Mailing": "whom a site mails what is chosen there, like its channels",
    "notices.MailServer": "belongs to the site",
    "integrations.Token": "opens its own site alone",
    "integrations.Webhook": "leads to programs by secrets of the site",
    "integrations.Call": "who was told what stays with who sent it",
    "integrations.CallAttempt": "who was told what stays with who sent it",
    "tournaments.Placing": "is reckoned from the matches where the event is read in",
    "journal.Receipt": "answers to requests that this site got",
    "journal.SharedVersion": "counts what happened on its own site",
    "journal.Journal": "stands beside the event, with its version and time",
    "journal.Event": "stands with the journal, its references renumbered",
    "accounts.User": "of who acted the file holds the name",
    "accounts.Session": "belongs to the site",
}
"""Models that are no table of the file, each with the reason."""


def table_of(column: Column) -> str:
    """The table of the file whose rows the column names."""
    model: Any = column.related_model
    return "people" if is_person(column) else BY_MODEL[model].name


def is_person(column: Column) -> bool:
    """Does the column say who acted? In the file that is a number in the list of people."""
    return column.related_model is User

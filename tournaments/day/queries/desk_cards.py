"""A table as a card of the desk: beside its row who sits there, what phones sent, and what the sides said."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta

from scoring.clocks import ClockReading
from scoring.models import Clock, Confirmation, Deal, Sheet, Submission
from scoring.queries import UNSETTLED, last_extensions
from scoring.states import ClockState, SubmissionState
from tournaments.day.queries.desk_rows import Absence, TableRow
from tournaments.day.queries.sheet_views import SideView, SubmissionLine
from tournaments.day.queries.sides import sides_of
from tournaments.day.queries.submissions import line_of
from tournaments.models import Tournament


@dataclass(frozen=True)
class Lateness:
    """迟到 by the rule set's grace: who is absent and who is not, and since when they are late. Evidence, nothing more.

    Before ``due`` the grace still runs, and nobody is late.
    """

    absent: tuple[SideView, ...]
    due: datetime
    minutes: int
    grace: int
    called_at: datetime | None
    here: tuple[str, ...] = ()

    @property
    def both(self) -> bool:
        return len(self.absent) == 2

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(p.name for side in self.absent for p in side.players if not p.present)


@dataclass(frozen=True)
class Objection:
    """异议 of a side to the result as it saw it, and what it said."""

    side: SideView
    note: str
    at: datetime


@dataclass(frozen=True)
class TableCard(TableRow):
    """A table with all that the desk shows of it. ``extra`` is what its clock has beyond that of the round, and
    ``extension`` the minutes of its newest extra time, which can be taken back (0: none).

    ``grace`` runs while somebody is missing and nobody is ``late`` yet; ``conflicts`` are entries of phones that
    contradict the sheet, and ``held_back`` is how many wait behind them; ``is_last``: the last deal is announced.
    """

    sides: tuple[SideView, SideView]
    late: Lateness | None
    grace: Lateness | None
    extension: int
    conflicts: tuple[SubmissionLine, ...]
    held_back: int
    objections: tuple[Objection, ...]
    is_last: bool

    @property
    def extra(self) -> timedelta:
        return self.match.extra


def table_cards(tournament: Tournament, clock: Clock, rows: Sequence[TableRow], now: datetime) -> tuple[TableCard, ...]:
    """The rows of a round with that clock as cards, in their order; six queries at most, however many they are."""
    sides_by_match = sides_of(tournament, [row.match for row in rows])
    extended = [_subject(row) for row in rows if row.match.extra]
    extensions = last_extensions(tournament.journal, clock, extended)

    # what came from the tables beside their deals, by sheet: entries, the deals that stand beside them, answers
    sheets = [row.sheet for row in rows if row.sheet is not None]
    sent: dict[int, list[Submission]] = defaultdict(list)
    entered: dict[int, dict[int, Deal]] = defaultdict(dict)
    answers: dict[int, dict[str, Confirmation]] = defaultdict(dict)
    for entry in Submission.objects.filter(sheet__in=sheets, state__in=UNSETTLED).select_related("by").order_by("pk"):
        sent[entry.sheet_id].append(entry)
    for deal in Deal.objects.filter(sheet__in=list(sent), struck_at=None):
        entered[deal.sheet_id][deal.number] = deal
    disputed = [row.sheet for row in rows if row.match.is_disputed]
    for answer in Confirmation.objects.filter(sheet__in=disputed).order_by("pk"):
        answers[answer.sheet_id][answer.side] = answer  # what each side said last

    cards = []
    for row in rows:
        sides, sheet = sides_by_match[row.match.id], row.sheet or 0
        lateness = _lateness(row, row.absence, sides, now) if row.absence else None
        names = {p.seat: p.name for side in sides for p in side.players if p.seat}
        conflicts = [entry for entry in sent[sheet] if entry.state == SubmissionState.CONFLICTING]
        by_side = {side.side: side for side in sides}
        card = TableCard(
            **{field.name: getattr(row, field.name) for field in fields(TableRow)},
            sides=sides,
            late=lateness if row.is_late else None,
            grace=None if row.is_late else lateness,
            extension=0 if row.clock.rung else extensions.get(_subject(row), 0),
            conflicts=tuple(line_of(entry, entered[sheet].get(entry.number), names) for entry in conflicts),
            held_back=len(sent[sheet]) - len(conflicts),
            objections=tuple(Objection(by_side[a.side], a.note, a.at) for a in answers[sheet].values() if not a.agrees),
            is_last=row.status == "playing" and is_last_bell(tournament, row.clock),
        )
        cards.append(card)
    return tuple(cards)


def _subject(row: TableRow) -> str:
    return Sheet(pk=row.sheet).subject


def _lateness(row: TableRow, absence: Absence, sides: tuple[SideView, SideView], now: datetime) -> Lateness:
    minutes = int((now - absence.since).total_seconds() // 60)
    absent = tuple(side for side in sides if not side.is_present)
    here = tuple(p.name for side in sides for p in side.players if p.present)
    return Lateness(absent, absence.due, minutes, absence.grace, row.called_at, here)


def is_last_bell(tournament: Tournament, reading: ClockReading) -> bool:
    """最后一副: does the clock run, with no more than the event's minutes of the last deal left?"""
    runs = reading.state == ClockState.RUNNING and not reading.rung
    return runs and reading.remaining <= timedelta(minutes=tournament.last_bell_minutes)

"""Every table of a round: where its match stands and what about it needs the chief referee.

As a row it is read for a whole hall at once, a few plain columns of each match; as a card it shows besides who sits
there, what phones sent, and what the sides said.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Count, QuerySet, TextField
from django.db.models.functions import Cast, Coalesce

from scoring import clocks
from scoring.clocks import ClockReading
from scoring.models import Clock, Confirmation, Deal, Sheet, Submission
from scoring.queries import NOTHING, UNSETTLED, SheetLog, last_extensions, sheet_logs
from scoring.states import ClockState, SubmissionState
from tournaments.bracket.models.matches import current_games
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.rules.starts import expected_at
from tournaments.day.queries.sheet_parts import CallView, line_of, open_calls, sides_of
from tournaments.day.queries.sheet_views import SideView, SubmissionLine
from tournaments.entries.seats import are_enough
from tournaments.models import CheckIn, Match, Player, Round, Tournament
from tournaments.states import TableState

SILENT_MINUTES = 10
"""无记录 for so long at a table that plays needs a look: a deal takes five to ten minutes."""

CLOSED = ("over", "bye")
TO_COME = ("due", "called", "present")
NEEDS = ("call", "conflict", "disputed", "late", "referee", "question", "silent", "verdict")
"""What needs the chief referee, the most pressing first."""


@dataclass(frozen=True)
class Absence:
    """Somebody is missing who is expected ``since`` that moment; the rule set grants ``grace`` minutes."""

    since: datetime
    grace: int

    @property
    def due(self) -> datetime:
        """From then on whoever is missing is late."""
        return self.since + timedelta(minutes=self.grace)


@dataclass(frozen=True)
class TableRow:
    """A match of the desk. ``status`` is what is going on at its table, ``silent_minutes`` counts from the last entry,
    or from the start, ``clock`` is the table's own.

    ``here`` is how many are ticked, ``is_late``: who is missing is late; ``is_contradicted``: a phone sent what
    contradicts the ``sheet`` (its id, None: there is none).
    """

    match: MatchView
    status: TableState
    both_present: bool
    here: int
    called_at: datetime | None
    deals: int
    last_entry: datetime | None
    silent_minutes: int
    clock: ClockReading
    absence: Absence | None
    is_late: bool
    call: CallView | None
    is_contradicted: bool
    sheet: int | None

    @property
    def is_open(self) -> bool:
        return self.status not in CLOSED

    @property
    def takes_check_ins(self) -> bool:
        return self.status in TO_COME

    @property
    def is_silent(self) -> bool:
        return self.silent_minutes >= SILENT_MINUTES

    @cached_property
    def needs(self) -> tuple[str, ...]:
        """What of ``NEEDS`` this table has."""
        met = {
            "call": self.call is not None,
            "conflict": self.is_contradicted,
            "late": self.is_late,
            "silent": self.is_silent,
            self.status: True,
        }
        return tuple(need for need in NEEDS if met.get(need))

    @property
    def needs_attention(self) -> bool:
        return bool(self.needs)

    @property
    def place(self) -> tuple[int, int, int]:
        """By this the desk is sorted: what needs the chief referee, then by tables, then what is over or far."""
        first = NEEDS.index(self.needs[0]) if self.needs else len(NEEDS)
        rest = {"waiting": 1, "over": 2, "bye": 3}.get(self.status, 0)
        return first + rest, self.match.table or 10_000, self.match.number


def table_rows(tournament: Tournament, round_: Round, views: Sequence[MatchView], now: datetime) -> list[TableRow]:
    """Matches of a round by table, those without a table last; seven queries, however many they are."""
    wanted = Match.every.filter(round=round_)
    if len(views) == 1:
        wanted = wanted.filter(pk=views[0].id)
    called_at, sheets = _sheets(wanted, round_.clock)

    # what is read of all of them: players by team, ticked ones by match and team, logs and conflicts by sheet
    people = Player.objects.filter(left_at=None, team__branch__tournament=tournament).order_by()
    players = dict(people.values_list("team").annotate(Count("pk")))
    ticks = CheckIn.objects.filter(match__in=wanted, player__left_at=None).order_by()
    ticked = {(m, team): n for m, team, n in ticks.values_list("match", "player__team").annotate(Count("pk"))}
    written = wanted.filter(games__replaced_at=None).values("games__sheet")
    logs = sheet_logs(written)
    conflicts = Submission.objects.filter(sheet__in=written, state=SubmissionState.CONFLICTING)
    contradicted = frozenset(conflicts.order_by().values_list("sheet", flat=True))
    calls = {call.match: call for call in open_calls(tournament)}

    rows = []
    for view in views:
        sheet = sheets[view.id]
        log = logs.get(sheet.pk or 0, NOTHING)
        reading = clocks.sheet_reading(sheet, now)
        here = [sum(ticked.get((view.id, one.id), 0) for one in line.each) for line in view.lines]
        both_present = all(
            are_enough(sum(players.get(one.id, 0) for one in line.each), n, tournament.seats)
            for line, n in zip(view.lines, here, strict=True)
        )
        is_to_begin = view.doing in (TableState.DUE, TableState.CALLED)
        status = TableState.PRESENT if is_to_begin and both_present else view.doing

        # whoever is missing from the planned start on; before it nobody is expected
        absence = None
        until = view.own_day.until if view.own_day else None
        expected = expected_at(round_, sheet, called_at[view.id], agreed_at=view.agreed_at, until=until)
        if is_to_begin and expected and expected <= now and not both_present and not log.deals:
            absence = Absence(expected, sheet.played.terms(sheet.options).grace_minutes)
        row = TableRow(
            match=view,
            status=status,
            both_present=both_present,
            here=sum(here),
            called_at=called_at[view.id],
            deals=log.deals,
            last_entry=log.last_entry,
            silent_minutes=_silence(reading, log, round_, now) if status == "playing" else 0,
            clock=reading,
            absence=absence,
            is_late=absence is not None and now >= absence.due,
            call=calls.get(view.number),
            is_contradicted=sheet.pk in contradicted,
            sheet=sheet.pk,
        )
        rows.append(row)
    return sorted(rows, key=lambda row: (row.match.table or 10_000, row.match.number))


def _sheets(wanted: QuerySet[Match], clock: Clock) -> tuple[dict[int, datetime | None], dict[int, Sheet]]:
    """By match: when it was called, and the sheet of its last game, without an id and as its first would be where it
    has none yet."""
    fields = ("in_hand", "extra", "waits", "game")
    rows = (
        wanted.annotate(last=current_games())
        .order_by("last__number")
        .values_list(
            "pk",
            "called_at",
            "last__sheet",
            Cast(Coalesce("last__sheet__rule_set", "stage__rule_set"), TextField()),
            "last__sheet__in_hand",
            Coalesce("last__sheet__extra", clocks.NO_TIME),
            Coalesce("last__sheet__waits", False),
            Coalesce("last__sheet__game", "stage__game"),
        )
    )
    called_at, sheets = {}, {}
    for match, called, pk, rule_set, *values in rows:
        called_at[match] = called
        sheets[match] = Sheet(pk=pk, clock=clock, **dict(zip(fields, values, strict=True)))
        sheets[match].option_text = rule_set
    return called_at, sheets


def _silence(reading: ClockReading, log: SheetLog, round_: Round, now: datetime) -> int:
    """Whole minutes since the last entry, or since the start; a paused clock and one not started make nobody silent.

    A table that began later than its round has its bell so much later.
    """
    if reading.state != ClockState.RUNNING or reading.started_at is None:
        return 0
    start = reading.bell_at - clocks.length(round_.clock) if reading.bell_at else reading.started_at
    since = log.last_entry or start
    return max(0, int((now - since).total_seconds() // 60))


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
        lateness = None
        if row.absence:
            minutes = int((now - row.absence.since).total_seconds() // 60)
            absent = tuple(side for side in sides if not side.is_present)
            here = tuple(p.name for side in sides for p in side.players if p.present)
            lateness = Lateness(absent, row.absence.due, minutes, row.absence.grace, row.called_at, here)
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


def is_last_bell(tournament: Tournament, reading: ClockReading) -> bool:
    """最后一副: does the clock run, with no more than the event's minutes of the last deal left?"""
    runs = reading.rings and reading.state == ClockState.RUNNING and not reading.rung
    return runs and reading.remaining <= timedelta(minutes=tournament.last_bell_minutes)

"""A table as a card of the desk: where its match stands, what it lacks, and what about it needs the chief referee."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from guandan_rules import Awaited, Pending
from scoring import clocks
from scoring.clocks import Reading
from scoring.models import Confirmation, Submission
from scoring.queries import UNSETTLED, last_extensions
from scoring.states import ClockState, SubmissionState
from tournaments.models import Tournament
from tournaments.play.starts import expected_at
from tournaments.queries.calls import CallView, open_calls
from tournaments.queries.matches import MatchView
from tournaments.queries.sheet_reading import Play, side_views
from tournaments.queries.sheet_views import SideView, SubmissionLine
from tournaments.queries.submissions import line_of
from tournaments.states import MatchState

SILENT_MINUTES = 10
"""无记录 for so long at a table that plays needs a look: a deal takes five to ten minutes."""

CLOSED = ("over", "bye")
TO_COME = ("due", "called", "present")
AT_THE_BELL = {
    Awaited.DEAL_IN_HAND_QUESTION: "question",
    Awaited.LAST_DEAL: "last_deal",
    Awaited.EXTRA_DEAL: "extra_deal",
    Awaited.REFEREE: "referee",
    Awaited.PLAY_ON: "playing",
}
NEEDS = ("call", "conflict", "disputed", "late", "referee", "question", "silent", "verdict")
"""What needs the chief referee, the most pressing first."""


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
class TableCard:
    """A match on the desk. ``status`` is one of waiting, due, called, present, playing, question, last_deal,
    extra_deal, referee, verdict, disputed, over and bye; ``silent_minutes`` counts from the last entry, or from the
    start; ``clock`` is the table's own, with the ``extra`` that it has beyond that of the round; ``extension`` are the
    minutes of its newest extra time, which can be taken back (0: none).

    ``grace`` runs while somebody is missing and nobody is ``late`` yet; ``conflicts`` are entries of phones that
    contradict the sheet, and ``held_back`` is how many wait behind them; ``is_last``: the last deal is announced.
    """

    match: MatchView
    sides: tuple[SideView, SideView]
    status: str
    called_at: datetime | None
    deals: int
    last_entry: datetime | None
    silent_minutes: int
    late: Lateness | None
    clock: Reading
    extra: timedelta
    extension: int = 0
    grace: Lateness | None = None
    call: CallView | None = None
    conflicts: tuple[SubmissionLine, ...] = ()
    held_back: int = 0
    objections: tuple[Objection, ...] = ()
    is_last: bool = False

    @property
    def is_open(self) -> bool:
        return self.status not in CLOSED

    @property
    def takes_check_ins(self) -> bool:
        return self.status in TO_COME

    @property
    def both_present(self) -> bool:
        return all(side.is_present for side in self.sides)

    @property
    def is_silent(self) -> bool:
        return self.silent_minutes >= SILENT_MINUTES

    @property
    def needs(self) -> tuple[str, ...]:
        """What of ``NEEDS`` this table has."""
        met = {
            "call": self.call is not None,
            "conflict": bool(self.conflicts),
            "late": self.late is not None,
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


@dataclass(frozen=True)
class Signals:
    """What came from the tables beside their deals: calls by match number, entries and answers by sheet."""

    calls: dict[int, CallView]
    sent: dict[int, list[Submission]]
    answers: dict[int, list[Confirmation]]
    extensions: dict[str, int]


def signals(tournament: Tournament, plays: Iterable[Play]) -> Signals:
    """Three queries, however many tables; one more where a table has time of its own."""
    plays = list(plays)
    sheets = [play.sheet.pk for play in plays if play.sheet is not None]
    sent = Submission.objects.filter(sheet__in=sheets, state__in=UNSETTLED).select_related("by").order_by("pk")
    answers = Confirmation.objects.filter(sheet__in=sheets, sheet__match_game__match__state=MatchState.DISPUTED)
    extended = {play.sheet.subject: play.match.round.clock for play in plays if play.sheet and play.sheet.extra}
    clock = next(iter(extended.values()), None)
    extensions = last_extensions(tournament.journal, clock, extended) if clock else {}
    found = Signals({call.match: call for call in open_calls(tournament)}, {}, {}, extensions)
    for row in sent:
        found.sent.setdefault(row.sheet_id, []).append(row)
    for answer in answers.order_by("pk"):
        found.answers.setdefault(answer.sheet_id, []).append(answer)
    return found


def card_of(play: Play, shown: MatchView, heard: Signals) -> TableCard:
    """The card of a match that was read by ``queries.sheet_reading.matches_with_play``."""
    sides = side_views(play)
    last_entry = max((row.entered_at for row in play.entered), default=None)
    status, absence = _status(play, sides), _absence(play, sides)
    conflicts, held_back = _sent(play, sides, heard)
    return TableCard(
        match=shown,
        sides=sides,
        status=status,
        called_at=play.match.called_at,
        deals=len(play.deals),
        last_entry=last_entry,
        silent_minutes=_silence(play, last_entry) if status == "playing" else 0,
        late=absence if absence and play.now >= absence.due else None,
        clock=play.clock,
        extra=play.sheet.extra if play.sheet else clocks.NO_TIME,
        extension=heard.extensions.get(play.sheet.subject, 0) if play.sheet and not play.time_up else 0,
        grace=absence if absence and play.now < absence.due else None,
        call=heard.calls.get(play.match.number),
        conflicts=conflicts,
        held_back=held_back,
        objections=_objections(play, sides, heard),
        is_last=status == "playing" and is_last_bell(play.match.stage.tournament, play.clock),
    )


def is_last_bell(tournament: Tournament, reading: Reading) -> bool:
    """最后一副: does the clock run, with no more than the event's minutes of the last deal left?"""
    runs = reading.state == ClockState.RUNNING and not reading.rung
    return runs and reading.remaining <= timedelta(minutes=tournament.last_bell_minutes)


def _status(play: Play, sides: tuple[SideView, SideView]) -> str:
    match play.match.state:
        case MatchState.READY | MatchState.CALLED:
            if all(side.is_present for side in sides):
                return "present"
            return "called" if play.match.state == MatchState.CALLED else "due"
        case MatchState.PLAYING:
            found = play.verdict()
            return AT_THE_BELL[found.awaits] if isinstance(found, Pending) else "verdict"
        case other:
            return str(other)


def _silence(play: Play, last_entry: datetime | None) -> int:
    """Whole minutes since the last entry, or since the start; a paused clock and one not started make nobody silent.

    A table that began later than its round has its bell so much later.
    """
    if play.clock.state != ClockState.RUNNING or play.clock.bell_at is None:
        return 0
    since = last_entry or play.clock.bell_at - clocks.length(play.match.round.clock)
    return max(0, int((play.now - since).total_seconds() // 60))


def _absence(play: Play, sides: tuple[SideView, SideView]) -> Lateness | None:
    """Whoever is missing from the planned start on; before it nobody is expected."""
    if play.match.state not in (MatchState.READY, MatchState.CALLED) or play.deals:
        return None
    starts_at, grace = expected_at(play.match.round), play.game.terms(play.options).grace_minutes
    absent = tuple(side for side in sides if not side.is_present)
    if play.now < starts_at or not absent:
        return None
    late = int((play.now - starts_at).total_seconds() // 60)
    here = tuple(p.name for side in sides for p in side.players if p.present)
    return Lateness(absent, starts_at + timedelta(minutes=grace), late, grace, play.match.called_at, here)


def _sent(play: Play, sides: tuple[SideView, SideView], heard: Signals) -> tuple[tuple[SubmissionLine, ...], int]:
    rows = heard.sent.get(play.sheet.pk, []) if play.sheet else []
    names = {p.seat: p.name for side in sides for p in side.players if p.seat}
    standing = {deal.number: deal for deal in play.deals}
    conflicts = [row for row in rows if row.state == SubmissionState.CONFLICTING]
    return tuple(line_of(row, standing.get(row.number), names) for row in conflicts), len(rows) - len(conflicts)


def _objections(play: Play, sides: tuple[SideView, SideView], heard: Signals) -> tuple[Objection, ...]:
    """Of each side what it said last, if it does not agree."""
    last = {answer.side: answer for answer in (heard.answers.get(play.sheet.pk, []) if play.sheet else [])}
    by_side = {side.side: side for side in sides}
    return tuple(Objection(by_side[a.side], a.note, a.at) for a in last.values() if not a.agrees)

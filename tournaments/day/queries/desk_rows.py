"""Every table of a round as a row: where its match stands and what about it needs the chief referee.

Read for a whole hall at once, a few plain columns of each match; what a card shows beside it is ``desk_cards``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import NamedTuple

from django.db.models import Count, QuerySet, TextField
from django.db.models.functions import Cast, Coalesce

from guandan_rules import Awaited, Pending
from scoring import clocks, folds, logs
from scoring.clocks import Reading
from scoring.games import game
from scoring.models import Clock, Submission
from scoring.states import ClockState, SubmissionState
from tournaments.bracket.models import current_games
from tournaments.bracket.queries.match_views import MatchView, TeamLabel
from tournaments.bracket.rules.starts import expected_at
from tournaments.day.queries.calls import CallView, open_calls
from tournaments.day.queries.sheet_views import is_everybody
from tournaments.models import CheckIn, Match, Player, Round, Tournament
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
    """A match of the desk. ``status`` is one of waiting, due, called, present, playing, question, last_deal,
    extra_deal, referee, verdict, disputed, over and bye; ``silent_minutes`` counts from the last entry, or from the
    start; ``clock`` is the table's own.

    ``here`` is how many are ticked, ``is_late``: who is missing is late; ``is_contradicted``: a phone sent what
    contradicts the ``sheet`` (its id, None: there is none).
    """

    match: MatchView
    status: str
    both_present: bool
    here: int
    called_at: datetime | None
    deals: int
    last_entry: datetime | None
    silent_minutes: int
    clock: Reading
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


class _Sheet(NamedTuple):
    """The sheet of a match's last game; of a match without one (``pk`` None) what its first would be played by."""

    match: int
    called_at: datetime | None
    pk: int | None
    in_hand: bool | None
    extra: timedelta
    waits: bool
    game: str
    rule_set: str
    clock: Clock


@dataclass(frozen=True)
class _Read:
    """What is read of all matches: players by team, ticked ones by match and team, logs and conflicts by sheet."""

    round: Round
    now: datetime
    players: dict[int, int]
    ticked: dict[tuple[int, int], int]
    logs: dict[int, logs.Written]
    contradicted: frozenset[int]
    calls: dict[int, CallView]

    def here(self, match: int, team: TeamLabel | None) -> int:
        return self.ticked.get((match, team.id), 0) if team else 0

    def is_present(self, match: int, team: TeamLabel | None) -> bool:
        return team is not None and is_everybody(self.players.get(team.id, 0), self.here(match, team))


def table_rows(tournament: Tournament, round_: Round, views: Sequence[MatchView], now: datetime) -> list[TableRow]:
    """Matches of a round by table, those without a table last; seven queries, however many they are."""
    wanted = Match.objects.filter(round=round_)
    if len(views) == 1:
        wanted = wanted.filter(pk=views[0].id)
    sheets, read = _sheets(wanted, round_.clock), _read(tournament, round_, wanted, now)
    rows = [_row(view, sheets[view.id], read) for view in views]
    return sorted(rows, key=lambda row: (row.match.table or 10_000, row.match.number))


def _sheets(wanted: QuerySet[Match], clock: Clock) -> dict[int, _Sheet]:
    rows = (
        wanted.annotate(last=current_games())
        .order_by("last__number")
        .values_list(
            "pk",
            "called_at",
            "last__sheet",
            "last__sheet__in_hand",
            Coalesce("last__sheet__extra", clocks.NO_TIME),
            Coalesce("last__sheet__waits", False),
            Coalesce("last__sheet__game", "stage__game"),
            Cast(Coalesce("last__sheet__rule_set", "stage__rule_set"), TextField()),
        )
    )
    return {row[0]: _Sheet._make((*row, clock)) for row in rows}


def _read(tournament: Tournament, round_: Round, wanted: QuerySet[Match], now: datetime) -> _Read:
    sheets = wanted.filter(games__replaced_at=None).values("games__sheet")
    people = Player.objects.filter(left_at=None, team__branch__tournament=tournament).order_by()
    ticks = CheckIn.objects.filter(match__in=wanted, player__left_at=None).order_by()
    counted = ticks.values_list("match", "player__team").annotate(Count("pk"))
    conflicts = Submission.objects.filter(sheet__in=sheets, state=SubmissionState.CONFLICTING)
    return _Read(
        round=round_,
        now=now,
        players=dict(people.values_list("team").annotate(Count("pk"))),
        ticked={(match, team): ticked for match, team, ticked in counted},
        logs=logs.written(sheets),
        contradicted=frozenset(conflicts.order_by().values_list("sheet", flat=True)),
        calls={call.match: call for call in open_calls(tournament)},
    )


def _row(view: MatchView, sheet: _Sheet, read: _Read) -> TableRow:
    written = read.logs.get(sheet.pk or 0, logs.NOTHING)
    reading = clocks.sheet_reading(sheet, read.now)
    home, away = view.home.team, view.away.team
    both_present = read.is_present(view.id, home) and read.is_present(view.id, away)
    status = _status(view, sheet, written, reading, both_present=both_present)
    absence = None if both_present or written.deals else _absence(view, sheet, read)
    return TableRow(
        match=view,
        status=status,
        both_present=both_present,
        here=read.here(view.id, home) + read.here(view.id, away),
        called_at=sheet.called_at,
        deals=written.deals,
        last_entry=written.last_entry,
        silent_minutes=_silence(reading, written, read) if status == "playing" else 0,
        clock=reading,
        absence=absence,
        is_late=absence is not None and read.now >= absence.due,
        call=read.calls.get(view.number),
        is_contradicted=sheet.pk in read.contradicted,
        sheet=sheet.pk,
    )


def _status(view: MatchView, sheet: _Sheet, written: logs.Written, reading: Reading, *, both_present: bool) -> str:
    match view.state:
        case MatchState.READY | MatchState.CALLED:
            if both_present:
                return "present"
            return "called" if view.state == MatchState.CALLED else "due"
        case MatchState.PLAYING:
            options = folds.options(sheet.game, sheet.rule_set)
            state = logs.state_after(sheet.game, sheet.rule_set, written.log, clocks.latest_sheet_bell(sheet))
            outcome = game(sheet.game).verdict(options, state, time_up=reading.rung, in_hand=sheet.in_hand)
            return AT_THE_BELL[outcome.awaits] if isinstance(outcome, Pending) else "verdict"
        case other:
            return str(other)


def _silence(reading: Reading, written: logs.Written, read: _Read) -> int:
    """Whole minutes since the last entry, or since the start; a paused clock and one not started make nobody silent.

    A table that began later than its round has its bell so much later.
    """
    if reading.state != ClockState.RUNNING or reading.bell_at is None:
        return 0
    since = written.last_entry or reading.bell_at - clocks.length(read.round.clock)
    return max(0, int((read.now - since).total_seconds() // 60))


def _absence(view: MatchView, sheet: _Sheet, read: _Read) -> Absence | None:
    """Whoever is missing from the planned start on; before it nobody is expected."""
    since = expected_at(read.round)
    if view.state not in (MatchState.READY, MatchState.CALLED) or read.now < since:
        return None
    return Absence(since, game(sheet.game).terms(folds.options(sheet.game, sheet.rule_set)).grace_minutes)

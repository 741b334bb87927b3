"""When a page changes although nothing happened: a round starts, a bell rings, entries close, a lot is
turned, a day ends.

A page of a version holds until the next of these moments, and its ETag names the last one passed.
"""

from bisect import bisect_right
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef

from journal.models import Journal
from notices.models import Notice
from notices.queries.announced import ON_BOARD
from scoring import clocks
from scoring.models import Clock
from scoring.states import ClockState, SheetState
from tournaments.models import Ceremony, Game, Match, Tournament
from tournaments.play.ceremony import moments_of
from tournaments.states import CeremonyPace, CeremonyState, MatchState, TournamentState
from web.publishing.versions import FINISHED, SITE, Pulse

KEPT = 64
DECIDED = (MatchState.OVER, MatchState.BYE)


@dataclass(frozen=True)
class RoundClock:
    """The clock of a round that is not over, as a page needs it for counting down."""

    round: int
    clock: Clock


@dataclass(frozen=True)
class Timeline:
    """The moments of one version of an event, in its own time, in order."""

    zone: ZoneInfo
    moments: tuple[datetime, ...]
    clocks: tuple[RoundClock, ...]

    def last(self, now: datetime) -> datetime:
        """The last moment passed; midnight at the latest."""
        index = bisect_right(self.moments, now)
        return max(self._midnight(now), self.moments[index - 1]) if index else self._midnight(now)

    def next(self, now: datetime) -> datetime:
        """The first moment ahead; midnight at the latest."""
        index = bisect_right(self.moments, now)
        midnight = self._midnight(now, days=1)
        return min(midnight, self.moments[index]) if index < len(self.moments) else midnight

    def _midnight(self, now: datetime, days: int = 0) -> datetime:
        today = now.astimezone(self.zone).date() + timedelta(days=days)
        return datetime.combine(today, time(), self.zone)


class Timelines:
    """The timelines that one process has read, the newest versions only."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str], tuple[Timeline, ...]] = OrderedDict()

    def of(self, slug: str, pulse: Pulse) -> list[tuple[Timeline, Journal]]:
        """The timeline of an event at that pulse with its journal; of each on the list of events with the real time,
        for ``SITE``. Read once a version."""
        key = (slug, pulse.edition)
        if key not in self._known:
            self._known[key] = read(slug)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return [(line, pulse.journals[0]) for line in self._known[key]]

    def forget(self) -> None:
        self._known.clear()


class _Row(NamedTuple):
    """An event with one of its rounds, if it has any."""

    event: int
    zone: str
    closes_at: datetime
    draw_at: datetime | None
    call: int
    last_bell: int
    is_open: bool
    number: int | None
    starts_at: datetime
    clock: int
    state: str
    minutes: int
    started_at: datetime | None
    paused_at: datetime | None
    held: timedelta
    extra: timedelta


_ROUND = "stages__rounds__"
_CLOCK = "stages__rounds__clock__"
_COLUMNS = (
    "pk", "zone", "closes_at", "draw_at", "check_in_minutes", "last_bell_minutes",
    "is_open", f"{_ROUND}number", f"{_ROUND}starts_at",
    *(f"{_CLOCK}{name}" for name in ("pk", "state", "minutes", "started_at", "paused_at", "held", "extra")),
)  # fmt: skip


def read(slug: str) -> tuple[Timeline, ...]:
    """The timeline of the event: four queries; or those of all that are on the list of events and not over, rounds and
    registration alone: one query."""
    if slug == FINISHED:
        return ()
    if slug == SITE:
        found = Tournament.objects.filter(archived_at=None, journal__rehearsal=False)
        found = found.exclude(state=TournamentState.FINISHED)
    else:
        found = Tournament.objects.filter(slug=slug)
    rows: dict[int, list[_Row]] = {}
    open_ = Match.objects.filter(round=OuterRef(f"{_ROUND}pk")).exclude(state__in=DECIDED)
    found = found.annotate(is_open=Exists(open_))
    for values in found.order_by("pk", f"{_ROUND}number", f"{_ROUND}sitting").values_list(*_COLUMNS):
        row = _Row(*values)
        rows.setdefault(row.event, []).append(row)
    due: dict[int, set[datetime]] = {event: set() for event in rows}
    if slug == SITE:
        return tuple(_timeline(rows[event], due[event]) for event in rows)
    notices = Notice.objects.filter(tournament__in=due, kind__in=ON_BOARD).order_by()
    for event, due_at in notices.values_list("tournament_id", "due_at").distinct():
        due[event].add(due_at)
    _add_own_bells(due)
    _add_lots(due)
    return tuple(_timeline(rows[event], due[event]) for event in rows)


def _add_own_bells(due: dict[int, set[datetime]]) -> None:
    """The bells of tables that have time of their own."""
    games = Game.objects.filter(match__stage__tournament__in=due, sheet__extra__gt=clocks.NO_TIME)
    open_ = games.filter(sheet__state=SheetState.OPEN, sheet__clock__state=ClockState.RUNNING)
    for game in open_.select_related("sheet__clock", "match__stage").order_by():
        due[game.match.stage.tournament_id].add(clocks.latest_sheet_bell(game.sheet))


def _add_lots(due: dict[int, set[datetime]]) -> None:
    """The moments at which the clock shows the lots of a draw."""
    on = Ceremony.objects.filter(stage__tournament__in=due, state=CeremonyState.RUNNING, pace=CeremonyPace.AUTO)
    for ceremony in on.select_related("stage").order_by():
        due[ceremony.stage.tournament_id].update(moments_of(ceremony))


def _timeline(rows: list[_Row], due: set[datetime]) -> Timeline:
    event, planned = rows[0], [row for row in rows if row.number is not None]
    moments = {event.closes_at, *([event.draw_at] if event.draw_at else []), *due}
    running: dict[int, RoundClock] = {}
    for row in planned:
        clock = _clock(row)
        is_first = clock.state != ClockState.SET or row.number not in running
        if row.is_open and is_first:  # of several sittings the last that was started
            running[row.number or 0] = RoundClock(row.number or 0, clock)
        moments |= {row.starts_at, row.starts_at - timedelta(minutes=event.call)}
        bell = _bell(clock)
        moments |= {bell, bell - timedelta(minutes=event.last_bell)} if bell else set()
    return Timeline(ZoneInfo(event.zone), tuple(sorted(moments)), tuple(running.values()))


def _clock(row: _Row) -> Clock:
    return Clock(
        pk=row.clock, state=row.state, minutes=row.minutes, started_at=row.started_at, paused_at=row.paused_at,
        held=row.held, extra=row.extra,
    )  # fmt: skip


def _bell(clock: Clock) -> datetime | None:
    if clock.state != ClockState.RUNNING or clock.started_at is None:
        return None
    return clocks.bell_at(clock, clock.started_at)


TIMELINES = Timelines()

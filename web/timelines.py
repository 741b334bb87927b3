"""When a page changes although nothing happened: a round starts, a bell rings, entries close, a day ends.

A page of a version holds until the next of these moments, and its ETag names the last one passed.
"""

from bisect import bisect_right
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from journal.models import Journal
from notices.models import Notice
from notices.queries.announced import ON_BOARD
from scoring import clocks
from scoring.models import Clock
from scoring.states import ClockState
from tournaments.models import Round, Tournament
from web.versions import SITE, Pulse

KEPT = 64


@dataclass(frozen=True)
class RoundClock:
    """A round's clock as a page needs it for counting down."""

    round: int
    clock: Clock


@dataclass(frozen=True)
class Timeline:
    """The moments of one version of an event, in its own time, in order."""

    journal: int
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
        """The timeline of an event at that pulse (of each with ``SITE``) with its journal; read once a version."""
        key = (slug, pulse.mark)
        if key not in self._known:
            self._known[key] = read(slug)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        journals = {journal.pk: journal for journal in pulse.journals}
        return [(line, journals[line.journal]) for line in self._known[key] if line.journal in journals]

    def forget(self) -> None:
        self._known.clear()


def read(slug: str) -> tuple[Timeline, ...]:
    """Timelines of the event, or of all that are not archived: three queries."""
    found = Tournament.objects.filter(archived_at=None) if slug == SITE else Tournament.objects.filter(slug=slug)
    events = list(found.order_by("pk"))
    rounds: dict[int, list[Round]] = {event.pk: [] for event in events}
    due: dict[int, set[datetime]] = {event.pk: set() for event in events}
    planned = Round.objects.filter(stage__tournament__in=rounds).select_related("clock", "stage").order_by("number")
    for round_ in planned:
        rounds[round_.stage.tournament_id].append(round_)
    notices = Notice.objects.filter(tournament__in=due, kind__in=ON_BOARD)
    for event_id, due_at in notices.values_list("tournament_id", "due_at"):
        due[event_id].add(due_at)
    return tuple(_timeline(event, rounds[event.pk], due[event.pk]) for event in events)


def _timeline(event: Tournament, rounds: list[Round], due: set[datetime]) -> Timeline:
    moments = {event.closes_at, *([event.draw_at] if event.draw_at else []), *due}
    for round_ in rounds:
        moments |= {round_.starts_at, round_.starts_at - timedelta(minutes=event.check_in_minutes)}
        bell = _bell(round_.clock)
        moments |= {bell} if bell else set()
    running = tuple(RoundClock(round_.number, round_.clock) for round_ in rounds)
    return Timeline(event.journal_id, event.tzinfo, tuple(sorted(moments)), running)


def _bell(clock: Clock) -> datetime | None:
    if clock.state != ClockState.RUNNING or clock.started_at is None:
        return None
    return clocks.bell_at(clock, clock.started_at)


TIMELINES = Timelines()

"""When a page changes although nothing happens: a round starts, a bell rings, entries close, a lot is turned, a day
ends.

These moments are read again only when something was recorded that may move one.
"""

from bisect import bisect_right
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import reduce
from operator import or_
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, Q

from journal.models import Event, Journal
from notices.models import Notice
from notices.queries.announced import ON_BOARD
from scoring import clocks
from scoring.models import Clock
from scoring.states import ClockState, ScoringEvent, SheetState
from tournaments.codes import TournamentEvent
from tournaments.models import Ceremony, Game, Match, Round, Tournament
from tournaments.play.ceremony import moments_of
from tournaments.states import CeremonyPace, CeremonyState, MatchState

MOVE_NOTHING = frozenset(
    (
        ScoringEvent.DEAL_ENTERED, ScoringEvent.DEAL_UNDONE, ScoringEvent.PENALTY_ENTERED, ScoringEvent.PENALTY_STRUCK,
        ScoringEvent.SUBMISSION_CONFLICTED, TournamentEvent.ENTRY_SAVED, TournamentEvent.PLAYER_CHECKED_IN,
        TournamentEvent.PLAYER_CHECKED_OUT,
    )
)  # fmt: skip
"""What happens often and moves no moment; whatever else is recorded may."""
MOST_KNOWN = 4096
DECIDED = (MatchState.OVER, MatchState.BYE)


@dataclass(frozen=True)
class RoundClock:
    """The clock of a round that is not over, as a page needs it for counting down."""

    round: int
    clock: Clock


@dataclass(frozen=True)
class Timeline:
    """The moments of an event, in its own time, in order."""

    zone: ZoneInfo
    moments: tuple[datetime, ...]
    clocks: tuple[RoundClock, ...]
    is_archived: bool = False

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
    """The timelines that one process knows, and the last event of the journal that each of them has heard of."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[int, Timeline | None]] = {}

    def of(self, journals: Collection[Journal]) -> list[tuple[Journal, Timeline]]:
        """Those of events (a series has none). Nothing is asked while nothing is recorded, and whether anything was
        that may move a moment before all of them are read again."""
        known = {journal.pk: self._known.get(journal.pk) for journal in journals}
        again = {pk for pk, kept in known.items() if kept is None} | _moved(journals, known)
        found = read(again)
        if len(self._known) + len(again) > MOST_KNOWN:
            self._known.clear()
        lines = []
        for journal in journals:
            kept = known[journal.pk]
            line = kept[1] if kept and journal.pk not in again else found.get(journal.pk)
            self._known[journal.pk] = journal.last_number, line
            lines += [(journal, line)] if line else []
        return lines

    def forget(self) -> None:
        self._known.clear()


def _moved(journals: Collection[Journal], known: Mapping[int, tuple[int, Timeline | None] | None]) -> set[int]:
    """The journals of which something was recorded since that may move a moment; no query where nothing was."""
    since = [
        Q(journal=journal.pk, number__gt=kept[0])
        for journal in journals
        if (kept := known[journal.pk]) and kept[0] < journal.last_number
    ]
    if not since:
        return set()
    recorded = Event.objects.filter(reduce(or_, since)).exclude(kind__in=MOVE_NOTHING)
    return set(recorded.values_list("journal", flat=True))


def read(journals: Collection[int]) -> dict[int, Timeline]:
    """Timelines of the events with these journals: five queries. What is over has no moments ahead."""
    if not journals:
        return {}
    events = {event.pk: event for event in Tournament.objects.filter(journal__in=journals)}
    open_ = Exists(Match.objects.filter(round=OuterRef("pk")).exclude(state__in=DECIDED))
    rounds = Round.objects.filter(stage__tournament__in=events).order_by("number", "sitting")
    planned: dict[int, list[Round]] = {pk: [] for pk in events}
    for round_ in rounds.select_related("stage", "clock").annotate(is_open=open_):
        planned[round_.stage.tournament_id].append(round_)
    due: dict[int, set[datetime]] = {pk: set() for pk in events}
    notices = Notice.objects.filter(tournament__in=due, kind__in=ON_BOARD).order_by()
    for event, due_at in notices.values_list("tournament_id", "due_at").distinct():
        due[event].add(due_at)
    _add_own_bells(due)
    _add_lots(due)
    return {event.journal_id: _timeline(event, planned[pk], due[pk]) for pk, event in events.items()}


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


def _timeline(event: Tournament, rounds: list[Round], due: set[datetime]) -> Timeline:
    moments = {event.closes_at, *([event.draw_at] if event.draw_at else []), *due}
    running: dict[int, RoundClock] = {}
    for round_ in rounds:
        clock = round_.clock
        is_first = clock.state != ClockState.SET or round_.number not in running
        if round_.is_open and is_first:  # of several sittings the last that was started
            running[round_.number] = RoundClock(round_.number, clock)
        moments |= {round_.starts_at, round_.starts_at - timedelta(minutes=event.check_in_minutes)}
        if clock.state == ClockState.RUNNING and clock.started_at:
            bell = clocks.bell_at(clock, clock.started_at)
            moments |= {bell, bell - timedelta(minutes=event.last_bell_minutes)} if bell else set()
    ordered, is_archived = tuple(sorted(moments)), event.archived_at is not None
    return Timeline(ZoneInfo(event.zone), ordered, tuple(running.values()), is_archived)

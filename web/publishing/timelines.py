"""When a page changes although nothing happens: a round starts, a bell rings, entries close, a lot is turned, a day
ends.

These moments are read again only when something was recorded that may move one.
"""

from bisect import bisect_right
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef

from journal.models import Event, Journal
from notices.models import Notice
from notices.queries.announced import FOR_EVERYBODY
from scoring import clocks
from scoring.models import Clock
from scoring.states import ClockState, ScoringEvent, SheetState
from tournaments.codes import TournamentEvent
from tournaments.draw.rules.ceremony import moments_of
from tournaments.models import Ceremony, Game, Match, Round, Tournament
from tournaments.states import CeremonyPace, CeremonyState, MatchState, TournamentState

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
        self._listed: tuple[int, tuple[Timeline, ...]] = (-1, ())

    def of(self, journal: Journal) -> Timeline | None:
        """That of the event with this journal (a series has none). Nothing is asked while nothing is recorded, and
        whether anything was that may move a moment before all of them are read again."""
        last, line = self._known.get(journal.pk, (-1, None))
        since = Event.objects.filter(journal=journal.pk, number__gt=last).exclude(kind__in=MOVE_NOTHING)
        if last < 0 or (last < journal.last_number and since.exists()):
            line = read(journal)
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[journal.pk] = journal.last_number, line
        return line

    def of_listed(self, version: int) -> tuple[Timeline, ...]:
        """Those of the events on the list of events that are not over, at that version of the list."""
        if self._listed[0] != version:
            self._listed = version, read_listed()
        return self._listed[1]

    def forget(self) -> None:
        self._known.clear()
        self._listed = (-1, ())


def read(journal: Journal) -> Timeline | None:
    """The timeline of the event with this journal: five queries. What is over has no moments ahead."""
    event = Tournament.objects.filter(journal=journal.pk).first()
    if event is None:
        return None
    due = set(Notice.objects.filter(FOR_EVERYBODY, tournament=event).order_by().values_list("due_at", flat=True))
    return _timeline(event, _planned([event])[event.pk], due | _own_bells(event) | _lots(event))


def read_listed() -> tuple[Timeline, ...]:
    """Those of all events that the list shows and that are not over, by their rounds and registration: two queries."""
    listed = Tournament.objects.filter(archived_at=None, journal__rehearsal=False)
    events = list(listed.exclude(state=TournamentState.FINISHED))
    planned = _planned(events)
    return tuple(_timeline(event, planned[event.pk], set()) for event in events)


def _planned(events: Collection[Tournament]) -> dict[int, list[Round]]:
    planned: dict[int, list[Round]] = {event.pk: [] for event in events}
    open_ = Exists(Match.objects.filter(round=OuterRef("pk")).exclude(state__in=DECIDED))
    rounds = Round.objects.filter(stage__tournament__in=planned).order_by("number", "sitting")
    for round_ in rounds.select_related("stage", "clock").annotate(is_open=open_):
        planned[round_.stage.tournament_id].append(round_)
    return planned


def _own_bells(event: Tournament) -> set[datetime]:
    """The bells of tables that have time of their own."""
    games = Game.objects.filter(match__stage__tournament=event, sheet__extra__gt=clocks.NO_TIME)
    open_ = games.filter(sheet__state=SheetState.OPEN, sheet__clock__state=ClockState.RUNNING)
    return {clocks.latest_sheet_bell(game.sheet) for game in open_.select_related("sheet__clock").order_by()}


def _lots(event: Tournament) -> set[datetime]:
    """The moments at which the clock shows the lots of a draw."""
    on = Ceremony.objects.filter(stage__tournament=event, state=CeremonyState.RUNNING, pace=CeremonyPace.AUTO)
    return {moment for ceremony in on.select_related("stage").order_by() for moment in moments_of(ceremony)}


def _timeline(event: Tournament, rounds: list[Round], due: set[datetime]) -> Timeline:
    moments = {event.closes_at, *([event.draw_at] if event.draw_at else []), *due}
    running: dict[int, RoundClock] = {}
    for round_ in rounds:
        clock = round_.clock
        is_first = clock.state != ClockState.SET or round_.number not in running
        if round_.is_open and is_first:  # type: ignore[attr-defined]  # of several sittings the last that was started
            running[round_.number] = RoundClock(round_.number, clock)
        moments |= {round_.starts_at, round_.starts_at - timedelta(minutes=event.check_in_minutes)}
        if clock.state == ClockState.RUNNING and clock.started_at:
            bell = clocks.bell_at(clock, clock.started_at)
            moments |= {bell, bell - timedelta(minutes=event.last_bell_minutes)} if bell else set()
    return Timeline(ZoneInfo(event.zone), tuple(sorted(moments)), tuple(running.values()))

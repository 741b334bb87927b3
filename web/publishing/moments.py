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

from journal.models import Journal
from notices.models import Notice
from notices.queries.announced import FOR_EVERYBODY
from scoring import clocks
from scoring.models import Clock
from scoring.states import ClockState, ScoringEvent, SheetState
from tournaments.codes import TournamentEvent
from tournaments.draw.rules import moments_of
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
DECIDED = (MatchState.OVER, MatchState.BYE)


@dataclass(frozen=True)
class Moments:
    """The moments of an event, in its own time, in order; and the clocks of its rounds that are not over, by the number
    of the round, as a page needs them for counting down."""

    zone: ZoneInfo
    moments: tuple[datetime, ...]
    clocks: dict[int, Clock]

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


def read(journal: Journal) -> Moments | None:
    """The moments of the event with this journal, None of a series: five queries. What is over has none ahead."""
    event = Tournament.objects.filter(journal=journal.pk).first()
    if event is None:
        return None
    due = set(Notice.objects.filter(FOR_EVERYBODY, tournament=event).order_by().values_list("due_at", flat=True))
    # the bells of tables that have time of their own
    games = Game.objects.filter(match__stage__tournament=event, sheet__extra__gt=clocks.NO_TIME)
    own = games.filter(sheet__state=SheetState.OPEN, sheet__clock__state=ClockState.RUNNING)
    due |= {clocks.latest_sheet_bell(game.sheet) for game in own.select_related("sheet__clock").order_by()}
    return _moments(event, _planned([event])[event.pk], due | _lots([event])[event.pk])


def read_listed() -> tuple[Moments, ...]:
    """Those of all events that the list shows and that are not over, by their rounds, registration and lots: three
    queries."""
    listed = Tournament.objects.filter(archived_at=None, journal__rehearsal=False)
    events = list(listed.exclude(state=TournamentState.FINISHED))
    planned, lots = _planned(events), _lots(events)
    return tuple(_moments(event, planned[event.pk], lots[event.pk]) for event in events)


def _lots(events: Collection[Tournament]) -> dict[int, set[datetime]]:
    """The moments at which the clock shows the lots of a draw, by the event: one query."""
    lots: dict[int, set[datetime]] = {event.pk: set() for event in events}
    running = Ceremony.objects.filter(state=CeremonyState.RUNNING, pace=CeremonyPace.AUTO)
    for ceremony in running.filter(stage__tournament__in=lots).select_related("stage").order_by():
        lots[ceremony.stage.tournament_id].update(moments_of(ceremony))
    return lots


def _planned(events: Collection[Tournament]) -> dict[int, list[Round]]:
    planned: dict[int, list[Round]] = {event.pk: [] for event in events}
    open_ = Exists(Match.objects.filter(round=OuterRef("pk")).exclude(state__in=DECIDED))
    rounds = Round.objects.filter(stage__tournament__in=planned).order_by("number", "sitting")
    for round_ in rounds.select_related("stage", "clock").annotate(is_open=open_):
        planned[round_.stage.tournament_id].append(round_)
    return planned


def _moments(event: Tournament, rounds: list[Round], due: set[datetime]) -> Moments:
    moments = {event.closes_at, *([event.draw_at] if event.draw_at else []), *due}
    running: dict[int, Clock] = {}
    for round_ in rounds:
        clock = round_.clock
        is_first = clock.state != ClockState.SET or round_.number not in running
        if round_.is_open and is_first:  # type: ignore[attr-defined]  # of several sittings the last that was started
            running[round_.number] = clock
        moments |= {round_.starts_at, round_.starts_at - timedelta(minutes=event.check_in_minutes)}
        if clock.state == ClockState.RUNNING and clock.started_at:
            bell = clocks.bell_at(clock, clock.started_at)
            moments |= {bell, bell - timedelta(minutes=event.last_bell_minutes)} if bell else set()
    return Moments(ZoneInfo(event.zone), tuple(sorted(moments)), running)

"""The version of what the public sees, as this process knows it: a quarter of a second old at most, fresh at once for a
writer.

A writer's answer carries a cookie with the version that he made. Whichever process he asks next compares it with the
version that it holds, and reads again if his is newer: whoever wrote sees his write at once.

A page also changes although nothing happens: a round starts, a bell rings, entries close, a lot is turned, a day ends.
These moments are read again only when something was recorded that may move one.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from time import monotonic
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse

from journal import clock
from journal.models import Event, Journal
from journal.queries import shared_version
from notices.models import Notice
from notices.queries.announced import FOR_EVERYBODY
from scoring import clocks
from scoring.models import Clock
from scoring.states import ClockState, ScoringEvent, SheetState
from tournaments import shared_versions
from tournaments.codes import TournamentEvent
from tournaments.draw.rules import moments_of
from tournaments.models import Ceremony, Game, Match, Round, Tournament
from tournaments.states import CeremonyPace, CeremonyState, MatchState, TournamentState
from web.requests.numbers import typed_number

MOVE_NOTHING = frozenset(
    (
        ScoringEvent.DEAL_ENTERED, ScoringEvent.DEAL_UNDONE, ScoringEvent.PENALTY_ENTERED, ScoringEvent.PENALTY_STRUCK,
        ScoringEvent.SUBMISSION_CONFLICTED, TournamentEvent.ENTRY_SAVED, TournamentEvent.PLAYER_CHECKED_IN,
        TournamentEvent.PLAYER_CHECKED_OUT,
    )
)  # fmt: skip
"""What happens often and moves no moment; whatever else is recorded may."""
DECIDED = (MatchState.OVER, MatchState.BYE)
READ_AGAIN_AFTER = 0.25
"""Seconds for which a version is believed without asking the database."""
A_DAY = timedelta(days=1)
MOST_KNOWN = 4096
"""Events whose moments a process keeps."""
OF_MANY = 0
"""The key of the journal that stands for all events together."""
WROTE = "wrote"
WROTE_SECONDS = 10
SITE, FINISHED = "", "*finished"
"""Stand for all events together, and for those that are over, where an event's slug is expected."""
_OF_MANY = {SITE: shared_versions.SITE, FINISHED: shared_versions.FINISHED}
"""The version that their journals, and those of the series that count them together, share."""
_written: ContextVar[list[str] | None] = ContextVar("written", default=None)


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


def read_moments(journal: Journal) -> Moments | None:
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


def read_listed_moments() -> tuple[Moments, ...]:
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


@dataclass(frozen=True, slots=True)
class Version:
    """What is current of one event, or of many: versions with the same ``name`` differ in nothing public.

    The name is ``<journal>.<version>-<last moment passed>``; of many events ``0.0.<version that they share>-…``.
    ``next`` is when the next moment comes (in the time of the event, of many in the real one). ``read_at`` is the
    process' monotonic clock just before the database was asked.
    """

    journal: Journal
    name: str
    next: datetime
    clocks: dict[int, Clock]
    read_at: float
    believed_until: float

    @property
    def of_many(self) -> bool:
        return self.journal.pk == OF_MANY

    @property
    def number(self) -> int:
        return self.journal.version

    def lacks(self, known: str) -> bool:
        """Is the version in a writer's cookie (``journal.version``), or that a visitor knows of, newer? Whatever
        somebody wrote may be on a page about many events."""
        numbers = [typed_number(number) or 0 for number in known.partition("-")[0].split(".")]
        if self.of_many:
            return len(numbers) == 2 or numbers[-1] > self.number
        return len(numbers) == 2 and numbers[0] == self.journal.pk and numbers[1] > self.number


class Versions:
    """What one process knows: versions by the slug of the event, and the moments that they end with."""

    def __init__(self) -> None:
        self._known: dict[str, Version] = {}
        self._moments: dict[int, tuple[int, Moments | None]] = {}
        self._listed: tuple[int, tuple[Moments, ...]] = (-1, ())

    def present(self, slug: str, known: str = "", *, since: float = 0.0) -> Version | None:
        """The version of an event (or of many), read again if that is due, if the ``known`` one is newer, or if it was
        read before ``since``; None if there is no such event."""
        version = self._known.get(slug)
        if version is None or (version.read_at < since if since else version.believed_until < monotonic()):
            return self.read(slug)
        return self.read(slug) if known and version.lacks(known) else version

    def read(self, slug: str) -> Version | None:
        """Ask the database: one query, and one more where something was recorded."""
        read_at = monotonic()
        journal: Journal | None
        moments: tuple[Moments, ...] = ()
        if slug in _OF_MANY:
            of, journal = f"0.{OF_MANY}", Journal(pk=OF_MANY, version=shared_version(_OF_MANY[slug]))
            if slug == SITE:
                if self._listed[0] != journal.version:
                    self._listed = journal.version, read_listed_moments()
                moments = self._listed[1]
        else:
            journal = Journal.objects.filter(tournament__slug=slug).first()
            if journal is None:
                self._known.pop(slug, None)
                return None
            of, own = f"{journal.pk}", self.moments_of(journal)
            moments = (own,) if own else ()
        now = clock.now(journal)
        passed = sum(int(each.last(now).timestamp()) for each in moments)
        next_ = min((each.next(now) for each in moments), default=now + A_DAY)
        ahead = (next_ - now).total_seconds() / journal.pace if journal.pace else READ_AGAIN_AFTER
        self._known[slug] = version = Version(
            journal=journal,
            name=f"{of}.{journal.version}-{passed}",
            next=next_,
            clocks=moments[0].clocks if moments and journal.pk != OF_MANY else {},
            read_at=read_at,
            believed_until=read_at + min(READ_AGAIN_AFTER, ahead),
        )
        return version

    def moments_of(self, journal: Journal) -> Moments | None:
        """Those of the event with this journal (a series has none). Nothing is asked while nothing is recorded, and
        whether anything was that may move a moment before all of them are read again."""
        last, moments = self._moments.get(journal.pk, (-1, None))
        since = Event.objects.filter(journal=journal.pk, number__gt=last).exclude(kind__in=MOVE_NOTHING)
        if last < 0 or (last < journal.last_number and since.exists()):
            moments = read_moments(journal)
        if len(self._moments) >= MOST_KNOWN:
            self._moments.clear()
        self._moments[journal.pk] = journal.last_number, moments
        return moments

    def outdate(self, journal: int) -> None:
        """Something was committed here: believe nothing about that journal any more."""
        for slug, version in list(self._known.items()):
            if version.of_many or version.journal.pk == journal:
                self._known[slug] = replace(version, believed_until=0.0)

    def forget(self) -> None:
        self._known.clear()
        self._moments.clear()
        self._listed = (-1, ())


VERSIONS = Versions()


def note_version(journal: int, version: int) -> None:
    """Receiver of committed versions (``journal.recording.on_version``)."""
    VERSIONS.outdate(journal)
    written = _written.get()
    if written is not None:
        written.append(f"{journal}.{version}")


class WroteMiddleware:
    """Gives whoever wrote the version that he made, for a few seconds."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return self.get_response(request)
        written: list[str] = []
        token = _written.set(written)
        try:
            response = self.get_response(request)
        finally:
            _written.reset(token)
        if written:
            response.set_cookie(
                WROTE, written[-1], max_age=WROTE_SECONDS, httponly=True, samesite="Lax", secure=request.is_secure()
            )
        return response

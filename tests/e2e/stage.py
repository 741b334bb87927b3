"""A whole event on a site of its own: web server, Celery worker and beat, broker and mail server, all real."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from accounts.models import User
from journal import clock
from notices.models import Delivery, Notice
from notices.states import DeliveryState, NoticeState
from rehearsal.browser import Browser
from rehearsal.director import Director
from rehearsal.officials import Cast, assemble
from rehearsal.script import Script
from rehearsal.stage import Annex
from tests.notices.processes import Site
from tournaments.bracket.queries.awards import Podium
from tournaments.event.actions.tournaments import create_tournament
from tournaments.models import Round, Tournament
from tournaments.presets.preset import Blueprint, read_preset

FIRST_DAY = date(2123, 11, 29)  # a Monday, far ahead
OFFICE_MAIL = "office@rehearsal.example"
EVENING, SHORTLY = timedelta(hours=19, minutes=30), timedelta(minutes=30)
PATIENCE = 180  # a worker that is killed leaves its lease to run out


def nothing(*_: object) -> None:
    """For those who do not watch."""


@dataclass
class Stage:
    """An event before anybody has entered, and those who will play it through the pages of the site at ``address``.

    ``touched``: once it is played, the matches that were corrected, and those that somebody came to by mistake."""

    address: str
    tournament: Tournament
    cast: Cast
    touched: set[int] = field(default_factory=set)

    @property
    def roles(self) -> dict[str, Browser]:
        """One browser a role; the member has not signed in."""
        cast = self.cast
        return {"member": cast.member, "referee": cast.referees[0], "chief referee": cast.chief, "office": cast.office}


@dataclass
class Watched(Director):
    """Between the rounds time passes as it would: the evening before, half an hour before; ``rest`` waits meanwhile."""

    rest: Callable[[], None] = field(default=nothing)

    def play_round(self, round_: Round) -> None:
        for ahead in (EVENING, SHORTLY):
            self.set_time(max(round_.starts_at - ahead, clock.now(self.tournament.journal)))
            self.rest()
        super().play_round(round_)


@contextmanager
def a_stage(address: str, *, slug: str = "s000", branches: int = 13) -> Iterator[Stage]:
    """A rehearsal of S000, or of its beginning with so many branches and as many rounds as they need."""
    tournament = create_tournament(beginning_of_s000(branches), by=None, slug=slug, first_day=FIRST_DAY, rehearsal=True)
    clock.set_rehearsal_time(tournament.journal, tournament.closes_at)
    tournament = Tournament.objects.select_related("journal").get(pk=tournament.pk)
    stage = Stage(address, tournament, assemble(address, tournament))
    User.objects.filter(username="rehearsal-office").update(email=OFFICE_MAIL)
    try:
        yield stage
    finally:
        stage.cast.leave()


def beginning_of_s000(branches: int) -> Blueprint:
    preset = read_preset("s000")
    taken = preset.branches[:branches]
    rounds = (sum(b.quota for b in taken) - 1).bit_length()
    return replace(preset, branches=taken, rounds=preset.rounds[:rounds])


def play(
    stage: Stage,
    script: Script,
    look: Callable[[str], None] = nothing,
    rest: Callable[[], None] = nothing,
    annex: Annex | None = None,
) -> Podium:
    """The event from the first entry to the podium."""
    director = Watched(stage.tournament, stage.cast, script, on_milestone=look, on_due=rest, annex=annex, rest=rest)
    podium = director.run()
    stage.touched = {number for correction in director.corrected for number in (correction.match, *correction.branch)}
    stage.tournament.refresh_from_db()
    return podium


def mails_are_out(site: Site, tournament: Tournament) -> None:
    """Return when everything that is due at the event's time has been sent, as beat would see to every few seconds."""
    due = Notice.objects.filter(state=NoticeState.PENDING, due_at__lte=clock.now(tournament.journal))
    unsent = Delivery.objects.filter(state=DeliveryState.PENDING)
    deadline = time.monotonic() + PATIENCE
    while due.exists() or unsent.exists():
        assert time.monotonic() < deadline, "what is due was not sent in time"
        site.wake()
        until(lambda: not due.exists() and not unsent.exists(), seconds=1)


def until(condition: Callable[[], bool], *, seconds: float) -> bool:
    """Wait for it, at most so long; did it happen?"""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True

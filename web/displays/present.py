"""Where an event stands at a moment: which round is on, which comes next, and who stands on the podium so far."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from threading import Lock
from typing import Any

from django.utils.translation import gettext as _

from journal import clock
from scoring import clocks
from scoring.states import ClockState
from tournaments.bracket.queries.awards import Podium, places_of
from tournaments.bracket.queries.match_views import MatchView, TeamLabel
from tournaments.bracket.queries.matches import rounds, rounds_of
from tournaments.bracket.queries.prizes import DecidedPrize, given_prizes
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.queries.standings import StageView, stages_of
from tournaments.bracket.words.names import day, hour, listed, round_name, round_time, team_name
from tournaments.draw.queries.ceremony import CeremonyView, ceremony_view, with_ceremonies
from tournaments.models import Tournament
from tournaments.states import SlotKind, TournamentState


@dataclass(frozen=True)
class Running:
    """A round whose clock runs or is held, with matches still open, and what its clock says."""

    round: RoundView
    reading: clocks.ClockReading


@dataclass(frozen=True)
class Present:
    """An event at one moment of its own time. ``may_be_drawn``: perhaps its lots are being drawn at this moment."""

    tournament: Tournament
    now: datetime
    rounds: tuple[RoundView, ...]
    may_be_drawn: bool = True

    @property
    def minute(self) -> datetime:
        """The moment as pages say it."""
        return self.now.replace(second=0, microsecond=0)

    @cached_property
    def running(self) -> tuple[Running, ...]:
        """The rounds that are on: several where stages are played at the same hour, the earlier stage first."""
        return tuple(Running(r, clocks.read(r.clock, self.now)) for r in self.rounds if r.is_live)

    @cached_property
    def ceremony(self) -> CeremonyView | None:
        """The draw that is being shown, until it is confirmed; nothing is asked once all stages are drawn."""
        if self.live or not self.may_be_drawn or all(r.is_drawn for r in self.rounds):
            return None
        view = ceremony_view(self.tournament)
        return None if view is None or view.is_published else view

    @property
    def beside(self) -> tuple[Running, ...]:
        """Those that are on beside the `live` one."""
        return self.running[1:]

    @property
    def live(self) -> RoundView | None:
        """The round that is on, the first of several."""
        return self.running[0].round if self.running else None

    @cached_property
    def next(self) -> RoundView | None:
        """The first round, or sitting of one, that has not begun."""
        parts = (part for r in self.rounds for part in r.parts)
        return next((part for part in parts if part.clock.state == ClockState.SET and not part.is_over), None)

    @cached_property
    def latest(self) -> RoundView | None:
        """The last round that is over."""
        return next((r for r in reversed(self.rounds) if r.is_over), None)

    @cached_property
    def day_round(self) -> RoundView | None:
        """The round whose matches are worth showing: the live one, else one of today, else the next, else the last."""
        if self.live:
            return self.live
        if self.latest and (self.next is None or (self.is_today(self.latest) and not self.is_today(self.next))):
            return self.latest
        coming = next((r for r in self.rounds if self.next and r.number == self.next.number), None)
        return coming if coming and coming.is_drawn else self.latest

    @property
    def is_finished(self) -> bool:
        return self.tournament.state == TournamentState.FINISHED

    @property
    def is_drawn(self) -> bool:
        return any(r.is_drawn for r in self.rounds)

    @property
    def entries_open(self) -> bool:
        return self.tournament.state == TournamentState.ENTRY and self.now < self.tournament.closes_at

    @property
    def live_numbers(self) -> str:
        """Of the rounds that are on, with a space between them."""
        return " ".join(str(on.round.number) for on in self.running)

    @property
    def reading(self) -> clocks.ClockReading | None:
        """The clock of the live round."""
        return self.running[0].reading if self.running else None

    def days_until(self, moment: datetime) -> int:
        """0 today, 1 tomorrow, −1 yesterday, in the event's zone."""
        zone = self.tournament.tzinfo
        return (moment.astimezone(zone).date() - self.now.astimezone(zone).date()).days

    def is_today(self, round_: RoundView) -> bool:
        return self.days_until(round_.starts_at) == 0

    @cached_property
    def medals(self) -> Podium:
        return places_of(self.stages, self.tournament.awards)

    @cached_property
    def prizes(self) -> tuple[DecidedPrize, ...]:
        """Those by rule, once they are given."""
        return given_prizes(self.tournament)

    @cached_property
    def stages(self) -> tuple[StageView, ...]:
        return stages_of(self.rounds)


@dataclass(frozen=True)
class Known:
    """What was read of events, by the id of each: one moment, shared by many pages."""

    presents: dict[int, Present] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)


_known: ContextVar[Known | None] = ContextVar("known", default=None)


@contextmanager
def read_once(known: Known) -> Iterator[None]:
    """Inside, each event is read once and kept in ``known``, or in what is ``known`` around it."""
    token = _known.set(_known.get() or known)
    try:
        yield
    finally:
        _known.reset(token)


def present(tournament: Tournament) -> Present:
    """The event now: the queries of ``rounds``."""
    known = _known.get()
    if known is None:
        return _read(tournament)
    with known.lock:  # pages that are made at the same time wait for one reading
        if tournament.pk not in known.presents:
            known.presents[tournament.pk] = _read(tournament)
    return known.presents[tournament.pk]


def _read(tournament: Tournament) -> Present:
    return Present(tournament, clock.now(tournament.journal), rounds(tournament))


def presents(tournaments: Sequence[Tournament]) -> list[Present]:
    """Several events now, with as many queries as one."""
    rounds_by_id, drawn = rounds_of(tournaments), with_ceremonies(tournaments)
    return [Present(t, clock.now(t.journal), rounds_by_id[t.pk], t.pk in drawn) for t in tournaments]


def lost_by(match: MatchView) -> TeamLabel | None:
    """The team that lost; None while it is open, and where nobody was there against the winner."""
    if match.won_by is None:
        return None
    return next((line.team for line in match.lines if line.outcome == "lost" and line.slot == SlotKind.TEAM), None)


def headline(snapshot: Present) -> str:
    """Where the event stands, in one line: who has won, what is on, or what comes next."""
    if snapshot.medals.champions:
        return _("Champion: %(team)s") % {"team": listed(map(team_name, snapshot.medals.champions))}
    if snapshot.live:
        return _("%(round)s in play") % {"round": round_title(snapshot.live)}
    if snapshot.ceremony:
        # how many lots are drawn, and what comes next: 7/26，下一签 机关分会四组
        turn = snapshot.ceremony.turn
        then = _("Next lot: %(team)s") % {"team": team_name(turn)} if turn else _("All lots are drawn")
        counted = f"{len(snapshot.ceremony.lots)}/{snapshot.ceremony.total}"
        return "　".join((_("Lots are being drawn"), counted, then))
    if snapshot.is_finished:
        return _("The event is over")
    if snapshot.next:
        return f"{_('Next: %(name)s') % {'name': round_title(snapshot.next)}}　{round_time(snapshot.next)}"
    draw_at = snapshot.tournament.draw_at
    return f"{_('Draw')}　{day(draw_at)} {hour(draw_at)}" if draw_at and not snapshot.is_drawn else ""


def round_title(round_: Any) -> str:
    """32进16, or 第 1 轮 while it is not known how many enter it."""
    return round_name(round_.entrants, number=round_.number, sitting=round_.sitting, where=round_.wheres)

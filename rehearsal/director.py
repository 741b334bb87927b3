"""彩排的导演: takes a whole event from the empty entry forms to the podium, through the pages.

The event's time stands still while people act, and is moved on from one minute of the script to the next.
"""

import heapq
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from queue import SimpleQueue

from django.db import connection
from django.db.models import QuerySet

from journal import clock
from notices.due import due_times
from rehearsal import office
from rehearsal.browser import Browser
from rehearsal.cast import Cast
from rehearsal.corrections import Correction, planned
from rehearsal.match_play import MatchPlay
from rehearsal.moments import Moment
from rehearsal.round_day import RoundPlay
from rehearsal.script import Script, Table
from rehearsal.stage import Annex
from tournaments.models import Match, Round, Tournament
from tournaments.queries.awards import Podium, podium
from tournaments.states import MatchState

ENTRY_DAYS_BEFORE = timedelta(days=3)
PAUSED_ROUND, KILLING_ROUND = 2, 3
BUSY_MINUTE = 24


def nothing(*_: object) -> None:
    """For those who do not watch."""


@dataclass
class Director:
    """``on_milestone`` is told when something worth looking at is on the pages; ``on_result`` how many matches
    are over since, ``on_due`` when the clock stands where mails are due. ``annex``: the processes that are killed in
    the middle of a round; phones use its web server, or the site's where there is none."""

    tournament: Tournament
    cast: Cast
    script: Script
    on_milestone: Callable[[str], None] = nothing
    on_result: Callable[[int], object] = nothing
    on_due: Callable[[], object] = nothing
    annex: Annex | None = None
    _serial: Iterator[int] = field(default_factory=count)
    _cards: dict[int, Table] = field(default_factory=dict)
    _plays: dict[int, MatchPlay] = field(default_factory=dict)
    _over: set[int] = field(default_factory=set)
    _corrections: list[Correction] = field(default_factory=list)
    _taken: set[int] = field(default_factory=set)
    _told: int = 0

    def run(self) -> Podium:
        """The whole event; raises ``RehearsalFailed`` where it goes otherwise than the script says."""
        self.take_entries()
        self.hold_draw()
        for number in self._rounds().values_list("number", flat=True):
            self.play_round(number)
        self.give_awards()
        return podium(self.tournament)

    @property
    def corrected(self) -> list[Correction]:
        """The matches that were written wrongly and put right, so far."""
        return [*self._corrections]

    def _rounds(self) -> QuerySet[Round]:
        return Round.objects.filter(stage__tournament=self.tournament).order_by("number")

    def set_time(self, moment: datetime) -> None:
        """Everybody's clock shows this moment now."""
        clock.set_rehearsal_time(self.tournament.journal, moment)

    def take_entries(self) -> None:
        self.set_time(self.tournament.closes_at - ENTRY_DAYS_BEFORE)
        for branch in self.tournament.branches.all():
            office.enter_branch(self.cast.office, self.tournament, branch, with_mistake=branch.number == 1)
        self.on_milestone("entered")

    def hold_draw(self) -> None:
        self.set_time(self.tournament.draw_at or self.tournament.closes_at)
        office.draw(self.cast.office, self.tournament, self.script.seed)
        self.on_milestone("drawn")

    def play_round(self, number: int) -> None:
        """From the call to the last confirmed result, minute by minute."""
        round_ = self._rounds().get(number=number)
        self.wait_for_mails(round_)
        play = self._round_play(round_)
        agenda: list[tuple[int, int, Moment]] = []
        self._plan(agenda, play.opening())
        looked = False
        while agenda:
            minute, together = self._next_minute(agenda)
            self.set_time(round_.starts_at + timedelta(minutes=minute))
            self._plan(agenda, self._happen(together))
            if not agenda or agenda[0][0] > minute:
                self._plan(agenda, play.then(minute))
            self._report()
            if minute > BUSY_MINUTE and not looked:
                looked = True
                self.on_milestone(f"round {number}")
        play.close()

    def _round_play(self, round_: Round) -> RoundPlay:
        """The round as the script has it, and what is to go wrong and be put right in it."""
        number = round_.number
        open_states = [MatchState.READY, MatchState.CALLED]
        numbers = round_.matches.filter(state__in=open_states).order_by("number").values_list("number", flat=True)
        tables = {match: self.script.table(number, place) for place, match in enumerate(numbers, start=1)}
        self._cards |= tables
        if not self.script.calm:
            self._corrections += planned(number, tables, self._feeds(), self._taken)
        written = {c.match: c.written(tables[c.match]) for c in self._corrections if c.match in tables}
        killing = self.annex if number == KILLING_ROUND else None
        return RoundPlay(
            tournament=self.tournament,
            number=number,
            tables=tables | written,
            cards=self._cards,
            plays=self._plays,
            over=self._over,
            new_phone=self._new_phone,
            corrections=[c for c in self._corrections if c.signed_in == number],
            pause=number == PAUSED_ROUND,
            kill=killing.kill if killing else None,
            start_again=killing.start if killing else None,
        )

    def _feeds(self) -> dict[int, int]:
        """Where the winner of each match goes, by numbers."""
        matches = Match.objects.filter(stage__tournament=self.tournament).exclude(winner_to=None)
        return dict(matches.values_list("number", "winner_to__number"))

    def _new_phone(self) -> Browser:
        site = self.annex.address if self.annex else self.cast.site
        return Browser(site, name="phone")

    def _report(self) -> None:
        self.on_result(len(self._over) - self._told)
        self._told = len(self._over)

    def wait_for_mails(self, round_: Round) -> None:
        """Stop where the round's reminders are due, if that is still ahead."""
        due = due_times(round_.starts_at, self.tournament.tzinfo, clock.now(self.tournament.journal))
        for moment in filter(None, (due.day_before, due.soon)):
            self.set_time(moment)
            self.on_due()

    def _plan(self, agenda: list[tuple[int, int, Moment]], moments: list[Moment]) -> None:
        for moment in moments:
            heapq.heappush(agenda, (moment.minute, next(self._serial), moment))

    def _next_minute(self, agenda: list[tuple[int, int, Moment]]) -> tuple[int, list[Moment]]:
        minute, together = agenda[0][0], []
        while agenda and agenda[0][0] == minute:
            together.append(heapq.heappop(agenda)[2])
        return minute, together

    def _happen(self, together: list[Moment]) -> list[Moment]:
        """The referees side by side, each at one thing at a time; then the chief referee, one thing after the other."""
        free: SimpleQueue[Browser] = SimpleQueue()
        for referee in self.cast.referees:
            free.put(referee)

        def by_a_referee(moment: Moment) -> list[Moment]:
            referee = free.get()
            try:
                return moment.act(referee)
            finally:
                free.put(referee)
                connection.close()

        chiefs = [m for m in together if m.by_chief]
        with ThreadPoolExecutor(len(self.cast.referees)) as pool:
            results = list(pool.map(by_a_referee, [m for m in together if not m.by_chief]))
        results += [m.act(self.cast.chief) for m in chiefs]
        return [moment for found in results for moment in found]

    def give_awards(self) -> None:
        office.confirm_awards(self.cast.office, self.tournament)
        self.on_milestone("awarded")

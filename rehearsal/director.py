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
from rehearsal.round_day import Moment, RoundPlay
from rehearsal.script import Script
from tournaments.models import Round, Tournament
from tournaments.queries.awards import Podium, podium
from tournaments.states import MatchState

ENTRY_DAYS_BEFORE = timedelta(days=3)
PAUSED_ROUND = 2
BUSY_MINUTE = 24


def nothing(*_: object) -> None:
    """For those who do not watch."""


@dataclass
class Director:
    """``on_milestone`` is told when something worth looking at is on the pages; ``on_result`` how many matches
    are over since, ``on_due`` when the clock stands where mails are due."""

    tournament: Tournament
    cast: Cast
    script: Script
    on_milestone: Callable[[str], None] = nothing
    on_result: Callable[[int], object] = nothing
    on_due: Callable[[], object] = nothing
    _serial: Iterator[int] = field(default_factory=count)

    def run(self) -> Podium:
        """The whole event; raises ``RehearsalFailed`` where it goes otherwise than the script says."""
        self.take_entries()
        self.hold_draw()
        for number in self._rounds().values_list("number", flat=True):
            self.play_round(number)
        self.give_awards()
        return podium(self.tournament)

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
        open_states = [MatchState.READY, MatchState.CALLED]
        numbers = list(round_.matches.filter(state__in=open_states).order_by("number").values_list("number", flat=True))
        play = RoundPlay(self.tournament.slug, number, numbers, self.script, pause=number == PAUSED_ROUND)
        agenda: list[tuple[int, int, Moment]] = []
        self._plan(agenda, play.opening())
        looked, told = False, 0
        while agenda:
            minute, together = self._next_minute(agenda)
            self.set_time(round_.starts_at + timedelta(minutes=minute))
            self._plan(agenda, self._happen(together))
            self.on_result(len(play.over) - told)
            told = len(play.over)
            if minute > BUSY_MINUTE and not looked:
                looked = True
                self.on_milestone(f"round {number}")

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

"""One round of a rehearsal: the chief referee calls, starts and corrects; the matches go as ``match_play`` says.

Moments of the same minute happen at once, each in a browser of its own; what they lead to is put in its minute.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from rehearsal.browser import Browser
from rehearsal.corrections import IN_PLAY, Correction
from rehearsal.match_play import CALL, Act, MatchPlay, Moment
from rehearsal.officials import Chief
from rehearsal.script import TableScript, Terms
from tournaments.models import Match, Tournament
from tournaments.states import MatchState

START, PAUSE, RESUME = 0, 1, 3
KILLED, STARTED_AGAIN = 20, 26
UNDONE = (MatchState.WAITING, MatchState.READY, MatchState.CALLED)


@dataclass
class RoundPlay:
    """A round being played, or one sitting of it. ``tables``: the matches that are really played, from the top, as they
    are written down; ``cards``: those of the whole event as they are right; ``plays`` and ``over`` go from round to
    round."""

    tournament: Tournament
    number: int
    sitting: int
    tables: Mapping[int, TableScript]
    cards: Mapping[int, TableScript]
    plays: dict[int, MatchPlay]
    over: set[int]
    new_phone: Callable[[], Browser]
    terms: Terms
    corrections: list[Correction]
    pause: bool = False
    kill: Callable[[], None] | None = None
    start_again: Callable[[], None] | None = None
    again: set[int] = field(default_factory=set)

    @property
    def slug(self) -> str:
        return self.tournament.slug

    def opening(self) -> list[Moment]:
        """Everything that is planned before the first card."""
        if self.tournament.own_days:  # each match is called by itself, and the first one opens its round
            moments = [self._desk(CALL, f"matches/{number}/call/") for number in self.tables]
        else:
            moments = [self._desk(CALL, "call/"), self._desk(START, "clock/start/")]
        if any(table.on_phone for table in self.tables.values()):
            moments.append(Moment(CALL, self._slips, by_chief=True))
        if self.pause:
            moments += [self._desk(PAUSE, "clock/pause/"), self._desk(RESUME, "clock/resume/")]
        if self.kill and self.start_again:
            # killed beside the referees; started by the main thread, with whose end the processes would end
            moments.append(Moment(KILLED, _acting(self.kill)))
            moments.append(Moment(STARTED_AGAIN, _acting(self.start_again), by_chief=True))
        for number, table in self.tables.items():
            moments += self._play(number, table).opening()
        due = [c for c in self.corrections if not c.waits_for]
        return [*moments, *(Moment(IN_PLAY, self._correction(c), by_chief=True) for c in due)]

    def close(self) -> None:
        for play in self.plays.values():
            play.close()

    def then(self, minute: int) -> list[Moment]:
        """What is possible now that this minute is over: corrections that waited, matches that are played again."""
        moments = []
        for correction in [c for c in self.corrections if c.waits_for in self.over]:
            self.corrections.remove(correction)
            moments.append(Moment(minute, self._correction(correction), by_chief=True))
        ready = Match.every.filter(state__in=(MatchState.READY, MatchState.CALLED), number__in=self.again)
        rows = ready.filter(stage__tournament=self.tournament).order_by("number")
        for number in list(rows.values_list("number", flat=True)) if self.again else ():
            self.again.discard(number)
            moments += self._play(number, self.cards[number].again(), start=minute + 1).opening()
        return moments

    def _play(self, number: int, table: TableScript, start: int = 0) -> MatchPlay:
        play = MatchPlay(
            self.slug, self.number, self.sitting, number, table, self.over, self.new_phone, self.terms, start
        )
        self.plays[number] = play
        return play

    def _desk(self, minute: int, form: str) -> Moment:
        def act(browser: Browser) -> list[Moment]:
            Chief(browser, self.slug, self.sitting).desk(self.number, form)
            return []

        return Moment(minute, act, by_chief=True)

    def _slips(self, browser: Browser) -> list[Moment]:
        """Make the slips; a phone is then handed the one of its table."""
        chief = Chief(browser, self.slug)
        chief.slips(self.number)
        for number, table in self.tables.items():
            if table.on_phone:
                self.plays[number].slip = chief.slip(number)
        return []

    def _winner(self, number: int) -> str:
        """The side that has won; empty for none."""
        match = Match.every.select_related("result").get(stage__tournament=self.tournament, number=number)
        return match.result.winner if match.result else ""

    def _correction(self, correction: Correction) -> Act:
        def act(browser: Browser) -> list[Moment]:
            side = self._winner(correction.waits_for) if correction.waits_for else ""
            mend = partial(correction.mended, stood=self._winner(correction.match), terms=self.terms)
            Chief(browser, self.slug).remedy(correction.match, correction.kind.value, mend, side)
            # the matches that were being played or were over, and are so no more
            rows = Match.every.filter(stage__tournament=self.tournament, number__in=self.plays, state__in=UNDONE)
            again = {number for number in rows.values_list("number", flat=True) if self.plays[number].begun}
            for number in again:
                self.plays[number].put_aside = True
                self.plays[number].close()
            self.over -= again
            self.again |= again
            return []

        return act


def _acting(what: Callable[[], None]) -> Act:
    def act(browser: Browser) -> list[Moment]:
        what()
        return []

    return act

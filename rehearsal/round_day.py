"""One round of a rehearsal: the chief referee calls, starts and corrects; the matches go as ``match_play`` says.

Moments of the same minute happen at once, each in a browser of its own; what they lead to is put in its minute.

更正: results that turn out wrong when others have been built upon them, and where in the bracket that is tried.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from rehearsal.browser import Browser
from rehearsal.match_play import CALL, Act, MatchPlay, Moment
from rehearsal.officials import Chief
from rehearsal.script import TableScript, Terms, Trouble, other, other_side, partners_changed
from tournaments.formats.remedies import Kind
from tournaments.models import Match, Tournament
from tournaments.states import MatchState

START, PAUSE, RESUME = 0, 1, 3
KILLED, STARTED_AGAIN = 20, 26
UNDONE = (MatchState.WAITING, MatchState.READY, MatchState.CALLED)
IN_PLAY = 30
OF_ROUND = {1: (Kind.REPLAY, Kind.REMATCH, Kind.KEEP), 2: (Kind.WALKOVER, Kind.RESET)}
QUICK = {1: (Kind.REPLAY,)}
UNFED = {1: (Kind.KEEP,)}
ROUNDS_LATER = {Kind.RESET: 2}


@dataclass(frozen=True)
class Correction:
    """A match that is written wrongly in its round and put right in a later one (``signed_in``), with matches after it.

    KEEP: partners changed places in one deal, so nobody advances who should not. All others: the referee took each
    side for the other, so the wrong team advances. ``branch``: the matches that its sides came to, in order; none in a
    format in which matches do not feed each other.
    """

    kind: Kind
    match: int
    branch: tuple[int, ...]
    signed_in: int

    @property
    def waits_for(self) -> int:
        """The match that has to be over first, 0 for none: a walkover goes to the side that won with the same cards."""
        return self.branch[0] if self.kind is Kind.WALKOVER else 0

    def written(self, table: TableScript) -> TableScript:
        """The match as it is written down at first."""
        if self.kind is Kind.KEEP:
            return replace(table, troubles=table.troubles | {Trouble.MISTAKEN})
        return table.swapped()

    def mended(self, stands: Mapping[str, str], stood: str, terms: Terms) -> dict[str, str]:
        """The right orders by field of the form, from those that stand; or, where no single sheet can tell, the winner.

        ``stood``: the side that has won the match until now.
        """
        orders = {name: order for name, order in stands.items() if name.startswith("deal-")}
        if not terms.is_tapped or (self.kind is not Kind.KEEP and terms.best_of > 1):
            return {"winner": stood if self.kind is Kind.KEEP else other(stood)}
        if self.kind is Kind.KEEP:
            return {"deal-1": partners_changed(orders["deal-1"])}
        return {name: other_side(order) for name, order in orders.items()}


@dataclass(frozen=True)
class Feeds:
    """Where the sides of each match go, the winner first, by numbers; and the round of each match of the stage."""

    to: Mapping[int, tuple[int, ...]]
    rounds: Mapping[int, int]

    def targets(self, number: int) -> tuple[int, ...]:
        return self.to.get(number, ())

    def branch(self, number: int, length: int) -> tuple[int, ...]:
        """The matches that the sides of a match come to within so many steps."""
        reached, last = [], [number]
        for _ in range(length):
            last = [target for before in last for target in self.targets(before)]
            reached += last
        return tuple(dict.fromkeys(reached))

    def signed_in(self, number: int, later: int, round_number: int) -> int:
        """The round in which the winner plays so many matches later, or, where none is fed, the next one; 0: there is
        none."""
        for _ in range(later):
            number = next(iter(self.targets(number)), 0)
        following = round_number + later
        return self.rounds.get(number, 0 if self.to or following not in self.rounds.values() else following)


def planned(
    round_number: int, tables: Mapping[int, TableScript], feeds: Feeds, taken: set[int], *, quick: bool = False
) -> list[Correction]:
    """The corrections of matches of this round, each in a part of the plan of its own; ``quick``: one is enough.

    ``tables`` by match number; what is used is put into ``taken``.
    """
    empty = {target for number, table in tables.items() if len(table.absent) == 2 for target in feeds.targets(number)}
    corrections = []
    first = min(feeds.rounds.values(), default=1)
    kinds_of_round = (QUICK if quick else OF_ROUND) if feeds.to else UNFED
    for kind in kinds_of_round.get(round_number - first + 1, ()):
        later = ROUNDS_LATER.get(kind, 1)
        for number, table in reversed([*tables.items()]):
            branch = feeds.branch(number, later)
            free = not taken & {number, *branch} and not empty & set(branch)
            signed_in = feeds.signed_in(number, later, round_number)
            mended_otherwise = kind is Kind.KEEP and table.troubles & {Trouble.MISTAKEN, Trouble.RESUMED}
            if free and signed_in and not table.absent and not mended_otherwise:
                taken |= {number, *branch}
                corrections.append(Correction(kind, number, branch, signed_in))
                break
    return corrections


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
        return [*moments, *(Moment(IN_PLAY, partial(self._correct, c), by_chief=True) for c in due)]

    def close(self) -> None:
        for play in self.plays.values():
            play.close()

    def then(self, minute: int) -> list[Moment]:
        """What is possible now that this minute is over: corrections that waited, matches that are played again."""
        moments = []
        for correction in [c for c in self.corrections if c.waits_for in self.over]:
            self.corrections.remove(correction)
            moments.append(Moment(minute, partial(self._correct, correction), by_chief=True))
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

    def _correct(self, correction: Correction, browser: Browser) -> list[Moment]:
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


def _acting(what: Callable[[], None]) -> Act:
    def act(browser: Browser) -> list[Moment]:
        what()
        return []

    return act

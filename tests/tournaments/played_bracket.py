"""A knockout as people play it, step by step: the reference against which rows and remedies are held.

Each step returns a new bracket, or raises `BracketError` and leaves the old one as it was.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain
from typing import TypeVar

from tournaments.formats import remedies as bracket
from tournaments.formats.knockout import FEWEST, MOST, plan, sheet_size
from tournaments.formats.matches import (
    BYE,
    LEAVES_THE_EVENT,
    NOBODY,
    OPEN,
    Lot,
    Outcome,
    PlannedMatch,
    Position,
    Reason,
    Slot,
    Source,
    Vacant,
)

AWARDED = frozenset({Reason.PLAYED, Reason.DECISION, Reason.FORFEIT, *LEAVES_THE_EVENT})
AWARDED_TO_NOBODY = frozenset({Reason.BOTH_ABSENT, *LEAVES_THE_EVENT})
_V = TypeVar("_V")


class Status(StrEnum):
    """locked: no side is known; waiting: one is; ready: both are."""

    LOCKED = "locked"
    WAITING = "waiting"
    READY = "ready"
    RUNNING = "running"
    COMPLETED = "completed"


class Trouble(StrEnum):
    """Why a step is refused."""

    WRONG_SIZE = "wrong_size"
    ENTRY_TWICE = "entry_twice"
    UNKNOWN_MATCH = "unknown_match"
    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_ENTRY = "unknown_entry"
    NOT_READY = "not_ready"
    NOT_IN_MATCH = "not_in_match"
    WRONG_REASON = "wrong_reason"
    ALREADY_DECIDED = "already_decided"
    NOT_DECIDED = "not_decided"
    SETTLED_WITHOUT_PLAY = "settled_without_play"
    NEXT_BEGUN = "next_begun"
    ENTRY_OUT = "entry_out"
    ROUND_NOT_DRAWN = "round_not_drawn"
    WRONG_LOTS = "wrong_lots"
    BEGUN = "begun"


class BracketError(Exception):
    """A refused step: its code, and the match it concerns, if any."""

    def __init__(self, code: Trouble, match: int | None = None) -> None:
        super().__init__(code if match is None else f"{code} in match {match}")
        self.code = code
        self.match = match


def with_byes(order: Sequence[int], size: int | None = None) -> tuple[Slot, ...]:
    """The sheet of entries in their given order: pairs first, then each with a bye; byes meet only where they must."""
    size = size or sheet_size(len(order))
    paired = max(0, 2 * len(order) - size)
    lone: list[Slot] = [slot for entry in order[paired:] for slot in (entry, BYE)]
    return (*order[:paired], *lone, *[BYE] * (size - paired - len(lone)))


def fold(ranking: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Opponents among 2ⁿ entries, best first: first and last, second and last but one. ValueError for other numbers."""
    if len(ranking) != sheet_size(len(ranking)):
        raise ValueError(f"{len(ranking)} entries do not fill a round")
    return tuple(zip(ranking[: len(ranking) // 2], reversed(ranking), strict=False))


@dataclass(frozen=True)
class Bracket(bracket.Bracket):
    """Beside what every bracket holds, `games` with the winner of each (None: not played), and `lots`: round → who
    holds lot 1, 2, …: whom the pairing seated there."""

    best_of: int = 1
    games: Mapping[int, tuple[int | None, ...]] = field(default_factory=dict)
    lots: Mapping[int, tuple[Slot, ...]] = field(default_factory=dict)

    @classmethod
    def start(cls, slots: Iterable[Slot | None], *, third_place: bool = False, best_of: int = 1) -> "Bracket":
        """A knockout on a sheet of 2ⁿ positions (2 to 4,096); None on a position is a bye, `OPEN` not known yet.

        Refusals: wrong_size, entry_twice.
        """
        sheet = tuple(BYE if slot is None else slot for slot in slots)
        entries = [slot for slot in sheet if not isinstance(slot, Vacant)]
        if len(set(entries)) < len(entries):
            raise BracketError(Trouble.ENTRY_TWICE)
        if not FEWEST <= len(sheet) <= MOST or len(sheet) != sheet_size(len(sheet)):
            raise BracketError(Trouble.WRONG_SIZE)
        return cls(sheet, plan(len(sheet), third_place=third_place), best_of=best_of)

    @property
    def drawn_rounds(self) -> frozenset[int]:
        """Rounds with a draw of their own."""
        return frozenset(match.round for match in self.matches if isinstance(match.home, Lot))

    @property
    def third_place(self) -> bool:
        """Is there a match for the third place? It is the last one."""
        return self.matches[-1].place_for is not None

    def status(self, number: int) -> Status:
        if self.outcome(number):
            return Status.COMPLETED
        match self.slots(number).count(OPEN):
            case 2:
                return Status.LOCKED
            case 1:
                return Status.WAITING
        return Status.RUNNING if self.has_begun(number) else Status.READY

    def score(self, number: int) -> tuple[int, int]:
        """Games won by home and away."""
        home, away = self.slots(number)
        games = self.games.get(number, ())
        return sum(winner == home for winner in games), sum(winner == away for winner in games)

    @property
    def champion(self) -> Slot:
        """冠军: `OPEN` until the final is decided, `NOBODY` when both were absent."""
        return self._winner(len(self.matches) - self.third_place)

    def places(self) -> dict[int, int]:
        """名次 of those who have one by now: 1, 2, 3, 3 (with a third-place match 1, 2, 3, 4), 5, 5, 5, 5, 9, …

        Who loses or is absent takes the first rank behind all that go on. A rank that nobody won stays empty.
        """
        ranks: dict[int, int] = {}
        for match in self.matches:
            outcome = self.outcome(match.number)
            if outcome is None:
                continue
            for slot in self.slots(match.number):
                if isinstance(slot, int) and (rank := self._rank(match, outcome, slot)):
                    ranks[slot] = rank
        return ranks

    def wins(self, entry: int) -> int:
        """Matches won; a bye is not a win. Refusal: unknown_entry."""
        outcomes = (self.outcome(number) for number in self.path(entry))
        unplayed = (Reason.BYE, Reason.DRAWN)
        return sum(won is not None and won.winner == entry and won.reason not in unplayed for won in outcomes)

    def path(self, entry: int) -> tuple[int, ...]:
        """The matches an entry stands in, from round 1 on. Refusal: unknown_entry."""
        if entry not in self.positions:
            raise BracketError(Trouble.UNKNOWN_ENTRY)
        position = Position(self.positions.index(entry) + 1)
        paired = {round_ for round_, holders in self.lots.items() if entry in holders}
        numbers = [
            match.number
            for match in self.matches
            if position in (match.home, match.away) or (match.round in paired and entry in self.slots(match.number))
        ]
        for number in numbers:  # which grows
            numbers += [after for after in self.following(number) if entry in self.slots(after)]
        return tuple(sorted(set(numbers)))

    def begin(self, number: int) -> "Bracket":
        """The match is under way. Refusals: not_ready, already_decided, settled_without_play."""
        self._refuse_if_decided(number)
        self._entries(number)
        return replace(self, begun=self.begun | {number})

    def record(
        self, number: int, winner: int | None, reason: Reason | None = None, *, correct: bool = False
    ) -> "Bracket":
        """Decide a match; winner None: nobody advances (双方缺席). `correct` replaces a result that is there.

        Refusals: not_ready, not_in_match, wrong_reason, already_decided, settled_without_play, next_begun.
        """
        self._refuse_if_decided(number, correct=correct)
        home, away = self._entries(number)
        reason = reason or (Reason.BOTH_ABSENT if winner is None else Reason.PLAYED)
        if reason not in (AWARDED_TO_NOBODY if winner is None else AWARDED):
            raise BracketError(Trouble.WRONG_REASON, number)
        if winner is None:
            return self._with_result(number, Outcome(NOBODY, NOBODY, reason))
        if winner not in (home, away):
            raise BracketError(Trouble.NOT_IN_MATCH, number)
        return self._with_result(number, Outcome(winner, away if winner == home else home, reason))

    def game(self, number: int, winner: int, *, game: int | None = None) -> "Bracket":
        """局: record the next game, or game `game`, of a match of best of n; more than n/2 games won decide the match.

        A game left over may still be played. Refusals: as `record`, and unknown_game.
        """
        self._refuse_if_decided(number, correct=True)
        if winner not in self._entries(number):
            raise BracketError(Trouble.NOT_IN_MATCH, number)
        played = self.games.get(number, ())
        index = len(played) if game is None else game - 1
        if not 0 <= index < self.best_of:
            raise BracketError(Trouble.UNKNOWN_GAME, number)
        filled = [*played, *[None] * (index + 1 - len(played))]
        filled[index] = winner
        return self._with_games(number, tuple(filled))

    def reset_game(self, number: int, game: int) -> "Bracket":
        """Take back a game, and the result with it where that no longer follows.

        Refusals: unknown_game, already_decided (by a decision that is not the games'), next_begun.
        """
        played = self.games.get(number, ())
        if not 0 < game <= len(played) or played[game - 1] is None:
            raise BracketError(Trouble.UNKNOWN_GAME, number)
        games = [*played[: game - 1], None, *played[game:]]
        while games and games[-1] is None:
            games.pop()
        return self._with_games(number, tuple(games))

    def reset(self, number: int) -> "Bracket":
        """Take back a result, its games, and all that followed from it without play.

        Refusals: not_decided, settled_without_play, next_begun.
        """
        if number not in self.results:
            raise BracketError(Trouble.SETTLED_WITHOUT_PLAY if self.outcome(number) else Trouble.NOT_DECIDED, number)
        if self.is_locked(number):
            raise BracketError(Trouble.NEXT_BEGUN, number)
        results, games = _without(self.results, number), _without(self.games, number)
        return replace(self, results=results, games=games, begun=self.begun - {number})

    def withdraw(self, entry: int) -> "Bracket":
        """退赛: what is finished stays; every other match becomes a walkover as soon as its opponent is known.

        Refusals: unknown_entry, entry_out (nothing is left to withdraw from).
        """
        path = self.path(entry)
        finished = frozenset(number for number in path if self.outcome(number))
        if entry in self.withdrawn or (len(finished) == len(path) and not self._goes_on(path[-1], entry)):
            raise BracketError(Trouble.ENTRY_OUT)
        return replace(self, withdrawn={**self.withdrawn, entry: finished})

    def seat_round(self, round_: int, pairs: Iterable[tuple[Slot, Slot]]) -> "Bracket":
        """编排: these meet in that round, the top match first; what is left of its matches stays empty.

        Refusals: round_not_drawn, begun, wrong_lots: more pairs than matches.
        """
        drawn = self._numbers(round_)
        if round_ not in self.drawn_rounds:
            raise BracketError(Trouble.ROUND_NOT_DRAWN)
        if any(self.has_begun(number) for number in drawn):
            raise BracketError(Trouble.BEGUN)
        seated = [*chain.from_iterable(pairs)]
        empty = 2 * len(drawn) - len(seated)
        if empty < 0:
            raise BracketError(Trouble.WRONG_LOTS)
        return replace(self, lots={**self.lots, round_: (*seated, *[BYE] * empty)})

    def redraw(self, positions: Iterable[Slot | None]) -> "Bracket":
        """A new sheet, of any size. Matches of round 1 that have begun keep their sides; no later one may have begun.

        Refusals: begun, and as `start`.
        """
        fresh = Bracket.start(positions, third_place=self.third_place, best_of=self.best_of)
        begun = self.begun | self.results.keys() | self.games.keys()
        if begun and len(fresh.positions) != len(self.positions):
            raise BracketError(Trouble.BEGUN)
        for number in sorted(begun):
            if self.match(number).round > 1 or fresh.slots(number) != self.slots(number):
                raise BracketError(Trouble.BEGUN, number)
        withdrawn = {entry: finished for entry, finished in self.withdrawn.items() if entry in fresh.positions}
        return replace(fresh, results=self.results, games=self.games, begun=self.begun, withdrawn=withdrawn)

    def _winner(self, number: int) -> Slot:
        outcome = self.outcome(number)
        return outcome.winner if outcome else OPEN

    def _numbers(self, round_: int) -> list[int]:
        return [match.number for match in self.matches if match.round == round_ and not match.place_for]

    def _goes_on(self, number: int, entry: int) -> bool:
        """Whether the entry may hold a lot of the next round: the winner, or all where there are as many lots."""
        round_, outcome = self.match(number).round, self.outcome(number)
        has_all = len(self._numbers(round_ + 1)) >= len(self._numbers(round_))
        wins = outcome is not None and outcome.winner == entry
        return (wins or has_all) and round_ + 1 in self.drawn_rounds - self.lots.keys()

    def _rank(self, match: PlannedMatch, outcome: Outcome, entry: int) -> int | None:
        """None: the entry goes on."""
        if match.place_for:
            return match.place_for + (outcome.winner != entry)
        if outcome.winner == entry:
            return 1 if match.round == self.matches[-1].round else None
        if match.loser_to:
            return None if outcome.handed_down == entry else 4
        return (len(self.positions) >> match.round) + 1

    def _entries(self, number: int) -> tuple[int, int]:
        home, away = self.slots(number)
        if isinstance(home, Vacant) or isinstance(away, Vacant):
            raise BracketError(Trouble.NOT_READY, number)
        return home, away

    def _refuse_if_decided(self, number: int, *, correct: bool = False) -> None:
        if number not in self.results and self.outcome(number):
            raise BracketError(Trouble.SETTLED_WITHOUT_PLAY, number)
        if number in self.results and not correct:
            raise BracketError(Trouble.ALREADY_DECIDED, number)

    def _with_result(self, number: int, outcome: Outcome | None) -> "Bracket":
        if _advance(self.results.get(number)) != _advance(outcome) and self.is_locked(number):
            raise BracketError(Trouble.NEXT_BEGUN, number)
        results = _without(self.results, number) if outcome is None else {**self.results, number: outcome}
        return replace(self, results=results)

    def _with_games(self, number: int, games: tuple[int | None, ...]) -> "Bracket":
        before = self.results.get(number)
        if before and before.winner != self._won_by(number, self.games.get(number, ())):
            raise BracketError(Trouble.ALREADY_DECIDED, number)
        after = replace(self, games={**self.games, number: games} if games else _without(self.games, number))
        winner = self._won_by(number, games)
        if winner is None:
            return after._with_result(number, None)
        loser = next(slot for slot in self.slots(number) if slot != winner)
        return after._with_result(number, Outcome(winner, loser, Reason.PLAYED))

    def _won_by(self, number: int, games: Sequence[int | None]) -> Slot | None:
        return next((slot for slot in self.slots(number) if 2 * games.count(slot) > self.best_of), None)

    def match(self, number: int) -> PlannedMatch:
        if not 1 <= number <= len(self.matches):
            raise BracketError(Trouble.UNKNOWN_MATCH, number)
        return super().match(number)

    def slot(self, source: Source) -> Slot:
        if isinstance(source, Lot) and source.round in self.lots:
            return self.lots[source.round][source.number - 1]
        return super().slot(source)

    def has_begun(self, number: int) -> bool:
        return super().has_begun(number) or number in self.games

    def cleared(self, number: int) -> "Bracket":
        return replace(super().cleared(number), games=_without(self.games, number))


def _advance(outcome: Outcome | None) -> tuple[Slot, Slot]:
    return (outcome.winner, outcome.handed_down) if outcome else (OPEN, OPEN)


def _without(values: Mapping[int, _V], number: int) -> dict[int, _V]:
    return {key: value for key, value in values.items() if key != number}

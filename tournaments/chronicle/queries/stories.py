"""走势: a sheet as a race, deal by deal, with home's chance to win after each deal, and the turning points.

Levels, or points where points are counted; the chance is known of levels alone (``forecast.race``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import pairwise
from typing import Any, Final

from guandan_rules import Race, RuleSet, Side
from scoring import clocks
from scoring.games.win_loss import WinLoss
from scoring.models import Deal, Sheet
from scoring.queries import Row, rows, states
from scoring.states import DealKind
from tournaments.bracket.queries.matches import single_view, stage_matches
from tournaments.forecast.race import chance
from tournaments.models import Tournament
from tournaments.states import UNPLAYED

SWING: Final = 0.15
"""The largest change of the chance is a turning point if it is at least so large."""


class Turn(StrEnum):
    """转折: the lead went over to the other side, A was passed, or failed, or a side fell back; the largest swing."""

    LEAD = "lead"
    PASSED = "passed"
    FAILED = "failed"
    FELL = "fell"
    SWING = "swing"


@dataclass(frozen=True)
class Moment:
    """How it stood after an entry of the sheet, ``number`` that of the deal (of a penalty the deal before; 0: the
    start). ``side`` won the deal, or was penalised. ``stood``: levels, a passed A one more, or points. ``minutes``
    since the clock of the table began, None without one. ``chance``: of home, 0 to 1. ``failed``: who failed at A.
    """

    number: int
    is_deal: bool
    side: str
    is_double: bool
    stood: tuple[int, int]
    minutes: int | None = None
    chance: float | None = None
    failed: str = ""
    turns: tuple[Turn, ...] = ()

    @property
    def leader(self) -> str:
        """home, away, or "" where nobody leads."""
        home, away = self.stood
        return "" if home == away else Side.HOME.value if home > away else Side.AWAY.value

    def chance_of(self, side: str) -> float | None:
        """The chance of one side."""
        if self.chance is None:
            return None
        return self.chance if side == Side.HOME else 1 - self.chance


@dataclass(frozen=True)
class Story:
    """A game from the start on: the first of the ``moments`` is before any deal. ``winner``: a side, "" while open.
    ``passed``: who passed A; ``levels``: are they levels, or points?"""

    moments: tuple[Moment, ...]
    winner: str
    passed: str
    levels: bool

    @property
    def start(self) -> Moment:
        return self.moments[0]

    @property
    def end(self) -> Moment:
        return self.moments[-1]

    @property
    def has_chances(self) -> bool:
        return all(moment.chance is not None for moment in self.moments)

    @property
    def turning(self) -> list[tuple[Moment, Moment]]:
        """The moments at which it turned, each with the one before."""
        return [(after, before) for before, after in pairwise(self.moments) if after.turns]

    @property
    def names_sides(self) -> bool:
        """Is it said who won a deal? 双升 names nobody."""
        return any(moment.side for moment in self.moments)

    @property
    def leads(self) -> int:
        """How often the lead went over."""
        return sum(Turn.LEAD in moment.turns for moment in self.moments)

    @property
    def lowest(self) -> Moment | None:
        """Where the chance of the later winner was lowest; None while nobody has won, and without chances."""
        if not (self.winner and self.has_chances):
            return None
        return min(self.moments, key=lambda moment: moment.chance_of(self.winner) or 0)


def match_stories(tournament: Tournament, number: int) -> dict[int, Story] | None:
    """The stories of the match of that number by the numbers of its games, without those that have none; none while
    phones differ on a deal. None if there is no such match."""
    fetched = ("games__sheet__clock", "games__sheet__deals", "games__sheet__penalties")
    match = stage_matches(tournament).prefetch_related(*fetched).filter(number=number).first()
    if match is None:
        return None
    view = single_view(match)
    games = [] if view.contested else match.games.all()
    return {game.number: story for game in games if (story := story_of(game.sheet, is_decided=view.is_decided))}


def story_of(sheet: Sheet, *, is_decided: bool = False) -> Story | None:
    """走势 of a sheet; None before its first deal, and in games that write down the result alone. ``is_decided``: a
    referee gave the match to a side, so that the sheet says nothing of who won. Uses its ``clock``, ``deals`` and
    ``penalties`` if they were fetched."""
    entered = rows(sheet)
    if sheet.game == WinLoss.name or not any(isinstance(row, Deal) for row in entered):
        return None
    reached = states(sheet, entered)
    moments = _moments(sheet, entered, reached)
    passed = next((s.value for s in Side if sheet.played.scoreboard(reached[-1]).scores[s].passed), "")
    winner = "" if is_decided or sheet.reason in UNPLAYED else sheet.winner
    if winner and moments[-1].is_deal and moments[-1].chance is not None:
        moments[-1] = replace(moments[-1], chance=float(winner == Side.HOME))
    return Story(tuple(_turned(moments, passed)), winner, passed, not _counts_points(sheet, reached[-1]))


def _counts_points(sheet: Sheet, state: Any) -> bool:
    board = sheet.played.scoreboard(state)
    return board.counts_points or board.scores.home.level is None


def _stood(sheet: Sheet, state: Any) -> tuple[int, int]:
    """What stands on the scoreboard."""
    scores = sheet.played.scoreboard(state).scores
    if _counts_points(sheet, state):
        return scores.home.points, scores.away.points
    home, away = ((score.level or 0) + score.passed for score in scores)
    return home, away


def _moments(sheet: Sheet, entered: Sequence[Row], reached: Sequence[Any]) -> list[Moment]:
    played = _played_at(sheet, entered)
    bell, began = _bell(sheet), sheet.clock.started_at
    start = _stood(sheet, reached[0])
    moments = [Moment(0, False, "", False, start, chance=_chance(sheet, reached[0], _left(sheet, bell, None)))]
    for row, state, at in zip(entered, reached[1:], played, strict=True):
        deal = row.number if isinstance(row, Deal) else row.after_deal
        step = state.steps[-1] if isinstance(state, Race) else None
        won = step.winner if step else sheet.played.result_of(reached[len(moments) - 1], state).winner
        moments.append(
            Moment(
                number=deal,
                is_deal=isinstance(row, Deal),
                side=(won.value if won else "") if isinstance(row, Deal) else row.side,
                is_double=bool(step and step.order and step.order.is_double),
                stood=_stood(sheet, state),
                minutes=max((at - began) // timedelta(minutes=1), 0) if at and began else None,
                chance=_chance(sheet, state, _left(sheet, bell, at)),
                failed=step.failed[0].value if step and step.failed else "",
                turns=(Turn.FELL,) if step and step.fell else (),
            )
        )
    return moments


def _chance(sheet: Sheet, state: Any, left: float | None) -> float | None:
    if not (isinstance(state, Race) and isinstance(sheet.options, RuleSet)):
        return None
    return chance(sheet.options, state, minutes_left=left)


def _bell(sheet: Sheet) -> datetime | None:
    """When the time of this table is up; None if nothing ends it, or its clock does not run yet."""
    is_timed = sheet.clock.rings and sheet.clock.started_at and not sheet.waits
    return clocks.latest_sheet_bell(sheet) if is_timed else None


def _left(sheet: Sheet, bell: datetime | None, at: datetime | None) -> float | None:
    """Minutes to the bell, None where none rings; the whole time at the start, and where no clock ran."""
    if not sheet.clock.rings:
        return None
    if bell is None or at is None:
        return (clocks.length(sheet.clock) + sheet.extra) / timedelta(minutes=1)
    return max((bell - at) / timedelta(minutes=1), 0)


def _played_at(sheet: Sheet, entered: Sequence[Row]) -> list[datetime | None]:
    """When each entry was played: as it was entered; those that were entered after the bell (补记) evenly before it.
    A penalty stands at the deal before it."""
    began, bell = sheet.clock.started_at, _bell(sheet)
    if began is None:
        return [None for _ in entered]
    times: list[datetime] = []
    last = began
    for place, row in enumerate(entered):
        if isinstance(row, Deal) and row.kind == DealKind.LATE and bell:
            late = sum(isinstance(r, Deal) and r.kind == DealKind.LATE for r in entered[place:])
            last += max(bell - last, timedelta(0)) / (late + 1)
        elif isinstance(row, Deal):
            last = max(last, row.entered_at)
        times.append(last)
    return [*times]


def _turned(moments: Sequence[Moment], passed: str) -> list[Moment]:
    """The moments with what turned at each."""
    swings = [abs((a.chance or 0) - (b.chance or 0)) for b, a in pairwise(moments)]
    largest = swings.index(max(swings)) + 1 if swings and max(swings) >= SWING else 0
    with_turns, led = [moments[0]], ""
    for place, (before, moment) in enumerate(pairwise(moments), start=1):
        turns = [Turn.LEAD] if led and moment.leader not in ("", led) else []
        led = moment.leader or led
        if passed and moment is moments[-1]:
            turns.append(Turn.PASSED)
        if moment.failed:
            turns.append(Turn.FAILED)
        turns += moment.turns
        if place == largest and moment.is_deal and before.chance is not None:
            turns.append(Turn.SWING)
        with_turns.append(replace(moment, turns=tuple(turns)))
    return with_turns

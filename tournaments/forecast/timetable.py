"""赛程预计: rounds over days, and when each day is likely to end. Times are minutes after midnight on the wall."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from random import Random
from typing import Final, TypeAlias

from guandan_rules import RuleSet
from tournaments.forecast.race import longest

BREAK: Final = 5
"""Minutes between the likely end of the matches and the next start."""
STEP: Final = 5
"""Starts are planned on the full five minutes."""
LIKELY, MIDDLE = 0.9, 0.5
"""The shares of all cases that are shown: nine of ten, and one of two."""
RUNS: Final = 400
SEED: Final = 7

Length: TypeAlias = RuleSet | int
"""How long a match lasts: as it goes under rules of 掼蛋, or, of another game, so many minutes at most."""


@dataclass(frozen=True, slots=True)
class ForecastRound:
    """轮: its number in the event, the day (from 1), and the start of each of its sittings (批), of so many matches
    each. ``ends``: when it is over in nine of ten cases, if it starts on time."""

    number: int
    day: int
    starts: tuple[int, ...]
    matches: int
    ends: int


@dataclass(frozen=True, slots=True)
class ForecastDay:
    """A day with the numbers of its first and last round, and when it ends in one of two and in nine of ten cases."""

    number: int
    first: int
    last: int
    middle: int
    likely: int


def laid_out(
    matches: Sequence[int], *, tables: int, days: int, start: int, length: Length
) -> tuple[ForecastRound, ...]:
    """Rounds of so many matches over the days, so that the longest day is as short as it can be; none is split over two
    days. A round with more matches than tables has sittings, one after the other."""
    sittings = [max(1, ceil(of_round / tables)) for of_round in matches]
    # from one start to the next: in nine of ten cases all matches are over, and the break
    at_once = [min(of_round, tables) for of_round in matches]
    spans = [ceil(_minutes(length, count, LIKELY) / STEP) * STEP + BREAK for count in at_once]
    lengths = [count * span for count, span in zip(sittings, spans, strict=True)]
    planned, day, at, limit = [], 1, start, _shortest(lengths, days)
    for number, (of_round, count, span) in enumerate(zip(matches, sittings, spans, strict=True), start=1):
        if at > start and at + count * span > start + limit:
            day, at = day + 1, start
        starts = tuple(at + sitting * span for sitting in range(count))
        at += count * span
        planned.append(ForecastRound(number, day, starts, of_round, at - BREAK))
    return tuple(planned)


def day_ends(planned: Sequence[ForecastRound], *, tables: int, length: Length) -> tuple[ForecastDay, ...]:
    """Each day played many times: a sitting begins at its time, or when the one before it is over. Both
    ends are the same where matches last so many minutes."""
    dice, days = Random(SEED), []
    for number in sorted({round_.day for round_ in planned}):
        rounds = [round_ for round_ in planned if round_.day == number]
        sittings = [
            (start, min(tables, round_.matches - sitting * tables))
            for round_ in rounds
            for sitting, start in enumerate(round_.starts)
        ]
        ends = []
        for _ in range(RUNS):
            over = 0.0
            for start, size in sittings:
                over = max(start, over) + _minutes(length, size, dice.random())
            ends.append(over)
        ends.sort()
        middle, likely = (ceil(ends[int(RUNS * share)]) for share in (MIDDLE, LIKELY))
        days.append(ForecastDay(number, rounds[0].number, rounds[-1].number, middle, likely))
    return tuple(days)


def _minutes(length: Length, at_once: int, share: float) -> float:
    """In which, with that probability, so many matches that start together are all over."""
    return length if isinstance(length, int) else longest(length, max(at_once, 1), share)


def _shortest(lengths: Sequence[int], days: int) -> int:
    """The length of the longest day, if rounds in their order are spread over so many days as evenly as can be."""
    sums = {sum(lengths[first:last]) for first in range(len(lengths)) for last in range(first + 1, len(lengths) + 1)}
    for limit in sorted(sums):
        needed, left = 1, limit
        for length in lengths:
            if length > left:
                needed, left = needed + 1, limit
            left -= length
        if limit >= max(lengths) and needed <= days:
            return limit
    return sum(lengths)

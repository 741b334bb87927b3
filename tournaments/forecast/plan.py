"""What an event is planned with, beside its stages and rounds: the teams that are expected, the hours of a day, and how
often everybody plays at least; and 赛程预计: rounds over days, and when each day is likely to end.

Times are minutes after midnight on the wall.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from random import Random
from typing import Any, Final, TypeAlias

from guandan_rules import RuleSet
from tournaments.forecast.race import longest

END_OF_DAY = 24 * 60
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
Session: TypeAlias = tuple[int, int]
"""场次: from when to when is played on a day; between two sessions is a break."""


def sessions_of(start: int, breaks: Sequence[Session], latest: int) -> tuple[Session, ...]:
    """场次 of a day: from its start to the first break, and so on."""
    begins = (start, *(end for _, end in breaks))
    ends = (*(begin for begin, _ in breaks), latest)
    return tuple(zip(begins, ends, strict=True))


@dataclass(frozen=True, slots=True)
class Plan:
    """``teams``: 0 if nobody knows yet. ``start``, ``latest`` and ``breaks`` of a match day in minutes after midnight;
    ``latest`` 0: as long as it takes. ``least``: 保底场数, what the draw must not go below."""

    teams: int = 0
    start: int = 540
    latest: int = 0
    breaks: tuple[Session, ...] = ()
    least: int = 1

    @classmethod
    def of(cls, column: Mapping[str, Any]) -> "Plan":
        """As `Tournament.plan` keeps it; what it does not say is as usual."""
        known = {name: column[name] for name in ("teams", "start", "latest", "least") if name in column}
        return cls(**known, breaks=tuple((begin, end) for begin, end in column.get("breaks", ())))

    def column(self) -> dict[str, Any]:
        plain = {"teams": self.teams, "start": self.start, "latest": self.latest, "least": self.least}
        return {**plain, "breaks": [list(each) for each in self.breaks]}

    @property
    def sessions(self) -> tuple[Session, ...]:
        return sessions_of(self.start, self.breaks, self.latest or END_OF_DAY)


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
    matches: Sequence[int], *, tables: int, days: int, sessions: Sequence[Session], length: Length | Sequence[Length]
) -> tuple[ForecastRound, ...]:
    """Rounds of so many matches, all of one ``length`` or each of its own, over the days, so that the last of each day
    is over as early as it can be; none is split over two days. A round with more matches than tables has sittings, one
    after the other; none of them lasts into a break. The end of the last session is not looked at: whoever asks
    compares it with ``ends``."""
    rounds = _counted(matches, tables, length)

    def is_enough(limit: int) -> bool:
        planned = _over_by(limit, rounds, sessions)
        return planned[-1].day <= days and all(round_.ends <= limit for round_ in planned)

    begin, breaks = sessions[0][0], sum(later[0] - earlier[1] for earlier, later in pairwise(sessions))
    longest_day = sum(count * (minutes + BREAK) for _, count, minutes in rounds)
    # a sitting that would last into a break leaves a gap before it
    gaps = (len(sessions) - 1) * max(minutes for _, _, minutes in rounds)
    limits = range(begin, begin + longest_day + breaks + gaps + STEP, STEP)
    return _over_by(limits[bisect_left(limits, True, key=is_enough)], rounds, sessions)


def days_needed(matches: Sequence[int], *, tables: int, sessions: Sequence[Session], length: Length) -> int:
    """The fewest days on which each round is over by the end of the last session; 0 where one is too long for a day."""
    latest = sessions[-1][1]
    planned = _over_by(latest, _counted(matches, tables, length), sessions)
    return planned[-1].day if all(round_.ends <= latest for round_ in planned) else 0


_Counted: TypeAlias = tuple[int, int, int]
"""A round: its matches, its sittings, and the minutes in which one of these is likely over."""


def _counted(matches: Sequence[int], tables: int, length: Length | Sequence[Length]) -> list[_Counted]:
    return [
        (count, max(1, ceil(count / tables)), ceil(_minutes(each, min(count, tables), LIKELY) / STEP) * STEP)
        for count, each in zip(matches, _of_each(length, len(matches)), strict=True)
    ]


def _of_each(length: Length | Sequence[Length], rounds: int) -> Sequence[Length]:
    return [length] * rounds if isinstance(length, RuleSet | int) else length


def _over_by(limit: int, rounds: Sequence[_Counted], sessions: Sequence[Session]) -> tuple[ForecastRound, ...]:
    """Each round on the first day on which it is over by then, or alone on its day."""
    planned, day, begin = [], 1, sessions[0][0]
    at = begin
    for number, (matches, count, minutes) in enumerate(rounds, start=1):
        starts = _starts(at, count, minutes, sessions)
        if at > begin and starts[-1] + minutes > limit:
            day, starts = day + 1, _starts(begin, count, minutes, sessions)
        at = starts[-1] + minutes + BREAK
        planned.append(ForecastRound(number, day, starts, matches, at - BREAK))
    return tuple(planned)


def _starts(at: int, count: int, minutes: int, sessions: Sequence[Session]) -> tuple[int, ...]:
    """When so many sittings begin that are played one after the other from ``at`` on."""
    starts = []
    for _ in range(count):
        for (_, end), (begin, _) in pairwise(sessions):
            if at < begin and at + minutes > end:
                at = begin
        starts.append(at)
        at += minutes + BREAK
    return tuple(starts)


def day_ends(
    planned: Sequence[ForecastRound], *, tables: int, length: Length | Sequence[Length]
) -> tuple[ForecastDay, ...]:
    """Each day played many times: a sitting begins at its time, or when the one before it is over. Both
    ends are the same where matches last so many minutes."""
    dice, days, lengths = Random(SEED), [], _of_each(length, len(planned))
    for number in sorted({round_.day for round_ in planned}):
        rounds = [round_ for round_ in planned if round_.day == number]
        sittings = [
            (start, min(tables, round_.matches - sitting * tables), lengths[round_.number - 1])
            for round_ in rounds
            for sitting, start in enumerate(round_.starts)
        ]
        ends = []
        for _ in range(RUNS):
            over = 0.0
            for start, size, each in sittings:
                over = max(start, over) + _minutes(each, size, dice.random())
            ends.append(over)
        ends.sort()
        middle, likely = (ceil(ends[int(RUNS * share)]) for share in (MIDDLE, LIKELY))
        days.append(ForecastDay(number, rounds[0].number, rounds[-1].number, middle, likely))
    return tuple(days)


def _minutes(length: Length, at_once: int, share: float) -> float:
    """In which, with that probability, so many matches that start together are all over."""
    return length if isinstance(length, int) else longest(length, max(at_once, 1), share)

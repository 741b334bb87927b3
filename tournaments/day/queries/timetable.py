"""The timetable as the office edits it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from journal.queries import last_number_of
from journal.refusals import Problem
from scoring.states import ClockState
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.round_views import RoundView
from tournaments.codes import Code, TournamentEvent
from tournaments.formats import FORMATS
from tournaments.models import Round, Stage, Tournament
from tournaments.states import TournamentState

MORNING, NIGHT = time(6), time(23)
USUAL_GAP = timedelta(days=60)
"""No event rests longer between two rounds."""
USUAL_LEAD = timedelta(days=400)
"""No event is planned further ahead."""


def is_announced(tournament: Tournament) -> bool:
    """赛程已公布: has the office announced the hours of this draw, or does the event run? Until then they are planned,
    and to change them moves nothing."""
    if tournament.state == TournamentState.DRAWN:
        drawn = last_number_of(tournament.journal, TournamentEvent.DRAW_CONFIRMED)
        return last_number_of(tournament.journal, TournamentEvent.TIMETABLE_ANNOUNCED) > drawn
    return tournament.state != TournamentState.ENTRY


@dataclass(frozen=True)
class PlannedRound:
    """A round, or a sitting of the ``whole``, with the matches that need a table. ``begun``: its clock was started, so
    neither time nor table moves."""

    whole: RoundView
    round: RoundView
    begun: bool
    open: tuple[MatchView, ...]

    @property
    def key(self) -> str:
        """r1, or r1-2 for its second sitting."""
        later = f"-{self.round.sitting}" if self.round.sitting > 1 else ""
        return f"r{self.round.number}{later}"

    @property
    def is_divided(self) -> bool:
        return bool(self.whole.sittings)

    @property
    def without_table(self) -> int:
        """On a day of its own a match needs none."""
        return 0 if self.round.until else sum(match.table == 0 for match in self.open)

    @property
    def byes(self) -> int:
        return sum(match.is_bye for match in self.round.matches)


def order_problems(starts: Sequence[datetime], spans: Sequence[timedelta], ahead: Sequence[int] = ()) -> list[Problem]:
    """Rounds that would start before the one ahead of them is over, at the fields ``round-2``, ``round-3`` …

    ``spans`` are the planned lengths of the rounds, at least one; rounds beyond them are as long as the last.
    ``ahead``: as `rounds_ahead` has it; the one before, beyond that.
    """
    problems = []
    for i in range(1, len(starts)):
        before = ahead[i] if i < len(ahead) else i - 1
        if before >= 0 and starts[i] < starts[before] + spans[min(before, len(spans) - 1)]:
            problems.append(Problem(Code.ROUNDS_OUT_OF_ORDER, f"round-{i + 1}", {"round": i + 1, "before": before + 1}))
    return problems


def rounds_ahead(stages: Sequence[Stage]) -> list[int]:
    """Which round, from 0, must be over before each may start, -1 for none; ``stages``: that of each round, first round
    first.

    It is the one before it in its stage; for the first of a later stage the last of the one that its teams come from.
    Where that settles its later places on the way, as a knockout does, only the first: the rest goes on at the same
    hours.
    """
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    ahead = []
    for number, stage in enumerate(stages):
        source = stage.source.number if stage.source else 0
        is_beside = stage.source is not None and stage.first_place > 1 and FORMATS[stage.source.format].places_final
        ahead.append(last.get(stage.number, (first if is_beside else last).get(source, -1)))
        first.setdefault(stage.number, number)
        last[stage.number] = number
    return ahead


def moment_doubts(
    starts: Sequence[datetime], before: Sequence[datetime], now: datetime, zone: ZoneInfo
) -> list[Problem]:
    """New starts that are perhaps a slip of the pen, at the fields ``round-1`` …: in the past, at night, far away.

    ``before`` are the starts as they were.
    """
    return [
        Problem(code, f"round-{i + 1}", {"round": i + 1, "at": start.astimezone(zone).isoformat()})
        for i, start in enumerate(starts)
        if i >= len(before) or before[i] != start
        for code in _doubts_about(start, starts[i - 1] if i else now, USUAL_GAP if i else USUAL_LEAD, now, zone)
        if code != Code.FAR_AHEAD or i >= len(before) or abs(start - before[i]) > USUAL_GAP
    ]


def sitting_doubts(
    first: Round, starts: Sequence[datetime], before: Sequence[datetime], now: datetime, zone: ZoneInfo
) -> list[Problem]:
    """The same of the further sittings of a round, at the fields ``start-2`` …"""
    ahead = [first.starts_at, *starts]
    return [
        Problem(code, f"start-{i + 2}", {"round": first.number, "at": start.astimezone(zone).isoformat()})
        for i, start in enumerate(starts)
        if i >= len(before) or before[i] != start
        for code in _doubts_about(start, ahead[i], USUAL_GAP, now, zone)
    ]


def _doubts_about(start: datetime, beside: datetime, usual: timedelta, now: datetime, zone: ZoneInfo) -> list[Code]:
    odd_by_code = {
        Code.IN_THE_PAST: start < now,
        Code.AT_NIGHT: not MORNING <= start.astimezone(zone).time() < NIGHT,
        Code.FAR_AHEAD: start - beside > usual,
    }
    return [code for code, odd in odd_by_code.items() if odd]


def planned_rounds(tournament: Tournament) -> tuple[PlannedRound, ...]:
    """Every round of the event with its sittings, first round first: five queries whatever the size."""
    return planned_of(rounds(tournament))


def planned_of(known: Iterable[RoundView]) -> tuple[PlannedRound, ...]:
    """The same of rounds that are read already."""
    return tuple(
        PlannedRound(round_, r, r.clock.state != ClockState.SET, tuple(m for m in r.in_need_of_tables if not m.is_over))
        for round_ in known
        for r in round_.parts
    )

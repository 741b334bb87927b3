"""到场 and 开赛: who is there for a match, from when on he is late, and what is missing before a clock is started."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from journal.refusals import Problem
from scoring.models import Sheet
from tournaments.bracket.rules.line_ups import LineUps, Person
from tournaments.bracket.rules.sides import SIDES, seated_ids, side_ids
from tournaments.codes import Code
from tournaments.entries.seats import are_enough, lined_up
from tournaments.models import CheckIn, Match, Round

START_DOUBTS = (Code.START_BEFORE_PLAN, Code.TABLES_NOT_CALLED, Code.NOBODY_AT_TABLES)
"""What the chief referee is asked about once, and may start in spite of."""


def expected_players(match: Match, side: str) -> list[Person]:
    """Who should come for that side, by their number: reserves only if they are there instead of others."""
    people, here = _side(match, side)
    seats = match.stage.tournament.seats
    return lined_up(people, seats, lambda one: one.pk in here)[:seats]


def is_present(match: Match, side: str) -> bool:
    """Have as many players of that side checked in at this match as it has seats?"""
    people, here = _side(match, side)
    return are_enough(len(people), sum(one.pk in here for one in people), match.stage.tournament.seats)


def may_play(match: Match, side: str) -> list[Person]:
    """The players of that side by their number; at a board those who are lined up for it or for none."""
    return LineUps(match.stage.tournament, side_ids(match, side)).at_match(match, side)


def _side(match: Match, side: str) -> tuple[list[Person], set[int]]:
    """Those who may play for that side, and the ids of all who have checked in at this match."""
    return may_play(match, side), set(match.check_ins.values_list("player_id", flat=True))


def both_present(match: Match) -> bool:
    """Can this match begin?"""
    return bool(ready_to_start([match]))


def empty(matches: Sequence[Match]) -> list[Match]:
    """The matches where nobody has checked in (one query)."""
    ticked = set(CheckIn.objects.filter(match__in=matches).values_list("match_id", flat=True))
    return [match for match in matches if match.pk not in ticked]


def ready_to_start(matches: Sequence[Match]) -> list[Match]:
    """The matches where as many players of both teams as it has seats are checked in (two queries, three of boards)."""
    if not matches:
        return []
    tournament = matches[0].stage.tournament
    line_ups = LineUps(tournament, {team for match in matches for team in seated_ids(match)})
    ticked: dict[int, set[int]] = defaultdict(set)
    for match, player in CheckIn.objects.filter(match__in=matches).values_list("match_id", "player_id"):
        ticked[match].add(player)

    def is_complete(match: Match, side: str) -> bool:
        expected = {person.pk for person in line_ups.at_match(match, side)}
        return are_enough(len(expected), len(expected & ticked[match.pk]), tournament.seats)

    return [match for match in matches if all(is_complete(match, side) for side in SIDES)]


def expected_at(
    round_: Round,
    sheet: Sheet,
    called_at: datetime | None,
    *,
    agreed_at: datetime | None = None,
    until: datetime | None = None,
) -> datetime | None:
    """From this moment on whoever is missing is late: the planned start, or the true one if that came earlier. Where
    the sides were not known when the clock started it is the call of the match; None before it: nobody knows of it.
    Where the sides choose their day it is what they agreed on, else their call, else ``until``, the end of the last
    day."""
    if until is not None:
        return agreed_at or called_at or until
    if sheet.waits:
        return called_at
    return min(round_.starts_at, round_.clock.started_at or round_.starts_at)


def start_lacks(starts_at: datetime, now: datetime, *, uncalled: int, empty: int) -> tuple[Problem, ...]:
    """What is missing at a start ``now``: the planned moment, the call of some tables, anybody at some tables."""
    early = [Problem(Code.START_BEFORE_PLAN, data={"start": starts_at, "now": now})] if now < starts_at else []
    called = [Problem(Code.TABLES_NOT_CALLED, data={"tables": uncalled})] if uncalled else []
    present = [Problem(Code.NOBODY_AT_TABLES, data={"tables": empty})] if empty else []
    return (*early, *called, *present)

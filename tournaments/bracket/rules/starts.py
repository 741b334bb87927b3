"""开赛: from when on the teams of a round are expected, and what is missing before its clock is started."""

from datetime import datetime

from journal.refusals import Problem
from tournaments.codes import Code
from tournaments.models import Round

ASKED = (Code.START_BEFORE_PLAN, Code.TABLES_NOT_CALLED, Code.NOBODY_AT_TABLES)
"""What the chief referee is asked about once, and may start in spite of."""


def expected_at(round_: Round) -> datetime:
    """From this moment on whoever is missing is late: the planned start, or the true one if that came earlier."""
    return min(round_.starts_at, round_.clock.started_at or round_.starts_at)


def start_lacks(starts_at: datetime, now: datetime, *, uncalled: int, empty: int) -> tuple[Problem, ...]:
    """What is missing at a start ``now``: the planned moment, the call of some tables, anybody at some tables."""
    early = [Problem(Code.START_BEFORE_PLAN, data={"start": starts_at, "now": now})] if now < starts_at else []
    called = [Problem(Code.TABLES_NOT_CALLED, data={"tables": uncalled})] if uncalled else []
    present = [Problem(Code.NOBODY_AT_TABLES, data={"tables": empty})] if empty else []
    return (*early, *called, *present)

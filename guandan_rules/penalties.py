"""处罚: the effects a penalty can have, the rows of a rule set's penalty table, and which row is due (rules.md §7)."""

from dataclasses import dataclass
from enum import StrEnum


class EffectKind(StrEnum):
    """What a penalty does; the amount of `Effect` says how much where that has a meaning."""

    NOTE = "note"
    WARNING = "warning"
    OPPONENTS_UP = "opponents_up"
    OFFENDER_DOWN = "offender_down"
    POINTS = "points"
    POINTS_BOTH = "points_both"
    STAGE_TO_OPPONENTS = "stage_to_opponents"
    DEAL_VOID = "deal_void"
    LOWEST_CARD = "lowest_card"
    PASSED = "passed"
    MATCH_LOST = "match_lost"
    DISQUALIFIED = "disqualified"


WITHOUT_CONSEQUENCE = (EffectKind.NOTE, EffectKind.WARNING)
"""记录、警告: what a referee may give for any offence, whatever the table has."""


class Offence(StrEnum):
    """Kinds of offence the sources name; `OTHER` is whatever else a referee rules on."""

    LATE = "late"
    HIDDEN_CARD = "hidden_card"
    ILLEGAL_SIGNAL = "illegal_signal"
    OUT_OF_TURN = "out_of_turn"
    WRONG_COUNT = "wrong_count"
    SLOW_PLAY = "slow_play"
    SLOW_LEAD = "slow_lead"
    SLOW_FOLLOW = "slow_follow"
    REPORTED_AGAIN = "reported_again"
    ASKED_AGAIN = "asked_again"
    OTHER = "other"


ONLY_BY_TABLE = (Offence.SLOW_LEAD, Offence.SLOW_FOLLOW, Offence.REPORTED_AGAIN, Offence.ASKED_AGAIN)
"""Offences in those rule sets alone whose table names them: 30 秒 of S001-1, 报牌 of S004."""
COUNTED_TOGETHER = (Offence.WRONG_COUNT,)
"""累计 of both sides: a wrong number of cards is the table's (S001-7 八、3)."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect: `amount` is levels for 升级/降级, points (taken away when negative), else 0."""

    kind: EffectKind
    amount: int = 0


@dataclass(frozen=True, slots=True)
class PenaltyRow:
    """A row of the table: `effects` from the `from_count`-th time in a game that a side commits the `offence`, or
    either side does (`COUNTED_TOGETHER`)."""

    offence: Offence
    effects: tuple[Effect, ...]
    from_count: int = 1


def effects_due(rows: tuple[PenaltyRow, ...], offence: Offence, count: int) -> tuple[Effect, ...]:
    """处罚的效果 the table proposes for the `count`-th time (from 1) of an offence; empty when no row applies."""
    due = [row for row in rows if row.offence is offence and row.from_count <= count]
    return max(due, key=lambda row: row.from_count).effects if due else ()

"""比赛时间到: what the bell refuses and what it leaves open, for games that count deals (rules.md §3).

The same answers as `guandan_rules.may_enter` and `verdict` give for their own deals.
"""

from dataclasses import dataclass

from guandan_rules import Awaited, Code, DealKind, OnTime


@dataclass(frozen=True, slots=True)
class Bell:
    """The clock as a game sees it: the rule, whether it has rung, the answer then, and if the last deal is entered."""

    on_time: OnTime
    time_up: bool
    in_hand: bool | None
    last_entered: bool

    @property
    def awaits(self) -> Awaited | None:
        """还在等什么 once the bell has rung; None when the game may be settled."""
        if self.on_time is OnTime.STOP_NOW or self.last_entered:
            return None
        if self.in_hand is None:
            return Awaited.REFEREE if self.on_time is OnTime.REFEREE else Awaited.DEAL_IN_HAND_QUESTION
        return Awaited.LAST_DEAL if self.in_hand else None

    def refuses(self, kind: DealKind) -> tuple[Code, ...]:
        """Every reason against a deal of that kind now; an extra deal is no part of these games."""
        if kind is DealKind.EXTRA:
            return (Code.EXTRA_DEAL_NOT_DUE,)
        if kind is DealKind.REGULAR:
            return (Code.AFTER_THE_BELL,) if self.time_up else ()
        early = () if self.time_up else (Code.BEFORE_THE_BELL,)
        return early + (self._refuses_late() if kind is DealKind.LATE else self._refuses_in_hand())

    def _refuses_late(self) -> tuple[Code, ...]:
        return (Code.LAST_DEAL_ENTERED,) if self.time_up and self.last_entered else ()

    def _refuses_in_hand(self) -> tuple[Code, ...]:
        codes: tuple[Code, ...] = ()
        if self.on_time is OnTime.STOP_NOW:
            codes = (Code.STOPPED_AT_THE_BELL,)
        elif self.time_up and not self.in_hand:
            codes = (Code.BELL_QUESTION_OPEN if self.in_hand is None else Code.NO_DEAL_IN_HAND,)
        return (*codes, Code.LAST_DEAL_ENTERED) if self.last_entered else codes

"""游次: in which order the players of one deal went out, and why a list of seats is no such order."""

from collections.abc import Iterable
from dataclasses import dataclass

from guandan_rules.codes import Code, CodeError
from guandan_rules.seats import Seat, Side


class OrderError(CodeError):
    """Not a finish order; `problems` holds every reason."""


@dataclass(frozen=True, slots=True)
class FinishOrder:
    """游次: 上游, 二游, 三游, 下游; two seats only after 双下 (S000 附件3 一（二）3, 二（四）1(4)).

    Made by `finish_order`, which checks; `seats` holds two partners or all four.
    """

    seats: tuple[Seat, ...]

    @property
    def letters(self) -> str:
        """游次 as text, ``"NS"`` or ``"NWSE"``; `finish_order` reads it back."""
        return "".join(self.seats)

    @property
    def first(self) -> Seat:
        """上游."""
        return self.seats[0]

    @property
    def second(self) -> Seat:
        """二游."""
        return self.seats[1]

    @property
    def third(self) -> Seat | None:
        """三游; None after 双下, when the losers are not ranked."""
        return None if self.is_double else self.seats[2]

    @property
    def last(self) -> Seat | None:
        """下游; None after 双下."""
        return None if self.is_double else self.seats[3]

    @property
    def is_double(self) -> bool:
        """双下: first and second are partners."""
        return len(self.seats) == 2

    @property
    def winner(self) -> Side:
        """获胜方: the side of the player out first."""
        return self.first.side

    @property
    def partner_place(self) -> int:
        """搭档的游数: 2, 3 or 4, the place of the first player's partner."""
        return self.seats.index(self.first.partner) + 1


def order_problems(seats: Iterable[str]) -> tuple[Code, ...]:
    """Every reason why `seats` is not a finish order; empty when it is one.

    Legal are two partners (双下), or four seats whose first two are opponents; three stand for four.
    """
    listed = tuple(seats)
    problems = []
    if any(seat not in tuple(Seat) for seat in listed):
        problems.append(Code.NOT_A_SEAT)
    if len(set(listed)) < len(listed):
        problems.append(Code.REPEATED_SEAT)
    if len(listed) < 2:
        problems.append(Code.TOO_FEW)
    if len(listed) > 4:
        problems.append(Code.TOO_MANY)
    if problems:
        return tuple(problems)

    partners = Seat(listed[0]).partner is Seat(listed[1])
    if len(listed) == 2 and not partners:
        return (Code.DOUBLE_NOT_PARTNERS,)
    if len(listed) > 2 and partners:
        return (Code.AFTER_DOUBLE,)
    return ()


def finish_order(seats: Iterable[str]) -> FinishOrder:
    """游次 from two partners, three seats (the fourth is implied) or four; OrderError with every problem."""
    listed = tuple(seats)
    problems = order_problems(listed)
    if problems:
        raise OrderError(problems)
    order = tuple(Seat(seat) for seat in listed)
    if len(order) == 3:
        order += tuple(seat for seat in Seat if seat not in order)
    return FinishOrder(order)

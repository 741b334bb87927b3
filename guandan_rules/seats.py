"""方位与一方: the four seats in turn order, the two sides, and a value held once for each side."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Self, TypeVar

T = TypeVar("T")


class Side(StrEnum):
    """一方: the partners on N and S are at home, those on W and E away."""

    HOME = "home"
    AWAY = "away"

    @property
    def other(self) -> "Side":
        """对方."""
        return Side.AWAY if self is Side.HOME else Side.HOME

    @property
    def seats(self) -> "tuple[Seat, Seat]":
        """同一方的两个方位, in turn order."""
        return (Seat.N, Seat.S) if self is Side.HOME else (Seat.W, Seat.E)


class Seat(StrEnum):
    """方位, in turn order: anticlockwise 逆时针 N → W → S → E (S000 附件3 二（四）1)."""

    N = "N"
    W = "W"
    S = "S"
    E = "E"

    @property
    def side(self) -> Side:
        """所属一方."""
        return Side.HOME if self in (Seat.N, Seat.S) else Side.AWAY

    @property
    def next(self) -> "Seat":
        """下家: the player on the right, whose turn comes next (S000 附件3 一（二）2)."""
        return self.after(1)

    @property
    def partner(self) -> "Seat":
        """对家."""
        return self.after(2)

    @property
    def previous(self) -> "Seat":
        """上家: the player on the left (S000 附件3 一（二）2)."""
        return self.after(3)

    def after(self, turns: int) -> "Seat":
        """逆时针数 `turns` 家: the seat that many turns later; 0 is this one."""
        order = tuple(Seat)
        return order[(order.index(self) + turns) % len(order)]


@dataclass(frozen=True, slots=True)
class Sides(Generic[T]):
    """双方各一个值: one value for each side, read as ``pair[side]``."""

    home: T
    away: T

    def __getitem__(self, side: Side) -> T:
        return self.home if side is Side.HOME else self.away

    def __iter__(self) -> Iterator[T]:
        return iter((self.home, self.away))

    def put(self, side: Side, value: T) -> "Sides[T]":
        """The same pair with another value for one side."""
        return Sides(value, self.away) if side is Side.HOME else Sides(self.home, value)

    @classmethod
    def both(cls, value: T) -> Self:
        """The same value for both sides."""
        return cls(value, value)

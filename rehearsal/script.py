"""What will happen at the tables: cards and chances, drawn beforehand from one seed.

The same seed ends on the same podium. Nothing here knows the site. Minutes count from the planned start of a round.
"""

import random
from dataclasses import dataclass, replace

ORDERS = ("NS", "SN", "WE", "EW", "NWSE", "SEWN", "WNES", "ENSW", "NWES", "WNSE", "SWEN", "ESNW")
LONGEST = 60
LIKELY_IN_HAND = 0.7


@dataclass(frozen=True)
class Deal:
    """A finish order as seat letters, and the minute in which it is over. ``slip``: tapped by mistake first."""

    minute: int
    order: str
    slip: str = ""


@dataclass(frozen=True)
class Table:
    """One match as it will go: who comes late or not at all, its deals, and what is in hand at the bell."""

    late: str = ""
    late_minutes: int = 0
    absent: tuple[str, ...] = ()
    deals: tuple[Deal, ...] = ()
    in_hand: bool = True
    last_order: str = "NS"
    extra_order: str = "WE"


@dataclass(frozen=True)
class Script:
    """The whole event. ``table(round, n)`` is the n-th match (from 1) of a round that is really played."""

    seed: str

    def table(self, round_number: int, place: int) -> Table:
        """The first round has a late team, a forfeit, both absent, and a slip that is undone; later ones only play."""
        dice = random.Random(f"{self.seed}:{round_number}:{place}")
        usual = Table(
            deals=_deals(dice),
            in_hand=dice.random() < LIKELY_IN_HAND,
            last_order=dice.choice(ORDERS),
            extra_order=dice.choice(ORDERS),
        )
        return _first_round(usual, place) if round_number == 1 else usual


def _first_round(usual: Table, place: int) -> Table:
    if place == 1:
        return replace(usual, late="away", late_minutes=4, deals=tuple(d for d in usual.deals if d.minute > 6))
    if place == 2:
        return Table(absent=("home",))
    if place == 3:
        return Table(absent=("home", "away"))
    if place == 4:
        first, *others = usual.deals
        return replace(usual, deals=(replace(first, slip=_other(first.order)), *others))
    return usual


def _deals(dice: random.Random) -> tuple[Deal, ...]:
    deals, minute = [], dice.randint(4, 8)
    while minute < LONGEST:
        deals.append(Deal(minute, dice.choice(ORDERS)))
        minute += dice.randint(4, 9)
    return tuple(deals)


def _other(order: str) -> str:
    return "WE" if order != "WE" else "NS"

"""预览: what further deals would do, counted ahead, so that a phone without network previews without knowing a rule.

A graph of the states that the coming deals can lead to. Only the winner of a deal and the place of his partner matter,
so every state has six ways on. Plain values; the rules are those of ``guandan_rules``.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from guandan_rules import (
    Deal,
    Offence,
    Penalty,
    Race,
    RuleSet,
    Seat,
    Side,
    Sides,
    Step,
    TributeKind,
    Verdict,
    deal_points,
    finish_order,
    gain_of,
    next_deal,
    order_problems,
    step,
    verdict,
)

MOST_NODES = 250
BEYOND = -1
CLASSES = {"home2": "NS", "home3": "NWSE", "home4": "NWES", "away2": "WE", "away3": "WNES", "away4": "WNSE"}
"""How a deal can end: the side that wins it and the place of the partner, with an order that stands for all such."""


@dataclass(frozen=True)
class Node:
    """A state of the race. ``level``: 打几 (None: turned up, and points stand in the place of ``levels``); ``decided``:
    why it is won, "" while it goes on.

    ``ways`` are the nodes that a deal of each class leads to, in the order of ``CLASSES`` (-1: not counted so far;
    empty: decided); ``failed`` and ``fell`` name by class the sides whose attempt at A fails, and who fall back by it.
    """

    levels: tuple[int, int]
    stage: str
    passed: str
    level: int | None
    decided: str
    ways: tuple[int, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    fell: tuple[tuple[str, str], ...] = ()

    def to_list(self) -> list[Any]:
        """``[home, away, stage, passed, level, decided, [six ways], {class: sides}, {class: sides}]``, the last two
        only where somebody fails or falls; sides are h, a, ha or empty."""
        row: list[Any] = [*self.levels, self.stage[:1], self.passed[:1], self.level, self.decided, list(self.ways)]
        return [*row, dict(self.failed), dict(self.fell)] if self.failed or self.fell else row


@dataclass(frozen=True)
class Outlook:
    """The first of the ``nodes`` is the present state; ``gains`` are the levels or points that a deal of each class
    counts by its order."""

    gains: dict[str, int]
    nodes: tuple[Node, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "classes": list(CLASSES),
            "start": 0,
            "gains": self.gains,
            "nodes": [node.to_list() for node in self.nodes],
        }


def outlook(rules: RuleSet, race: Race) -> Outlook:
    """The states ahead of ``race``, nearest first, at most 250; a decided race has no other."""
    return _outlook(rules, _bare(rules, race), _decided(rules, race))


def _decided(rules: RuleSet, race: Race) -> str:
    verdict_ = verdict(rules, race, time_up=False, in_hand=None)
    return verdict_.reason.value if isinstance(verdict_, Verdict) else ""


@lru_cache(maxsize=512)
def _outlook(rules: RuleSet, start: Race, decided: str) -> Outlook:
    numbers = {start: 0}
    queue = [(start, decided)]
    nodes = []
    for race, reason in queue:  # it grows while it is read
        ways = () if reason else _ways(rules, race)
        for way in ways:
            if way.race not in numbers and len(queue) < MOST_NODES:
                numbers[way.race] = len(queue)
                queue.append((way.race, way.decided))
        shown = race.points if race.next_level is None else race.levels
        node = Node(
            levels=(shown.home, shown.away),
            stage=race.on_stage or "",
            passed=race.passed_a or "",
            level=race.next_level,
            decided=reason,
            ways=tuple(numbers.get(way.race, BEYOND) for way in ways),
            failed=tuple((way.name, way.failed) for way in ways if way.failed),
            fell=tuple((way.name, way.fell) for way in ways if way.fell),
        )
        nodes.append(node)
    orders_by_class = {name: finish_order(order) for name, order in CLASSES.items()}
    if start.next_level is None:
        gains = {name: deal_points(rules.scale, order)[order.winner] for name, order in orders_by_class.items()}
    else:
        gains = {name: gain_of(rules, order) for name, order in orders_by_class.items()}
    return Outlook(gains, tuple(nodes))


@dataclass(frozen=True)
class _Way:
    """One deal from a state: its class, the state after it, the reason if that decides, who failed and who fell."""

    name: str
    race: Race
    decided: str
    failed: str
    fell: str


@lru_cache(maxsize=20_000)
def _ways(rules: RuleSet, race: Race) -> tuple[_Way, ...]:
    """The six deals from a state. Kept, for the states ahead of two deals in a row are nearly the same."""
    ways = []
    for name, order in CLASSES.items():
        after = step(rules, race, Deal(finish_order(order)))
        failed, fell = _letters(after.steps[-1].failed), _letters(after.steps[-1].fell)
        ways.append(_Way(name, _bare(rules, after), _decided(rules, after), failed, fell))
    return tuple(ways)


def _letters(sides: tuple[Side, ...]) -> str:
    return "".join(side.value[0] for side in sides)


def _bare(rules: RuleSet, race: Race) -> Race:
    """The race without its history: equal for all ways that lead to the same state.

    The number of deals and who was first to reach matter only where the deals are limited; two uncounted steps keep the
    places of the indexes by which the first is known.
    """
    if rules.deal_limit is None:
        return replace(race, steps=(), raised_at=Sides(None, None), deals=0)
    known = sorted({index for index in race.raised_at if index is not None})
    raised = Sides(*(None if index is None else known.index(index) for index in race.raised_at))
    nothing = Penalty(Side.HOME, Offence.OTHER)
    blank = tuple(Step(i, nothing, Sides(2, 2), Sides(2, 2), None, None, counted=False) for i in range(2))
    return replace(race, steps=blank, raised_at=raised)


@dataclass(frozen=True)
class Tribute:
    """下一副开牌前 by seats: who pays and returns, shuffles, cuts, draws first and leads (empty: the cards decide)."""

    double: bool
    payers: str
    receivers: str
    shuffles: str
    cuts: str
    draws_first: str
    leader: str
    leader_if_resisted: str

    def to_list(self) -> list[str]:
        """``[payers, receivers, shuffles, cuts, draws first, leads, leads if resisted]``; two payers: 双贡."""
        return [
            self.payers,
            self.receivers,
            self.shuffles,
            self.cuts,
            self.draws_first,
            self.leader,
            self.leader_if_resisted,
        ]


@lru_cache(maxsize=64)
def tributes(rules: RuleSet) -> dict[str, Tribute]:
    """What each of the twenty finish orders means for the next deal."""
    by_order = {}
    for order in orders():
        coming = next_deal(rules, finish_order(order))
        by_order[order] = Tribute(
            double=coming.kind is TributeKind.DOUBLE,
            payers="".join(coming.payers),
            receivers="".join(coming.receivers),
            shuffles=coming.shuffles,
            cuts=coming.cuts,
            draws_first=coming.draws_first,
            leader=coming.leader or "",
            leader_if_resisted=coming.leader_if_resisted,
        )
    return by_order


def orders() -> Iterator[str]:
    """游次: the twenty finish orders, four 双下 and sixteen of all seats."""
    letters = [seat.value for seat in Seat]
    for first in letters:
        for second in letters:
            if second != first and not order_problems(first + second):
                yield first + second
            for third in letters:
                if third not in (first, second) and not order_problems(first + second + third):
                    yield finish_order(first + second + third).letters

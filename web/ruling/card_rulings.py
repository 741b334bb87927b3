"""裁判台, cards: what a reading beats and is beaten by, and which of two plays beats the other.

Values only; the words are those of ``web.ruling.play_words``, the paragraphs those of ``web.ruling.regulation_words``.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from typing import Final

from guandan_rules import Kind, Reading, beats, power

ACE, LOWEST = 14, 2
LEVEL_KEY, JOKER_KEYS = 15, (16, 17)
ORDINARY: Final = ""
ANY_BOMB: Final = "any_bomb"
"""The kinds of a group that holds everything that is no bomb, or everything that is one."""


class Cause(StrEnum):
    """Why one play beats another, or does not."""

    HIGHER = "higher"
    HIGHER_TRIPLE = "higher_triple"
    EQUAL = "equal"
    OTHER_KIND = "other_kind"
    BOMB = "bomb"
    MORE_CARDS = "more_cards"
    HIGHER_BOMB = "higher_bomb"
    ORDER = "order"


KIND_ANCHORS: Final = {kind: kind.value.replace("_", "-") for kind in Kind}
CAUSE_ANCHORS: Final = {
    Cause.HIGHER: ("same-kind", "ranks"),
    Cause.HIGHER_TRIPLE: ("full-house-rank", "ranks"),
    Cause.EQUAL: ("suits",),
    Cause.OTHER_KIND: ("order-of-kinds",),
    Cause.BOMB: ("order-of-kinds",),
    Cause.MORE_CARDS: ("bomb-size", "order-of-kinds"),
    Cause.HIGHER_BOMB: ("bomb-size", "ranks"),
    Cause.ORDER: ("order-of-kinds",),
}


@dataclass(frozen=True)
class Group:
    """Plays beaten, or beating: a part of one kind from the next to the last (``near``, ``far``), or a whole kind,
    bombs of ``sizes`` from the smaller to the larger."""

    kind: str
    near: Reading | None = None
    far: Reading | None = None
    sizes: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Strength:
    """A reading between what it beats and what beats it."""

    reading: Reading
    below: tuple[Group, ...]
    above: tuple[Group, ...]

    @property
    def anchors(self) -> tuple[str, ...]:
        """The paragraphs that say so."""
        kind = self.reading.kind
        if kind is Kind.FOUR_JOKERS:
            return KIND_ANCHORS[kind], "order-of-kinds"
        own = {Kind.FULL_HOUSE: "full-house-rank", Kind.BOMB: "bomb-size"}.get(kind, "same-kind")
        return KIND_ANCHORS[kind], own, "order-of-kinds"


@dataclass(frozen=True)
class Comparison:
    """Which of two plays beats the other: ``winner`` is ``a``, ``b``, or empty where neither does."""

    winner: str
    cause: Cause

    @property
    def anchors(self) -> tuple[str, ...]:
        """The paragraphs that say so."""
        return CAUSE_ANCHORS[self.cause]


def strength(reading: Reading, level: int | None) -> Strength:
    """大过什么, 小于什么: over every play there can be at that level."""
    everything = every_reading(level)
    below = tuple(other for other in everything if beats(other, reading))
    above = tuple(other for other in everything if beats(reading, other))
    return Strength(reading, _groups(reading, below, is_below=True), _groups(reading, above, is_below=False))


def compared(a: Reading, b: Reading) -> Comparison:
    """比大小 (S000 附件3 二（一）2)."""
    if not beats(a, b) and not beats(b, a):
        same = (a.kind, a.size, a.key) == (b.kind, b.size, b.key)
        return Comparison("", Cause.EQUAL if same else Cause.OTHER_KIND)
    if a.kind is b.kind and a.size == b.size:
        cause = {Kind.FULL_HOUSE: Cause.HIGHER_TRIPLE, Kind.BOMB: Cause.HIGHER_BOMB}.get(a.kind, Cause.HIGHER)
    elif not (a.kind.is_bomb and b.kind.is_bomb):
        cause = Cause.BOMB
    else:
        cause = Cause.MORE_CARDS if a.kind is b.kind else Cause.ORDER
    return Comparison("b" if beats(a, b) else "a", cause)


@lru_cache(maxsize=16)
def every_reading(level: int | None) -> tuple[Reading, ...]:
    """Every play there can be at that level, from the weakest kind to the strongest, by rank within a kind."""
    ranks = [rank for rank in range(LOWEST, ACE + 1) if rank != level]
    equal = [*ranks, LEVEL_KEY] if level else ranks
    # nine and ten cards take wilds along: at 王 there are none, and of the level rank itself there are eight cards
    bombs = [Reading(Kind.BOMB, key, size) for size in range(4, 9) for key in equal]
    if level:
        bombs += [Reading(Kind.BOMB, key, size) for size in (9, 10) for key in ranks]
    readings = [
        *(
            Reading(kind, key, size)
            for kind, size in ((Kind.SINGLE, 1), (Kind.PAIR, 2))
            for key in (*equal, *JOKER_KEYS)
        ),
        *(Reading(kind, key, size) for kind, size in ((Kind.TRIPLE, 3), (Kind.FULL_HOUSE, 5)) for key in equal),
        *(Reading(Kind.STRAIGHT, key, 5) for key in range(5, ACE + 1)),
        *(Reading(Kind.TUBE, key, 6) for key in range(3, ACE + 1)),
        *(Reading(Kind.PLATE, key, 6) for key in range(LOWEST, ACE + 1)),
        *bombs,
        *(Reading(Kind.STRAIGHT_FLUSH, key, 5) for key in range(5, ACE + 1)),
        Reading(Kind.FOUR_JOKERS, 0, 4),
    ]
    return tuple(sorted(readings, key=power))


def _groups(reading: Reading, others: tuple[Reading, ...], *, is_below: bool) -> tuple[Group, ...]:
    """Runs of plays, the nearest first: the rest of its own kind, whole kinds, bombs of several sizes together."""
    own = [r for r in others if (r.kind, r.size) == (reading.kind, reading.size)]
    rest = [r for r in others if (r.kind, r.size) != (reading.kind, reading.size)]
    if is_below:
        own.reverse()
    near = [Group(reading.kind, own[0], own[-1])] if own else []
    if rest and not reading.kind.is_bomb:
        return (*near, Group(ANY_BOMB))
    runs = []
    for kind, run in groupby(rest, key=lambda r: r.kind if r.kind.is_bomb else ORDINARY):
        sizes = [r.size for r in run] if kind == Kind.BOMB else [0]
        runs.append(Group(kind, sizes=(sizes[0], sizes[-1])))
    return (*near, *(reversed(runs) if is_below else runs))

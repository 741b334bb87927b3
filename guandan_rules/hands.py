"""手牌: cards counted once, as masks of ranks, so that each question about them is a few operations on numbers."""

from collections.abc import Iterable
from typing import Final

from guandan_rules.cards import PACKED, Card, CardError, packed, unpacked, wild_of
from guandan_rules.codes import Code
from guandan_rules.ladder import ACE, LOWEST

SMALL_JOKERS: Final = 1 << 16
BIG_JOKERS: Final = 1 << 17
LEVEL_CARDS: Final = 1 << 15
"""A mask has bit 2…14 for a rank (and bit 1 for the ace as the lowest); by strength, 15 is the level card."""

SUITS: Final = range(4)
HEARTS: Final = 1
LANE: Final = 16
"""Bits from one suit to the next in `Hand.suited`."""

_ROWS: Final = 13
_JOKERS_AT: Final = 8 * _ROWS
_RANKS: Final = (1 << _JOKERS_AT) - 1
_ONES: Final = int("01" * 54, 2)
_TWOS: Final = _ONES << 1


def _digits(truths: Iterable[bool]) -> bytes:
    return "".join("01"[truth] for truth in truths).encode()


AT: Final = (0, *(8 * ((rank - LOWEST) % _ROWS) for rank in range(1, ACE + 1)))
"""Where the row of a rank begins in a packed set; 1 is the ace as the lowest."""
JOKERS_AT: Final = {16: _JOKERS_AT, 17: _JOKERS_AT + 2}
"""Where the jokers are, by their key."""


def _first(row: int, count: int) -> int:
    """So many cards of a row, the first ones; all where it has no more."""
    taken = 0
    for suit in SUITS:
        here = min(row >> 2 * suit & 3, count)
        taken |= here << 2 * suit
        count -= here
    return taken


_FIRST: Final = tuple(bytes(_first(row, count) for row in range(256)) for count in range(11))

_LEVELS: Final = (None, *range(LOWEST, ACE + 1))

HELD: Final = bytes(sum(row >> 2 * suit & 3 for suit in SUITS) for row in range(256))
"""Number of cards in a row: the cards of one rank, two bits a suit."""
_AT_LEAST: Final = tuple(_digits(held >= least for held in HELD) for least in range(9))
_WITH: Final = tuple(_digits(row >> 2 * suit & 3 > 0 for row in range(256)) for suit in SUITS)


class Hand:
    """手牌 at a level, counted. What takes a hand takes cards or one of these, which spares counting them again.

    `packed` is all of it; `wilds` is the number of 逢人配, which count nowhere else. `natural` are the other cards but
    for jokers, `rows` the same by ranks A…2, a byte a rank with two bits a suit; `jokers` likewise small and big.
    `at_least[n]` is the mask of ranks with n or more natural cards, `level_rank` that of the level card. Given as cards
    or as a packed set; `level` is 2…14, or None. CardError for more than two of a card, ValueError for another level.
    """

    __slots__ = (
        "_suited",
        "at_least",
        "jokers",
        "level",
        "level_rank",
        "natural",
        "packed",
        "rows",
        "wild",
        "wilds",
    )

    def __init__(self, cards: Iterable[Card] | int, level: int | None) -> None:
        if level not in _WILDS:
            raise ValueError(f"not a rank that can be the level card: {level!r}")
        if isinstance(cards, int):
            number = cards
        else:
            listed = tuple(cards)
            number = packed(listed)
            threes = number & number >> 1 & _ONES
            if threes or (number & _ONES).bit_count() + 2 * (number & _TWOS).bit_count() != len(listed):
                raise CardError((Code.TOO_MANY_OF_A_CARD,), tuple({c.text: 0 for c in listed if listed.count(c) > 2}))
        self.packed = number
        self.level = level
        self.level_rank = 1 << level if level else 0
        self.wild = wild = _WILDS[level]
        self.wilds = (number & 3 * wild) // wild if wild else 0
        self.jokers = number >> _JOKERS_AT
        self.natural = (number & _RANKS) - self.wild * self.wilds
        self.rows = rows = self.natural.to_bytes(_ROWS, "big")
        most = max(rows.translate(HELD))
        self.at_least = (
            0,
            *[int(rows.translate(digits), 2) << 2 for digits in _AT_LEAST[1 : most + 1]],
            *_NONE[most:],
        )
        self._suited = 0

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, in the order of `CARDS`."""
        return unpacked(self.packed)

    def first(self, count: int) -> int:
        """Packed: of each rank and joker so many cards, the first in the order of `CARDS`; fewer where it has fewer."""
        jokers = (self.jokers | self.jokers >> 1) & 0b0101 if count == 1 else self.jokers
        return int.from_bytes(self.rows.translate(_FIRST[count]), "big") | jokers << _JOKERS_AT

    @property
    def suited(self) -> int:
        """Four masks of the ranks held in each suit, `LANE` bits apart from spades up, the ace high and low."""
        if not self._suited:
            spades, hearts, clubs, diamonds = [self.rows.translate(digits) for digits in _WITH]
            lanes = int(b"%b000%b000%b000%b00" % (diamonds, clubs, hearts, spades), 2)
            self._suited = lanes | lanes >> 13 & _LOW_ACES
        return self._suited


_NONE: Final = (0,) * 10
_WILDS: Final = {level: 0 if wild is None else PACKED[wild] for level in _LEVELS for wild in [wild_of(level)]}
_LOW_ACES: Final = sum(2 << LANE * suit for suit in SUITS)


def hand_of(hand: Iterable[Card] | Hand, level: int | None) -> Hand:
    """手牌 counted at that level; a `Hand` of that level is given back as it is. CardError as `Hand`."""
    if isinstance(hand, Hand):
        return hand if hand.level == level else Hand(hand.packed, level)
    return Hand(hand, level)

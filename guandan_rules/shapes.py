"""手中的牌型: which keys of each kind a hand can show, as one mask a form (S000 附件3 二（一）; rules.md §5)."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from guandan_rules.hands import BIG_JOKERS, HEARTS, LANE, LEVEL_CARDS, SMALL_JOKERS, SUITS, Hand
from guandan_rules.kinds import Kind, Reading, power

ALL: Final = -1
STRAIGHT_TOPS: Final = 0b111_1111_1110_0000
TUBE_TOPS: Final = 0b111_1111_1111_1000
PLATE_TOPS: Final = 0b111_1111_1111_1100


def low_ace(ranks: int) -> int:
    """The mask with bit 1 for the ace, which may be the lowest."""
    return ranks | ranks >> 13 & 2


def within(slots: Iterable[int], wilds: int) -> int:
    """Where no more slots are empty than wilds can fill."""
    none, one, two = ALL, ALL, ALL
    if not wilds:
        for slot in slots:
            none &= slot
        return none
    for slot in slots:
        two = two & slot | one
        one = one & slot | none
        none &= slot
    return one if wilds == 1 else two


def _by_strength(hand: Hand, ranks: int) -> int:
    """Ranks as strengths: the level card is above the ace."""
    return ranks ^ (hand.level_rank | LEVEL_CARDS) if ranks & hand.level_rank else ranks


def joker_pairs(hand: Hand) -> int:
    """对王: as a mask; two of the same, the wild being none (rules.md §5)."""
    return (hand.jokers >> 1 & 1) * SMALL_JOKERS | (hand.jokers >> 3 & 1) * BIG_JOKERS


def singles(hand: Hand) -> int:
    jokers = SMALL_JOKERS * (hand.jokers & 3 > 0) | BIG_JOKERS * (hand.jokers > 3)
    return _by_strength(hand, hand.at_least[1]) | jokers | LEVEL_CARDS * (hand.wilds > 0)


def pairs(hand: Hand) -> int:
    natural = hand.at_least[1 if hand.wilds else 2]
    return _by_strength(hand, natural) | joker_pairs(hand) | LEVEL_CARDS * (hand.wilds > 1)


def triples(hand: Hand) -> int:
    return _by_strength(hand, hand.at_least[3 - hand.wilds])


def full_houses(hand: Hand) -> int:
    """三带对: by the triple; five level cards are none (rules.md §5)."""
    ones, twos, threes = hand.at_least[1:4]
    jokers = joker_pairs(hand)
    keys = _beside(threes, twos | jokers)
    if hand.wilds:
        keys |= _beside(twos, twos | jokers) | _beside(threes, ones | jokers)
    if hand.wilds > 1:
        keys |= _beside(ones, twos | jokers) | _beside(twos, ones | jokers) | threes & ~hand.level_rank
    return _by_strength(hand, keys)


def _beside(ranks: int, others: int) -> int:
    """Those of the ranks that another rank of ``others`` can join, as a pair of 3 joins 777: all of them where
    ``others`` has two ranks or more; with one rank only, all but that rank itself."""
    if others & others - 1:
        return ranks
    return ranks & ~others if others else 0


def straights(hand: Hand) -> int:
    """顺子: five cards of one suit are none, 逢人配 being the hearts that they are (rules.md §5, cases)."""
    ranks = low_ace(hand.at_least[1])
    tops = within(_five(ranks), hand.wilds) & STRAIGHT_TOPS
    if not tops:
        return 0
    if hand.wilds:
        return tops & _spread(_beside_suit(hand, HEARTS))

    # the tops of five cards of one suit, none of whose ranks is held in another
    lanes, only_flushes = flush_lanes(hand, 0), 0
    for suit in SUITS if lanes else ():
        only_flushes |= lanes >> LANE * suit & ~_spread(_beside_suit(hand, suit))
    return tops & ~(only_flushes & STRAIGHT_TOPS)


def _five(ranks: int) -> tuple[int, int, int, int, int]:
    return ranks, ranks << 1, ranks << 2, ranks << 3, ranks << 4


def _beside_suit(hand: Hand, suit: int) -> int:
    """The ranks held in any other suit."""
    lanes = hand.suited & ~(0xFFFF << LANE * suit)
    lanes |= lanes >> 2 * LANE
    return (lanes | lanes >> LANE) & 0xFFFF


def _spread(ranks: int) -> int:
    """The tops of straights in which any of the ranks stands."""
    two = ranks | ranks << 1
    return two | two << 2 | ranks << 4


_FLUSH_TOPS: Final = sum(STRAIGHT_TOPS << LANE * suit for suit in SUITS)


def flush_lanes(hand: Hand, wilds: int) -> int:
    """同花顺 with at most so many wilds: the tops, in the four lanes of `Hand.suited`."""
    return within(_five(hand.suited), wilds) & _FLUSH_TOPS


def straight_flushes(hand: Hand) -> int:
    lanes = flush_lanes(hand, hand.wilds)
    lanes |= lanes >> 2 * LANE
    return (lanes | lanes >> LANE) & STRAIGHT_TOPS


def tubes(hand: Hand) -> int:
    ones, twos = low_ace(hand.at_least[1]), low_ace(hand.at_least[2])
    return within((ones, twos, ones << 1, twos << 1, ones << 2, twos << 2), hand.wilds) & TUBE_TOPS


def plates(hand: Hand) -> int:
    ones, twos, threes = [low_ace(ranks) for ranks in hand.at_least[1:4]]
    return within((ones, twos, threes, ones << 1, twos << 1, threes << 1), hand.wilds) & PLATE_TOPS


def bombs_of(size: int) -> Callable[[Hand], int]:
    """炸弹 of that many cards: four to ten equal."""

    def bombs(hand: Hand) -> int:
        ranks = hand.at_least[size - hand.wilds]
        return _by_strength(hand, ranks) if ranks else 0

    return bombs


def four_jokers(hand: Hand) -> int:
    return int(hand.jokers == 0b1010)


class _Table(dict[int, tuple[Reading, ...]]):
    """Keys as a mask to readings; filled as needed, with masks of nine bits only."""

    def __init__(self, kind: Kind, size: int) -> None:
        super().__init__()
        self.kind, self.size = kind, size

    def __missing__(self, keys: int) -> tuple[Reading, ...]:
        readings = tuple(Reading(self.kind, key, self.size) for key in range(18) if keys >> key & 1)
        self[keys] = readings
        return readings


class Form(NamedTuple):
    """一种牌型 of one size, and how to find its keys in a hand."""

    kind: Kind
    size: int
    keys: Callable[[Hand], int]
    table: _Table

    def readings(self, keys: int) -> tuple[Reading, ...]:
        """A mask of keys as readings."""
        return self.table[keys & 0x1FF] + self.table[keys & 0x3FE00]


def _form(kind: Kind, size: int, keys: Callable[[Hand], int]) -> Form:
    return Form(kind, size, keys, _Table(kind, size))


FORMS: Final = (
    _form(Kind.SINGLE, 1, singles),
    _form(Kind.PAIR, 2, pairs),
    _form(Kind.TRIPLE, 3, triples),
    _form(Kind.FULL_HOUSE, 5, full_houses),
    _form(Kind.STRAIGHT, 5, straights),
    _form(Kind.TUBE, 6, tubes),
    _form(Kind.PLATE, 6, plates),
    *(_form(Kind.BOMB, size, bombs_of(size)) for size in range(4, 11)),
    _form(Kind.STRAIGHT_FLUSH, 5, straight_flushes),
    _form(Kind.FOUR_JOKERS, 4, four_jokers),
)
"""牌型 in the order in which readings are listed."""

BY_SIZE: Final = tuple(tuple(form for form in FORMS if form.size == size) for size in range(11))


def _power(form: Form) -> int:
    return power(Reading(form.kind, 0, form.size))


RIVALS: Final = {
    (form.kind, form.size): tuple(other for other in FORMS if other is form or _power(other) > _power(form))
    for form in FORMS
}
"""What may beat each form, in the order of `FORMS`: itself with a higher key, and the bombs above it."""

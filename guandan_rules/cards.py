"""牌: the 54 different cards, the two packs, and sets of cards packed into one number (S000 附件3 一（一）)."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from guandan_rules.codes import Code
from guandan_rules.ladder import ACE, LOWEST

SMALL_JOKER_RANK: Final = 16
BIG_JOKER_RANK: Final = 17
"""大小王 as ranks; 15 is left to the level card, which is no rank but a strength."""


class Suit(StrEnum):
    """花色: spades, hearts, clubs, diamonds; suits never count in a comparison."""

    SPADES = "S"
    HEARTS = "H"
    CLUBS = "C"
    DIAMONDS = "D"


class Card(NamedTuple):
    """一张牌: its natural rank 2…14 with a suit, or 16 (小王), 17 (大王) without one."""

    rank: int
    suit: Suit | None = None

    @property
    def text(self) -> str:
        """``SA``, ``HT``, ``D2``; ``SB`` the small joker, ``HR`` the big one. `card_of` reads it back."""
        return _TEXTS[self]


class CardError(ValueError):
    """Not cards of two packs: `problems` holds every reason, `texts` what could not be read."""

    def __init__(self, problems: tuple[Code, ...], texts: tuple[str, ...] = ()) -> None:
        super().__init__(", ".join((*problems, *texts)))
        self.problems = problems
        self.texts = texts


RANK_LETTERS: Final = "23456789TJQKA"
SMALL_JOKER: Final = Card(SMALL_JOKER_RANK)
BIG_JOKER: Final = Card(BIG_JOKER_RANK)

CARDS: Final = (
    *(Card(rank, suit) for rank in range(LOWEST, ACE + 1) for suit in Suit),
    SMALL_JOKER,
    BIG_JOKER,
)
"""The 54 different cards, by rank and then by suit; a card's place here is its place in a packed set."""

_TEXTS: Final = {
    **{card: f"{card.suit}{RANK_LETTERS[card.rank - LOWEST]}" for card in CARDS if card.suit},
    SMALL_JOKER: "SB",
    BIG_JOKER: "HR",
}
_BY_TEXT: Final = {text: card for card, text in _TEXTS.items()}

PACKED: Final = {card: 1 << 2 * place for place, card in enumerate(CARDS)}
"""Each card as the number that stands for it in a packed set: two bits a card, so that adding is joining."""


def card_of(text: str) -> Card:
    """一张牌 from its text (``ht`` and ``H10`` are read too); CardError for anything else."""
    name = text.strip().upper().replace("10", "T")
    if name not in _BY_TEXT:
        raise CardError((Code.NOT_A_CARD,), (text,))
    return _BY_TEXT[name]


def cards_of(texts: str | Iterable[str]) -> tuple[Card, ...]:
    """几张牌 from a text with blanks or commas between them, or from texts; CardError names all that are none.

    More than two of the same card are refused, as two packs hold no more.
    """
    words = texts.replace(",", " ").replace("，", " ").split() if isinstance(texts, str) else list(texts)
    unknown = tuple(text for text in words if text.strip().upper().replace("10", "T") not in _BY_TEXT)
    if unknown:
        raise CardError((Code.NOT_A_CARD,), unknown)
    cards = tuple(card_of(text) for text in words)
    twice = tuple(dict.fromkeys(card.text for card in cards if cards.count(card) > 2))
    if twice:
        raise CardError((Code.TOO_MANY_OF_A_CARD,), twice)
    return cards


def wild_of(level: int | None) -> Card | None:
    """红心级牌, 逢人配: the wild at that level; None where no rank is the level card (王, S001-7)."""
    return Card(level, Suit.HEARTS) if level is not None and level <= ACE else None


def strength(card: Card, level: int | None) -> int:
    """单张大小 (S000 附件3 二（一）): natural rank 2…14, the level card 15, small joker 16, big joker 17."""
    return ACE + 1 if card.rank == level else card.rank


def packed(cards: Iterable[Card]) -> int:
    """几张牌 as one number, at most three of a card; `unpacked` gives them back."""
    return sum(map(PACKED.__getitem__, cards))


def unpacked(number: int) -> tuple[Card, ...]:
    """The cards of a packed set, in the order of `CARDS`."""
    cards: list[Card] = []
    while number:
        place = (number.bit_length() - 1) // 2
        cards += [CARDS[place]] * (number >> 2 * place & 3)
        number &= (1 << 2 * place) - 1
    return tuple(reversed(cards))

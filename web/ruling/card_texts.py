"""Cards as referees type them: ``S8 H10``, ``黑桃8 红桃10``, ``♠8♥10``, ``大王``; read as cards of two packs."""

import re
import unicodedata
from typing import Final

from guandan_rules import Card, CardError, Code, cards_of

MOST_TYPED: Final = 200
"""Characters of one field that are looked at; a hand of ten cards needs some fifty."""

_WORDS: Final = {
    "大王": "HR", "小王": "SB", "BIG JOKER": "HR", "SMALL JOKER": "SB",
    "黑桃": "S", "红桃": "H", "红心": "H", "梅花": "C", "草花": "C", "方块": "D", "方片": "D",
    "SPADES": "S", "HEARTS": "H", "CLUBS": "C", "DIAMONDS": "D",
    "♠": "S", "♤": "S", "♥": "H", "♡": "H", "♣": "C", "♧": "C", "♦": "D", "♢": "D",
}  # fmt: skip
_CARD: Final = re.compile(r"SB|HR|[SHCD](?:10|[2-9TJQKA])|(?:10|[2-9TJQKA])[SHCD]")
_BETWEEN: Final = re.compile(r"[\s,，、;；+·|]+")
_VARIANT: Final = "\ufe0f"
"""What a phone puts behind a suit to draw it as an emoji."""


def typed_cards(text: str) -> tuple[Card, ...]:
    """几张牌 as typed, with or without blanks between them, suits before or behind; CardError names what is no card.

    Its codes are those of `cards_of`; nothing typed is no cards.
    """
    texts, unknown = [], []
    for chunk in _BETWEEN.split(_spelled(text)):
        rest = _CARD.sub(" ", chunk).split()
        unknown += rest
        texts += [] if rest else [_suit_first(match) for match in _CARD.findall(chunk)]
    if unknown:
        raise CardError((Code.NOT_A_CARD,), tuple(dict.fromkeys(unknown)))
    return cards_of(texts)


def _spelled(text: str) -> str:
    """The text with suits and jokers as letters; full-width letters and digits as usual ones."""
    plain = unicodedata.normalize("NFKC", text).upper().replace(_VARIANT, "")
    for word, letters in _WORDS.items():
        plain = re.sub(rf"{word}\s*", letters, plain) if len(letters) == 1 else plain.replace(word, f" {letters} ")
    return plain


def _suit_first(text: str) -> str:
    return text if text[0] in "SHCD" else text[-1] + text[:-1]

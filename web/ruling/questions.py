"""裁判台, what is asked: the level, sets of cards and readings as they stand in the address of the page.

Cards are read as referees type them: ``S8 H10``, ``黑桃8 红桃10``, ``♠8♥10``, ``大王``. Everything typed is kept as it
was typed; what is wrong with it stands beside it, as sentences made by the caller.

A tap on the pad puts a card into the field that takes it, or takes the last one back. It stands in the address as
``tap=<field> <card>``, ``<field> back`` or ``<field> clear``; what it leads to is an address without it, ``tapping``
naming the field, so that nothing is tapped again when the page is loaded again.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from guandan_rules import (
    Card,
    CardError,
    Code,
    Reading,
    RuleSet,
    cards_of,
    level_name,
    level_of,
    reading_problems,
    readings,
)

ACE, LOWEST, JOKER_STEP = 14, 2, 15
MOST_OF_A_WORD: Final = 20
BACK, CLEAR = "back", "clear"
MOST = 2
"""Packs, and so the most of one card."""
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


class DeskCode(StrEnum):
    """What is wrong with something typed at the ruling desk."""

    NOT_A_LEVEL = "not_a_level"
    TOO_LONG = "too_long"
    TOO_MANY_CARDS = "too_many_cards"
    NOT_A_READING = "not_a_reading"
    NOT_A_NUMBER = "not_a_number"


@dataclass(frozen=True)
class LevelField:
    """The level asked for: 2…15 (15: 王), or the first level where nothing or nonsense was typed."""

    typed: str
    number: int
    code: DeskCode | None = None

    @property
    def level(self) -> int | None:
        """The rank of the level card; None at 王, where there is none."""
        return self.number if self.number <= ACE else None


@dataclass(frozen=True)
class CardsField:
    """A set of cards asked about: its readings, or why it is no play; ``error``, ``code``: it is no set."""

    name: str
    typed: str
    cards: tuple[Card, ...] = ()
    readings: tuple[Reading, ...] = ()
    reasons: tuple[Code, ...] = ()
    error: CardError | None = None
    code: DeskCode | None = None
    declared: str = ""
    chosen: Reading | None = None

    @property
    def is_refused(self) -> bool:
        return bool(self.error or self.code)


def levels_of(rules: RuleSet) -> list[str]:
    """The levels that can be asked for: 2…A, and 王 where a rule set has it."""
    most = JOKER_STEP if rules.target_level == JOKER_STEP else ACE
    return [level_name(level) for level in range(LOWEST, most + 1)]


def read_level(query: Mapping[str, str], rules: RuleSet) -> LevelField:
    """The level in the address; the first level if there is none."""
    typed = query.get("level", "")
    try:
        number = level_of(typed[:MOST_OF_A_WORD]) if typed.strip() else rules.first_level
        if level_name(number) not in levels_of(rules):
            raise ValueError(number)
    except ValueError:
        return LevelField(typed, rules.first_level, DeskCode.NOT_A_LEVEL)
    return LevelField(level_name(number), number)


def read_cards(query: Mapping[str, str], name: str, level: int | None) -> CardsField:
    """The cards in one field of the address, with what they are at that level."""
    cards = typed_set(name, query.get(name, ""))
    if cards.is_refused or not cards.cards:
        return cards
    return replace(cards, readings=readings(cards.cards, level), reasons=tuple(reading_problems(cards.cards, level)))


def typed_set(name: str, typed: str) -> CardsField:
    """The cards of a field alone, not read as a play."""
    if len(typed) > MOST_TYPED:
        return CardsField(name, typed, code=DeskCode.TOO_LONG)
    try:
        return CardsField(name, typed, typed_cards(typed))
    except CardError as error:
        return CardsField(name, typed, error=error)


def read_play(query: Mapping[str, str], name: str, level: int | None) -> CardsField:
    """Cards with the reading declared for them in ``<name>-as``; a set of one reading needs none."""
    cards = read_cards(query, name, level)
    if cards.is_refused or not cards.cards:
        return cards
    declared = query.get(f"{name}-as", "")
    named = {reading_key(reading): reading for reading in cards.readings}
    if declared and declared not in named and len(cards.readings) > 1:
        return replace(cards, declared=declared, code=DeskCode.NOT_A_READING)
    chosen = named.get(declared) or (cards.readings[0] if len(cards.readings) == 1 else None)
    return replace(cards, declared=reading_key(chosen) if chosen else "", chosen=chosen)


def reading_key(reading: Reading) -> str:
    """A reading as it stands in an address: ``full_house-8-5``."""
    return f"{reading.kind}-{reading.key}-{reading.size}"


def typed_cards(text: str) -> tuple[Card, ...]:
    """几张牌 of two packs as typed, with or without blanks between them, suits before or behind.

    CardError names what is no card, its codes are those of `cards_of`; nothing typed is no cards.
    """
    # suits and jokers as letters, full-width letters and digits as usual ones
    plain = unicodedata.normalize("NFKC", text).upper().replace(_VARIANT, "")
    for word, letters in _WORDS.items():
        plain = re.sub(rf"{word}\s*", letters, plain) if len(letters) == 1 else plain.replace(word, f" {letters} ")
    texts, unknown = [], []
    for chunk in _BETWEEN.split(plain):
        rest = _CARD.sub(" ", chunk).split()
        unknown += rest
        if not rest:
            cards = _CARD.findall(chunk)
            texts += [card if card[0] in "SHCD" else card[-1] + card[:-1] for card in cards]
    if unknown:
        raise CardError((Code.NOT_A_CARD,), tuple(dict.fromkeys(unknown)))
    return cards_of(texts)


@dataclass(frozen=True)
class Pad:
    """The field ``into`` which taps go, and the cards that it holds; those of ``full`` can be tapped no more."""

    into: str
    held: Counter[str]

    @property
    def full(self) -> frozenset[str]:
        return frozenset(card for card, count in self.held.items() if count >= MOST)


def pad_of(query: Mapping[str, str], fields: tuple[str, ...]) -> Pad:
    """The pad for the field that was tapped into last, else for the first one without cards."""
    held = {name: _cards(query.get(name, "")) for name in fields}
    empty = next((name for name in fields if not held[name]), fields[0])
    into = query.get("tapping", "")
    into = into if into in fields else empty
    return Pad(into, Counter(card.text for card in held[into]))


def after_tap(query: Mapping[str, str], fields: tuple[str, ...]) -> dict[str, str]:
    """What is asked once the tap is done; a tap that means nothing changes nothing."""
    into, _, what = query["tap"].partition(" ")
    rest = {name: value for name, value in query.items() if name != "tap"}
    if into not in fields:
        return rest
    typed = rest.get(into, "")
    if what == CLEAR:
        typed = ""
    elif what == BACK:
        typed = " ".join(_texts(typed)[:-1])
    elif [card.text for card in _cards(what)] == [what] and _texts(typed).count(_text(what)) < MOST:
        typed = " ".join([*_texts(typed), _text(what)])
    return rest | {into: typed, "tapping": into}


def _cards(typed: str) -> tuple[Card, ...]:
    try:
        return typed_cards(typed)
    except CardError:
        return ()


def _texts(typed: str) -> list[str]:
    """The cards one by one; what is none stays as it was typed, for the page to name it."""
    texts = [_text(card.text) for card in _cards(typed)]
    return texts or typed.split()


def _text(card: str) -> str:
    return card.replace("T", "10")

"""裁判台, what is asked: the level, sets of cards and readings as they stand in the address of the page.

Everything typed is kept as it was typed; what is wrong with it stands beside it, as sentences made by the caller.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from guandan_rules import Card, CardError, Code, Reading, RuleSet, level_name, level_of, reading_problems, readings
from web.ruling.card_texts import MOST_TYPED, typed_cards

ACE, LOWEST, JOKER_STEP = 14, 2, 15
MOST_OF_A_WORD: Final = 20


class DeskCode(StrEnum):
    """What is wrong with something typed at the ruling desk."""

    NOT_A_LEVEL = "not_a_level"
    TOO_LONG = "too_long"
    TOO_MANY_CARDS = "too_many_cards"
    NOT_A_READING = "not_a_reading"
    NOT_A_NUMBER = "not_a_number"


@dataclass(frozen=True)
class LevelAsked:
    """The level asked for: 2…15 (15: 王), or the first level where nothing or nonsense was typed."""

    typed: str
    number: int
    code: DeskCode | None = None

    @property
    def level(self) -> int | None:
        """The rank of the level card; None at 王, where there is none."""
        return self.number if self.number <= ACE else None


@dataclass(frozen=True)
class CardsAsked:
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


def asked_level(query: Mapping[str, str], rules: RuleSet) -> LevelAsked:
    """The level in the address; the first level if there is none."""
    typed = query.get("level", "")
    try:
        number = level_of(typed[:MOST_OF_A_WORD]) if typed.strip() else rules.first_level
        if level_name(number) not in levels_of(rules):
            raise ValueError(number)
    except ValueError:
        return LevelAsked(typed, rules.first_level, DeskCode.NOT_A_LEVEL)
    return LevelAsked(level_name(number), number)


def asked_cards(query: Mapping[str, str], name: str, level: int | None) -> CardsAsked:
    """The cards in one field of the address, with what they are at that level."""
    cards = typed_set(name, query.get(name, ""))
    if cards.is_refused or not cards.cards:
        return cards
    return replace(cards, readings=readings(cards.cards, level), reasons=tuple(reading_problems(cards.cards, level)))


def typed_set(name: str, typed: str) -> CardsAsked:
    """The cards of a field alone, not read as a play."""
    if len(typed) > MOST_TYPED:
        return CardsAsked(name, typed, code=DeskCode.TOO_LONG)
    try:
        return CardsAsked(name, typed, typed_cards(typed))
    except CardError as error:
        return CardsAsked(name, typed, error=error)


def asked_play(query: Mapping[str, str], name: str, level: int | None) -> CardsAsked:
    """Cards with the reading declared for them in ``<name>-as``; a set of one reading needs none."""
    cards = asked_cards(query, name, level)
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

"""字段: what may stand in the fields of a line of the protocol, each read or refused with its code."""

import json
from collections.abc import Callable
from typing import Any, Final

from guandan_rules.cards import CARDS, RANK_LETTERS, Card
from guandan_rules.codes import Code
from guandan_rules.deal_state import HAND_SIZE
from guandan_rules.kinds import Kind, Reading
from guandan_rules.ladder import ACE, JOKER_STEP, LOWEST
from guandan_rules.named_rule_sets import NAMED, named
from guandan_rules.rule_sets import RuleSet, RuleSetError
from guandan_rules.seats import Side, Sides

PROTOCOL_NAMES: Final = {
    **{kind: kind.value for kind in Kind},
    Kind.FULL_HOUSE: "fullhouse",
    Kind.STRAIGHT_FLUSH: "sf",
    Kind.FOUR_JOKERS: "jokerbomb",
}
"""牌型 as the protocol spells them (cases/README.md)."""

Reader = Callable[[object], Any]
"""Reads the JSON value of a field, or raises LineError."""

_KINDS: Final = {name: kind for kind, name in PROTOCOL_NAMES.items()}
_CARDS: Final = {card.text: card for card in CARDS}


class LineError(ValueError):
    """A line that is no question: its `code`, and a few words with what was found."""

    def __init__(self, code: Code, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


def shown(value: object) -> str:
    """What was given, as JSON and short enough for an answer."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


_TYPE_NAMES: Final[dict[type, str]] = {str: "a string", int: "a whole number", list: "a list", dict: "an object"}


def _typed(value: object, kind: type, name: str) -> Any:
    """The value, if it is of that kind and no boolean posing as a number."""
    if not isinstance(value, kind) or isinstance(value, bool):
        raise LineError(Code.WRONG_TYPE, f"{name} must be {_TYPE_NAMES[kind]}, not {shown(value)}")
    return value


def _number(value: object, allowed: range, name: str) -> int:
    number: int = _typed(value, int, name)
    if number not in allowed:
        raise LineError(Code.OUT_OF_RANGE, f"{name}: {allowed.start} to {allowed.stop - 1}, not {shown(number)}")
    return number


def _for_each_side(value: object, allowed: range, name: str) -> Sides[int]:
    values: list[object] = _typed(value, list, name)
    if len(values) != 2:
        raise LineError(Code.OUT_OF_RANGE, f"{name} holds one value for each side, not {len(values)}")
    return Sides(_number(values[0], allowed, name), _number(values[1], allowed, name))


def level_letter(value: object) -> int:
    """级牌 from its rank letter: 2…14."""
    letter: str = _typed(value, str, "level")
    if len(letter) != 1 or letter not in RANK_LETTERS:
        raise LineError(Code.NOT_A_LEVEL, f"level is one of {RANK_LETTERS}, not {shown(letter)}")
    return RANK_LETTERS.index(letter) + LOWEST


def cards(value: object) -> tuple[Card, ...]:
    """几张牌 from a list of at most 27 texts, none of them three times."""
    texts: list[object] = _typed(value, list, "cards")
    if len(texts) > HAND_SIZE:
        raise LineError(Code.HAND_TOO_LARGE, f"a hand holds at most {HAND_SIZE} cards, not {len(texts)}")
    for text in texts:
        if _typed(text, str, "a card") not in _CARDS:
            raise LineError(Code.NOT_A_CARD, f"no card is written {shown(text)}")
    hand = tuple(_CARDS[str(text)] for text in texts)
    many = [card.text for card in dict.fromkeys(hand) if hand.count(card) > 2]
    if many:
        raise LineError(Code.TOO_MANY_OF_A_CARD, f"more than two of {', '.join(many)}")
    return hand


def reading(value: object) -> Reading:
    """声明的牌型 from ``[kind, key, size]``; whether it can exist depends on the level: `possible`."""
    parts: list[object] = _typed(value, list, "a reading")
    if len(parts) != 3:
        raise LineError(Code.NO_SUCH_READING, f"a reading is [kind, key, size], not {shown(parts)}")
    kind, key, size = _typed(parts[0], str, "kind"), _typed(parts[1], int, "key"), _typed(parts[2], int, "size")
    if kind not in _KINDS:
        raise LineError(Code.NO_SUCH_READING, f"no kind is called {shown(kind)}")
    return Reading(_KINDS[kind], key, size)


def written(declared: Reading) -> list[str | int]:
    """牌型 as ``[kind, key, size]``."""
    return [PROTOCOL_NAMES[declared.kind], declared.key, declared.size]


_LEVEL_CARD: Final = ACE + 1
_EQUAL_CARDS: Final = {
    Kind.SINGLE: (1, 17),
    Kind.PAIR: (2, 17),
    Kind.TRIPLE: (3, _LEVEL_CARD),
    Kind.FULL_HOUSE: (5, _LEVEL_CARD),
}
"""Size, and highest key, of the plays whose key is a strength."""
_IN_A_ROW: Final = {Kind.STRAIGHT: (5, 5), Kind.STRAIGHT_FLUSH: (5, 5), Kind.TUBE: (6, 3), Kind.PLATE: (6, 2)}
"""Size, and lowest top card, of the plays whose key is a natural rank."""


def possible(declared: Reading, level: int) -> Reading:
    """The reading, if some cards have it at that level (S000 附件3 一（三）); `NO_SUCH_READING` if none do."""
    kind, key, size = declared
    if kind is Kind.FOUR_JOKERS:
        exists = (key, size) == (0, 4)
    elif kind in _IN_A_ROW:
        needed, lowest = _IN_A_ROW[kind]
        exists = size == needed and lowest <= key <= ACE
    elif kind is Kind.BOMB:
        largest = 8 if key == _LEVEL_CARD else 10
        exists = 4 <= size <= largest and LOWEST <= key <= _LEVEL_CARD and key != level
    else:
        needed, highest = _EQUAL_CARDS[kind]
        exists = size == needed and LOWEST <= key <= highest and key != level
    if not exists:
        raise LineError(Code.NO_SUCH_READING, f"no cards are {shown(written(declared))} at this level")
    return declared


def text(value: object) -> str:
    """A text, whatever stands in it."""
    checked: str = _typed(value, str, "deal")
    return checked


def rule_set(value: object) -> RuleSet:
    """规则方案 by its name, or from an object of options (rules.md §2–§4, §7); missing options take the default."""
    if isinstance(value, str):
        if value not in NAMED:
            raise LineError(Code.UNKNOWN_RULE_SET, f"rule sets are {', '.join(NAMED)}, not {shown(value)}")
        return named(value)
    options: dict[str, object] = _typed(value, dict, "rule_set")
    try:
        return RuleSet.from_dict(options)
    except RuleSetError as error:
        raise LineError(error.problems[0].code, str(error)[:400]) from None


def levels(value: object) -> Sides[int]:
    """双方的级数 2…14; 15 is 王, which only a rule set that plays to it knows (`within`)."""
    return _for_each_side(value, range(LOWEST, JOKER_STEP + 1), "levels")


def fails(value: object) -> Sides[int]:
    """双方打A不过的次数."""
    return _for_each_side(value, range(100), "fails")


def within(rules: RuleSet, at: Sides[int], failed: Sides[int]) -> None:
    """Refuses levels above the rule set's target, and attempts that are used up already."""
    ladder, attempts = range(LOWEST, rules.target_level + 1), range(rules.a_fail_limit or 100)
    for level, fail in zip(at, failed, strict=True):
        _number(level, ladder, "levels")
        _number(fail, attempts, "fails")


def side(value: object) -> Side:
    """一方: 0 or 1."""
    return tuple(Side)[_number(value, range(2), "a side")]


def side_or_none(value: object) -> Side | None:
    """台上: 0 or 1, null in the first deal."""
    return None if value is None else side(value)


def partner_place(value: object) -> int:
    """搭档的游数: 2, 3 or 4."""
    return _number(value, range(2, 5), "partner_place")

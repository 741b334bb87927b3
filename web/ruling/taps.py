"""The pad of the ruling desk: a tap puts a card into the field that takes it, or takes the last one back.

A tap stands in the address as ``tap=<field> <card>``, ``<field> back`` or ``<field> clear``; what it leads to is an
address without it, ``tapping`` naming the field, so that nothing is tapped again when the page is loaded again.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from guandan_rules import Card, CardError
from web.ruling.questions import typed_cards

BACK, CLEAR = "back", "clear"
MOST = 2
"""Packs, and so the most of one card."""


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

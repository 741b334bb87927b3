"""记一笔的表单: what a screen asks for an entry, in plain values; every screen draws any game's entries from these."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final


class Asks(StrEnum):
    """What a field asks for, and so how it is drawn and read.

    One side, one or neither (a draw), some of the two, a whole number, yes or no, the rank of a card, seats in the
    order in which they went out (four that are tapped, or six that are written), and when a deal was played
    (`DealKind`).
    """

    SIDE = "side"
    RESULT = "result"
    SIDES = "sides"
    NUMBER = "number"
    YES_NO = "yes_no"
    LEVEL = "level"
    FOUR_SEATS = "four_seats"
    SIX_SEATS = "six_seats"
    KIND = "kind"


SEATS: Final[dict[Asks, str]] = {Asks.FOUR_SEATS: "NWSE", Asks.SIX_SEATS: "123456"}


@dataclass(frozen=True, slots=True)
class FormField:
    """One field: its name in the entry, what it asks for, of a number the range and the step, and where a name is asked
    for in several ways, ``question``, the one that is meant."""

    name: str
    asks: Asks
    required: bool = True
    least: int = 0
    most: int = 0
    step: int = 1
    question: str = ""

    @property
    def words(self) -> str:
        """By what its words are known."""
        return self.question or self.name


@dataclass(frozen=True, slots=True)
class EntryForm:
    """表单 of one type of entry."""

    type: str
    fields: tuple[FormField, ...]

    @property
    def is_tapped(self) -> bool:
        """Is a finish order tapped seat by seat, with a preview of what it does?"""
        return any(field.asks is Asks.FOUR_SEATS for field in self.fields)

    @property
    def seats(self) -> str:
        """The seats whose order is asked for, in turn order; "" where none is."""
        return next((SEATS[field.asks] for field in self.fields if field.asks in SEATS), "")

    def raw(self, typed: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        """The entry as JSON values from the texts of a form, several a field; `Game.entry_of` says what is wrong."""
        values = {field.name: _READERS[field.asks](typed.get(field.name, ())) for field in self.fields}
        return {"type": self.type, **{name: value for name, value in values.items() if value is not None}}


def _one(texts: Sequence[str]) -> str | None:
    return (texts[-1].strip() if texts else "") or None


def _number(texts: Sequence[str]) -> int | str | None:
    text = _one(texts)
    return int(text) if text and len(text) < 10 and text.isascii() and text.isdigit() else text


_READERS: Final[dict[Asks, Callable[[Sequence[str]], Any]]] = {
    Asks.SIDE: _one,
    Asks.RESULT: _one,
    Asks.SIDES: lambda texts: list(texts) or None,
    Asks.NUMBER: _number,
    Asks.YES_NO: bool,
    Asks.LEVEL: _number,
    Asks.FOUR_SEATS: lambda texts: (_one(texts) or "").upper(),
    # letters or digits with anything between them that a hand writes there
    Asks.SIX_SEATS: lambda texts: [seat for seat in "".join(texts) if seat.isalnum()] or None,
    Asks.KIND: _one,
}
KIND_FIELD: Final = FormField("kind", Asks.KIND, required=False)

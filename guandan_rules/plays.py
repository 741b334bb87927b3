"""能出什么: the legal plays of a hand, to lead or to beat a play; one a reading, or all (S000 附件3 二（一）（二）)."""

from collections.abc import Callable, Iterable, Iterator
from itertools import repeat
from typing import Final, NamedTuple

from guandan_rules.cards import Card, unpacked
from guandan_rules.choices import CHOICES
from guandan_rules.hands import Hand, hand_of
from guandan_rules.kinds import Reading
from guandan_rules.shapes import FORMS, RIVALS, Form
from guandan_rules.suited_sets import SETS


class Play(NamedTuple):
    """一手牌: cards, and what they are declared as. `packed` is the set as `guandan_rules.cards.packed` makes it."""

    reading: Reading
    packed: int

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, in the order of `CARDS`."""
        return unpacked(self.packed)


_make: Final[Callable[[type[Play], tuple[Reading, int]], Play]] = tuple.__new__
_PLAY: Final = repeat(Play)


def lead_readings(hand: Iterable[Card] | Hand, level: int | None) -> list[Reading]:
    """能领出的牌型: every reading of anything in the hand, once, by kind, size and key. CardError as `Hand`."""
    held = hand_of(hand, level)
    readings: list[Reading] = []
    for form in FORMS:
        keys = form.keys(held)
        if keys:
            readings += form.readings(keys)
    return readings


def leads(hand: Iterable[Card] | Hand, level: int | None) -> list[Play]:
    """能领出的牌: one play a reading, with the cards `choices` takes: few 逢人配 first. CardError as `Hand`."""
    held = hand_of(hand, level)
    return _chosen(held, _leads(held))


def all_leads(hand: Iterable[Card] | Hand, level: int | None) -> list[Play]:
    """所有能领出的牌: every set of cards with every reading of it, no play twice. CardError as `Hand`."""
    held = hand_of(hand, level)
    return _every(held, _leads(held))


def response_readings(hand: Iterable[Card] | Hand, level: int | None, to_beat: Reading) -> list[Reading]:
    """能管上的牌型: as `lead_readings`, of what beats `to_beat` (S000 附件3 二（二）); empty: one can only pass."""
    return [reading for _, of_form in _responses(hand_of(hand, level), to_beat) for reading in of_form]


def responses(hand: Iterable[Card] | Hand, level: int | None, to_beat: Reading) -> list[Play]:
    """能管上的牌: as `leads`, of what beats `to_beat`."""
    held = hand_of(hand, level)
    return _chosen(held, _responses(held, to_beat))


def all_responses(hand: Iterable[Card] | Hand, level: int | None, to_beat: Reading) -> list[Play]:
    """所有能管上的牌: as `all_leads`, of what beats `to_beat`."""
    held = hand_of(hand, level)
    return _every(held, _responses(held, to_beat))


def _leads(hand: Hand) -> Iterator[tuple[Form, tuple[Reading, ...]]]:
    for form in FORMS:
        keys = form.keys(hand)
        if keys:
            yield form, form.readings(keys)


def _responses(hand: Hand, to_beat: Reading) -> Iterator[tuple[Form, tuple[Reading, ...]]]:
    for form in RIVALS[to_beat.kind, to_beat.size]:
        keys = form.keys(hand)
        if form.kind is to_beat.kind and form.size == to_beat.size:
            keys &= -2 << to_beat.key
        if keys:
            yield form, form.readings(keys)


def _chosen(hand: Hand, by_form: Iterator[tuple[Form, tuple[Reading, ...]]]) -> list[Play]:
    plays: list[Play] = []
    for form, of_form in by_form:
        plays += map(_make, _PLAY, zip(of_form, CHOICES[form.kind](hand, of_form), strict=True))
    return plays


def _every(hand: Hand, by_form: Iterator[tuple[Form, tuple[Reading, ...]]]) -> list[Play]:
    plays: list[Play] = []
    for form, of_form in by_form:
        for reading, sets in zip(of_form, SETS[form.kind](hand, of_form), strict=True):
            plays += map(_make, _PLAY, zip(repeat(reading), sets, strict=False))
    return plays

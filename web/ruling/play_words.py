"""Words of the ruling desk: cards, plays and readings, why a set is no play, why one play beats another, and what is
wrong with something typed."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from guandan_rules import Card, Code, Kind, Reading, Suit, level_name
from guandan_rules.cards import BIG_JOKER, BIG_JOKER_RANK, SMALL_JOKER, SMALL_JOKER_RANK
from journal.words import Words
from web.ruling.questions import DeskCode
from web.ruling.rulings import ANY_BOMB, LEVEL_KEY, ORDINARY, Cause, Group, TributeCode

SUITS: dict[str, Promise] = Words() | {
    Suit.SPADES: pgettext_lazy("suit", "Spades"),
    Suit.HEARTS: pgettext_lazy("suit", "Hearts"),
    Suit.CLUBS: pgettext_lazy("suit", "Clubs"),
    Suit.DIAMONDS: pgettext_lazy("suit", "Diamonds"),
}
JOKERS: dict[Card, Promise] = {
    SMALL_JOKER: _("small joker"),
    BIG_JOKER: _("big joker"),
}
KINDS: dict[str, Promise] = Words() | {
    Kind.SINGLE: pgettext_lazy("kind", "Single"),
    Kind.PAIR: pgettext_lazy("kind", "Pair"),
    Kind.TRIPLE: pgettext_lazy("kind", "Triple"),
    Kind.FULL_HOUSE: pgettext_lazy("kind", "Full house"),
    Kind.STRAIGHT: pgettext_lazy("kind", "Straight"),
    Kind.TUBE: pgettext_lazy("kind", "Tube"),
    Kind.PLATE: pgettext_lazy("kind", "Plate"),
    Kind.BOMB: pgettext_lazy("kind", "Bomb"),
    Kind.STRAIGHT_FLUSH: pgettext_lazy("kind", "Straight flush"),
    Kind.FOUR_JOKERS: pgettext_lazy("kind", "Four jokers"),
}
_NAMES: dict[str, Promise] = Words() | {
    Kind.SINGLE: pgettext_lazy("play", "single %(rank)s"),
    Kind.PAIR: pgettext_lazy("play", "pair of %(rank)s"),
    Kind.TRIPLE: pgettext_lazy("play", "triple of %(rank)s"),
    Kind.FULL_HOUSE: pgettext_lazy("play", "full house with three %(rank)s"),
    Kind.STRAIGHT: pgettext_lazy("play", "straight %(low)s to %(high)s"),
    Kind.TUBE: pgettext_lazy("play", "tube %(low)s to %(high)s"),
    Kind.PLATE: pgettext_lazy("play", "plate %(low)s to %(high)s"),
    Kind.BOMB: pgettext_lazy("play", "bomb of %(size)s, rank %(rank)s"),
    Kind.STRAIGHT_FLUSH: pgettext_lazy("play", "straight flush %(low)s to %(high)s"),
    Kind.FOUR_JOKERS: pgettext_lazy("play", "four jokers"),
}
_WHOLE: dict[str, Promise] = {
    ORDINARY: _("everything that is not a bomb"),
    ANY_BOMB: _("every bomb, every straight flush, and the four jokers"),
    Kind.STRAIGHT_FLUSH: _("every straight flush"),
    Kind.FOUR_JOKERS: _("the four jokers"),
}
# how many ranks below its key the lowest rank of a play lies
_SPANS: Final = {Kind.STRAIGHT: 4, Kind.STRAIGHT_FLUSH: 4, Kind.TUBE: 2, Kind.PLATE: 1}

PROBLEMS: dict[str, Promise] = Words() | {
    Code.NOT_A_CARD: _("This is not a card: %(texts)s. A card is typed like S8, ♥10 or 黑桃8."),
    Code.TOO_MANY_OF_A_CARD: _("More than two of one card: %(texts)s. Two packs hold every card twice."),
    Code.NO_CARDS: _("There are no cards."),
    Code.TOO_MANY_CARDS: _("No play has more than ten cards."),
    Code.UNEQUAL: _("The cards are not of one rank, and they make no other kind of play either."),
    Code.JOKERS_MIXED: _("Big and small jokers go together only as all four."),
    Code.WILD_WITH_JOKER: _("A wild never stands for a joker and never makes a pair with one."),
    Code.JOKERS_WITH_OTHERS: _("Jokers go with other cards only as a pair of equal jokers beside a triple."),
    Code.TRIPLE_WITH_ONE: _("A triple takes a pair along or nothing, never a single card."),
    Code.STRAIGHT_WRONG_LENGTH: _("A straight has exactly five cards."),
    Code.TUBE_WRONG_LENGTH: _("Neighbouring pairs are played as exactly three."),
    Code.PLATE_WRONG_LENGTH: _("Neighbouring triples are played as exactly two."),
    Code.NOT_CONSECUTIVE: _("The ranks are not neighbours."),
    Code.WRAPS_ROUND: _("Nothing goes round the corner: an A is the highest card or the lowest, never between."),
}
REASON_ANCHORS: dict[str, tuple[str, ...]] = {
    Code.TOO_MANY_CARDS: ("bomb",),
    Code.UNEQUAL: ("pair", "triple", "bomb"),
    Code.JOKERS_MIXED: ("pair", "four-jokers"),
    Code.WILD_WITH_JOKER: ("wild", "wild-alone"),
    Code.JOKERS_WITH_OTHERS: ("full-house", "four-jokers"),
    Code.TRIPLE_WITH_ONE: ("full-house",),
    Code.STRAIGHT_WRONG_LENGTH: ("straight",),
    Code.TUBE_WRONG_LENGTH: ("tube",),
    Code.PLATE_WRONG_LENGTH: ("plate",),
    Code.WRAPS_ROUND: ("ace-low",),
}
"""The paragraphs that say why cards are no play."""
OF_SIZE: Final[dict[int, tuple[str, ...]]] = {5: ("straight",), 6: ("bomb", "tube", "plate")}
"""Those about plays of so many cards whose ranks are neighbours."""

CAUSES: dict[str, Promise] = Words() | {
    Cause.HIGHER: _("Both are of one kind, and the higher rank wins."),
    Cause.HIGHER_TRIPLE: _("Of two full houses the higher triple wins; the pairs are not looked at."),
    Cause.EQUAL: _("They are equal: equal never beats, and suits do not count. Who played first keeps the lead."),
    Cause.OTHER_KIND: _("They are of different kinds, and neither is a bomb: neither beats the other."),
    Cause.BOMB: _("A bomb beats every play that is not a bomb."),
    Cause.MORE_CARDS: _("Of two bombs the one with more cards wins."),
    Cause.HIGHER_BOMB: _("The bombs have the same number of cards, and the higher rank wins."),
    Cause.ORDER: _(
        "In the order of kinds: four jokers, bombs of six and more, straight flush, bomb of five, bomb of four."
    ),
}


DESK: dict[str, Promise] = Words() | {
    DeskCode.NOT_A_LEVEL: _("This is not a level: %(text)s. Levels are 2 to 10, J, Q, K and A."),
    DeskCode.TOO_LONG: _("This is too long: at most %(most)s characters."),
    DeskCode.TOO_MANY_CARDS: _("A payer gives one card: %(count)s are typed here."),
    DeskCode.NOT_A_READING: _("These cards cannot be read that way at this level; please choose again."),
    DeskCode.NOT_A_NUMBER: _("Nobody holds that many big jokers: choose 0, 1 or 2."),
    TributeCode.TOO_MANY_JOKERS: _("There are only two big jokers."),
    TributeCode.WILD_PAID: _("The level card of hearts is never paid as tribute; name the next highest card."),
    TributeCode.JOKER_KEPT: _("Whoever holds a big joker pays it, as it is his highest card."),
    TributeCode.JOKER_NOT_HELD: _("He was said to hold no big joker."),
}


def card_words(card: Card) -> str:
    """黑桃 8, 大王."""
    if card.suit is None:
        return str(JOKERS[card])
    return pgettext("card", "%(suit)s %(rank)s") % {"suit": SUITS[card.suit], "rank": level_name(card.rank)}


def rank_words(key: int, level: int | None) -> str:
    """8, 级牌 8, 大王: the strength of equal cards."""
    if key == LEVEL_KEY:
        return gettext("level card %(rank)s") % {"rank": level_name(level or 0)}
    jokers = {SMALL_JOKER_RANK: SMALL_JOKER, BIG_JOKER_RANK: BIG_JOKER}
    return str(JOKERS[jokers[key]]) if key in jokers else level_name(key)


def reading_words(reading: Reading, level: int | None) -> str:
    """对子 8; 顺子 4 到 8; 五张炸弹 8."""
    span = _SPANS.get(reading.kind)
    if span is None:
        names = {"rank": rank_words(reading.key, level) if reading.key else "", "size": reading.size}
        return str(_NAMES[reading.kind]) % names
    low = reading.key - span
    return str(_NAMES[reading.kind]) % {"low": "A" if low == 1 else level_name(low), "high": level_name(reading.key)}


def group_words(group: Group, level: int | None) -> str:
    """对子 7 到对子 2; 任何炸弹: plays that one play beats, or that beat it."""
    if group.near and group.far:
        near, far = reading_words(group.near, level), reading_words(group.far, level)
        return near if near == far else gettext("%(near)s and on to %(far)s") % {"near": near, "far": far}
    if group.kind is not Kind.BOMB:
        return str(_WHOLE[group.kind])
    low, high = group.sizes
    if low == high:
        return gettext("every bomb of %(low)s cards") % {"low": low}
    if high == 10:
        return gettext("every bomb of %(low)s cards and more") % {"low": low}
    return gettext("every bomb of %(low)s to %(high)s cards") % {"low": low, "high": high}


def desk_sentence(code: str, **data: object) -> str:
    """What is wrong with something typed, in a whole sentence."""
    return str(DESK[code]) % data

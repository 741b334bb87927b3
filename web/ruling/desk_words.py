"""Words of the ruling desk: what is wrong with something typed into it."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from guandan_rules import CardError
from journal.words import Words
from tournaments.bracket.words.matches import PROBLEMS as ORDER_PROBLEMS
from web.ruling.play_words import PROBLEMS
from web.ruling.questions import DeskCode
from web.ruling.tribute_rulings import TributeCode

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


def desk_sentence(code: str, **data: object) -> str:
    """What is wrong, in a whole sentence."""
    return str(DESK[code]) % data


def card_error_sentences(error: CardError) -> list[str]:
    """What could not be read as cards, with the texts themselves."""
    texts = pgettext("between", ", ").join(text[:20] for text in error.texts[:5])
    return [str(PROBLEMS[code]) % {"texts": texts} for code in error.problems]


def order_sentences(codes: tuple[str, ...]) -> list[str]:
    """Why seats are no finish order."""
    return [str(ORDER_PROBLEMS[code]) for code in codes]

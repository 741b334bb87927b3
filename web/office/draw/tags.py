"""How the pages of the draw and of the timetable write things."""

from django import template

from tournaments.draw.queries.draws import BreachView
from tournaments.draw.queries.records import WishView
from tournaments.draw.words import LIKELIHOOD, breach_words
from tournaments.draw.words import wish_words as words_of_wish

register = template.Library()


@register.filter
def breach(view: BreachView) -> str:
    """A breach of the rules of the draw as a sentence."""
    return breach_words(view)


@register.filter
def wish_words(wish: WishView) -> str:
    """What was asked of a draw, and how far it was reached, as a sentence."""
    return words_of_wish(wish)


@register.filter
def likelihood(grade: str) -> str:
    """How likely the legal sheets of a draw were, as a sentence."""
    return str(LIKELIHOOD.get(grade, ""))


@register.filter
def by_eight(fingerprint: str) -> list[str]:
    """The digits in groups of eight, which people can compare."""
    return [fingerprint[start : start + 8] for start in range(0, len(fingerprint), 8)]

"""How the pages of the draw write things."""

from django import template

from tournaments.bracket.words.apart import apart_words
from tournaments.draw import words

register = template.Library()
register.filter("apart_words", apart_words)
register.filter("breach", words.breach_words)
register.filter("wish_words", words.wish_words)


@register.filter
def likelihood(grade: str) -> str:
    """How likely the legal sheets of a draw were, as a sentence."""
    return str(words.LIKELIHOOD.get(grade, ""))


@register.filter
def by_eight(fingerprint: str) -> list[str]:
    """The digits in groups of eight, which people can compare."""
    return [fingerprint[start : start + 8] for start in range(0, len(fingerprint), 8)]

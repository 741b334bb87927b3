"""How the pages of the draw write things."""

from django import template

from tournaments.bracket.words.format_sentences import apart_words
from tournaments.bracket.words.formats import number_words
from tournaments.draw import words
from tournaments.draw.queries.draws import Prospect
from tournaments.formats import Swiss

register = template.Library()
register.filter("apart_words", apart_words)
register.filter("number_words", number_words)
register.filter("breach", words.breach_words)
register.filter("wish_words", words.wish_words)


@register.filter
def met_all_after(prospect: Prospect) -> int:
    """After how many rounds of a Swiss everybody has met everybody, if it has more of them; else 0."""
    most = prospect.size + prospect.size % 2 - 1
    return most if isinstance(prospect.shape, Swiss) and 0 < most < prospect.rounds_needed else 0


@register.filter
def likelihood(grade: str) -> str:
    """How likely the legal sheets of a draw were, as a sentence."""
    return str(words.LIKELIHOOD.get(grade, ""))


@register.filter
def by_eight(fingerprint: str) -> list[str]:
    """The digits in groups of eight, which people can compare."""
    return [fingerprint[start : start + 8] for start in range(0, len(fingerprint), 8)]

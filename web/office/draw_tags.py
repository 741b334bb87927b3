"""How the pages of the draw and of the timetable write things."""

from django import template

from tournaments.queries.draws import BreachView
from words.draws import breach_words

register = template.Library()


@register.filter
def breach(found: BreachView) -> str:
    """A breach of the rules of the draw as a sentence."""
    return breach_words(found)

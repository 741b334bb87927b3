"""How the pages of the draw and of the timetable write things."""

from collections.abc import Iterable

from django import template

from journal.refusals import Problem
from tournaments.queries.draws import BreachView
from web.phrases.draws import breach_words

register = template.Library()


@register.filter
def breach(found: BreachView) -> str:
    """A breach of the rules of the draw as a sentence."""
    return breach_words(found)


@register.filter
def spoils(problems: Iterable[Problem], name: str) -> bool:
    """Is something wrong at that field?"""
    return any(problem.field == name for problem in problems)

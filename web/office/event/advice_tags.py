"""How the adviser's page writes things."""

from django import template

from tournaments.event.words import advice
from tournaments.event.words.advice import KINDS

register = template.Library()
register.filter("about", advice.about)
register.filter("misfit", advice.misfit_words)
register.filter("match_count", advice.matches_words)
register.filter("chance", advice.chance_words)
register.filter("wall", advice.wall)


@register.filter
def kind_name(kind: str) -> str:
    """What is proposed, in short."""
    return str(KINDS[kind])

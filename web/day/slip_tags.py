"""How pages write table slips."""

from django import template

from tournaments.day.words.slips import STATES

register = template.Library()


@register.filter
def slip_state(state: str) -> str:
    """有效."""
    return str(STATES.get(state, ""))

"""The hours of a match day as a form asks for them: ``start``, up to two breaks, ``latest``."""

from collections.abc import Mapping
from datetime import time
from typing import Any, Final

from django import forms
from django.utils.translation import gettext

from tournaments.forecast.plan import Session

HOUR: Final = 60
BREAKS: Final = (("break_from", "break_to"), ("evening_from", "evening_to"))


def minutes_of(at: time) -> int:
    """After midnight."""
    return at.hour * HOUR + at.minute


def wall_of(minutes: int) -> time:
    """The other way round."""
    return time(*divmod(minutes, HOUR))


def breaks_of(typed: Mapping[str, Any]) -> tuple[Session, ...]:
    """The breaks that were typed, of a form that is valid."""
    return tuple((minutes_of(typed[begin]), minutes_of(typed[end])) for begin, end in BREAKS if typed[begin])


def hours_in_order(form: forms.Form) -> None:
    """Put an error where an hour is not later than the one before it, or only one end of a break is typed."""
    typed = form.cleaned_data
    for pair in BREAKS:
        missing = [name for name in pair if not typed.get(name) and name not in form.errors]
        if len(missing) == 1 and not any(name in form.errors for name in pair):
            form.add_error(missing[0], form.fields[missing[0]].error_messages["required"])
    at = typed.get("start")
    for name in (*(name for pair in BREAKS for name in pair), "latest"):
        hour = typed.get(name)
        if hour and at and hour <= at:
            form.add_error(name, gettext("Please give a later time than the one before it."))
        at = hour or at

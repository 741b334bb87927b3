"""The kinds of public events that a webhook may choose from, by their first word."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SUBJECTS: Mapping[str, Promise] = {
    "result": _("results and corrections"),
    "deal": _("deals at the tables"),
    "match": _("matches called, moved or reset"),
    "clock": _("clocks of rounds"),
    "round": _("rounds called, moved or paired"),
    "draw": _("draws"),
    "team": _("teams that withdraw or come back"),
    "awards": _("awards"),
    "tournament": _("the event itself"),
}
"""None chosen: all that is public, also what is not named here."""


WITHOUT_DEALS = {**SUBJECTS, "deal": _("results as they are written down at the tables")}


def subjects(*, deals: bool) -> Mapping[str, Promise]:
    """Their words, by whether the game of the event has ``deals``."""
    return SUBJECTS if deals else WITHOUT_DEALS


def is_kind(text: str) -> bool:
    return text in SUBJECTS


def wanted(kind: str, chosen: list[str]) -> bool:
    """Is an event of that kind among the chosen subjects?"""
    return not chosen or kind.partition(".")[0] in chosen

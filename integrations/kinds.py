"""The kinds of public events that a webhook may choose from, by their first word."""

from django.utils.translation import gettext_lazy as _

SUBJECTS = {
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


def is_kind(text: str) -> bool:
    return text in SUBJECTS


def wanted(kind: str, chosen: list[str]) -> bool:
    """Is an event of that kind among the chosen subjects?"""
    return not chosen or kind.partition(".")[0] in chosen

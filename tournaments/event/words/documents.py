"""Words about documents: their groups, and when one that cannot be made yet can."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from journal.words import Words

GROUPS: dict[str, Promise] = Words() | {
    "entry": pgettext_lazy("documents", "Entries"),
    "draw": pgettext_lazy("documents", "Draw and programme"),
    "hall": pgettext_lazy("documents", "At the tables"),
    "wall": pgettext_lazy("documents", "On the wall"),
    "after": pgettext_lazy("documents", "Results and files"),
}
SIZES: dict[str, str] = {"a4": "A4", "a3": "A3"}
UNTIL: dict[int, Promise] = Words() | {
    1: _("Once teams are entered."),
    2: _("Once lots are drawn."),
    3: _("Once a match is over."),
    4: _("Once the last match is over."),
    5: _("Once the places are confirmed."),
}
"""By `web.documents.reading.Ready`."""

"""名次依据 in words: one row for each tie-break of `formats.tie_breaks`."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from journal.words import Words
from tournaments.formats.tie_breaks import TieBreak


class TieBreakWords(NamedTuple):
    """``sentence``: why a row stands where it does. ``label``: as the office chooses it, and in the order of a stage.
    ``column``: the heading of its numbers in a table, without one they are not shown; ``is_signed`` if they are
    differences."""

    sentence: Promise | str
    label: Promise | str = ""
    column: Promise | str = ""
    is_signed: bool = False


TIE_BREAKS: dict[str, TieBreakWords] = Words(instead=lambda code: TieBreakWords(code, code, code)) | {
    TieBreak.POINTS: TieBreakWords(_("by points"), _("points"), pgettext_lazy("standings", "Points")),
    TieBreak.WINS: TieBreakWords(_("by wins"), _("matches won"), pgettext_lazy("standings", "Won")),
    TieBreak.DIFFERENCE: TieBreakWords(
        _("equal before: by the level difference"),
        _("level difference"),
        pgettext_lazy("standings", "Levels"),
        is_signed=True,
    ),
    TieBreak.LEVELS: TieBreakWords(
        _("equal before: by the levels reached"), _("levels reached"), pgettext_lazy("standings", "Reached")
    ),
    TieBreak.HEAD_TO_HEAD: TieBreakWords(_("equal before: by their own matches"), _("the matches of the equals")),
    TieBreak.BUCHHOLZ: TieBreakWords(
        _("equal before: by the opponents' points"), _("the opponents' points"), pgettext_lazy("standings", "Opp.")
    ),
    TieBreak.SONNEBORN_BERGER: TieBreakWords(
        _("equal before: by the points of those beaten"),
        _("points of those beaten (half if drawn)"),
        pgettext_lazy("standings", "Beaten"),
    ),
    TieBreak.LOT: TieBreakWords(_("equal in everything: by lot"), pgettext_lazy("criterion", "lot")),
    TieBreak.ROUND: TieBreakWords(_("by round")),
    TieBreak.LEFT: TieBreakWords(_("left the event")),
    TieBreak.STRUCK: TieBreakWords(_("left the event, its results do not count")),
}


def order_words(tie_breaks: Iterable[TieBreak]) -> str:
    """In which order a stage tells its teams apart: 胜场、级差、相互胜负、抽签."""
    return pgettext("criteria", ", ").join(str(TIE_BREAKS[each].label) for each in (*tie_breaks, TieBreak.LOT))

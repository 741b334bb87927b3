"""名次依据 in words: one row for each tie-break of `formats.tie_breaks`."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

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
    TieBreak.PENALTIES: TieBreakWords(
        _("equal before: by fewer penalties"), _("fewer penalties"), pgettext_lazy("standings", "Pen.")
    ),
    TieBreak.LOT: TieBreakWords(_("equal in everything: by lot"), pgettext_lazy("criterion", "lot")),
    TieBreak.EQUAL: TieBreakWords(_("equal in everything")),
    TieBreak.SHARED: TieBreakWords(_("equal in everything: the place is shared")),
    TieBreak.PLAY_OFF: TieBreakWords(_("equal in everything: by a play-off")),
    TieBreak.DRAWN: TieBreakWords(_("equal in everything: by lots of the chief referee")),
    TieBreak.ROUND: TieBreakWords(_("by round")),
    TieBreak.CHALLENGES: TieBreakWords(_("by challenges")),
    TieBreak.LEFT: TieBreakWords(_("left the event")),
    TieBreak.STRUCK: TieBreakWords(_("left the event, its results do not count")),
}


READY: Final[Mapping[str, tuple[Promise, tuple[TieBreak, ...]]]] = {
    "head_to_head": (
        _("The matches of the equals first (usual in a round robin)"),
        (TieBreak.POINTS, TieBreak.HEAD_TO_HEAD, TieBreak.DIFFERENCE),
    ),
    "difference": (
        _("The level difference first"), (TieBreak.POINTS, TieBreak.DIFFERENCE, TieBreak.HEAD_TO_HEAD)
    ),
    "opponents": (
        _("The opponents' points first (usual in a Swiss)"),
        (TieBreak.POINTS, TieBreak.BUCHHOLZ, TieBreak.WINS, TieBreak.DIFFERENCE),
    ),
    "beaten": (
        _("The points of those beaten first (usual in chess)"),
        (TieBreak.POINTS, TieBreak.HEAD_TO_HEAD, TieBreak.SONNEBORN_BERGER, TieBreak.WINS),
    ),
    "penalties": (
        _("The matches of the equals first, then fewer penalties"),
        (TieBreak.POINTS, TieBreak.HEAD_TO_HEAD, TieBreak.DIFFERENCE, TieBreak.PENALTIES),
    ),
}  # fmt: skip
"""现成的名次依据: orders that the office may choose as they are, by a name of the form's."""


def order_words(tie_breaks: Sequence[TieBreak]) -> str:
    """In which order a stage tells its teams apart: 积分、相互胜负、级差."""
    return pgettext("criteria", ", ").join(str(TIE_BREAKS[each].label) for each in tie_breaks)


def equals_words(tie_breaks: Sequence[TieBreak]) -> str:
    """What becomes of those who are equal in all of them; "" where a lot comes last, or places follow from rounds."""
    is_asked = tie_breaks and TieBreak.LOT not in tie_breaks
    return gettext("Whoever is equal in all of it shares the place, plays it off or draws lots.") if is_asked else ""

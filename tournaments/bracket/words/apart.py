"""同分会回避 as the regulation says it: what a draw does with teams of one branch."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from journal.words import Words
from tournaments.bracket.words.names import together
from tournaments.formats.format import Format
from tournaments.formats.swiss import Swiss
from tournaments.states import BranchesApart

BY_LOT = _("Teams of one branch are drawn like all others and may meet in the first round.")
ON_A_SHEET: dict[str, Promise] = Words() | {
    BranchesApart.NONE: BY_LOT,
    BranchesApart.FIRST_ROUND: _("Teams of one branch do not meet in the first round, as far as numbers allow."),
    BranchesApart.TWO_ROUNDS: _("Teams of one branch do not meet in the first two rounds, as far as numbers allow."),
    BranchesApart.THREE_ROUNDS: _(
        "Teams of one branch do not meet in the first three rounds, as far as numbers allow."
    ),
    BranchesApart.FOUR_ROUNDS: _("Teams of one branch do not meet in the first four rounds, as far as numbers allow."),
    BranchesApart.HALVES: _(
        "The teams of one branch are drawn into opposite halves of the bracket, as evenly as numbers allow, and do not "
        "meet in the first round."
    ),
}


def apart_words(format_: Format, branches_apart: str) -> str:
    """For the first stage; "" where everybody of it meets everybody, or nobody is kept apart from anybody."""
    by_lot = branches_apart == BranchesApart.NONE
    if isinstance(format_, Swiss):
        return _in_swiss(format_, by_lot)
    if format_.is_pairs and branches_apart == BranchesApart.HALVES:
        branches_apart = BranchesApart.FIRST_ROUND
    if format_.is_drawn_in_pairs:
        return str(ON_A_SHEET[branches_apart])
    if format_.groups > 1:
        return str(BY_LOT if by_lot else _("The teams of one branch are spread over the groups."))
    return ""


def _in_swiss(format_: Swiss, by_lot: bool) -> str:
    """Its later rounds are paired."""
    if format_.rounds_played == 1:
        return str(BY_LOT if by_lot else ON_A_SHEET[BranchesApart.FIRST_ROUND])
    if by_lot:
        return gettext("Neither lots nor pairings keep teams of one branch apart.")
    later = gettext("In the pairings after it they are kept apart where that can be had.")
    return together(str(ON_A_SHEET[BranchesApart.FIRST_ROUND]), later)

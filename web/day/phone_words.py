"""Words that the referee page's script shows: it takes all of them from the page."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from guandan_rules import Code as RuleCode
from scoring.games import GameCode
from scoring.states import ScoringCode

WORDS: dict[str, Promise] = {
    # what is not sent yet, and what became of it
    "others": _("%(n)s entries of %(who)s wait on this phone: sign in with that account, or scan that slip again"),
    "contested": _("open until the ruling"),
    "undone": _("Deal %(number)s taken back"),
    "bell_yes": _("At the bell: a deal was being played"),
    "bell_no": _("At the bell: no deal was being played"),
    "failed": _("This phone could not keep it. Please press again."),
    # the deal
    "regular": _("Deal %(number)s"),
    "late": _("Deal %(number)s, finished before the bell"),
    "in_hand": _("Last deal"),
    "extra": _("Extra deal"),
    "confirm": _("Confirm deal %(number)s"),
    "confirm_in_hand": _("Confirm the last deal"),
    "confirm_extra": _("Confirm the extra deal"),
    "not_ranked": _("not ranked"),
    "passes": _("passes A"),
    "passed": _("passed A"),
    "decides": _("decides"),
    "settling": _("The result is being calculated."),
    "result_later": _("The result comes once the network is back."),
    "played_at": _("played at %(level)s"),
    "entered": _("Deals entered: %(n)s"),
    "comma": pgettext_lazy("between two names", ", "),
    # the sides
    "stage": _("on stage"),
    "off_stage": _("off stage"),
    "plays_ace": _("plays A"),
    # the next deal
    "next": _("Next deal at %(level)s, %(branch)s on stage"),
    "next_later": _("Next deal, %(branch)s on stage"),
}
TOLD = (
    *ScoringCode,
    *GameCode,
    RuleCode.GAME_DECIDED,
    RuleCode.DEAL_LIMIT_REACHED,
    RuleCode.AFTER_THE_BELL,
    RuleCode.BEFORE_THE_BELL,
    RuleCode.STOPPED_AT_THE_BELL,
    RuleCode.BELL_QUESTION_OPEN,
    RuleCode.NO_DEAL_IN_HAND,
    RuleCode.LAST_DEAL_ENTERED,
    RuleCode.EXTRA_DEAL_NOT_DUE,
    RuleCode.EXTRA_DEAL_ENTERED,
)
"""The refusals that an entry can meet."""

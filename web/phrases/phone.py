"""Words that the referee page's script shows: it takes all of them from the page."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from guandan_rules import Code as RuleCode
from scoring.states import ScoringCode

WORDS: dict[str, Promise] = {
    # what is not sent yet
    "unsent": _("Not sent"),
    "kept": _("Kept on this phone, sent by itself with the network"),
    "fleeting": _("This browser keeps nothing: leave this page open"),
    "signed_out": _("Signed out: sign in again, then it is sent"),
    "sign_in": _("Sign in"),
    "forbidden": _("This account may not enter deals here now; nothing is lost. Call the chief referee."),
    "others": _("%(n)s entries of %(who)s wait on this phone until that account is signed in again"),
    "waiting": _("Waiting for the chief referee"),
    "conflict": _("Two phones differ; the chief referee decides"),
    "refused": _("Not accepted"),
    "dropped": _("The chief referee chose the other version"),
    "seen": pgettext_lazy("notice", "Seen"),
    "again": _("Send again"),
    "again_late": _("Send again as finished before the bell"),
    "undone": _("Deal %(number)s taken back"),
    "bell_yes": _("At the bell: a deal was being played"),
    "bell_no": _("At the bell: no deal was being played"),
    "failed": _("This phone could not keep it. Please press again."),
    # what this phone can and cannot do
    "no_reopening": _("Without a network this browser cannot open this page anew"),
    "awake": _("The screen stays on"),
    "not_awake": _("This browser cannot keep the screen on"),
    # the deal
    "regular": _("Deal %(number)s"),
    "late": _("Deal %(number)s, finished before the bell"),
    "in_hand": _("Last deal"),
    "extra": _("Extra deal"),
    "confirm": _("Confirm deal %(number)s"),
    "confirm_in_hand": _("Confirm the last deal"),
    "confirm_extra": _("Confirm the extra deal"),
    "late_link": _("Finished before the bell, not yet entered: enter it now"),
    "not_late": _("Not a late entry after all"),
    "first": _("Who went out first?"),
    "second": _("Who was second?"),
    "third": _("Who was third?"),
    "not_ranked": _("not ranked"),
    "passes": _("passes A"),
    "passed": _("passed A"),
    "not_passed": _("A not passed"),
    "decides": _("decides"),
    "later": _("levels once the network is back"),
    "result_later": _("The result comes with the network."),
    "rises": _("rises to"),
    "played_at": _("played at %(level)s"),
    "entered": _("Deals entered: %(n)s"),
    "undo": _("Undo"),
    "comma": pgettext_lazy("between two names", ", "),
    # the sides
    "stage": _("on stage"),
    "off_stage": _("off stage"),
    "plays_ace": _("plays A"),
    "vh_stage": _(", on stage"),
    "vh_passed": _(", passed"),
    # the next deal
    "next": _("Next deal at %(level)s, %(branch)s on stage"),
    "next_later": _("Next deal, %(branch)s on stage"),
    "tribute": _("Tribute"),
    "leads": _("Leads"),
    "cards": _("Cards"),
    "pay_two": _("%(a)s and %(b)s both pay: %(first)s takes the higher card, %(second)s the lower"),
    "pay_one": _("%(a)s pays %(first)s"),
    "lead_one": _("%(leader)s; if %(payer)s holds both big jokers he resists, and %(other)s leads"),
    "lead_two": _("whoever paid %(first)s; if the payers hold both big jokers they resist, and %(first)s leads"),
    "shuffle": _("%(a)s shuffles, %(b)s cuts, %(c)s draws first"),
}
TOLD = (
    *ScoringCode,
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

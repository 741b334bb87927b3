"""Words about a deal as it is played and written down, and about the questions of other programs."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from guandan_rules import Code

PROBLEMS: dict[str, Promise] = {
    # a deal as it was dealt
    Code.NOT_FOUR_HANDS: _("A deal has four hands."),
    Code.HAND_NOT_27: _("Every player holds 27 cards at first."),
    # a step of a deal
    Code.DEAL_OVER: _("This deal is over."),
    Code.TRIBUTE_OPEN: _("Tribute has to be paid and returned first."),
    Code.NO_TRIBUTE_DUE: _("Nobody has to pay tribute now."),
    Code.NO_RETURN_DUE: _("Nothing has to be returned now."),
    Code.NOT_A_PAYER: _("This player pays no tribute."),
    Code.PAID_ALREADY: _("This player has paid already."),
    Code.WILD_PAID: _("The heart of the level rank is never paid."),
    Code.NOT_HIGHEST: _("Tribute is the highest card of the hand."),
    Code.NOT_A_RECEIVER: _("This player received no tribute."),
    Code.RETURNED_ALREADY: _("This player has returned a card already."),
    Code.RETURN_TOO_HIGH: _("The returned card is too high."),
    Code.LEVEL_CARD_RETURNED: _("A level card cannot be returned in this event."),
    Code.NOT_SMALLEST: _("Without a card low enough, the smallest one is returned."),
    Code.NOT_HELD: _("The player does not hold these cards."),
    Code.NOT_YOUR_TURN: _("It is another player's turn."),
    Code.OUT_ALREADY: _("This player is out already."),
    Code.MUST_LEAD: _("Whoever leads has to play a card."),
    Code.READING_NEEDED: _("These cards can be several plays: say which one is meant."),
    Code.NOT_A_READING: _("These cards are not what they were declared as."),
    Code.NOT_BEATING: _("This play does not beat the one on the table."),
    Code.REPORT_NOT_DUE: _("A report is not due here, or was made already."),
    # a deal as text
    Code.UNREADABLE_LINE: _("A line of this record cannot be read."),
    Code.MISSING_LINE: _("The head of this record lacks a line."),
    Code.REPEATED_LINE: _("A line of the head stands twice in this record."),
    Code.MISPLACED_LINE: _("A line of the head stands after the first step."),
    Code.DEAL_UNFINISHED: _("This record ends before the deal does."),
    # a line of another program's question
    Code.LINE_TOO_LONG: _("This line is too long."),
    Code.NOT_UTF8: _("This text is not UTF-8."),
    Code.NOT_JSON: _("This is not JSON."),
    Code.NESTED_TOO_DEEP: _("This JSON is nested too deep."),
    Code.NOT_AN_OBJECT: _("A JSON object is expected here."),
    Code.REPEATED_FIELD: _("A field stands twice in this object."),
    Code.UNKNOWN_OP: _("There is no such question."),
    Code.MISSING_FIELD: _("A field is missing."),
    Code.UNKNOWN_FIELD: _("There is a field that does not belong here."),
    Code.WRONG_TYPE: _("A field holds a value of the wrong type."),
    Code.NOT_A_LEVEL: _("There is no such level."),
    Code.HAND_TOO_LARGE: _("A hand holds at most 27 cards."),
    Code.NO_SUCH_READING: _("No cards can be this play at this level."),
    Code.UNKNOWN_RULE_SET: _("There is no rule set of this name."),
}

"""Words about the round day: clock, deals, verdicts, rulings. Its events: ``tournaments.event.words.events``."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from guandan_rules import Awaited, Seat
from guandan_rules import Code as RuleCode
from journal.words import Words
from scoring.games import GameCode
from scoring.games.win_loss import SixSeat
from scoring.states import DealKind, ScoringCode
from tournaments.codes import Code

PROBLEMS: dict[str, Promise] = Words() | {
    # a finish order
    RuleCode.NOT_A_SEAT: _("A finish order is made of the four seats only."),
    RuleCode.REPEATED_SEAT: _("A player goes out once; one seat appears twice in this order."),
    RuleCode.TOO_FEW: _("Tap the seats in the order in which the players go out."),
    RuleCode.TOO_MANY: _("There are four players; this order has more."),
    RuleCode.DOUBLE_NOT_PARTNERS: _("One more player must go out: the first two are not partners."),
    RuleCode.AFTER_DOUBLE: _("The first two are partners, so the deal ended there; third and fourth are not ranked."),
    # a further deal
    RuleCode.GAME_DECIDED: _("This game is decided; no deal can be entered any more."),
    RuleCode.DEAL_LIMIT_REACHED: _("All deals of this game are played."),
    RuleCode.AFTER_THE_BELL: _("The bell has rung: enter it as finished before the bell, or as the last deal."),
    RuleCode.BEFORE_THE_BELL: _("The bell has not rung yet; enter it as an ordinary deal."),
    RuleCode.STOPPED_AT_THE_BELL: _("In this event play stops at the bell; the deal in hand does not count."),
    RuleCode.BELL_QUESTION_OPEN: _("Say first whether a deal was in hand at the bell."),
    RuleCode.NO_DEAL_IN_HAND: _("No deal was in hand at the bell, so no last deal is played."),
    RuleCode.LAST_DEAL_ENTERED: _("The last deal is entered already."),
    RuleCode.EXTRA_DEAL_NOT_DUE: _("An extra deal is played only when the levels are equal at the end."),
    RuleCode.EXTRA_DEAL_ENTERED: _("The extra deal is entered already."),
    # an option of a rule set
    RuleCode.UNKNOWN_KEY: _("There is no such option in a rule set."),
    RuleCode.BAD_VALUE: _("This option cannot have that value."),
    RuleCode.OUT_OF_RANGE: _("This number is out of range."),
    RuleCode.REPEATED: _("A value appears twice in this list."),
    RuleCode.NOT_BELOW_TARGET: _("This level must lie below the level at which the game ends."),
    # clock and sheet
    ScoringCode.CLOCK_NOT_STARTED: _("The round has not started yet; entries can be made once its clock runs."),
    ScoringCode.CLOCK_NOT_OVER: _("The bell has not rung yet."),
    GameCode.KIND_UNKNOWN: _("There is no such kind of deal."),
    ScoringCode.ENTRIES_DEPEND: _("This can no longer be taken back: deals were entered or results decided since."),
    ScoringCode.NO_DEAL_TO_UNDO: _("There is no deal to take back."),
    ScoringCode.MINUTES_OUT_OF_RANGE: _("Extra time is a whole number of minutes from 1 to %(most)s."),
    ScoringCode.NOTHING_RINGS: _("The rules limit no time here: there is no bell to put off."),
    ScoringCode.DEAL_UNKNOWN: _("Deal %(number)s is not on the sheet."),
    ScoringCode.LATER_ENTRIES_FALL: _(
        "With this, what stands on the sheet after deal %(number)s would no longer count: take that back first."
    ),
    ScoringCode.PENALTY_FOLLOWS: _("A penalty was given after this deal: strike the penalty first."),
    ScoringCode.PENALTY_UNKNOWN: _("This penalty is not on the sheet."),
    ScoringCode.OFFENCE_UNKNOWN: _("Choose what the penalty is for."),
    ScoringCode.SIDE_UNKNOWN: _("Choose one of the two sides."),
    ScoringCode.AMOUNT_OUT_OF_RANGE: _(
        "A penalty moves a side by 1 to %(levels)s levels, or by at most %(points)s points."
    ),
    # what a device sent
    ScoringCode.ENTRY_INVALID: _("This entry cannot be read; enter it again."),
    ScoringCode.SHEET_NOT_OPEN: _("The sheet takes no entries: the game is over, or a ruling is awaited."),
    ScoringCode.NUMBER_WRONG: _("The number of this deal does not follow the one before it."),
    ScoringCode.BUILDS_ON_REFUSED: _("The entry before this one was refused, so this one cannot stand either."),
    ScoringCode.NOT_THE_LAST_DEAL: _("Deal %(number)s is not the last one: correct it instead of taking it back."),
    ScoringCode.SUBMISSION_UNKNOWN: _("This entry does not belong to the match."),
    # rulings
    Code.NEXT_MATCH_BEGUN: _(
        "This result can no longer be taken back: match %(number)s, which follows from it, has begun"
        " (called, checked in, clock started, an entry made, or decided)."
    ),
    Code.PREVIOUS_ROUND_OPEN: _("Match %(number)s has no opponents yet: a match of the round before is still open."),
    Code.START_BEFORE_PLAN: _("The planned start is %(start)s; it is %(now)s now."),
    Code.TABLES_NOT_CALLED: _("Tables not called: %(tables)s."),
    Code.NOBODY_AT_TABLES: _("Tables at which nobody is checked in: %(tables)s."),
    Code.NOT_EXPECTED_YET: _("Nobody is late before the match is called: its teams were not known at the start."),
    Code.NOT_LATE_YET: _("Nobody is late before %(due)s."),
    Code.VERDICT_PENDING: _("The result is not known yet; the sheet says what is still awaited."),
    Code.NOT_A_SIDE: _("Choose one of the two teams."),
    Code.TEAM_OUT: _("This team has no match left in the event."),
    Code.MATCHES_GIVEN_AWAY: _(
        "Lots are drawn: its open matches go to the opponents (matches: %(numbers)s). This can be taken back until a"
        " match that follows from them has begun, or the next draw or pairing is made."
    ),
    Code.TABLES_SHORT: _(
        "Lots are drawn: the open tables of whoever leaves are not played, and the three others rest (matches:"
        " %(numbers)s). If somebody comes for him, let that one take his place instead. This can be taken back until"
        " the next pairing is made."
    ),
    Code.FOLLOWING_BEGUN: _(
        "The withdrawal can no longer be taken back: match %(number)s, which follows from a match of this team, has"
        " begun (called, checked in, clock started, an entry made, or decided)."
    ),
    Code.PAIRED_WITHOUT: _(
        "Round %(round)s was paired without this team. Take that pairing back first, then the withdrawal."
    ),
    Code.DRAWN_WITHOUT: _(
        "Stage %(stage)s was drawn without this team. Discard that draw first, then take the withdrawal back."
    ),
    Code.TEAM_PRESENT: _("This team is here, so it cannot be absent."),
    Code.PLAYER_NOT_HERE: _("%(player)s does not play in this match."),
    Code.LINE_UP_CLOSED: _("The line-ups of this match are shown already, so they can no longer change."),
    Code.LINED_UP_TWICE: _("%(player)s stands at two places; a player plays at one board of a match."),
    Code.NOT_DECIDED_HERE: _("Nobody decided this match: it followed from another one, which has to be corrected."),
    # corrections
    Code.CORRECTION_MISSING: _("Nothing is corrected yet: change a deal, or say who has won."),
    Code.CORRECTION_TWOFOLD: _("Either correct deals or decide who has won, not both."),
    Code.CORRECTION_UNDECIDED: _("By these deals nobody had won: correct further deals, or say who has won."),
    Code.REMEDY_NOT_OFFERED: _("This remedy is not offered here."),
    Code.NOTHING_BUILT_UPON: _(
        "No match was filled by this result: take it back, correct the sheet, and confirm again. A round that was "
        "paired by the standing is paired again at its desk, as long as it has not begun."
    ),
    Code.NO_MATCH_TO_CALL: _("No match is left to call: they are called already, or their opponents are not known."),
    Code.NO_CALL_TO_UNDO: _("No call can be taken back: nobody is called, or they are playing."),
    Code.NOBODY_TO_CHECK_IN: _("Everybody is checked in at the tables of this round."),
    Code.NO_MATCH_FOR_TABLE: _("No match waits for a table: each has one, or its opponents are not known."),
    Code.NO_FREE_TABLE: _("No table is free yet; one becomes free as soon as a match is over."),
}
EVENTS: dict[str, Promise] = {}
# what the desk may be narrowed to
GROUPS: dict[str, Promise] = Words() | {
    "all": pgettext_lazy("tables", "All"),
    "chief": pgettext_lazy("tables", "Needs the chief referee"),
    "missing": pgettext_lazy("tables", "Somebody missing"),
    "playing": pgettext_lazy("tables", "Playing"),
    "over": pgettext_lazy("tables", "Over"),
}
# what a match needs next, by where its table stands
NEXT_STEPS: dict[str, Promise] = Words() | {
    "waiting": _("The opponents come from a match that is still open: end it, or rule on it."),
    "due": _("Call the teams to their table."),
    "called": _("Tick who is there; after the grace, decide the forfeit."),
    "present": _("Everybody is here: play begins with the clock, or with the first deal."),
    "playing": _("Play goes on until the table's own bell."),
    "question": _("Ask at the table whether a deal was in hand, and answer on its sheet."),
    "last_deal": _("Enter the last deal as soon as it is played out."),
    "extra_deal": _("The extra deal is played and entered."),
    "referee": _("Decide who has won."),
    "verdict": _("Both sides confirm on the referee's phone, or the chief referee confirms."),
    "disputed": _("Rule on the objection."),
    "tableless": _("Give it a table as soon as one is free."),
}

SEATS: dict[str, Promise] = Words() | {
    Seat.N: pgettext_lazy("seat", "North"),
    Seat.W: pgettext_lazy("seat", "West"),
    Seat.S: pgettext_lazy("seat", "South"),
    Seat.E: pgettext_lazy("seat", "East"),
    SixSeat.FIRST: pgettext_lazy("seat", "Seat 1"),
    SixSeat.SECOND: pgettext_lazy("seat", "Seat 2"),
    SixSeat.THIRD: pgettext_lazy("seat", "Seat 3"),
    SixSeat.FOURTH: pgettext_lazy("seat", "Seat 4"),
    SixSeat.FIFTH: pgettext_lazy("seat", "Seat 5"),
    SixSeat.SIXTH: pgettext_lazy("seat", "Seat 6"),
}
PLACES: dict[int, Promise] = {
    1: pgettext_lazy("finish order", "1st out"),
    2: pgettext_lazy("finish order", "2nd out"),
    3: pgettext_lazy("finish order", "3rd out"),
    4: pgettext_lazy("finish order", "last"),
}
SIX_PLACES: dict[int, Promise] = {
    1: pgettext_lazy("finish order of six", "1st"),
    2: pgettext_lazy("finish order of six", "2nd"),
    3: pgettext_lazy("finish order of six", "3rd"),
    4: pgettext_lazy("finish order of six", "4th"),
    5: pgettext_lazy("finish order of six", "5th"),
    6: pgettext_lazy("finish order of six", "6th"),
}
# the deal as its winner sees it, by the place of the partner of the player out first
WINS: dict[int, Promise] = {
    2: pgettext_lazy("deal won", "1st and 2nd"),
    3: pgettext_lazy("deal won", "1st and 3rd"),
    4: pgettext_lazy("deal won", "1st and last"),
}
AWAITED: dict[str, Promise] = Words() | {
    Awaited.PLAY_ON: _("Play goes on."),
    Awaited.DEAL_IN_HAND_QUESTION: _("The bell has rung. Was a deal in hand?"),
    Awaited.LAST_DEAL: _("The bell has rung. The deal in hand is played out and entered as the last one."),
    Awaited.EXTRA_DEAL: _("The levels are equal: one extra deal decides, the side of the player out first wins."),
    Awaited.REFEREE: _("The rules leave it open: the chief referee decides."),
}
KINDS: dict[str, Promise] = Words() | {
    DealKind.REGULAR: pgettext_lazy("deal", "ordinary"),
    DealKind.LATE: pgettext_lazy("deal", "entered late"),
    DealKind.IN_HAND: pgettext_lazy("deal", "last deal"),
    DealKind.EXTRA: pgettext_lazy("deal", "extra deal"),
}
# where a table stands, on the desk and on the referee's list
STATUSES: dict[str, Promise] = Words() | {
    "waiting": pgettext_lazy("table", "opponents open"),
    "due": pgettext_lazy("table", "not called"),
    "called": pgettext_lazy("table", "called"),
    "present": pgettext_lazy("table", "all present"),
    "playing": pgettext_lazy("table", "playing"),
    "question": pgettext_lazy("table", "bell: deal in hand?"),
    "last_deal": pgettext_lazy("table", "last deal"),
    "extra_deal": pgettext_lazy("table", "extra deal"),
    "referee": pgettext_lazy("table", "needs a decision"),
    "verdict": pgettext_lazy("table", "result to confirm"),
    "disputed": pgettext_lazy("table", "awaiting a ruling"),
    "over": pgettext_lazy("table", "over"),
    "tableless": _("waits for a table"),
    "bye": pgettext_lazy("table", "bye"),
}

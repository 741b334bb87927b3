"""Words about draw, timetable and awards."""

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from journal.words import Words
from tournaments.bracket.words.names import team_name
from tournaments.codes import Code
from tournaments.draw.method import BreachCode
from tournaments.draw.queries.draws import BreachView, WishView
from tournaments.states import Likelihood

LIKELIHOOD: dict[str, Promise] = Words() | {
    Likelihood.EVEN: _("Every legal draw sheet was equally likely."),
    Likelihood.DEALT: _(
        "Dealt into groups branch by branch: each team was as likely in each group, not each division into groups."
    ),
    Likelihood.UNEVEN: _(
        "Legal, but not every legal sheet was equally likely: a branch has more than four teams, or what was asked of "
        "the draw could only be had by exchanges."
    ),
}
PROBLEMS: dict[str, Promise] = {
    Code.TOO_FEW_TEAMS: _("A draw needs at least %(fewest)s teams; %(teams)s are entered."),
    Code.TOO_MANY_TEAMS: _("A draw takes at most %(most)s teams; %(teams)s are entered."),
    Code.TOO_FEW_ROUNDS: _(
        "%(teams)s teams need %(needed)s rounds and %(planned)s are planned: the timetable lacks %(missing)s."
    ),
    Code.TOO_MANY_ROUNDS: _("A timetable has at most %(most)s rounds."),
    Code.DRAFTS_LEFT: _("%(branch)s, %(ordinal)s, is still a draft."),
    Code.TEAMS_CHANGED: _(
        "The list of teams has changed since this was drawn. Nothing was published; please draw again."
    ),
    Code.NUMBERS_MISSING: _("Please type at least one number that was called out."),
    Code.NUMBERS_UNREADABLE: _(
        "“%(line)s” cannot be read: write on each line one number of at most %(most)s digits, before it, if you like, "
        "the name of a branch of this event."
    ),
    Code.NUMBERS_TOO_MANY: _("At most %(most)s numbers are mixed in."),
    Code.WISHES_WITHOUT_SHEET: _("These wishes are for a knockout sheet; this stage is drawn into numbers."),
    Code.NOBODY_RATED: _("Nobody in these teams has a rating yet."),
    Code.SEEDS_UNKNOWN: _("“%(line)s” is not a team of the draw, or appears twice."),
    Code.LAST_EVENT_MISSING: _("Please say which event was the last one."),
    Code.SINGLES_CHANGED: _("One of them is no longer alone. Please look at the list again."),
    Code.NOBODY_TO_PAIR: _("Too few for a team: choose at least %(seats)s people, for mixed pairs a man and a woman."),
    Code.TABLES_FOR_ALL: _(
        "Tables are drawn for all teams together, and %(teams)s are entered already: untick it to draw the teams only."
    ),
    Code.CONSTRAINT_CHANGED: _(
        "How teams of one branch are kept apart has changed since this was drawn. Please draw again."
    ),
    Code.DRAW_BREACH: _(
        "The draw sheet breaks the rules of the draw in %(count)s places. Draw again, or let the chief "
        "referee accept it."
    ),
    Code.NO_PREVIEW: _("Nothing is drawn yet that could be shown. Draw first: the preview stays secret."),
    Code.CEREMONY_UNFINISHED: _(
        "The draw is being shown in the hall: %(left)s lots are left. Show them, or end the ceremony first."
    ),
    Code.TURN_OF_ANOTHER: _("It is not the turn of %(branch)s yet."),
    Code.LOT_DRAWN_ALREADY: _("%(branch)s, %(ordinal)s, has drawn position %(position)s already."),
    Code.LOT_MEETS_BRANCH: _("Position %(position)s: two teams of %(branch)s would meet in the first round."),
    Code.LOT_IN_SAME_HALF: _("Position %(position)s: the teams of %(branch)s would not be in opposite halves."),
    Code.LOT_TOO_SOON: _("Position %(position)s: teams of %(branch)s would meet sooner than they have to."),
    Code.BYES_MEET: _("Nobody has drawn position %(first)s or %(second)s: one of them has to be taken."),
    Code.ACCEPT_NEEDS_CHIEF: _("Only the chief referee may accept a draw sheet that breaks the rules of the draw."),
    Code.POSITION_MISSING: _("%(branch)s, %(ordinal)s: type the position that was drawn."),
    Code.POSITION_OUT_OF_RANGE: _("%(branch)s, %(ordinal)s: positions are the numbers 1 to %(size)s."),
    Code.POSITION_TAKEN: _("%(branch)s, %(ordinal)s: position %(position)s is typed for another team too."),
    Code.MATCH_BEGUN: _("The draw stands, because matches have begun (match %(numbers)s)."),
    Code.ROUNDS_OUT_OF_ORDER: _("Round %(round)s would start before round %(before)s is over."),
    Code.MOMENT_INVALID: _("Round %(round)s: please give a day and a time that exist there."),
    Code.IN_THE_PAST: _("%(at)s is in the past."),
    Code.AT_NIGHT: _("%(at)s is at night, between 23:00 and 6:00."),
    Code.FAR_AHEAD: _("%(at)s is far ahead: please look at the year."),
    Code.SITTING_TOO_EARLY: _("It would start before the sitting ahead of it is over."),
    Code.SITTING_UNKNOWN: _("This round has no such sitting."),
    Code.OUTSIDE_THE_ROUND: _("This match is played from %(first_moment)s to %(last_moment)s."),
    Code.OWN_PROPOSAL: _("Your own side proposes this: the other side accepts it."),
    Code.ANSWER_OF_OTHER_SIDE: _("This link answers for its own side alone."),
    Code.MATCH_UNDER_WAY: _("Match %(number)s is called or under way; it stays in its sitting."),
    Code.ROUND_BEGUN: _("Round %(round)s has begun; its time and its tables stand."),
    Code.TOO_FEW_TABLES: _(
        "%(matches)s matches are played at once and there are %(tables)s tables: %(missing)s are lacking."
    ),
    Code.TABLES_OUT_OF_RANGE: _("The number of tables is between 1 and %(most)s."),
    Code.TABLE_TAKEN: _("Table %(table)s is taken by match %(number)s."),
    Code.TABLE_UNKNOWN: _("There is no such table; the tables are 1 to %(tables)s."),
    Code.TEAM_TAKEN: _("%(branch)s, %(ordinal)s, plays another match at that time."),
    Code.PLACE_OF_WITHDRAWN: _("%(branch)s, %(ordinal)s, has withdrawn and would be given a place."),
    Code.BEFORE_THE_FINAL: _("The last round is planned for %(at)s only."),
    Code.PRIZE_UNDECIDED: _("It is not decided yet who gets the prize %(prize)s."),
    Code.PRIZE_OVERTAKEN: _("The prize %(prize)s was decided as proposed, and is by now proposed for somebody else."),
    Code.PRIZE_TWICE: _("There is already a prize called %(prize)s."),
    Code.TOO_MANY_PRIZES: _("There can be at most %(most)s of them."),
    Code.NOT_DECIDED_YET: _("The last match is not over yet, so the podium is open."),
}

EVENTS: dict[str, Promise] = {}

MOST_NAMED = 12

# the first six make it no sheet of these teams; the others make it unfair, which the chief referee may accept
BREACHES: dict[str, Promise] = Words() | {
    BreachCode.WRONG_SIZE: _("The draw sheet has %(upper)s positions and needs %(lower)s."),
    BreachCode.MISSING_TEAM: _("A team has no position."),
    BreachCode.TEAM_TWICE: _("A team has two positions, %(first)s and %(second)s."),
    BreachCode.UNKNOWN_TEAM: _("The team at position %(first)s is not in the draw."),
    BreachCode.POSITION_UNKNOWN: _("There is no position %(first)s."),
    BreachCode.POSITION_TWICE: _("Position %(first)s was drawn twice."),
    BreachCode.BYES_MEET: _("Two byes meet at positions %(first)s and %(second)s."),
    BreachCode.HALVES_UNBALANCED: _("The byes are not balanced: %(upper)s in the upper half, %(lower)s in the lower."),
    BreachCode.QUARTERS_UNBALANCED: _(
        "The byes of positions %(first)s to %(second)s are not balanced: "
        "%(upper)s in the first quarter, %(lower)s in the second."
    ),
    BreachCode.BRANCH_NOT_SPLIT: _(
        "The teams of %(branch)s are not in opposite halves: %(upper)s in the upper half, %(lower)s in the lower."
    ),
    BreachCode.SAME_BRANCH: _(
        "Two teams of %(branch)s meet in the first round, at positions %(first)s and %(second)s."
    ),
    BreachCode.BRANCH_TOO_SOON: _(
        "%(upper)s teams of %(branch)s stand at positions %(first)s to %(second)s and would meet too soon; %(lower)s "
        "would be enough."
    ),
}


def breach_words(breach: BreachView) -> str:
    """A breach of the rules of the draw as a sentence."""
    first, second = (*breach.positions, 0, 0)[:2]
    upper, lower = (*breach.counts, 0, 0)[:2]
    data = {"branch": breach.branch, "first": first, "second": second, "upper": upper, "lower": lower}
    return str(BREACHES[breach.code]) % data


WISHES: dict[str, Promise] = Words() | {
    "seeds": _("Seeded teams kept apart: %(asked)s."),
    "rounds": _("Teams of a branch kept apart in the first %(asked)s rounds."),
    "rested": _("Teams with a bye last time that should have none: %(asked)s."),
    "met": _("Pairs of the last first round that should not meet again: %(asked)s."),
}


def wish_words(wish: WishView) -> str:
    """What was asked of a draw and how far the sheet goes, as sentences."""
    sentence = str(WISHES[wish.kind]) % {"asked": wish.asked}
    if not wish.is_drawn:
        return sentence
    if not wish.missed:
        return gettext("%(asked)s All of them were met.") % {"asked": sentence}
    shown = [" – ".join(map(team_name, together)) for together in wish.missed[:MOST_NAMED]]
    names = pgettext("between two names", ", ").join(shown)
    left = gettext("%(asked)s Not met in %(n)s cases: %(names)s") % {
        "asked": sentence,
        "n": len(wish.missed),
        "names": names,
    }
    return left + (" …" if len(wish.missed) > MOST_NAMED else "")

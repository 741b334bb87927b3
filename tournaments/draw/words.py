"""Words about draw, timetable and awards."""

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, pgettext

from journal.words import Words
from tournaments.bracket.words.names import team_name
from tournaments.codes import Code
from tournaments.draw.method import BreachCode
from tournaments.draw.queries.draws import BreachView
from tournaments.draw.queries.records import WishView
from tournaments.states import Likelihood

LIKELIHOOD: dict[str, Promise] = Words() | {
    Likelihood.EVEN: gettext_lazy("Every legal draw sheet was equally likely."),
    Likelihood.DEALT: gettext_lazy(
        "Dealt into groups branch by branch: each team was as likely in each group, not each division into groups."
    ),
    Likelihood.UNEVEN: gettext_lazy(
        "Legal, but not every legal sheet was equally likely: a branch has more than four teams, or what was asked of "
        "the draw could only be had by exchanges."
    ),
}
PROBLEMS: dict[str, Promise] = {
    Code.TOO_FEW_TEAMS: gettext_lazy("A draw needs at least %(fewest)s teams; %(teams)s are entered."),
    Code.TOO_MANY_TEAMS: gettext_lazy("A draw takes at most %(most)s teams; %(teams)s are entered."),
    Code.TOO_FEW_ROUNDS: gettext_lazy(
        "%(teams)s teams need %(needed)s rounds and %(planned)s are planned: the timetable lacks %(missing)s."
    ),
    Code.TOO_MANY_ROUNDS: gettext_lazy("A timetable has at most %(most)s rounds."),
    Code.DRAFTS_LEFT: gettext_lazy("%(branch)s, %(ordinal)s, is still a draft."),
    Code.TEAMS_CHANGED: gettext_lazy(
        "The list of teams has changed since this was drawn. Nothing was published; please draw again."
    ),
    Code.NUMBERS_MISSING: gettext_lazy("Please type at least one number that was called out."),
    Code.NUMBERS_UNREADABLE: gettext_lazy(
        "“%(line)s” cannot be read: write on each line one number of at most %(most)s digits, before it, if you like, "
        "the name of a branch of this event."
    ),
    Code.NUMBERS_TOO_MANY: gettext_lazy("At most %(most)s numbers are mixed in."),
    Code.WISHES_WITHOUT_SHEET: gettext_lazy("These wishes are for a knockout sheet; this stage is drawn into numbers."),
    Code.SEEDS_UNKNOWN: gettext_lazy("“%(line)s” is not a team of the draw, or appears twice."),
    Code.LAST_EVENT_MISSING: gettext_lazy("Please say which event was the last one."),
    Code.SINGLES_CHANGED: gettext_lazy("One of them is no longer alone. Please look at the list again."),
    Code.NOBODY_TO_PAIR: gettext_lazy("Nobody can be paired: choose at least two, for mixed pairs a man and a woman."),
    Code.CONSTRAINT_CHANGED: gettext_lazy(
        "The rule about opposite halves has changed since this was drawn. Please draw again."
    ),
    Code.DRAW_BREACH: gettext_lazy(
        "The draw sheet breaks the rules of the draw in %(count)s places. Draw again, or let the chief "
        "referee accept it."
    ),
    Code.NO_PREVIEW: gettext_lazy("Nothing is drawn yet that could be shown. Draw first: the preview stays secret."),
    Code.CEREMONY_UNFINISHED: gettext_lazy(
        "The draw is being shown in the hall: %(left)s lots are left. Show them, or end the ceremony first."
    ),
    Code.TURN_OF_ANOTHER: gettext_lazy("It is not the turn of %(branch)s yet."),
    Code.LOT_DRAWN_ALREADY: gettext_lazy("%(branch)s, %(ordinal)s, has drawn position %(position)s already."),
    Code.LOT_MEETS_BRANCH: gettext_lazy(
        "Position %(position)s: two teams of %(branch)s would meet in the first round."
    ),
    Code.LOT_IN_SAME_HALF: gettext_lazy(
        "Position %(position)s: the teams of %(branch)s would not be in opposite halves."
    ),
    Code.ACCEPT_NEEDS_CHIEF: gettext_lazy(
        "Only the chief referee may accept a draw sheet that breaks the rules of the draw."
    ),
    Code.POSITION_MISSING: gettext_lazy("%(branch)s, %(ordinal)s: type the position that was drawn."),
    Code.POSITION_OUT_OF_RANGE: gettext_lazy("%(branch)s, %(ordinal)s: positions are the numbers 1 to %(size)s."),
    Code.POSITION_TAKEN: gettext_lazy("%(branch)s, %(ordinal)s: position %(position)s is typed for another team too."),
    Code.MATCH_BEGUN: gettext_lazy("The draw stands, because matches have begun (match %(numbers)s)."),
    Code.ROUNDS_OUT_OF_ORDER: gettext_lazy("Round %(round)s would start before round %(before)s is over."),
    Code.MOMENT_INVALID: gettext_lazy("Round %(round)s: please give a day and a time that exist there."),
    Code.IN_THE_PAST: gettext_lazy("%(at)s is in the past."),
    Code.AT_NIGHT: gettext_lazy("%(at)s is at night, between 23:00 and 6:00."),
    Code.FAR_AHEAD: gettext_lazy("%(at)s is far ahead: please look at the year."),
    Code.SITTING_TOO_EARLY: gettext_lazy("It would start before the sitting ahead of it is over."),
    Code.SITTING_UNKNOWN: gettext_lazy("This round has no such sitting."),
    Code.MATCH_UNDER_WAY: gettext_lazy("Match %(number)s is called or under way; it stays in its sitting."),
    Code.ROUND_BEGUN: gettext_lazy("Round %(round)s has begun; its time and its tables stand."),
    Code.TOO_FEW_TABLES: gettext_lazy(
        "%(matches)s matches are played at once and there are %(tables)s tables: %(missing)s are lacking."
    ),
    Code.TABLES_OUT_OF_RANGE: gettext_lazy("The number of tables is between 1 and %(most)s."),
    Code.TABLE_TAKEN: gettext_lazy("Table %(table)s is taken by match %(number)s."),
    Code.TABLE_UNKNOWN: gettext_lazy("There is no such table; the tables are 1 to %(tables)s."),
    Code.TEAM_TAKEN: gettext_lazy("%(branch)s, %(ordinal)s, plays another match at that time."),
    Code.PLACE_OF_WITHDRAWN: gettext_lazy("%(branch)s, %(ordinal)s, has withdrawn and would be given a place."),
    Code.BEFORE_THE_FINAL: gettext_lazy("The last round is planned for %(at)s only."),
    Code.NOT_DECIDED_YET: gettext_lazy("The last match is not over yet, so the podium is open."),
}

EVENTS: dict[str, Promise] = {}

MOST_NAMED = 12

# the first six make it no sheet of these teams; the others make it unfair, which the chief referee may accept
BREACHES: dict[str, Promise] = Words() | {
    BreachCode.WRONG_SIZE: gettext_lazy("The draw sheet has %(upper)s positions and needs %(lower)s."),
    BreachCode.MISSING_TEAM: gettext_lazy("A team has no position."),
    BreachCode.TEAM_TWICE: gettext_lazy("A team has two positions, %(first)s and %(second)s."),
    BreachCode.UNKNOWN_TEAM: gettext_lazy("The team at position %(first)s is not in the draw."),
    BreachCode.POSITION_UNKNOWN: gettext_lazy("There is no position %(first)s."),
    BreachCode.POSITION_TWICE: gettext_lazy("Position %(first)s was drawn twice."),
    BreachCode.BYES_MEET: gettext_lazy("Two byes meet at positions %(first)s and %(second)s."),
    BreachCode.HALVES_UNBALANCED: gettext_lazy(
        "The byes are not balanced: %(upper)s in the upper half, %(lower)s in the lower."
    ),
    BreachCode.QUARTERS_UNBALANCED: gettext_lazy(
        "The byes of positions %(first)s to %(second)s are not balanced: "
        "%(upper)s in the first quarter, %(lower)s in the second."
    ),
    BreachCode.BRANCH_NOT_SPLIT: gettext_lazy(
        "The teams of %(branch)s are not in opposite halves: %(upper)s in the upper half, %(lower)s in the lower."
    ),
    BreachCode.SAME_BRANCH: gettext_lazy(
        "Two teams of %(branch)s meet in the first round, at positions %(first)s and %(second)s."
    ),
}


def breach_words(breach: BreachView) -> str:
    """A breach of the rules of the draw as a sentence."""
    first, second = (*breach.positions, 0, 0)[:2]
    upper, lower = (*breach.counts, 0, 0)[:2]
    data = {"branch": breach.branch, "first": first, "second": second, "upper": upper, "lower": lower}
    return str(BREACHES[breach.code]) % data


WISHES: dict[str, Promise] = Words() | {
    "seeds": gettext_lazy("Seeded teams kept apart: %(asked)s."),
    "rounds": gettext_lazy("Teams of a branch kept apart in the first %(asked)s rounds."),
    "rested": gettext_lazy("Teams with a bye last time that should have none: %(asked)s."),
    "met": gettext_lazy("Pairs of the last first round that should not meet again: %(asked)s."),
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

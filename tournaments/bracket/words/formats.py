"""Formats, what places go by in them (名次依据), and standings in words."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from guandan_rules.options import Scale, TieRule
from journal.words import Words
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.words.names import part_name, points, together
from tournaments.codes import Code, TournamentEvent
from tournaments.formats import DoubleElimination, Individual, Knockout, Ladder, Movement, Redraw, RoundRobin, Swiss
from tournaments.formats.format import BracketPart, Format, Where
from tournaments.formats.individual import Partners
from tournaments.formats.ladder import Moves
from tournaments.formats.rests import Rest
from tournaments.formats.swiss_pairing import Why
from tournaments.formats.tie_breaks import TieBreak
from tournaments.formats.withdrawn import Withdrawn

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


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


FORMAT_NAMES: dict[str, Promise] = Words() | {
    Knockout.name: _("Knockout: whoever loses is out"),
    Redraw.name: _("Knockout drawn anew each round: the winners draw lots for their next opponents"),
    RoundRobin.name: _("Round robin: everybody meets everybody, in one group or several"),
    DoubleElimination.name: _("Double elimination: whoever loses twice is out"),
    Swiss.name: _("Swiss: like meets like, nobody twice the same opponent"),
    Movement.name: _("Movement: nobody is out, winners go on to the next table"),
    Individual.name: _("Individuals: everybody enters alone, with another partner in each round"),
    Ladder.name: _(
        "Ladder: whoever stands lower challenges one a few places above, and takes the place of whom he beats"
    ),
}
"""As the office chooses one."""


def number_words(shape: Format) -> str:
    """What the number decides that a team draws, where there is no sheet."""
    groups = gettext("Numbers are dealt to the groups in turn: 1 to the first, 2 to the second, and so on.")
    match shape:
        case Swiss():
            first = gettext("The number drawn says whom one meets in the first round: 1 meets 2, 3 meets 4, and so on.")
            later = gettext("Each later round is paired by the standing: like meets like.")
            words = first if shape.rounds_played == 1 else together(first, later)
        case Movement():
            table = gettext("The number drawn says at which table one begins: 1 and 2 at the first, and so on.")
            words = together(table, gettext("Then whoever wins goes on to the next table."))
        case Individual(partners=Partners.BALANCED):
            words = gettext("The number drawn says with whom and against whom one plays in each round.")
        case Individual():
            first = gettext("The number drawn says with whom and against whom one plays in the first round.")
            lots = gettext("Lots are drawn for each later round.")
            last = gettext("In each later round the first sits with the last of the standing.")
            words = together(first, lots if shape.partners is Partners.LOT else last)
        case Ladder():
            words = gettext("The number drawn is the place on the ladder when the season begins.")
        case RoundRobin(rounds_played=0):
            every = gettext("Everybody meets everybody; the number drawn says in which round.")
            within = gettext("In a group everybody meets everybody; the number drawn says in which round.")
            words = together(groups, within) if shape.groups > 1 else every
        case _:
            n = getattr(shape, "rounds_played", 0)
            some = ngettext(
                "%(n)s round is played: the number drawn says against whom.",
                "%(n)s rounds are played: the number drawn says against whom.",
                n,
            ) % {"n": n}
            words = together(groups, some) if shape.groups > 1 else some
    return words


SETTINGS: "dict[str, _StrPromise]" = {
    "groups": _("Groups"),
    "legs": _("How often each meets each other (2: home and away)"),
    "rounds_played": _("Rounds (0: as many as it takes)"),
    "survivors": _("How many are left at the end (1: the champion)"),
    "places_to": _("Places played out from the 5th on, down to (0: none; 6, 8, 16 …)"),
    "lots_each_round": _("Lots say who meets in later rounds, too, not the standing"),
    "consolation": _("A consolation: those who lose in the first round play a knockout of their own"),
    "virtual_opponents": _("Rounds not played count in the opponents' points as against one's own points"),
    "finals": _("Finals (2: a second one, if the side that had not lost before loses the first)"),
    "halves": _("Parts, with a change of tables between"),
    "rest_points": _("Points of such a round, where they are fixed"),
    "partners": _("Who sits with whom"),
    "reach": _("How many places above oneself one may challenge"),
    "moves": _("When the challenger wins"),
    "pause_days": _("Days before the same two may meet again"),
    "season_days": _("Days of the season, its first day among them"),
    "withdrawn": _("Results of a team that leaves, or is disqualified"),
    "rest": _("Where deals count points: a round without an opponent (bye, absence) is worth"),
}
"""What an event chooses of its format."""

PARTNERS: dict[str, Promise] = Words() | {
    Partners.BALANCED: _("known beforehand, as few as can be meet again"),
    Partners.LOT: _("by lot in each round"),
    Partners.STANDING: _("by the standing, the first with the last"),
}
"""每轮换搭档: who sits with whom."""
RESTS: dict[str, Promise] = Words() | {
    Rest.OWN: _("the average of the team's own other rounds"),
    Rest.FIELD: _("the average of all who played in that round"),
    Rest.FIXED: _("a fixed number of points"),
    Rest.USUAL: _("nothing for deals that were not played"),
}
"""What a round without an opponent is worth, where deals count points."""

WITHDRAWN: dict[str, Promise] = Words() | {
    Withdrawn.STRUCK_UNDER_HALF: _("struck if less than half was played"),
    Withdrawn.STRUCK: pgettext_lazy("results", "struck"),
    Withdrawn.STAY: _("stay, and what is left is lost"),
}
"""What becomes of the results of a team that leaves a round robin."""

MOVES: dict[str, Promise] = Words() | {
    Moves.SWAP: _("the two change places"),
    Moves.INSERT: _("he takes the place, and everybody from there on moves one down"),
}
"""What a challenge that is won does to the ladder."""

PARTS: dict[str, Promise] = Words() | {
    BracketPart.WINNERS: pgettext_lazy("part", "Winners' side"),
    BracketPart.LOSERS: pgettext_lazy("part", "Losers' side"),
    BracketPart.FINAL: pgettext_lazy("part", "Finals"),
    BracketPart.PLACE: pgettext_lazy("part", "Matches for places"),
}
"""双败淘汰, and 名次赛 beside a bracket: where the matches belong."""


def own_part(match: MatchView) -> str:
    """What sets a match apart in a list of its round: 败者组, or that it is the one for third place, or which board it
    is of its team match; else nothing."""
    return gettext("Board %(nth)s") % {"nth": match.nth_board} if match.nth_board else part_words(match.where)


def part_words(where: Where | None) -> str:
    """The same of a match that is known by its part alone."""
    if where and where.part is BracketPart.PLACE:
        return part_name(where)
    return str(PARTS[where.part]) if where and where.part in PARTS else ""


TITLES: dict[str, Promise] = Words() | {
    Knockout.name: _("Bracket"),
    Redraw.name: _("Rounds"),
    RoundRobin.name: _("Standings"),
    DoubleElimination.name: _("Bracket"),
    Swiss.name: _("Standings"),
    Movement.name: _("Standings"),
    Individual.name: _("Standings"),
    Ladder.name: _("Ladder"),
}
"""The page that shows the stage."""

WHY_PAIRED: dict[str, Promise] = Words() | {
    Why.SAME_POINTS: _("the same points, next in the standing"),
    Why.EQUAL_POINTS: _("the same points"),
    Why.FLOATED: _("nobody with the same points was left"),
    Why.POINTS_DIFFER: _("not the same points"),
    Why.REMATCH_AVOIDED: _("the next in the standing was met before"),
    Why.BRANCH_AVOIDED: _("the next in the standing is of the same branch"),
    Why.NEXT_RESTS: _("the next in the standing has a bye"),
    Why.FOR_THE_OTHERS: _("otherwise others would meet again, meet their own branch or be further apart in points"),
    Why.FOR_LATER: _("otherwise teams would have to meet again in a later round"),
    Why.REMATCH: _("they meet again: in this round no pairing is without such a match"),
    Why.SAME_BRANCH: _("of one branch: otherwise teams would meet again or have a second bye"),
    Why.BYE_LOWEST: _("bye: the lowest of the standing"),
    Why.BYE_ONCE: _("bye: whoever is lower had one before, or has won without play"),
    Why.BYE_PLAYED: _("bye: whoever is lower had one before, or has played less"),
    Why.BYE_AGAIN: _("a second bye: everybody else has had one too, or teams would have to meet again"),
}
"""瑞士制: why two meet, or one rests."""

PROBLEMS: dict[str, Promise] = {
    Code.STAGE_OPEN: _("A match is still open that decides who comes into this stage."),
    Code.PLACES_EQUAL: _(
        "%(teams)s teams are equal in everything: first it must be decided what becomes of them (Awards, Equal places)."
    ),
    Code.PLACE_NOT_SHAREABLE: _("Not all of them come into the next stage, so they cannot share the place."),
    Code.ORDER_NOT_WHOLE: _("Please give each of these teams a place of its own."),
    Code.DECISION_NEEDS_CHIEF: _("A play-off and lots are for the chief referee to enter."),
    Code.PLACES_TAKEN: _("Stage %(stage)s takes the places %(first)s to %(last)s already."),
    Code.LATER_STAGE_DRAWN: _(
        "The places of this stage were taken over into stage %(stage)s. Discard that draw first, then correct."
    ),
}

EVENTS: dict[str, Promise] = {
    TournamentEvent.PLACES_DECIDED: pgettext_lazy("history", "%(equals_said)s, equal in everything: %(decided)s."),
    TournamentEvent.PLACES_REOPENED: pgettext_lazy(
        "history", "It is open again what becomes of %(equals_said)s, equal in everything."
    ),
    TournamentEvent.STAGE_ADDED: pgettext_lazy("history", "Stage %(stage)s was added, for %(places)s teams."),
    TournamentEvent.STAGE_REMOVED: pgettext_lazy("history", "Stage %(stage)s was removed."),
}


def rest_words(shape: Format) -> str:
    """What a round without an opponent is worth where deals count points; "" where the format gives what it gives."""
    if not isinstance(shape, RoundRobin | Swiss | Movement | Individual) or shape.rest is Rest.USUAL:
        return ""
    worth = ngettext("%(n)s point", "%(n)s points", shape.rest_points) % {"n": shape.rest_points}
    return gettext("A bye, or an opponent who is absent, counts as %(worth)s.") % {
        "worth": worth if shape.rest is Rest.FIXED else RESTS[shape.rest]
    }


def virtual_words(shape: Format) -> str:
    """How rounds that one did not play count in 对手分; "" where they count nothing."""
    counted = {TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER} & {*shape.criteria}
    if not (isinstance(shape, Swiss) and shape.virtual_opponents and counted):
        return ""
    return gettext(
        "Among the opponents a round not played (bye, forfeit, absence) counts as an opponent with the team's own "
        "points, but no more than those of the opponent who did not come, or without one than a draw in every round."
    )


def ranking_words(shape: Format, rules: Mapping[str, Any]) -> str:
    """What places go by where there is a table, and what a match counts unless a scale of 掼蛋 says so; else ""."""
    if not isinstance(shape, RoundRobin | Swiss | Movement | Individual):
        return ""
    places = gettext("Places go by %(order)s, one after the other.") % {"order": order_words(shape.criteria)}
    order = together(places, equals_words(shape.criteria), virtual_words(shape))
    is_scaled = "tie_rules" in rules and rules.get("scale", Scale.NONE) != Scale.NONE
    if is_scaled:
        return together(order, rest_words(shape))
    if TieBreak.POINTS not in shape.criteria:
        return order
    counts = {name: points(getattr(shape.points, name)) for name in ("win", "draw", "loss", "bye")}
    takes_draws = rules.get("draws") or TieRule.DRAW in rules.get("tie_rules", ())
    counted = (
        gettext("A win counts %(win)s, a draw %(draw)s, a loss %(loss)s.")
        if takes_draws
        else gettext("A win counts %(win)s, a loss %(loss)s.")
    )
    bye = gettext("A bye counts %(bye)s.") if shape.points.bye else ""
    return together(order, counted % counts, bye % counts)

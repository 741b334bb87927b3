"""What the settings of a format say on paper: how a stage is played, and what its draw does with teams of one branch
(同分会回避), from the format as it is set."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from journal.words import Words
from tournaments.bracket.words.names import together
from tournaments.bracket.words.sentences import Sentences
from tournaments.formats import DoubleElimination, Individual, Knockout, Ladder, Movement, Redraw, RoundRobin, Swiss
from tournaments.formats.format import Format
from tournaments.formats.individual import Partners
from tournaments.formats.ladder import Moves
from tournaments.formats.withdrawn import Withdrawn
from tournaments.states import BranchesApart

KNOCKOUT, REDRAW, ROUND_ROBIN, SWISS, MOVEMENT, DOUBLE, INDIVIDUAL, LADDER = (Sentences() for _number in range(8))
SENTENCES: Final[Mapping[str, Sentences]] = {
    Knockout.name: KNOCKOUT,
    Redraw.name: REDRAW,
    RoundRobin.name: ROUND_ROBIN,
    Swiss.name: SWISS,
    Movement.name: MOVEMENT,
    DoubleElimination.name: DOUBLE,
    Individual.name: INDIVIDUAL,
    Ladder.name: LADDER,
}


def format_words(shape: Format) -> str:
    """How a stage of that format is played, whole."""
    return together(*SENTENCES[shape.name].of(shape).values())


@KNOCKOUT.about("out", "survivors")
def _knockout(shape: Knockout) -> str:
    if shape.survivors == 1:
        return _("Knockout: whoever loses is out, until one is left.")
    return _("Knockout: whoever loses is out, until %(n)s are left.") % {"n": shape.survivors}


@KNOCKOUT.about("places", "places_to")
def _places(shape: Knockout) -> str:
    played = _("Each place from the 5th to the %(n)sth is played for.")
    return played % {"n": shape.places_to} if shape.places_to else ""


@KNOCKOUT.about("consolation", "consolation")
def _consolation(shape: Knockout) -> str:
    sentence = _("Those who lose in the first round play a consolation of their own.")
    return sentence if shape.consolation else ""


@REDRAW.about("out", "survivors")
def _redraw(shape: Redraw) -> str:
    lots = _("The winners of each round draw lots for their next opponents, until four or fewer are left.")
    return together(_knockout(Knockout(survivors=shape.survivors)), lots)


@ROUND_ROBIN.about("meetings", "groups", "legs", "rounds_played")
def _round_robin(shape: RoundRobin) -> str:
    if shape.rounds_played:
        played = ngettext(
            "Nobody is out: everybody plays %(n)s match, and the lots decide against whom.",
            "Nobody is out: everybody plays %(n)s matches, and the lots decide against whom.",
            shape.rounds_played,
        ) % {"n": shape.rounds_played}
        in_groups = _("There are %(groups)s groups, and everybody plays in his own.") % {"groups": shape.groups}
        return together(played, in_groups if shape.groups > 1 else "")
    if shape.has_sides:
        groups = _("There are %(groups)s groups, and everybody plays in his own.") % {"groups": shape.groups}
        twice = _("Double round robin: everybody meets everybody twice, once as home and once as away.")
        return together(twice, groups if shape.groups > 1 else "")
    if shape.groups > 1:
        return _("Round robin in %(groups)s groups: in each of them everybody meets everybody once.") % {
            "groups": shape.groups
        }
    return _("Round robin: everybody meets everybody once.")


@ROUND_ROBIN.about("withdrawn", "withdrawn")
def _withdrawn(shape: RoundRobin) -> str:
    if shape.withdrawn is Withdrawn.STRUCK:
        return _("If a team leaves or is disqualified, none of its matches counts for anybody.")
    rest = _("If a team leaves or is disqualified, its results stay, and the opponents win the matches that are left.")
    half = _("If it has played less than half of its matches, none of them counts for anybody.")
    return together(rest, half if shape.withdrawn is Withdrawn.STRUCK_UNDER_HALF else "")


@SWISS.about("rounds", "rounds_played", "lots_each_round")
def _swiss(shape: Swiss) -> str:
    if shape.rounds_played == 1:
        return _("Nobody is out: everybody plays one match, and the lots decide against whom.")
    lots = _(
        "Nobody is out: lots are drawn for the opponents of each round, and nobody meets the same opponent twice if "
        "that can be had."
    )
    like = _("Swiss: nobody is out, like meets like, and nobody meets the same opponent twice if that can be had.")
    rounds = _("There are %(n)s rounds.") % {"n": shape.rounds_played}
    open_ = _("There are as many rounds as it takes until one alone can have won all.")
    return together(lots if shape.lots_each_round else like, rounds if shape.rounds_played else open_)


def table_change(shape: Format) -> str:
    """换桌: who goes where between the rounds of a movement; "" of other formats, and where there is one round."""
    if not isinstance(shape, Movement) or shape.halves == 1:
        return ""
    return _(
        "Between the matches tables are changed: whoever has won goes to the next table (from table 1 to table 2, and "
        "so on, from the last one to table 1), whoever has lost stays."
    )


@MOVEMENT.about("halves", "halves")
def _movement(shape: Movement) -> str:
    if shape.halves == 1:
        return _("Nobody is out: everybody plays one match, and the lots decide against whom.")
    parts = (
        _("Nobody is out: there is a first and a second half.")
        if shape.halves == 2
        else _("Nobody is out: there are %(n)s parts.") % {"n": shape.halves}
    )
    return together(parts, table_change(shape))


@DOUBLE.about("finals", "finals")
def _double(shape: DoubleElimination) -> str:
    finals = (
        _("There is no final: who has never lost is first, and who is left of those with one loss second."),
        _("One final decides, also if the side that had never lost before loses it."),
        _("If the side that had never lost before loses the final, a second one decides."),
    )
    return together(_("Double elimination: whoever loses twice is out."), finals[shape.finals])


@INDIVIDUAL.about("partners", "partners", "rounds_played")
def _individual(shape: Individual) -> str:
    alone = _("Everybody enters alone, and plays each round with another partner against other opponents.")
    how = {
        Partners.BALANCED: _("Who sits with whom stands beforehand, so that as few as can be meet again."),
        Partners.LOT: _("In each round lots say who sits with whom."),
        Partners.STANDING: _(
            "After the first round the first sits with the last of the standing, the second with the one before."
        ),
    }[shape.partners]
    rounds = ngettext("There is %(n)s round.", "There are %(n)s rounds.", shape.rounds_played) % {
        "n": shape.rounds_played
    }
    own = _("Each has the points of the side.")
    return together(alone, how, own, rounds if shape.rounds_played else "")


def counts_words(shape: Format, entries: int) -> str:
    """How often partners and opponents meet again at most, and who rests, of so many entries; "" of other formats, and
    where it is not known beforehand."""
    counted = shape.counts(entries) if isinstance(shape, Individual) and shape.fewest <= entries <= shape.most else None
    if counted is None:
        return ""
    _fewest, most = counted.rests
    words = _("Two are partners %(partners)s times at most, and opponents %(opponents)s times at most.") % {
        "partners": counted.partners, "opponents": counted.opponents,
    }  # fmt: skip
    rests = ngettext("Nobody rests more than %(n)s time.", "Nobody rests more than %(n)s times.", most) % {"n": most}
    return together(words, rests if most else _("Nobody rests."))


@LADDER.about("season", "season_days")
def _season(shape: Ladder) -> str:
    stand = _(
        "Ladder: the entries stand in an order, which the lots begin and challenges change; who enters late joins "
        "at the bottom."
    )
    lasts = ngettext("The season lasts %(n)s day.", "The season lasts %(n)s days.", shape.season_days)
    last = _("The order at its end is the ranking.")
    return together(stand, lasts % {"n": shape.season_days}, last)


@LADDER.about("reach", "reach")
def _reach(shape: Ladder) -> str:
    near = ngettext(
        "One may challenge who stands %(n)s place above.",
        "One may challenge who stands up to %(n)s places above.",
        shape.reach,
    ) % {"n": shape.reach}
    return together(near, _("Nobody has two open challenges."))


@LADDER.about("moves", "moves")
def _moves(shape: Ladder) -> str:
    if shape.moves is Moves.SWAP:
        won = _("If the challenger wins, the two change places.")
    else:
        won = _("If the challenger wins, he takes the place, and everybody from there on moves one down.")
    return together(won, _("If he does not, nothing changes."))


@LADDER.about("pause", "pause_days")
def _pause(shape: Ladder) -> str:
    if not shape.pause_days:
        return ""
    return ngettext(
        "The same two do not meet again for %(n)s day.",
        "The same two do not meet again for %(n)s days.",
        shape.pause_days,
    ) % {"n": shape.pause_days}


BY_LOT = gettext_lazy("Teams of one branch are drawn like all others and may meet in the first round.")
ON_A_SHEET: dict[str, Promise] = Words() | {
    BranchesApart.NONE: BY_LOT,
    BranchesApart.FIRST_ROUND: gettext_lazy(
        "Teams of one branch do not meet in the first round, as far as numbers allow."
    ),
    BranchesApart.TWO_ROUNDS: gettext_lazy(
        "Teams of one branch do not meet in the first two rounds, as far as numbers allow."
    ),
    BranchesApart.THREE_ROUNDS: gettext_lazy(
        "Teams of one branch do not meet in the first three rounds, as far as numbers allow."
    ),
    BranchesApart.FOUR_ROUNDS: gettext_lazy(
        "Teams of one branch do not meet in the first four rounds, as far as numbers allow."
    ),
    BranchesApart.HALVES: gettext_lazy(
        "The teams of one branch are drawn into opposite halves of the bracket, as evenly as numbers allow, and do not "
        "meet in the first round."
    ),
}


def apart_words(format_: Format, branches_apart: str) -> str:
    """For the first stage; "" where everybody of it meets everybody, or nobody is kept apart from anybody."""
    by_lot = branches_apart == BranchesApart.NONE
    if isinstance(format_, Swiss):
        first = str(BY_LOT if by_lot else ON_A_SHEET[BranchesApart.FIRST_ROUND])
        if format_.rounds_played == 1:
            return first
        # its later rounds are paired
        later = _("In the pairings after it they are kept apart where that can be had.")
        return _("Neither lots nor pairings keep teams of one branch apart.") if by_lot else together(first, later)
    if format_.is_pairs and branches_apart == BranchesApart.HALVES:
        branches_apart = BranchesApart.FIRST_ROUND
    if format_.is_drawn_in_pairs:
        return str(ON_A_SHEET[branches_apart])
    if format_.groups > 1:
        return str(BY_LOT if by_lot else _("The teams of one branch are spread over the groups."))
    return ""

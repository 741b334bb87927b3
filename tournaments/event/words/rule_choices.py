"""规则的选项 in words: what the settings offer for each option of a rule set, and how they name any other value; and
待定事项, what the notice leaves open, as questions to the office."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from guandan_rules import FailTo, OnTime, OpenPoint, Scope, TieRule
from journal.words import Words
from tournaments.bracket.words.options import TIES
from tournaments.states import BranchesApart
from tournaments.team_match import MOST_BOARDS, BoardsEqual

BRANCH_WORDS = ("分会", "班级", "部门", "支部", "学院", "院系", "单位", "小组")
MEMBER_WORDS = ("会员", "同学", "职工", "员工", "选手", "师生")
LEADER_WORDS = ("领队兼教练", "领队", "联系人", "负责人")
"""What an event calls its branches, their members and who speaks for them: Chinese words, in which nobody translates
the pages of an event that has its own."""
RULE_SETS: dict[str, Promise | str] = Words() | {
    "s000": gettext_lazy("Vocational college 2023: first out passes A, one hour"),
    "s001_1": gettext_lazy("Continuing education 2014: reaching A wins, J must be played"),
    "s001_2": gettext_lazy("Board game club 2014: first and second out pass A, forty minutes"),
    "s001_3": gettext_lazy("Sales office: partner not last passes A, two hours"),
    "s001_4": gettext_lazy("Normal university 2014: first and second out pass A, best of three"),
    "s001_5": gettext_lazy("Annual meeting: points, 20 deals in two halves"),
    "s001_6": gettext_lazy("Public administration: partner not last passes A, 35 minutes"),
    "s001_7": gettext_lazy("28 points: from 2 to the joker, level points"),
    "s004": gettext_lazy("Jiangsu simple rules 2017: partner not last passes A, limited deals"),
    "official_2022": gettext_lazy("Official rules 2022 (trial): partner not last passes A"),
    "world_2025": gettext_lazy("World competition rules 2025"),
    "ns26": gettext_lazy("Nanshan Cup 2026: partner not last passes A"),
}
PUBLISHED = ("s004", "official_2022", "world_2025", "ns26")
"""Those of associations; the others are of one union's notice each."""
ON_TIME: dict[str, Promise | str] = Words() | {
    OnTime.FINISH_DEAL: gettext_lazy("The deal in hand is played out, then the levels decide"),
    OnTime.STOP_NOW: gettext_lazy("Play stops at once; the deal in hand does not count"),
    OnTime.REFEREE: gettext_lazy("The chief referee decides at the table"),
}
TIES_OFFERED: dict[tuple[str, ...], Promise | str] = {
    (TieRule.FIRST_TO_REACH, TieRule.EXTRA_DEAL, TieRule.REFEREE): gettext_lazy(
        "One extra deal; the side of the player out first wins"
    ),
    (TieRule.FIRST_TO_REACH, TieRule.ON_STAGE, TieRule.REFEREE): gettext_lazy("The side on stage wins"),
    (TieRule.FIRST_TO_REACH, TieRule.REFEREE): gettext_lazy("The chief referee decides"),
}
FAILS_OFFERED: dict[tuple[int | None, str], Promise | str] = {
    (None, ""): gettext_lazy("No rule: one may try for ever"),
    (3, "2"): gettext_lazy("After three failures back to 2"),
    (3, "J"): gettext_lazy("After three failures back to J"),
    (3, FailTo.LOSE): gettext_lazy("After three failures the match is lost"),
}
FAILS_COUNTED: dict[bool, Promise] = {
    False: gettext_lazy("In all: a deal that the opponents defend in between changes nothing"),
    True: gettext_lazy("In a row: a deal in between that is no failure begins anew"),
}
FAILS_IN: dict[str, Promise] = Words() | {
    Scope.OWN_A: gettext_lazy("Only a deal played at one's own A"),
    Scope.ANY_DEAL: gettext_lazy("Every deal that a side plays while it stands at A"),
}
REPORTS_OFFERED: dict[int | None, Promise | str] = {
    6: gettext_lazy("At 6 cards"),
    10: gettext_lazy("At 10 cards"),
    None: gettext_lazy("Never"),
}
GAMES_OFFERED: dict[int, Promise | str] = {
    1: gettext_lazy("One game"),
    3: gettext_lazy("Best of three"),
    5: gettext_lazy("Best of five"),
}
BOARDS_OFFERED = tuple(range(1, MOST_BOARDS + 1))
BOARDS_EQUAL: dict[str, Promise] = Words() | {
    BoardsEqual.DIFFERENCE: gettext_lazy("The difference of levels or points over all boards, then the first board"),
    BoardsEqual.FIRST_BOARD: gettext_lazy("The first board, if it was drawn the second, and so on"),
    BoardsEqual.DRAWN: gettext_lazy("Nothing: the match is drawn; in a knockout the chief referee decides"),
}
QUESTIONS: dict[str, Promise] = Words() | {
    OpenPoint.MINUTES: gettext_lazy("How many minutes does a match last?"),
    OpenPoint.ON_TIME: gettext_lazy("The time is up while a deal is being played. What happens to it?"),
    OpenPoint.TIE_RULES: gettext_lazy("The time is up and both sides stand at the same level. Who wins?"),
    OpenPoint.TIE_AT_START: gettext_lazy("The time is up at equal levels, and neither side was there first. Who wins?"),
    OpenPoint.PASSING_CONDITION: gettext_lazy("A side plays at A. How does it pass?"),
    OpenPoint.PASSING_SCOPE: gettext_lazy(
        "A side stands at A, and the deal is played at the others' level. Can it pass A then?"
    ),
    OpenPoint.A_FAIL: gettext_lazy("A side fails to pass A again and again. What follows?"),
    OpenPoint.FAIL_SCOPE: gettext_lazy("A side stands at A. Which deals count when its failures are counted?"),
    OpenPoint.FAIL_COUNT: gettext_lazy("A side may fail to pass A so many times. In a row, or in all?"),
    OpenPoint.DEAL_LIMIT: gettext_lazy("How many deals does a game have at most?"),
    OpenPoint.REPORT: gettext_lazy("When does a player have to say how many cards he has left?"),
    OpenPoint.GRACE: gettext_lazy("A team is late. How many minutes is it waited for before the match is forfeited?"),
    OpenPoint.BRANCH_HALVES: gettext_lazy("A branch has several teams. May they meet before the final?"),
    OpenPoint.THIRD_PLACE: gettext_lazy("The losers of the two semi-finals: are both third, or do they play for it?"),
    OpenPoint.GAME_CLOCK: gettext_lazy("A match has several games. Is the time that of each game, or of the match?"),
    OpenPoint.REST: gettext_lazy("A team rests for a round, or its opponent does not come. What is that worth?"),
}  # fmt: skip
YES_NO: dict[str, tuple[Promise, Promise]] = {
    OpenPoint.GAME_CLOCK: (
        gettext_lazy("Of the match: when it is up, whoever has won more games has won"),
        gettext_lazy("Of each game: a match is over once a side has won the games that it takes"),
    ),
    OpenPoint.THIRD_PLACE: (gettext_lazy("They play a match for third place"), gettext_lazy("Both are third")),
}
"""What yes and no mean."""


APART: dict[str, Promise] = Words() | {
    BranchesApart.NONE: gettext_lazy("Drawn by lot alone, and may meet in the first round"),
    BranchesApart.FIRST_ROUND: gettext_lazy("Kept apart in the first round"),
    BranchesApart.TWO_ROUNDS: gettext_lazy("Kept apart in the first two rounds"),
    BranchesApart.THREE_ROUNDS: gettext_lazy("Kept apart in the first three rounds"),
    BranchesApart.FOUR_ROUNDS: gettext_lazy("Kept apart in the first four rounds"),
    BranchesApart.HALVES: gettext_lazy("Drawn into opposite halves, and apart in the first round"),
}
"""What the draw does with teams of one branch, as far as numbers allow."""


def tie_words(rules: tuple[str, ...]) -> Promise | str:
    """What decides between equals, one after the other."""
    steps = pgettext("then", "; if that does not decide, ").join(str(TIES[rule]) for rule in rules)
    return TIES_OFFERED.get(rules) or steps or str(_("The chief referee decides"))


def fail_words(limit: int | None, fall: str) -> Promise | str:
    """What follows from not passing A so many times; ``fall`` is a level or ``lose``."""
    known = FAILS_OFFERED.get((limit, fall))
    if known is not None:
        return known
    if fall == FailTo.LOSE:
        return _("After %(count)s failures the match is lost") % {"count": limit}
    return _("After %(count)s failures back to %(level)s") % {"count": limit, "level": fall}


def report_words(cards: int | None) -> Promise | str:
    """From how many cards on they are reported."""
    return REPORTS_OFFERED.get(cards) or _("At %(count)s cards") % {"count": cards}


def games_words(games: int) -> Promise | str:
    """How many games a match has at most."""
    return GAMES_OFFERED.get(games) or _("Best of %(count)s") % {"count": games}


def boards_words(boards: int) -> Promise | str:
    """At how many tables a match is played."""
    if boards == 1:
        return _("One: a match is played at one table")
    return ngettext("%(n)s board of a team match", "%(n)s boards of a team match", boards) % {"n": boards}

"""Why a match was won: in whole sentences, and in short. Which of it a result needs: ``bracket.words.results``."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from guandan_rules import Reason, level_name
from journal.words import Words
from tournaments.bracket.queries.match_views import Board, MatchView, TeamLabel
from tournaments.bracket.words import names
from tournaments.states import BY_BOARDS, NOT_PLAYED, SHORT, WALKOVER
from tournaments.team_match import DecidedBy

# winner, loser: names of teams; high, low: their levels; deal: the number of the deal that decided
REASONS: dict[str, Promise] = Words() | {
    Reason.PASSED_A: _("%(winner)s passed A with deal %(deal)s and has won."),
    Reason.FAILED_A: _("%(loser)s used up its attempts at A and has lost; %(winner)s has won."),
    Reason.PENALTY: _("%(loser)s lost by penalty; %(winner)s has won."),
    Reason.LEVEL_AT_TIME: _("Time is up: %(winner)s stands at %(high)s, %(loser)s at %(low)s. The higher level wins."),
    Reason.LEVEL_AT_LIMIT: _(
        "All deals are played: %(winner)s stands at %(high)s, %(loser)s at %(low)s. The higher level wins."
    ),
    Reason.POINTS: _("%(winner)s has more points than %(loser)s and has won."),
    Reason.FIRST_TO_REACH: _(
        "Time is up and both stand at %(high)s: %(winner)s got there first (deal %(deal)s). The first to reach wins."
    ),
    Reason.ON_STAGE: _("Both stand at %(high)s: %(winner)s is on stage and wins."),
    Reason.LEADS_NEXT_DEAL: _("Both stand at %(high)s: %(winner)s would lead the next deal and wins."),
    Reason.EXTRA_DEAL: _("Both stand at %(high)s: %(winner)s was out first in the extra deal and wins."),
    Reason.DRAW: _("Both stand at %(high)s: a draw."),
    Reason.DISQUALIFICATION: _("%(loser)s was disqualified; %(winner)s has won."),
    Reason.FORFEIT: _("%(loser)s did not come in time and forfeits; %(winner)s has won."),
    Reason.WITHDRAWAL: _("%(loser)s withdrew; %(winner)s has won."),
    Reason.BOTH_ABSENT: _("Both teams were absent; nobody has won."),
    Reason.BYE: _("%(winner)s has a bye."),
    Reason.DECISION: _("The chief referee decided: %(winner)s has won."),
    WALKOVER: _("Nobody came from the other side; %(winner)s advances without play."),
    BY_BOARDS[DecidedBy.BOARDS]: _("%(winner)s has won more boards than %(loser)s."),
    BY_BOARDS[DecidedBy.DIFFERENCE]: _("Both won as many boards; %(winner)s has the better difference and wins."),
    BY_BOARDS[DecidedBy.FIRST_BOARD]: _("Both won as many boards; %(winner)s won the first board and wins."),
    NOT_PLAYED: _("Not played any more: the match was decided."),
    SHORT: _("Not played: one of the four has left the event, and the others have a rest."),
}

REASONS_IN_SHORT: dict[str, Promise] = Words() | {
    Reason.PASSED_A: _("Passed A"),
    Reason.FAILED_A: _("Attempts at A used up"),
    Reason.PENALTY: _("Lost by penalty"),
    Reason.LEVEL_AT_TIME: _("Ahead when time ran out"),
    Reason.LEVEL_AT_LIMIT: _("Higher level after the last deal"),
    Reason.POINTS: _("More points"),
    Reason.FIRST_TO_REACH: _("Same level, first to reach it"),
    Reason.ON_STAGE: _("Same level, on stage"),
    Reason.LEADS_NEXT_DEAL: _("Same level, leads the next deal"),
    Reason.EXTRA_DEAL: _("Same level, won the extra deal"),
    Reason.DRAW: pgettext_lazy("result", "Draw"),
    Reason.DISQUALIFICATION: _("Opponents disqualified"),
    Reason.FORFEIT: _("Opponents forfeited, did not come in time"),
    Reason.WITHDRAWAL: _("Opponents withdrew"),
    Reason.BOTH_ABSENT: _("Nobody came"),
    Reason.DECISION: _("Decided by the chief referee"),
    WALKOVER: _("Walkover, no opponent"),
    BY_BOARDS[DecidedBy.BOARDS]: _("More boards won"),
    BY_BOARDS[DecidedBy.DIFFERENCE]: _("Same boards, better difference"),
    BY_BOARDS[DecidedBy.FIRST_BOARD]: _("Same boards, won the first one"),
    NOT_PLAYED: pgettext_lazy("result", "not played any more"),
    SHORT: pgettext_lazy("result", "one of four has left"),
}

# where it was not played for levels
WITHOUT_LEVELS: dict[str, Promise] = {Reason.DRAW: _("Neither side is ahead: a draw.")}
# of a game with colours, in which a draw is 和棋
ON_BOARD: dict[str, Promise] = {Reason.DRAW: pgettext_lazy("board game", "The game is drawn.")}
ON_BOARD_IN_SHORT: dict[str, Promise] = {Reason.DRAW: pgettext_lazy("board game", "Draw")}
# where the result is written down and no deals
ENTERED: dict[str, Promise] = {Reason.POINTS: _("%(winner)s has won.")}
# where a penalty decided, or the deal is not known
WITHOUT_DEAL: dict[str, Promise] = {
    Reason.PASSED_A: _("%(winner)s passed A and has won."),
    Reason.FIRST_TO_REACH: _(
        "Time is up and both stand at %(high)s: %(winner)s got there first. The first to reach wins."
    ),
}


@dataclass(frozen=True)
class Grounds:
    """What the sentence of a result names. Levels 2…14 or None; ``deal`` is 0 where no single deal decided."""

    winner: TeamLabel | None
    loser: TeamLabel | None
    high: int | None = None
    low: int | None = None
    deal: int = 0
    board: Board = Board.LEVELS
    has_colours: bool = False


def team_name(label: TeamLabel | None) -> str:
    """体育分会一队; a dash for nobody."""
    return names.team_name(label) if label else "—"


def reason_sentence(reason: str, grounds: Grounds) -> str:
    """Why, in one whole sentence; empty for an unknown reason."""
    wording = REASONS.get(reason) if grounds.deal else WITHOUT_DEAL.get(reason, REASONS.get(reason))
    wording = wording if grounds.high else WITHOUT_LEVELS.get(reason, wording)
    wording = ENTERED.get(reason, wording) if grounds.board.is_entered else wording
    wording = ON_BOARD.get(reason, wording) if grounds.has_colours else wording
    if wording is None:
        return ""
    return str(wording) % {
        "winner": team_name(grounds.winner),
        "loser": team_name(grounds.loser),
        "high": level_name(grounds.high or 2),
        "low": level_name(grounds.low or 2),
        "deal": grounds.deal,
    }


def grounds_of(match: MatchView, deal: int = 0) -> Grounds:
    """The grounds of a decided match; ``deal`` from its sheet, if one decided."""
    won, lost = reversed(match.lines) if match.winner == "away" else match.lines
    return Grounds(won.team, lost.team, won.level, lost.level, deal, match.board, bool(match.home.colour))


def reason_in_short(reason: str, *, has_colours: bool = False) -> str:
    """Why, in few words; empty for an unknown reason. ``has_colours``: the game is one of 红黑 or 黑白."""
    wording = REASONS_IN_SHORT.get(reason, "")
    return str(ON_BOARD_IN_SHORT.get(reason, wording) if has_colours else wording)

"""How matches ended and why, in whole sentences and in short, and on public pages where an open side comes from and
what a round waits for."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from guandan_rules import Reason, level_name
from guandan_rules.scales import MIDDLE
from journal.words import Words
from tournaments.bracket.queries.match_views import Board, Line, MatchView, SourceLabel, TeamLabel
from tournaments.bracket.words.formats import own_part
from tournaments.bracket.words.matches import STATUSES
from tournaments.bracket.words.names import (
    COLOURS,
    chinese_number,
    hour,
    in_chinese,
    match_number,
    points,
    rank,
    team_name,
)
from tournaments.states import BY_BOARDS, NOT_PLAYED, SHORT, WALKOVER, SlotKind, SourceKind, TableState
from tournaments.team_match import DecidedBy

# winner, loser: names of teams; high, low: their levels; deal: the number of the deal that decided
REASONS: dict[str, Promise] = Words() | {
    Reason.PASSED_A: gettext_lazy("%(winner)s passed A with deal %(deal)s and has won."),
    Reason.FAILED_A: gettext_lazy("%(loser)s used up its attempts at A and has lost; %(winner)s has won."),
    Reason.PENALTY: gettext_lazy("%(loser)s lost by penalty; %(winner)s has won."),
    Reason.LEVEL_AT_TIME: gettext_lazy(
        "Time is up: %(winner)s stands at %(high)s, %(loser)s at %(low)s. The higher level wins."
    ),
    Reason.LEVEL_AT_LIMIT: gettext_lazy(
        "All deals are played: %(winner)s stands at %(high)s, %(loser)s at %(low)s. The higher level wins."
    ),
    Reason.POINTS: gettext_lazy("%(winner)s has more points than %(loser)s and has won."),
    Reason.FIRST_TO_REACH: gettext_lazy(
        "Time is up and both stand at %(high)s: %(winner)s got there first (deal %(deal)s). The first to reach wins."
    ),
    Reason.ON_STAGE: gettext_lazy("Both stand at %(high)s: %(winner)s is on stage and wins."),
    Reason.LEADS_NEXT_DEAL: gettext_lazy("Both stand at %(high)s: %(winner)s would lead the next deal and wins."),
    Reason.EXTRA_DEAL: gettext_lazy("Both stand at %(high)s: %(winner)s was out first in the extra deal and wins."),
    Reason.DRAW: gettext_lazy("Both stand at %(high)s: a draw."),
    Reason.DISQUALIFICATION: gettext_lazy("%(loser)s was disqualified; %(winner)s has won."),
    Reason.FORFEIT: gettext_lazy("%(loser)s did not come in time and forfeits; %(winner)s has won."),
    Reason.WITHDRAWAL: gettext_lazy("%(loser)s withdrew; %(winner)s has won."),
    Reason.BOTH_ABSENT: gettext_lazy("Both teams were absent; nobody has won."),
    Reason.BYE: gettext_lazy("%(winner)s has a bye."),
    Reason.DECISION: gettext_lazy("The chief referee decided: %(winner)s has won."),
    WALKOVER: gettext_lazy("Nobody came from the other side; %(winner)s advances without play."),
    BY_BOARDS[DecidedBy.BOARDS]: gettext_lazy("%(winner)s has won more boards than %(loser)s."),
    BY_BOARDS[DecidedBy.DIFFERENCE]: gettext_lazy(
        "Both won as many boards; %(winner)s has the better difference and wins."
    ),
    BY_BOARDS[DecidedBy.FIRST_BOARD]: gettext_lazy("Both won as many boards; %(winner)s won the first board and wins."),
    NOT_PLAYED: gettext_lazy("Not played any more: the match was decided."),
    SHORT: gettext_lazy("Not played: one of the four has left the event, and the others have a rest."),
}

REASONS_IN_SHORT: dict[str, Promise] = Words() | {
    Reason.PASSED_A: gettext_lazy("Passed A"),
    Reason.FAILED_A: gettext_lazy("Attempts at A used up"),
    Reason.PENALTY: gettext_lazy("Lost by penalty"),
    Reason.LEVEL_AT_TIME: gettext_lazy("Ahead when time ran out"),
    Reason.LEVEL_AT_LIMIT: gettext_lazy("Higher level after the last deal"),
    Reason.POINTS: gettext_lazy("More points"),
    Reason.FIRST_TO_REACH: gettext_lazy("Same level, first to reach it"),
    Reason.ON_STAGE: gettext_lazy("Same level, on stage"),
    Reason.LEADS_NEXT_DEAL: gettext_lazy("Same level, leads the next deal"),
    Reason.EXTRA_DEAL: gettext_lazy("Same level, won the extra deal"),
    Reason.DRAW: pgettext_lazy("result", "Draw"),
    Reason.DISQUALIFICATION: gettext_lazy("Opponents disqualified"),
    Reason.FORFEIT: gettext_lazy("Opponents forfeited, did not come in time"),
    Reason.WITHDRAWAL: gettext_lazy("Opponents withdrew"),
    Reason.BOTH_ABSENT: gettext_lazy("Nobody came"),
    Reason.DECISION: gettext_lazy("Decided by the chief referee"),
    WALKOVER: gettext_lazy("Walkover, no opponent"),
    BY_BOARDS[DecidedBy.BOARDS]: gettext_lazy("More boards won"),
    BY_BOARDS[DecidedBy.DIFFERENCE]: gettext_lazy("Same boards, better difference"),
    BY_BOARDS[DecidedBy.FIRST_BOARD]: gettext_lazy("Same boards, won the first one"),
    NOT_PLAYED: pgettext_lazy("result", "not played any more"),
    SHORT: pgettext_lazy("result", "one of four has left"),
}

# where it was not played for levels
WITHOUT_LEVELS: dict[str, Promise] = {Reason.DRAW: gettext_lazy("Neither side is ahead: a draw.")}
# of a game with colours, in which a draw is 和棋
ON_BOARD: dict[str, Promise] = {Reason.DRAW: pgettext_lazy("board game", "The game is drawn.")}
ON_BOARD_IN_SHORT: dict[str, Promise] = {Reason.DRAW: pgettext_lazy("board game", "Draw")}
# where the result is written down and no deals
ENTERED: dict[str, Promise] = {Reason.POINTS: gettext_lazy("%(winner)s has won.")}
# where a penalty decided, or the deal is not known
WITHOUT_DEAL: dict[str, Promise] = {
    Reason.PASSED_A: gettext_lazy("%(winner)s passed A and has won."),
    Reason.FIRST_TO_REACH: gettext_lazy(
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


def name_or_dash(label: TeamLabel | None) -> str:
    """体育分会一队; a dash for nobody."""
    return team_name(label) if label else "—"


def reason_sentence(reason: str, grounds: Grounds) -> str:
    """Why, in one whole sentence; empty for an unknown reason."""
    wording = REASONS.get(reason) if grounds.deal else WITHOUT_DEAL.get(reason, REASONS.get(reason))
    wording = wording if grounds.high else WITHOUT_LEVELS.get(reason, wording)
    wording = ENTERED.get(reason, wording) if grounds.board.is_entered else wording
    wording = ON_BOARD.get(reason, wording) if grounds.has_colours else wording
    if wording is None:
        return ""
    return str(wording) % {
        "winner": name_or_dash(grounds.winner),
        "loser": name_or_dash(grounds.loser),
        "high": level_name(grounds.high or 2),
        "low": level_name(grounds.low or 2),
        "deal": grounds.deal,
    }


def grounds_of(match: MatchView) -> Grounds:
    """The grounds of a decided match, as far as its lines tell them."""
    won, lost = reversed(match.lines) if match.winner == "away" else match.lines
    return Grounds(won.team, lost.team, won.level, lost.level, 0, match.board, bool(match.home.colour))


def reason_in_short(reason: str, *, has_colours: bool = False) -> str:
    """Why, in few words; empty for an unknown reason. ``has_colours``: the game is one of 红黑 or 黑白."""
    wording = REASONS_IN_SHORT.get(reason, "")
    return str(ON_BOARD_IN_SHORT.get(reason, wording) if has_colours else wording)


ACE = 14

# what stands under a result that needs a reason; a higher level at time is the usual one and says nothing
SAID_BY_THE_LEVELS = (Reason.LEVEL_AT_TIME, Reason.LEVEL_AT_LIMIT, Reason.FIRST_TO_REACH)

# what stands in the place of a level: of the loser, for a match that was not played out
LOSER_WORDS: dict[str, Promise] = {
    Reason.FORFEIT: pgettext_lazy("loser", "absent"),
    Reason.BOTH_ABSENT: pgettext_lazy("loser", "absent"),
    Reason.WITHDRAWAL: pgettext_lazy("loser", "withdrew"),
    Reason.DISQUALIFICATION: pgettext_lazy("loser", "disqualified"),
}
SHORT_WORDS: dict[str, Promise] = {
    Reason.FORFEIT: pgettext_lazy("result", "forfeit"),
    Reason.BOTH_ABSENT: pgettext_lazy("result", "absent"),
    Reason.WITHDRAWAL: pgettext_lazy("result", "withdrawal"),
    Reason.DISQUALIFICATION: pgettext_lazy("result", "disqualified"),
    Reason.DECISION: pgettext_lazy("result", "decision"),
    WALKOVER: pgettext_lazy("result", "walkover"),
    NOT_PLAYED: pgettext_lazy("result", "not played any more"),
    SHORT: pgettext_lazy("verdict", "not played"),
}

SOURCES: dict[str, Promise] = Words() | {
    SourceKind.POSITION: gettext_lazy("Position %(number)s"),
    SourceKind.WINNER: gettext_lazy("Winner of match %(number)s"),
    SourceKind.LOSER: gettext_lazy("Loser of match %(number)s"),
    SourceKind.CHANCE: pgettext_lazy("side", "Second final after match %(number)s"),
    SourceKind.LOT: pgettext_lazy("side", "Paired later"),
}
SHORT_SOURCES: dict[str, Promise] = Words() | {
    SourceKind.POSITION: gettext_lazy("Position %(number)s"),
    SourceKind.WINNER: pgettext_lazy("drawing", "Winner of %(number)s"),
    SourceKind.LOSER: pgettext_lazy("drawing", "Loser of %(number)s"),
    SourceKind.CHANCE: pgettext_lazy("drawing", "Second final after %(number)s"),
    SourceKind.LOT: pgettext_lazy("drawing", "Paired later"),
}


def source_words(source: SourceLabel) -> str:
    """An open side: the winner of match 17, and whether that match awaits a ruling."""
    words = str(SOURCES[source.kind]) % {"number": source.number}
    return _("%(source)s, awaiting a ruling") % {"source": words} if source.disputed else words


def short_source_words(source: SourceLabel) -> str:
    """The same where there is little room."""
    return str(SHORT_SOURCES[source.kind]) % {"number": source.number}


def side_words(line: Line) -> str:
    """A team's full name, with its colour if there are some (一队，红方（先走）), or where the side comes from."""
    if line.team and line.colour:
        values = {"name": team_name(line.team), "colour": COLOURS[line.colour]}
        return pgettext("a side and its colour", "%(name)s, %(colour)s") % values
    if line.team:
        return team_name(line.team)
    if line.slot == SlotKind.BYE:
        return pgettext("slot", "bye")
    return pgettext("slot", "nobody") if line.slot == SlotKind.NOBODY else source_words(line.source)


def match_name(match: MatchView) -> str:
    """A match as a link names it: its teams and its number."""
    names = {"home": side_words(match.home), "away": side_words(match.away), "number": match_number(match.number)}
    return _("%(home)s against %(away)s, match %(number)s") % names


def doing_words(match: MatchView) -> str:
    """What is going on at the table of a match that is being played: 第 4 副, or 进行中 where no deals are written
    down, or what is awaited; of a further game with the games won so far."""
    match match.doing:
        case TableState.PLAYING if match.board.is_entered:
            return pgettext("match", "in play")
        case TableState.PLAYING:
            return _after_games(match, _("Deal %(deal)s") % {"deal": match.deal})
        case TableState.VERDICT:
            said = _("waits for one side to confirm") if match.agreed else _("waits for both sides to confirm")
            return _after_games(match, said)
        case other:
            return _after_games(match, str(STATUSES[other]))


def is_entered(match: MatchView) -> bool:
    """Was the winner alone written down, so that there is nothing to say of how?"""
    return match.board.is_entered and match.reason == Reason.POINTS


def note_words(match: MatchView) -> str:
    """Why a match ended as it did; empty for the usual win by the higher level. 待裁定 while it, or a deal of it, waits
    for a ruling. Where levels are worth points, these too, and where several games were played, these first; and last
    that it counts for nobody."""
    return _struck(match, _after_games(match, _why(match)))


def _struck(match: MatchView, why: str) -> str:
    return " · ".join(filter(None, (why, _("does not count") if match.is_struck else "")))


def _after_games(match: MatchView, why: str) -> str:
    if not match.has_games or match.awaits_ruling:
        return why
    games = _("Games %(home)s : %(away)s") % {"home": match.home.games, "away": match.away.games}
    return " · ".join(filter(None, (games, why)))


def _why(match: MatchView) -> str:
    if match.awaits_ruling:
        return _("awaiting a ruling")
    if match.reason == Reason.FIRST_TO_REACH:
        return _("Both at %(level)s, first to reach") % {"level": rank(match.home.level)}
    if match.reason == Reason.LEVEL_AT_TIME and any(line.level == ACE and not line.passed for line in match.lines):
        return _("Reached A, not passed")
    note = "" if is_entered(match) or match.reason in SAID_BY_THE_LEVELS else _in_short(match)
    if match.points is None or match.scale not in MIDDLE:
        return note
    in_points = _("%(home)s : %(away)s points") % {"home": points(match.points[0]), "away": points(match.points[1])}
    return f"{note}{pgettext('between two names', ', ')}{in_points}" if note else in_points


def in_brackets(words: str) -> str:
    """What does not count, beside what does."""
    return pgettext("does not count", "(%(words)s)") % {"words": words}


def full_note_words(match: MatchView) -> str:
    """The reason of a result in every case."""
    if is_entered(match):
        return _struck(match, "")
    return _struck(match, _after_games(match, _why(match) or _in_short(match)))


def _in_short(match: MatchView) -> str:
    return reason_in_short(match.reason, has_colours=bool(match.home.colour))


def sitting_words(match: MatchView) -> str:
    """When a match of a later sitting is played; empty for all others, and once it is under way."""
    if match.sitting == 1 or match.is_live or match.is_disputed or match.is_over or match.is_bye:
        return ""
    number = chinese_number(match.sitting) if in_chinese() else match.sitting
    return _("Sitting %(number)s, %(hour)s") % {"number": number, "hour": hour(match.starts_at)}


def verdict_word(match: MatchView, line: Line) -> str:
    """What stands on a line of a decided match that shows no level: won, absent, withdrew …"""
    if line.slot == SlotKind.NOBODY:
        return ""
    if line.outcome == "won":
        return pgettext("line", "won")
    if line.outcome == "drawn":
        return pgettext("line", "drew")
    return str(LOSER_WORDS.get(match.reason, pgettext("line", "lost"))) if line.outcome == "lost" else ""


def short_word(match: MatchView) -> str:
    """One word between two teams where no levels stand."""
    return _in_short(match) if match.reason == Reason.DRAW else str(SHORT_WORDS.get(match.reason, ""))


def score_words(match: MatchView) -> str:
    """A : 5, or 12 : 7, as far as it is certain; empty between teams that have not played, and where nothing is
    counted."""
    if not match.is_over and (match.contested or not match.is_live):
        return ""
    levels = [rank(line.level) if match.board is Board.LEVELS else "" for line in match.lines]
    shown = [level if line.score is None else str(line.score) for line, level in zip(match.lines, levels, strict=True)]
    return " : ".join(shown) if all(shown) else ""


def ended_words(match: MatchView, line: Line, *, verdicts: bool) -> str:
    """The team, and that it has won; where no score tells the rest, also how the other one lost."""
    verdict = verdict_word(match, line) if match.is_over and (verdicts or line.outcome == "won") else ""
    return _("%(team)s (%(verdict)s)") % {"team": side_words(line), "verdict": verdict} if verdict else side_words(line)


def result_words(match: MatchView) -> str:
    """A result in a line: 第 3 场：甲一队（胜） A : 9 乙二队，过A; 第 5 场，败者组：… of a part."""
    score = score_words(match)
    home, away = (ended_words(match, line, verdicts=not score) for line in match.lines)
    result = " ".join(filter(None, (home, score or "–", away, note_words(match))))
    number = match_number(match.number)
    if part := own_part(match):
        return _("Match %(number)s, %(part)s: %(said)s") % {"number": number, "part": part, "said": result}
    return _("Match %(number)s: %(said)s") % {"number": number, "said": result}

"""Words about matches on public pages: where an open side comes from, how a match ended, what a round waits for."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from guandan_rules import Reason
from guandan_rules.scales import MIDDLE
from journal.words import Words
from tournaments.bracket.queries.match_views import Board, Line, MatchView, SourceLabel
from tournaments.bracket.words.formats import own_part
from tournaments.bracket.words.matches import STATUSES
from tournaments.bracket.words.names import (
    chinese_number,
    hour,
    in_chinese,
    match_number,
    points,
    rank,
    team_name,
    with_colour,
)
from tournaments.bracket.words.reasons import reason_in_short
from tournaments.states import NOT_PLAYED, SHORT, WALKOVER, SlotKind, SourceKind, TableState

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
    """A team's full name, with its colour if there are some, or where the side comes from."""
    if line.team:
        return with_colour(team_name(line.team), line.colour)
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

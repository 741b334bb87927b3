"""Words about games: their names, penalties, and of all but 掼蛋 the entries on a sheet: problems, forms, and what was
entered."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from guandan_rules import Effect, EffectKind
from journal.words import Words
from scoring.games import GameCode
from scoring.games.win_loss import Counted
from scoring.states import ScoringEvent
from tournaments.bracket.words.options import EFFECTS, OFFENCES

PROBLEMS: dict[str, Promise] = {
    GameCode.NOT_AN_ENTRY: _("This is not an entry of the game on this sheet."),
    GameCode.FIELD_UNKNOWN: _("An entry of this game has no such field."),
    GameCode.FIELD_MISSING: _("This must be filled in."),
    GameCode.VALUE_WRONG: _("This field cannot have that value."),
    GameCode.NOT_CARD_POINTS: _("The attackers’ points are 0 or more, go up by fives, and cannot be that many."),
    GameCode.EFFECT_NOT_IN_GAME: _("This game knows no penalty with that effect."),
    GameCode.SEAT_OF_NO_PLAYER: _("The order is made of the six seats only."),
    GameCode.PLAYER_OUT_TWICE: _("A player goes out once; one seat appears twice in the order of the six."),
    GameCode.ORDER_INCOMPLETE: _("Name all six players in the order in which they went out, or none."),
    GameCode.NO_DRAWS: _("There is no draw in this event: somebody has to win."),
    GameCode.NOT_AHEAD: _("Whoever won is ahead by at least one."),
    GameCode.DRAW_WITH_POINTS: _("In a draw nobody is ahead: leave the points empty."),
    GameCode.ORDER_REQUIRED: _("In this event the order in which the six went out is written down too."),
}
EVENTS: dict[str, Promise] = {}
NAMES: dict[str, Promise] = Words() | {
    "guandan": pgettext_lazy("game", "Guandan"),
    "guandan_result": pgettext_lazy("game", "Guandan: the winner, and by how many levels, without the deals"),
    "shuangsheng": pgettext_lazy("game", "Shuangsheng (double levels)"),
    "gouji": pgettext_lazy("game", "Gouji, three against three"),
    "shengji": pgettext_lazy("game", "Shengji: the winner, and by how many levels"),
    "doudizhu": pgettext_lazy("game", "Doudizhu: the winner, and by how many points"),
    "xiangqi": pgettext_lazy("game", "Chinese chess: win 2, draw 1, loss 0"),
    "weiqi": pgettext_lazy("game", "Go: the winner"),
    "pingpang": pgettext_lazy("game", "Table tennis: best of 5, games to 11"),
    "other": pgettext_lazy("game", "Another game: the winner, or a draw"),
}
"""As the office chooses one."""
TITLES: dict[str, Promise] = Words() | {
    "guandan": pgettext_lazy("game in short", "Guandan"),
    "guandan_result": pgettext_lazy("game in short", "Guandan"),
    "shuangsheng": pgettext_lazy("game in short", "Shuangsheng"),
    "gouji": pgettext_lazy("game in short", "Gouji"),
    "shengji": pgettext_lazy("game in short", "Shengji"),
    "doudizhu": pgettext_lazy("game in short", "Doudizhu"),
    "xiangqi": pgettext_lazy("game in short", "Chinese chess"),
    "weiqi": pgettext_lazy("game in short", "Go"),
    "pingpang": pgettext_lazy("game in short", "Table tennis"),
    "other": pgettext_lazy("game in short", "the game of this event"),
}
"""As sentences name one."""
MEASURES: dict[str, Promise] = Words() | {
    Counted.RESULT: _("who has won"),
    Counted.POINTS: _("who has won, and the points"),
}
# what a form asks for, by the name of the field
FIELDS: dict[str, Promise] = Words() | {
    "defenders": _("Who defended?"),
    "points": _("Points of the attackers"),
    "bottom": _("The attackers took the bottom with the level card"),
    "wrong_play": _("Who played wrongly (may stay empty)"),
    "winner": _("Who has won?"),
    "points_ahead": _("By how many points (in a draw, leave it empty)"),
    "points_of_the_loser": _("Points of the loser"),
    "order": _("The six seats as they went out, 1 to 6 (may stay empty)"),
    "kind": _("When the deal was played"),
    "turned_up": _("Level card turned up (may stay empty)"),
}
# the same of one side, as it is tapped
TILES: dict[str, Promise] = Words() | {
    "defenders": pgettext_lazy("tile", "%(team)s defended"),
    "winner": pgettext_lazy("tile", "%(team)s wins"),
}
# what the journal says of entries that are no finish order
SENTENCES: dict[str, Promise] = {
    ScoringEvent.DEAL_ENTERED: _("%(pairing)s: entry %(deal)s: %(entry_said)s."),
    ScoringEvent.DEAL_UNDONE: _("%(pairing)s: entry %(deal)s was taken back: %(entry_said)s."),
    ScoringEvent.DEAL_CORRECTED: _("%(pairing)s: entry %(deal)s was corrected: %(entry_said)s. %(reason)s"),
}


def draw_words(colour: str) -> str:
    """平局, or 和棋 of a game whose sides have colours."""
    return pgettext("board game", "A draw") if colour else gettext("A draw")


def entry_words(entry: Mapping[str, Any], home: str, away: str, colour: str = "") -> str:
    """What was entered, the sides by their names; ``colour``: of home, where the game has some."""
    names = {"home": home, "away": away}
    comma = pgettext("between two names", ", ")
    if entry["type"] == "result":
        won, points = names.get(entry["winner"]), entry.get("points")
        if won is None:
            return draw_words(colour)
        words = gettext("%(winner)s has won") if points is None else gettext("%(winner)s has won (%(points)s)")
        clauses = [words % {"winner": won, "points": points}]
        clauses += [" → ".join(entry["order"])] if entry.get("order") else []
        return comma.join(clauses)
    facts = {"defenders": names[entry["defenders"]], "points": entry["points"]}
    clauses = [gettext("%(defenders)s defended, %(points)s points for the attackers") % facts]
    clauses += [gettext("bottom taken with the level card")] if entry.get("bottom") else []
    clauses += [gettext("%(side)s played wrongly") % {"side": names[side]} for side in entry.get("wrong_play", ())]
    return comma.join(clauses)


def offence_name(offence: str) -> str:
    """What it was for: 隐藏牌张."""
    return str(OFFENCES.get(offence, ""))


def effects_words(effects: Iterable[Effect | Mapping[str, Any]]) -> str:
    """What a penalty does, from its effects as they are or as JSON: 对方升 1 级、警告. Without any it is noted."""
    pairs = [(e.kind, e.amount) if isinstance(e, Effect) else (e["kind"], e.get("amount", 0)) for e in effects]
    phrases = [str(EFFECTS.get(kind, "")) % {"amount": amount} for kind, amount in pairs]
    return pgettext("between effects", ", ").join(phrases) or str(EFFECTS[EffectKind.NOTE])

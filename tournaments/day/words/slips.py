"""Words about links that open without an account, and table slips: why one opens nothing, what happened to them, and
what stands on the paper."""

import re

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from journal.words import Words
from scoring.games.shuangsheng import Shuangsheng
from tournaments.bracket.queries.match_views import Board
from tournaments.bracket.words.matches import SEATS
from tournaments.bracket.words.names import COLOURS
from tournaments.codes import Code, TournamentEvent
from tournaments.entries.seats import SEATS_OF
from tournaments.presets.named_games import NAMED_GAMES

PROBLEMS: dict[str, Promise] = {
    Code.LINK_INVALID: _(
        "This link opens nothing on this site. Please scan the code again, or ask whoever gave it to you."
    ),
    Code.LINK_EXPIRED: _("This table slip has expired. Please ask the chief referee for a new one."),
    Code.LINK_REVOKED: _("This table slip was revoked. Please ask the chief referee for the current one."),
    Code.LINK_MATCH_OVER: _("The match of this table slip is over; nothing can be entered by it any more."),
    Code.DEVICE_INVALID: _("This phone gave no name that can be kept. Please open the table slip again."),
    Code.NO_SLIP_DUE: _("No match of this round is still to be played, so no table slip is needed."),
    Code.NOT_EXPECTED: _("Somebody named here does not play in this round; please look at the list again."),
}
EVENTS: dict[str, Promise] = {
    TournamentEvent.LINK_ISSUED: _("%(pairing)s: a table slip was made."),
    TournamentEvent.LINK_OPENED: _("%(pairing)s: the table slip was opened on a phone (%(devices)s so far)."),
    TournamentEvent.LINK_REVOKED: _("%(pairing)s: the table slip was revoked."),
}

_BRANCH = re.compile(r"报名链接 · (.+)")
_ACCOUNT = re.compile(r"台票 · 第 ?([1-9]\d*) ?([桌场])")  # as tournaments.day.actions.links names it

STATES: dict[str, Promise] = Words() | {
    "none": pgettext_lazy("table slip", "not made yet"),
    "valid": pgettext_lazy("table slip", "valid"),
    "expired": pgettext_lazy("table slip", "expired"),
    "closed": pgettext_lazy("table slip", "match over"),
}

# what stands on the paper; the four places are those of a deal
PAPER: dict[str, Promise] = {
    "table": pgettext_lazy("on a table slip", "Table"),
    "match": pgettext_lazy("on a table slip", "Match"),
    "scan": pgettext_lazy("on a table slip", "Scan to open the sheet"),
    "deal": pgettext_lazy("on a table slip", "Deal"),
    "turned_up": pgettext_lazy("on a table slip", "Level turned up"),
    "first": pgettext_lazy("on a table slip", "1st"),
    "second": pgettext_lazy("on a table slip", "2nd"),
    "third": pgettext_lazy("on a table slip", "3rd"),
    "last": pgettext_lazy("on a table slip", "last"),
    "levels": pgettext_lazy("on a table slip", "Level"),
    "seats": pgettext_lazy(
        "on a table slip",
        "Without a phone: write the seats in the order they go out; if the first two are partners, leave the rest"
        " empty. Type it later at:",
    ),
    "by_hand": pgettext_lazy("on a table slip", "Without a phone: write it here, and type it later at:"),
    "winner": pgettext_lazy("on a table slip", "Winner"),
    "signed": pgettext_lazy("on a table slip", "Signed"),
    "referee": pgettext_lazy("on a table slip", "Referee"),
}


def side_heads(game: str) -> dict[str, str]:
    """Home and away, or the colours that they play."""
    words = pgettext("side of a match", "Home"), pgettext("side of a match", "Away")
    colours = NAMED_GAMES[game].colours
    return {
        side: str(COLOURS[colour]) if colour else word
        for side, word, colour in zip(("home", "away"), words, colours, strict=True)
    }


def written_columns(board: Board, game: str, seats: int) -> list[str]:
    """The heads of what is written down at a table, on slip and score sheet, by how its game counts; the first numbers
    the lines, and where deals are written down the last two are the sides'."""
    words = side_heads(game)
    if board is Board.NOTHING:
        return [pgettext("of a match", "Game"), gettext("Winner"), gettext("Remark")]
    if board is Board.SCORE:
        return [pgettext("of a match", "Game"), *words.values(), gettext("Winner")]
    counted = gettext("Points") if board is Board.POINTS else str(PAPER["levels"])
    ends = [
        f"{counted}\n{words[side]} {' '.join(str(SEATS[seat]) for seat in SEATS_OF[seats][side])}" for side in words
    ]
    marks = [str(PAPER[name]) for name in ("first", "second", "third", "last")]
    if game == Shuangsheng.name:
        marks = [gettext("Defenders"), gettext("Points of the attackers"), gettext("Bottom")]
    elif board is Board.POINTS:  # each deal's level card is turned up
        marks = [str(PAPER["turned_up"]), *marks]
    return [str(PAPER["deal"]), *marks, *ends]


def actor(name: str) -> str:
    """Who did it, as the journal has him: the account of a link is named in the reader's language."""
    if of_branch := _BRANCH.fullmatch(str(name)):
        return gettext("%(branch)s, by its link") % {"branch": of_branch[1]}
    account = _ACCOUNT.fullmatch(str(name))
    if not account:
        return name
    words = gettext("Table slip, table %(number)s") if account[2] == "桌" else gettext("Table slip, match %(number)s")
    return words % {"number": account[1]}

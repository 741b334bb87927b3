"""Words for ratings: why one changed, in a sentence."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from journal.words import Words
from tournaments.bracket.words.names import day, listed
from tournaments.chronicle.queries.ratings import RatedLine
from tournaments.chronicle.rating import Change
from tournaments.chronicle.words.stories import percent
from tournaments.day.words.games import TITLES

OUTCOMES: Final = Words() | {
    "won": gettext_lazy("Won, with a chance of %(chance)s before"),
    "lost": gettext_lazy("Lost, with a chance of %(chance)s to win before"),
    "drawn": gettext_lazy("Drawn, with a chance of %(chance)s to win before"),
}


def game_title(game: str) -> str:
    """掼蛋; a game that the site has no name for is 其他项目."""
    return pgettext("rating", "Other games") if game == "other" else str(TITLES[game])


def rated_match_words(line: RatedLine) -> str:
    """12月8日，搭档队员乙，对队员丙、队员丁."""
    names = [listed(player.name for player in side) for side in (line.partners, line.opponents)]
    facts = {"day": day(line.starts_at), "partners": names[0], "opponents": names[1]}
    if not line.partners:
        return _("%(day)s, against %(opponents)s") % facts
    return _("%(day)s, with %(partners)s against %(opponents)s") % facts


def change_words(change: Change) -> str:
    """胜，赛前胜算 38%."""
    return str(OUTCOMES[change.outcome]) % {"chance": percent(change.chance)}

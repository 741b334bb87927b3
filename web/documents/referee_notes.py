"""裁判须知: what a referee of this event has to know at the table, made of the regulation as it acts."""

from collections.abc import Iterator
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from guandan_rules import Measure
from scoring.games import GAMES
from scoring.games.guandan import Guandan
from scoring.games.shuangsheng import Shuangsheng
from scoring.games.win_loss import Counted
from tournaments.bracket.words.event_sentences import PlayedStage
from tournaments.bracket.words.names import together
from tournaments.bracket.words.options import effect_words, offence_words
from web.documents.blocks import Block, Heading, Table, Text, paper
from web.documents.document import Options, Pages
from web.documents.reading import EventReading
from web.ruling.regulation import regulation_of

BEFORE = (
    "roll-call",
    gettext_lazy(
        "Be at your table when the round is called, with the score sheet and a pen. Open the sheet of the table on your"
        " phone while there is a network."
    ),
    "team",
    gettext_lazy(
        "Look who sits down, and tick every player who is there. Whoever is not on the list plays only if the chief"
        " referee has named him as a substitute."
    ),
    "late",
    gettext_lazy("Who is late is reported to the chief referee, who alone gives a forfeit."),
)
AT_THE_TABLE = (
    "annex", "first-deal", "later-deals", "double-shuffler", "report", "tribute-single", "return", "tribute-double",
    "tribute-equal", "resist",
    gettext_lazy("Players decide for themselves: spectators are quiet, give no advice and no signs."),
)  # fmt: skip
WRITTEN_DOWN = (
    "game", "entries", "boards", "games", "rising", "must-play", "points", "levels", "taking", "stops", "falls",
    "wrong",
    gettext_lazy("A wrong entry is undone on the sheet; once the result is confirmed, the chief referee corrects."),
)  # fmt: skip
THE_BELL = ("time", "length", "deal-limit", "last-deal", "bell")
DECIDED = (
    "verdict", "decided", "ties", "tie-at-start", "extra-deal", "passing-a", "passing-a-when", "failing-a",
    "failing-a-count", "failing-a-when", "forfeit",
)  # fmt: skip
SIGNED = (
    gettext_lazy(
        "What is not clear is not argued about: stop, and call the chief referee, by hand or from the sheet. He alone"
        " rules on lateness, forfeits and disqualifications."
    ),
    "silence",
    gettext_lazy(
        "When the match is over, read the result out to both sides. Both agree to it on the phone, or sign the score"
        " sheet, and the referee after them."
    ),
    gettext_lazy(
        "A side that does not agree says why and does not sign; where two phones have entered different things, neither"
        " is struck. The chief referee decides both."
    ),
)
AWAY = (
    gettext_lazy(
        "Without a network entries wait on the phone and are sent by themselves later; do not close the page before it"
        " says that all is sent."
    ),
    gettext_lazy("Without a phone go on with the score sheet; what stands on it is typed in later."),
)
CHAPTERS: tuple[tuple[Promise, tuple[str | Promise, ...]], ...] = (
    (gettext_lazy("Before the round"), BEFORE),
    (pgettext_lazy("notes for referees", "At the table"), AT_THE_TABLE),
    (gettext_lazy("What is written down"), WRITTEN_DOWN),
    (gettext_lazy("Time and the bell"), THE_BELL),
    (gettext_lazy("How a match is decided"), DECIDED),
    (pgettext_lazy("notes for referees", "Offences"), ("penalties",)),
    (gettext_lazy("Disputes and signatures"), SIGNED),
    (gettext_lazy("Without a network"), AWAY),
)
"""Each with what it says in its order: the anchors of paragraphs of the regulation, and what holds for every event."""


ANCHORS: Final = frozenset(item for _title, items in CHAPTERS for item in items if isinstance(item, str))


def referee_notes(reading: EventReading, options: Options) -> Pages:
    """Two pages at most."""
    return paper(reading, options, _("Notes for referees"), _blocks(reading), subtitle=reading.tournament.place)


def _blocks(reading: EventReading) -> Iterator[Block]:
    regulation, first = regulation_of(reading.tournament), reading.facts.stages[0]
    game = GAMES[first.stage.game]
    rows = game.terms(game.options_of(first.rules)).penalties
    words: dict[str, str] = {
        "entries": _entries(first),
        "annex": _("How the game is played stands in the regulation.") if regulation.own else "",
        "penalties": _(
            "An offence is written down and reported to the chief referee, who warns, takes the match or disqualifies."
        ),
    }
    words |= regulation.words
    number = 0
    for title, items in CHAPTERS:
        sentences = [words.get(item, "") if item in ANCHORS else str(item) for item in items]
        if not any(sentences):
            continue
        number += 1
        yield Heading(f"{number}　{title}")
        for count, sentence in enumerate(filter(None, sentences), start=1):
            yield Text(f"{number}.{count}　{sentence}", size=10, indented=False)
        if "penalties" in items and rows:
            comma = pgettext("between effects", ", ")
            effects = [[offence_words(row), comma.join(map(effect_words, row.effects))] for row in rows]
            yield Table([_("Offence"), _("What follows")], ("1fr", "1fr"), effects, height=5.5, size=9, left=(0, 1))


def _entries(first: PlayedStage) -> str:
    """What the referee enters: of each deal, or of each game."""
    options = GAMES[first.stage.game].options_of(first.rules)
    if first.stage.game == Guandan.name:
        order = _(
            "After each deal the four seats are written down in the order in which they go out; if the first two are"
            " partners, two are enough. The site counts."
        )
        turned_up = _("With each deal the card that was turned up is written down, too.")
        return together(order, turned_up if options.measure is Measure.POINTS else "")
    if first.stage.game == Shuangsheng.name:
        return _(
            "After each deal it is written down who defended, how many points the attackers won, who took the bottom"
            " and whether a play was wrong. The site counts the levels."
        )
    result = (
        _("After each game its points are written down.")
        if options.measure is Counted.POINTS
        else _("After each game it is written down who has won.")
    )
    return together(result, _("The order in which all go out may be added.") if options.order_asked else "")

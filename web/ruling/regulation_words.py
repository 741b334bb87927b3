"""竞赛规则: the paragraphs of the regulation that hold under every rule set, in the order in which the page shows them.

The structure and the sentences are ours, the matter is annex 3 of S000; what a rule set chooses is told by
``tournaments.bracket.words.options``. Anchors are stable: rulings link to them.
"""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from guandan_rules import OpenPoint


@dataclass(frozen=True)
class Paragraph:
    """One paragraph: its anchor, its words (None: an option tells), the place in annex 3 (empty: our reading), and
    which open point it answers."""

    anchor: str
    words: Promise | None = None
    source: str = ""
    open_point: OpenPoint | None = None
    title: Promise | None = None


@dataclass(frozen=True)
class Chapter:
    """A chapter with its paragraphs."""

    anchor: str
    title: Promise
    paragraphs: tuple[Paragraph, ...]


GAME: Final = Chapter(
    "the-game",
    _("The game and its words"),
    (
        Paragraph(
            "guandan",
            _(
                "Four people play, two against two, with two packs of cards, 108 in all. Whoever gets rid of his hand "
                "sooner rises further, and the levels that a side has climbed decide the match."
            ),
            "一（一）",
        ),
        Paragraph(
            "seats",
            _(
                "Partners sit opposite each other. The player on the left of somebody is the one before him, "
                "the player on his right the one after him."
            ),
            "一（二）1–2",
        ),
        Paragraph(
            "deal",
            _(
                "A deal lasts from the first card that is drawn until it is known who is out 1st, 2nd, 3rd and last. "
                "It is over at once when partners are 1st and 2nd: then the other two are not ranked."
            ),
            "一（二）3",
        ),
        Paragraph("first-level", None, "一（二）4"),
        Paragraph("rising", None, "一（二）4"),
        Paragraph("must-play"),
        Paragraph(
            "level-card",
            _(
                "The level cards are the eight cards of the rank to which the side that won the last deal has climbed; "
                "in the first deal those of the first level."
            ),
            "一（二）5",
        ),
        Paragraph(
            "wild",
            _(
                "The level card of hearts is wild: there are two of them, and each may stand for any card but a joker "
                "to complete a play."
            ),
            "一（二）5",
        ),
    ),
)
KINDS: Final = Chapter(
    "kinds",
    _("Kinds of plays"),
    (
        Paragraph("single", _("One card."), "一（三）1", title=pgettext_lazy("kind", "Single")),
        Paragraph(
            "pair",
            _("Two cards of one rank. Two big jokers or two small jokers are a pair, one of each is not."),
            "一（三）2", title=pgettext_lazy("kind", "Pair"),
        ),
        Paragraph("triple", _("Three cards of one rank."), "一（三）4", title=pgettext_lazy("kind", "Triple")),
        Paragraph(
            "full-house",
            _("A triple together with a pair, for example 2 2 2 and 3 3. The pair may be jokers."),
            "一（三）6", title=pgettext_lazy("kind", "Full house"),
        ),
        Paragraph(
            "straight",
            _("Five single cards of neighbouring ranks, for example 3 4 5 6 7; never more and never fewer."),
            "一（三）7", title=pgettext_lazy("kind", "Straight"),
        ),
        Paragraph(
            "tube",
            _("Three pairs of neighbouring ranks, for example 2 2 3 3 4 4; never more and never fewer."),
            "一（三）3", title=pgettext_lazy("kind", "Tube"),
        ),
        Paragraph(
            "plate",
            _("Two triples of neighbouring ranks, for example 2 2 2 3 3 3; never more."),
            "一（三）5", title=pgettext_lazy("kind", "Plate"),
        ),
        Paragraph(
            "bomb",
            _(
                "Four or more cards of one rank. With both wilds there may be ten; of the level rank itself there are "
                "eight at most."
            ),
            "一（三）8", title=pgettext_lazy("kind", "Bomb"),
        ),
        Paragraph(
            "straight-flush",
            _("A straight whose five cards are of one suit."),
            "一（三）9", title=pgettext_lazy("kind", "Straight flush"),
        ),
        Paragraph(
            "four-jokers",
            _("Both big and both small jokers together. No wild can stand for a joker."),
            "一（三）10", title=pgettext_lazy("kind", "Four jokers"),
        ),
    ),
)  # fmt: skip
ORDER: Final = Chapter(
    "what-beats-what",
    _("What beats what"),
    (
        Paragraph(
            "ranks",
            _("From the highest down: big joker, small joker, level card, A, K, Q, J, 10, 9, 8, 7, 6, 5, 4, 3, 2."),
            "二（一）1（1）",
        ),
        Paragraph(
            "ace-low",
            _(
                "In tubes, plates, straights and straight flushes an A may stand below the 2 as the lowest card. "
                "Nothing goes round the corner: Q K A 2 3 is not a straight."
            ),
            "二（一）1（2）",
        ),
        Paragraph(
            "level-place",
            _(
                "In straights, straight flushes, tubes and plates a level card stands at its natural rank and counts "
                "no more than that."
            ),
            "二（二）1",
        ),
        Paragraph(
            "same-kind",
            _(
                "Singles, pairs, triples, tubes, plates, straights and straight flushes beat only their own kind, the "
                "higher rank the lower; a straight flush beats what stands below it in the order of kinds as well."
            ),
            "二（一）2（1）",
        ),
        Paragraph(
            "full-house-rank",
            _("Of two full houses the higher triple wins; the pairs are not looked at."),
            "二（一）2（2）",
        ),
        Paragraph(
            "bomb-size",
            _("Of two bombs the one with more cards wins; with the same number of cards, the higher rank."),
            "二（一）2（3）",
        ),
        Paragraph(
            "suits",
            _("Suits never count in a comparison. What is equal does not beat: whoever played first keeps the lead."),
            "二（一）2（4）",
        ),
        Paragraph(
            "order-of-kinds",
            _(
                "From the highest down: four jokers; bombs of six cards and more; straight flushes; bombs of five; "
                "bombs of four; all other kinds, none of which beats another kind."
            ),
            "二（一）2（5）",
        ),
        Paragraph(
            "wild-place",
            _(
                "A wild is laid at the place of the card for which it stands, and where it could be meant in several "
                "ways its player says the kind and the rank."
            ),
            "二（二）2",
        ),
        Paragraph(
            "wild-alone",
            _(
                "A wild played alone is a level card, and two wilds alone are a pair of level cards and nothing else. "
                "A wild never makes a pair with a joker."
            ),
        ),
        Paragraph(
            "several-readings",
            _(
                "Where a set of cards can be read in several ways, it is what its player declares; if nothing was said "
                "about a full house, its triple is the higher of the two ranks."
            ),
        ),
        Paragraph(
            "really-one-suit",
            _(
                "Five neighbouring cards that really are of one suit are a straight flush and never a plain straight. "
                "Where a wild helps, its player may choose."
            ),
        ),
    ),
)
CARDS: Final = Chapter(
    "cards",
    _("Shuffling, cutting, drawing"),
    (
        Paragraph(
            "shuffle",
            _("For the first deal the cards are shuffled thoroughly five to seven times and put down in the middle."),
            "二（三）1",
        ),
        Paragraph(
            "first-deal",
            _(
                "First deal: one side shuffles, the other cuts and turns up a card; a joker or the 2 of hearts is "
                "turned again. Counting anticlockwise from the player who cut, the rank of that card tells who draws "
                "first. Whoever draws the turned card leads."
            ),
            "二（三）2",
        ),
        Paragraph("ace-count", open_point=OpenPoint.ACE_COUNT),
        Paragraph("later-deals", None, "二（三）3"),
        Paragraph("double-shuffler", open_point=OpenPoint.DOUBLE_SHUFFLER),
        Paragraph(
            "cut",
            _(
                "Whoever shuffles neither cuts nor puts cards elsewhere afterwards. The cut is made in the middle of "
                "the pile, without counting, and never within the top or the bottom five cards."
            ),
            "二（三）4",
        ),
        Paragraph(
            "draw",
            _("Cards are drawn face down, one at a time, anticlockwise, until none is left."),
            "二（三）5",
        ),
    ),
)
PLAY: Final = Chapter(
    "play",
    _("Playing"),
    (
        Paragraph(
            "turn",
            _(
                "Play goes anticlockwise. Whoever leads plays what he likes; the others in turn play something that "
                "beats the play before, or pass."
            ),
            "二（四）1（1）",
        ),
        Paragraph("pass", _("Whoever does not play says so aloud: pass."), "二（四）1（2）"),
        Paragraph(
            "lead-again", _("When the three others pass one after another, he who played last leads."), "二（四）1（3）"
        ),
        Paragraph(
            "deal-end",
            _("A deal ends when three players are out, or as soon as partners are 1st and 2nd."),
            "二（四）1（4）",
        ),
        Paragraph("at-once", _("A play is put down as a whole, not card by card."), "二（四）2（1）"),
        Paragraph(
            "laying-out",
            _(
                "Straights, straight flushes, tubes and plates are laid in order, the lowest card on the left; "
                "a full house with the triple on the left and the pair on the right."
            ),
            "二（四）2（2）",
        ),
        Paragraph(
            "partner-leads",
            _("When a player goes out and nobody beats his last play, his partner leads next."),
            "二（五）",
        ),
        Paragraph("report", None, "二（七）", OpenPoint.REPORT),
    ),
)
TRIBUTE: Final = Chapter(
    "tribute",
    _("Tribute"),
    (
        Paragraph(
            "tribute-single",
            _(
                "From the second deal on, before play, the one who was last gives his highest card, the wild excepted, "
                "to the one who was 1st, and leads."
            ),
            "二（六）1",
        ),
        Paragraph("return", None, "二（六）1"),
        Paragraph("return-level-card"),
        Paragraph(
            "tribute-double",
            _(
                "After 1st and 2nd of one side both losers pay. The one who was 1st takes the higher card and his "
                "partner the lower, each returns a card to the payer of the card he took, and the returned cards are "
                "shown together. The payer whose card the 1st took leads."
            ),
            "二（六）2",
        ),
        Paragraph(
            "tribute-equal",
            _(
                "If the two cards are of equal rank, tribute goes clockwise: each payer gives to the winner on his "
                "left, and gets his card back from him."
            ),
            "二（六）2",
        ),
        Paragraph(
            "resist",
            _(
                "Whoever has to pay and holds both big jokers resists; after 1st and 2nd of one side the two payers "
                "resist if they hold both between them. Nobody pays, and the one who was 1st leads."
            ),
            "二（六）3",
        ),
    ),
)
MATCH: Final = Chapter(
    "match",
    _("The match"),
    (
        Paragraph("time", None, "二（八）", OpenPoint.MINUTES),
        Paragraph("verdict", None, "二（八）"),
        Paragraph("ties", None, "二（八）", OpenPoint.TIE_RULES),
        Paragraph("tie-at-start", open_point=OpenPoint.TIE_AT_START),
        Paragraph("bell", open_point=OpenPoint.ON_TIME),
        Paragraph("passing-a", None, "二（八）", OpenPoint.PASSING_CONDITION),
        Paragraph("passing-a-when", open_point=OpenPoint.PASSING_SCOPE),
        Paragraph("failing-a", open_point=OpenPoint.A_FAIL),
        Paragraph("failing-a-when", open_point=OpenPoint.FAIL_SCOPE),
        Paragraph("deal-limit", open_point=OpenPoint.DEAL_LIMIT),
        Paragraph("points"),
        Paragraph("late", open_point=OpenPoint.GRACE),
        Paragraph("penalties"),
        Paragraph(
            "silence",
            _("What is not written here is decided by the organiser; at the table the chief referee decides."),
            "三",
        ),
    ),
)
EVENT: Final = Chapter(
    "event",
    _("The event"),
    (
        Paragraph("game"),
        Paragraph("branch-halves", open_point=OpenPoint.BRANCH_HALVES),
        Paragraph("ranking"),
        Paragraph("third-place", open_point=OpenPoint.THIRD_PLACE),
        Paragraph("souvenir", open_point=OpenPoint.SOUVENIR),
        Paragraph("leader", open_point=OpenPoint.LEADER),
        Paragraph("entry-close", open_point=OpenPoint.ENTRY_CLOSE),
        Paragraph("tables", open_point=OpenPoint.TABLES),
    ),
)
SHUANGSHENG: Final = Chapter(
    "counting",
    _("How it is counted"),
    tuple(map(Paragraph, ("length", "levels", "taking", "stops", "falls", "wrong", "decided"))),
)
"""双升: what its options decide; how its cards are played, an event's own notice says."""
CHAPTERS: Final = (GAME, KINDS, ORDER, CARDS, PLAY, TRIBUTE, MATCH)

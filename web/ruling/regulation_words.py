"""竞赛规则: the paragraphs of the regulation that hold under every rule set, in the order in which the page shows them.

The structure and the sentences are ours, the matter is annex 3 of S000; what a rule set chooses is told by
``tournaments.bracket.words``. Anchors are stable: rulings link to them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from guandan_rules import OpenPoint

Paragraphs = Mapping[tuple[str, str], Promise | OpenPoint | None]
"""By their anchor and their place in annex 3 ("": our reading) the words of the paragraphs. Of some an option of the
rule set tells: ``None``, or the open point of the notice that it answers."""


@dataclass(frozen=True)
class Chapter:
    """A chapter with its paragraphs."""

    anchor: str
    title: Promise
    paragraphs: Paragraphs


GAME: Final = Chapter(
    "the-game",
    _("The game and its words"),
    {
        ("guandan", "一（一）"): None,
        ("seats", "一（二）1–2"): _(
            "Partners sit opposite each other. The player on the left of somebody is the one before him, "
            "the player on his right the one after him."
        ),
        ("deal", "一（二）3"): _(
            "A deal lasts from the first card that is drawn until it is known who is out 1st, 2nd, 3rd and last. "
            "It is over at once when partners are 1st and 2nd: then the other two are not ranked."
        ),
        ("first-level", "一（二）4"): None,
        ("rising", "一（二）4"): None,
        ("must-play", ""): None,
        ("level-card", "一（二）5"): None,
        ("wild", "一（二）5"): _(
            "The level card of hearts is wild: there are two of them, and each may stand for any card but a joker "
            "to complete a play."
        ),
    },
)
KINDS: Final = Chapter(
    "kinds",
    _("Kinds of plays"),
    {
        ("single", "一（三）1"): _("One card."),
        ("pair", "一（三）2"): _(
            "Two cards of one rank. Two big jokers or two small jokers are a pair, one of each is not."
        ),
        ("triple", "一（三）4"): _("Three cards of one rank."),
        ("full-house", "一（三）6"): _(
            "A triple together with a pair, for example 2 2 2 and 3 3. The pair may be jokers."
        ),
        ("straight", "一（三）7"): _(
            "Five single cards of neighbouring ranks, for example 3 4 5 6 7; never more and never fewer."
        ),
        ("tube", "一（三）3"): _(
            "Three pairs of neighbouring ranks, for example 2 2 3 3 4 4; never more and never fewer."
        ),
        ("plate", "一（三）5"): _("Two triples of neighbouring ranks, for example 2 2 2 3 3 3; never more."),
        ("bomb", "一（三）8"): _(
            "Four or more cards of one rank. With both wilds there may be ten; of the level rank itself there are "
            "eight at most."
        ),
        ("straight-flush", "一（三）9"): _("A straight whose five cards are of one suit."),
        ("four-jokers", "一（三）10"): _("Both big and both small jokers together. No wild can stand for a joker."),
    },
)
ORDER: Final = Chapter(
    "what-beats-what",
    _("What beats what"),
    {
        ("ranks", "二（一）1（1）"): _(
            "From the highest down: big joker, small joker, level card, A, K, Q, J, 10, 9, 8, 7, 6, 5, 4, 3, 2."
        ),
        ("ace-low", "二（一）1（2）"): _(
            "In tubes, plates, straights and straight flushes an A may stand below the 2 as the lowest card. "
            "Nothing goes round the corner: Q K A 2 3 is not a straight."
        ),
        ("level-place", "二（二）1"): _(
            "In straights, straight flushes, tubes and plates a level card stands at its natural rank and counts "
            "no more than that."
        ),
        ("same-kind", "二（一）2（1）"): _(
            "Singles, pairs, triples, tubes, plates, straights and straight flushes beat only their own kind, the "
            "higher rank the lower; a straight flush beats what stands below it in the order of kinds as well."
        ),
        ("full-house-rank", "二（一）2（2）"): _(
            "Of two full houses the higher triple wins; the pairs are not looked at."
        ),
        ("bomb-size", "二（一）2（3）"): _(
            "Of two bombs the one with more cards wins; with the same number of cards, the higher rank."
        ),
        ("suits", "二（一）2（4）"): _(
            "Suits never count in a comparison. What is equal does not beat: whoever played first keeps the lead."
        ),
        ("order-of-kinds", "二（一）2（5）"): _(
            "From the highest down: four jokers; bombs of six cards and more; straight flushes; bombs of five; "
            "bombs of four; all other kinds, none of which beats another kind."
        ),
        ("wild-place", "二（二）2"): _(
            "A wild is laid at the place of the card for which it stands, and where it could be meant in several "
            "ways its player says the kind and the rank."
        ),
        ("wild-alone", ""): _(
            "A wild played alone is a level card, and two wilds alone are a pair of level cards and nothing else. "
            "A wild never makes a pair with a joker."
        ),
        ("several-readings", ""): _(
            "Where a set of cards can be read in several ways, it is what its player declares; if nothing was said "
            "about a full house, its triple is the higher of the two ranks."
        ),
        ("really-one-suit", ""): _(
            "Five neighbouring cards that really are of one suit are a straight flush and never a plain straight. "
            "Where a wild helps, its player may choose."
        ),
    },
)
CARDS: Final = Chapter(
    "cards",
    _("Shuffling, cutting, drawing"),
    {
        ("shuffle", "二（三）1"): _(
            "For the first deal the cards are shuffled thoroughly five to seven times and put down in the middle."
        ),
        ("first-deal", "二（三）2"): None,
        ("ace-count", ""): OpenPoint.ACE_COUNT,
        ("later-deals", "二（三）3"): None,
        ("double-shuffler", ""): OpenPoint.DOUBLE_SHUFFLER,
        ("cut", "二（三）4"): _(
            "Whoever shuffles neither cuts nor puts cards elsewhere afterwards. The cut is made in the middle of "
            "the pile, without counting, and never within the top or the bottom five cards."
        ),
        ("draw", "二（三）5"): _("Cards are drawn face down, one at a time, anticlockwise, until none is left."),
    },
)
PLAY: Final = Chapter(
    "play",
    _("Playing"),
    {
        ("turn", "二（四）1（1）"): _(
            "Play goes anticlockwise. Whoever leads plays what he likes; the others in turn play something that "
            "beats the play before, or pass."
        ),
        ("pass", "二（四）1（2）"): _("Whoever does not play says so aloud: pass."),
        ("lead-again", "二（四）1（3）"): _("When the three others pass one after another, he who played last leads."),
        ("deal-end", "二（四）1（4）"): _(
            "A deal ends when three players are out, or as soon as partners are 1st and 2nd."
        ),
        ("at-once", "二（四）2（1）"): _("A play is put down as a whole, not card by card."),
        ("laying-out", "二（四）2（2）"): _(
            "Straights, straight flushes, tubes and plates are laid in order, the lowest card on the left; "
            "a full house with the triple on the left and the pair on the right."
        ),
        ("partner-leads", "二（五）"): _(
            "When a player goes out and nobody beats his last play, his partner leads next."
        ),
        ("report", "二（七）"): OpenPoint.REPORT,
    },
)
TRIBUTE: Final = Chapter(
    "tribute",
    _("Tribute"),
    {
        ("tribute-single", "二（六）1"): _(
            "From the second deal on, before play, the one who was last gives his highest card, the wild excepted, "
            "to the one who was 1st, and leads."
        ),
        ("return", "二（六）1"): None,
        ("return-level-card", ""): None,
        ("tribute-double", "二（六）2"): _(
            "After 1st and 2nd of one side both losers pay. The one who was 1st takes the higher card and his "
            "partner the lower, each returns a card to the payer of the card he took, and the returned cards are "
            "shown together. The payer whose card the 1st took leads."
        ),
        ("tribute-equal", "二（六）2"): _(
            "If the two cards are of equal rank, tribute goes clockwise: each payer gives to the winner on his "
            "left, and gets his card back from him."
        ),
        ("resist", "二（六）3"): _(
            "Whoever has to pay and holds both big jokers resists; after 1st and 2nd of one side the two payers "
            "resist if they hold both between them. Nobody pays, and the one who was 1st leads."
        ),
    },
)
MATCH: Final = Chapter(
    "match",
    _("The match"),
    {
        ("time", "二（八）"): OpenPoint.MINUTES,
        ("verdict", "二（八）"): None,
        ("ties", "二（八）"): OpenPoint.TIE_RULES,
        ("tie-at-start", ""): OpenPoint.TIE_AT_START,
        ("extra-deal", ""): None,
        ("bell", ""): OpenPoint.ON_TIME,
        ("passing-a", "二（八）"): OpenPoint.PASSING_CONDITION,
        ("passing-a-when", ""): OpenPoint.PASSING_SCOPE,
        ("failing-a", ""): OpenPoint.A_FAIL,
        ("failing-a-count", ""): OpenPoint.FAIL_COUNT,
        ("failing-a-when", ""): OpenPoint.FAIL_SCOPE,
        ("deal-limit", ""): OpenPoint.DEAL_LIMIT,
        ("points", ""): None,
        ("forfeit", ""): None,
        ("bye", ""): None,
        ("late", ""): OpenPoint.GRACE,
        ("penalties", ""): None,
        ("silence", "三"): _(
            "What is not written here is decided by the organiser; at the table the chief referee decides."
        ),
    },
)
EVENT: Final = Chapter(
    "event",
    _("The event"),
    {
        ("game", ""): None,
        ("format", "五、1"): None,
        ("boards", ""): None,
        ("games", ""): None,
        ("ranking", ""): None,
        ("third-place", "七"): OpenPoint.THIRD_PLACE,
        ("team", "一、2"): None,
        ("leader", "一、4"): OpenPoint.LEADER,
        ("entry-close", "二"): OpenPoint.ENTRY_CLOSE,
        ("acceptance", ""): None,
        ("draw-at", "二"): None,
        ("branch-halves", ""): OpenPoint.BRANCH_HALVES,
        ("tables", ""): OpenPoint.TABLES,
        ("roll-call", ""): None,
        ("last-deal", ""): None,
        ("souvenir", "七"): OpenPoint.SOUVENIR,
        ("rating", ""): None,
    },
)
SHUANGSHENG: Final = Chapter(
    "counting",
    _("How it is counted"),
    {(anchor, ""): None for anchor in ("length", "bell", "levels", "taking", "stops", "falls", "wrong", "decided")},
)
"""双升: what its options decide; how its cards are played, an event's own notice says."""
CHAPTERS: Final = (GAME, KINDS, ORDER, CARDS, PLAY, TRIBUTE, MATCH)

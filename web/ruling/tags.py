"""How the ruling desk and the regulation write cards, plays, reasons and paragraphs."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import template
from django.utils.translation import pgettext

from guandan_rules import Card, Code, level_name, wild_of
from guandan_rules.cards import BIG_JOKER
from tournaments.bracket.words import options
from tournaments.bracket.words.matches import PROBLEMS as ORDER_PROBLEMS
from tournaments.bracket.words.matches import SEATS
from web.ruling import play_words
from web.ruling.questions import MOST_TYPED, CardsField, LevelField, reading_key
from web.ruling.regulation import Regulation
from web.ruling.rulings import Comparison, Group, PayerFields, TributeQuestion
from web.templatetags.site import words_of

register = template.Library()
register.filter("card_words", play_words.card_words)
register.filter("reading_words", play_words.reading_words)
register.filter("group_words", play_words.group_words)
register.filter("offence_words", options.offence_words)
register.filter("effect_words", options.effect_words)
register.filter("reading_key", reading_key)
register.filter("reason_words", words_of(play_words.PROBLEMS))
register.filter("seat_words", words_of(SEATS))

TRIBUTE_GROUNDS = ("resist", "return", "return-level-card", "later-deals")


@register.filter
def tribute_grounds(kind: str) -> tuple[str, ...]:
    """The paragraphs on which an answer about tribute rests, for ``grounds``."""
    if kind == "double":
        return "tribute-double", "tribute-equal", *TRIBUTE_GROUNDS, "double-shuffler"
    return "tribute-single", *TRIBUTE_GROUNDS


@register.inclusion_tag("ruling/parts/card.html")
def playing_card(card: Card, level: int | None = None) -> dict[str, Any]:
    """A card as it is drawn: rank and suit as shapes, its name for those who hear the page."""
    face = "" if card.suit is None else level_name(card.rank)
    suit = "big" if card == BIG_JOKER else card.suit.name.lower() if card.suit else "small"
    return {"card": card, "face": face, "suit": suit, "is_wild": card == wild_of(level)}


@register.inclusion_tag("ruling/parts/paragraphs.html")
def grounds(regulation: Regulation, url: str, anchors: Iterable[str]) -> dict[str, Any]:
    """The paragraphs on which something rests, as far as this rule set has them, each with a link to its place."""
    known = {p.anchor: p for chapter in regulation.chapters for p in chapter.paragraphs}
    return {"paragraphs": [known[anchor] for anchor in anchors if anchor in known], "url": url}


@register.inclusion_tag("ruling/parts/paragraphs.html")
def paragraphs(regulation: Regulation, url: str, *anchors: str) -> dict[str, Any]:
    """The same for anchors that are named one by one."""
    return grounds(regulation, url, anchors)


@register.filter
def cause_words(comparison: Comparison) -> str:
    """Why one play beats the other, or neither does."""
    return str(play_words.CAUSES[comparison.cause])


@register.filter
def reason_anchors(code: str, cards: Sequence[Card]) -> tuple[str, ...]:
    """The paragraphs that say why; of cards that are no neighbours those about as many cards."""
    if code == Code.NOT_CONSECUTIVE:
        return play_words.OF_SIZE.get(len(cards), ())
    return play_words.REASON_ANCHORS.get(code, ())


@register.filter
def level_faults(level: LevelField) -> list[str]:
    """What is wrong with the level typed."""
    return [play_words.desk_sentence(level.code, text=level.typed[:20])] if level.code else []


@register.filter
def cards_faults(cards: CardsField) -> list[str]:
    """What is wrong with the cards typed; with what could not be read as cards."""
    if cards.error:
        texts = pgettext("between", ", ").join(text[:20] for text in cards.error.texts[:5])
        return [str(play_words.PROBLEMS[code]) % {"texts": texts} for code in cards.error.problems]
    return [play_words.desk_sentence(cards.code, most=MOST_TYPED)] if cards.code else []


@register.filter
def order_faults(tribute: TributeQuestion) -> list[str]:
    """What is wrong with the order typed."""
    return [str(ORDER_PROBLEMS[code]) for code in tribute.problems]


@register.filter
def jokers_faults(payer: PayerFields) -> list[str]:
    """What is wrong with the number of big jokers."""
    return [play_words.desk_sentence(payer.jokers_code)] if payer.jokers_code else []


@register.filter
def paid_faults(payer: PayerFields) -> list[str]:
    """What is wrong with the card paid."""
    own = [play_words.desk_sentence(payer.paid_code, count=len(payer.paid.cards))] if payer.paid_code else []
    return [*cards_faults(payer.paid), *own]


@register.filter
def groups(parts: tuple[Group, ...], level: int | None) -> list[str]:
    """Groups of plays in words."""
    return [play_words.group_words(group, level) for group in parts]

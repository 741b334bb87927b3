"""竞赛规则 as an event plays it: numbered paragraphs with the words of its rule set, and what the notice left open."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from guandan_rules import RuleSet, named
from scoring.games import guandan, shuangsheng
from tournaments.bracket.rules.rule_sets import frozen_options, rule_set, stage_minutes
from tournaments.bracket.words.options import option_words
from tournaments.bracket.words.shuangsheng import counting
from tournaments.models import Tournament
from web.ruling.open_points import event_words
from web.ruling.regulation_words import CHAPTERS, EVENT, SHUANGSHENG, Chapter, Paragraph

ANNEX: Final = "s000"
"""The rule set whose source is annex 3 itself."""


@dataclass(frozen=True)
class ParagraphView:
    """A paragraph as the page shows it. ``chosen``: an option of the rule set; ``is_open``: the notice says nothing."""

    number: str
    anchor: str
    title: str
    words: str
    source: str
    chosen: bool
    is_open: bool


@dataclass(frozen=True)
class ChapterView:
    """A chapter with what its paragraphs say in this event."""

    number: int
    anchor: str
    title: str
    paragraphs: tuple[ParagraphView, ...]


@dataclass(frozen=True)
class Regulation:
    """The regulation of an event (None: of the notice), whole."""

    rules: RuleSet
    chapters: tuple[ChapterView, ...]

    def paragraph(self, anchor: str) -> ParagraphView:
        """The paragraph of that anchor; LookupError if this rule set has none."""
        for chapter in self.chapters:
            for paragraph in chapter.paragraphs:
                if paragraph.anchor == anchor:
                    return paragraph
        raise LookupError(anchor)

    @property
    def left_open(self) -> tuple[ParagraphView, ...]:
        """The paragraphs on which the notice is silent."""
        return tuple(p for chapter in self.chapters for p in chapter.paragraphs if p.is_open)


def rules_of(tournament: Tournament | None) -> RuleSet:
    """The rule set that the event plays; that of the notice where there is no event."""
    return rule_set(tournament) if tournament else named(ANNEX)


def regulation_under(rules: RuleSet) -> Regulation:
    """What holds at the table under a rule set, in the reader's language; asks no database."""
    words = option_words(rules)
    views = (_chapter(number, chapter, words, rules) for number, chapter in enumerate(CHAPTERS, start=1))
    return Regulation(rules, tuple(views))


def regulation_of(tournament: Tournament | None) -> Regulation:
    """The whole regulation: what holds at the table, and how the event does what the notice leaves open; of an event
    that plays another game than 掼蛋 the latter, and how it counts, its own notice says the former."""
    rules = rules_of(tournament)
    regulation = regulation_under(rules)
    if tournament is None:
        return regulation
    chapters = regulation.chapters if plays_guandan(tournament) else tuple(_counting(tournament, rules))
    return Regulation(rules, (*chapters, _chapter(len(chapters) + 1, EVENT, event_words(tournament), rules)))


def _counting(tournament: Tournament, rules: RuleSet) -> Iterator[ChapterView]:
    """By what a match of 双升 is decided, by the options of its first stage."""
    stage = tournament.stages.select_related("tournament").earliest("number")
    if stage.game == shuangsheng.name:
        options_ = shuangsheng.options_of(frozen_options(stage))
        yield _chapter(1, SHUANGSHENG, counting(options_, stage_minutes(stage)), rules)


def plays_guandan(tournament: Tournament) -> bool:
    """Is 掼蛋 played in any of its stages?"""
    return tournament.stages.filter(game=guandan.name).exists()


def _chapter(number: int, chapter: Chapter, words: dict[str, str], rules: RuleSet) -> ChapterView:
    texts = [(p, str(p.words) if p.words else words[p.anchor]) for p in chapter.paragraphs]
    shown = [(p, text) for p, text in texts if text]
    views = (_paragraph(f"{number}.{place}", p, text, rules) for place, (p, text) in enumerate(shown, start=1))
    return ChapterView(number, chapter.anchor, str(chapter.title), tuple(views))


def _paragraph(number: str, paragraph: Paragraph, words: str, rules: RuleSet) -> ParagraphView:
    return ParagraphView(
        number=number,
        anchor=paragraph.anchor,
        title=str(paragraph.title or ""),
        words=words,
        source=paragraph.source if rules.name == ANNEX else "",
        chosen=paragraph.words is None,
        is_open=paragraph.open_point in rules.open_points,
    )

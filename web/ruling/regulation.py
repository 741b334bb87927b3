"""竞赛规则 as an event plays it: numbered paragraphs, each made of the settings that act, with where they come from."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from guandan_rules import OpenPoint, RuleSet, named
from scoring.games import GAMES
from scoring.games.guandan import Guandan
from scoring.games.shuangsheng import Shuangsheng
from tournaments.bracket.queries.settings import present_game
from tournaments.bracket.rules.formats import shaped
from tournaments.bracket.rules.rule_sets import rule_set, stage_minutes
from tournaments.bracket.words.event_sentences import EVENT as EVENT_SENTENCES
from tournaments.bracket.words.event_sentences import EventFacts
from tournaments.bracket.words.names import together
from tournaments.bracket.words.own_rules import OwnChapter, own_chapters
from tournaments.bracket.words.rule_sentences import RULES, option_words, shuangsheng_counting
from tournaments.bracket.words.sentences import Sentences
from tournaments.day.words.games import TITLES
from tournaments.event.queries.office import answered_points
from tournaments.models import Tournament
from tournaments.presets.named_games import GUANDAN
from tournaments.presets.preset import Blueprint, PresetError, StagePlan, read_preset
from web.publishing.pages import public_page
from web.ruling.play_words import KINDS
from web.ruling.regulation_words import CHAPTERS, EVENT, SHUANGSHENG, Chapter
from web.ruling.rulings import KIND_ANCHORS

ANNEX: Final = "s000"
"""The preset whose notice is the one of annex 3."""
KIND_TITLES: Final = {anchor: KINDS[kind] for kind, anchor in KIND_ANCHORS.items()}
WITH_A_TABLE: Final = ("points", "forfeit", "bye")
"""Paragraphs about points, which count only where a stage has a table or the deals give them."""


class Mark(StrEnum):
    """Where a paragraph comes from: the notice says so, it does not and this is usual, or the office chose it."""

    QUOTED = "quoted"
    USUAL = "usual"
    CHOSEN = "chosen"


@dataclass(frozen=True)
class Origins:
    """What tells the mark of a paragraph: ``quotes`` of the notice by setting or anchor, the settings that the office
    ``changed``, the points that it ``answered``, and whether the places in annex 3 are those of the notice."""

    quotes: Mapping[str, str]
    changed: frozenset[str] = frozenset()
    answered: frozenset[str] = frozenset()
    has_annex: bool = False

    def of(
        self, anchor: str, settings: tuple[str, ...], source: str, *, point: object, is_open: bool
    ) -> tuple[Mark, str]:
        """The mark, and the words of the notice ("": its place says it, or there are none). Of a point that its rule
        set leaves open (``is_open``) only what is quoted for this very paragraph counts."""
        if self.changed.intersection(settings) or point in self.answered:
            return Mark.CHOSEN, ""
        names = (anchor, *(() if is_open else settings[:1]))
        quote = next((self.quotes[name] for name in names if name in self.quotes), "")
        if quote or (self.has_annex and source and not is_open):
            return Mark.QUOTED, quote
        return Mark.USUAL, ""


@dataclass(frozen=True)
class ParagraphView:
    """A paragraph as the page shows it. ``quote``: the notice's own sentence; ``source``: its place in annex 3;
    ``is_open``: a point that the notice is known to leave open."""

    number: str
    anchor: str
    title: str
    words: str
    source: str
    mark: Mark
    quote: str
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
    """The regulation of an event (None: of the notice), whole; ``own``: what the host wrote of its game itself."""

    rules: RuleSet
    chapters: tuple[ChapterView, ...]
    own: tuple[OwnChapter, ...] = ()
    has_notice: bool = True

    @property
    def words(self) -> dict[str, str]:
        """What its paragraphs say, by their anchor; who is late is said of any game, as in the notice."""
        late = {"late": option_words(self.rules)["late"]}
        return late | {p.anchor: p.words for chapter in self.chapters for p in chapter.paragraphs}

    @property
    def left_open(self) -> tuple[ParagraphView, ...]:
        """The paragraphs on which the notice is silent."""
        return tuple(p for chapter in self.chapters for p in chapter.paragraphs if p.is_open)


def rules_of(tournament: Tournament | None) -> RuleSet:
    """The rule set that the event plays; that of the notice where there is no event."""
    return rule_set(tournament) if tournament else named(ANNEX)


def regulation_under(rules: RuleSet, origins: Origins | None = None) -> Regulation:
    """What holds at the table under a rule set, in the reader's language; asks no database."""
    origins = origins or Origins(read_preset(ANNEX).quotes if rules.name == ANNEX else {}, has_annex=True)
    words = option_words(rules)
    views = (_chapter(number, chapter, words, RULES, rules, origins) for number, chapter in enumerate(CHAPTERS, 1))
    return Regulation(rules, tuple(views))


def regulation_of(tournament: Tournament | None) -> Regulation:
    """The whole regulation: what the host says of its game, what holds at the table where that is 掼蛋, how it counts
    where it is 双升, and how the event is run."""
    rules = rules_of(tournament)
    if tournament is None:
        return regulation_under(rules)
    facts, origins = EventFacts(tournament), origins_of(tournament, rules)
    chapters: list[ChapterView] = []
    if facts.plays_guandan:
        words = option_words(rules, is_of_games=facts.games_have_clocks)
        if not facts.has_table:
            words |= dict.fromkeys(WITH_A_TABLE if rules.measure == "levels" else WITH_A_TABLE[1:], "")
        chapters += [
            _chapter(number, chapter, words, RULES, rules, origins) for number, chapter in enumerate(CHAPTERS, 1)
        ]
    elif facts.stages[0].stage.game == Shuangsheng.name:
        # by what a match of 双升 is decided, by the options of its first stage
        first = facts.stages[0]
        counted = shuangsheng_counting(GAMES[first.stage.game].options_of(first.rules), stage_minutes(first.stage))
        chapters = [_chapter(1, SHUANGSHENG, counted, Sentences(), rules, origins)]
    with tournament.at_home():
        words = EVENT_SENTENCES.of(facts) | {"game": _game_words(facts)}
    chapters.append(_chapter(len(chapters) + 1, EVENT, words, EVENT_SENTENCES, rules, origins))
    return Regulation(rules, tuple(chapters), own_chapters(tournament.own_rules), has_notice=bool(origins.quotes))


def plays_guandan(tournament: Tournament) -> bool:
    """Is 掼蛋 played in any of its stages?"""
    return tournament.stages.filter(game=Guandan.name).exists()


def origins_of(tournament: Tournament, rules: RuleSet) -> Origins:
    """What the event's preset quotes of its notice, and what the office has set otherwise since."""
    try:
        plan = read_preset(tournament.preset)
    except PresetError:
        plan = Blueprint("")
    usual = RuleSet.from_dict({**named(plan.rule_set).to_dict(), **plan.rule_options})
    changed = {name for name in rules.to_dict() if getattr(rules, name) != getattr(usual, name)}
    columns = (
        "best_of", "match_clock", "boards", "boards_equal", "stop_early", "branches_apart", "third_place_match",
        "check_in_minutes", "last_bell_minutes", "seats", "reserves", "own_days", "is_rated",
    )  # fmt: skip
    changed |= {name for name in columns if getattr(tournament, name) != getattr(plan, name)}
    changed |= {"awards"} if tournament.awards != [award.to_dict() for award in plan.awards] else set()
    plans: tuple[Blueprint | StagePlan, ...] = (plan, *plan.later)
    for stage, planned in zip(tournament.stages.order_by("number"), plans, strict=False):
        if stage.format != planned.format:
            changed |= {"format", *stage.settings}
            continue
        names = {**stage.settings, **planned.settings}
        settings = (stage.settings, planned.settings)
        present, usual_shape = (shaped(stage.format, each, False, None, None) for each in settings)
        changed |= {name for name in names if getattr(present, name) != getattr(usual_shape, name)}
    return Origins(
        plan.quotes, frozenset(changed - {"name"}), frozenset(answered_points(tournament)), tournament.preset == ANNEX
    )


def _chapter(
    number: int, chapter: Chapter, words: dict[str, str], sentences: Sentences, rules: RuleSet, origins: Origins
) -> ChapterView:
    """The paragraphs that say something under these rules, numbered; what settings say stands in ``words``."""
    views: list[ParagraphView] = []
    for (anchor, source), own in chapter.paragraphs.items():
        is_set = own is None or isinstance(own, OpenPoint)
        text = words[anchor] if is_set else str(own)
        if text:
            settings = sentences[anchor].settings if anchor in sentences else ()
            is_open = own in rules.open_points
            mark, quote = origins.of(anchor, settings, source, point=own, is_open=is_open)
            view = ParagraphView(
                number=f"{number}.{len(views) + 1}",
                anchor=anchor,
                title=str(KIND_TITLES.get(anchor, "")),
                words=text,
                source=source if origins.has_annex and mark is Mark.QUOTED and not quote else "",
                mark=mark,
                quote=quote,
                is_open=mark is Mark.USUAL and is_open,
            )
            views.append(view)
    return ChapterView(number, chapter.anchor, str(chapter.title), tuple(views))


def _game_words(facts: EventFacts) -> str:
    """What is played, where that is not 掼蛋, and what of it is written down."""
    key = present_game(facts.tournament)
    if key == GUANDAN:
        return ""
    rules = facts.stages[0].stage.rule_set
    sentences = [_("What is played: %(game)s.") % {"game": TITLES[key]}]
    if rules.get("target"):
        sentences.append(_("A game goes to %(target)s points, two ahead.") % {"target": rules["target"]})
    if rules.get("draws"):
        sentences.append(_("A game may end in a draw."))
    return together(*sentences)


@public_page()
def regulation(request: HttpRequest, tournament: Tournament | None = None) -> HttpResponse:
    """竞赛规则 of the event, or of the notice."""
    other_game = tournament is not None and not plays_guandan(tournament)
    context = {"tournament": tournament, "regulation": regulation_of(tournament), "other_game": other_game}
    return render(request, "ruling/regulation.html", context)

"""竞赛规则 as an event plays it: numbered paragraphs with the words of its rule set, and what the notice left open."""

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from guandan_rules import OpenPoint, RuleSet, named
from scoring.games import GAMES
from scoring.games.guandan import Guandan
from scoring.games.shuangsheng import Shuangsheng
from tournaments.bracket.queries.settings import plays_deals, present_game
from tournaments.bracket.rules.formats import format_by, format_of
from tournaments.bracket.rules.rule_sets import frozen_options, rule_set, stage_minutes
from tournaments.bracket.words.apart import apart_words
from tournaments.bracket.words.formats import ranking_words
from tournaments.bracket.words.names import day, hour, together
from tournaments.bracket.words.options import option_words
from tournaments.bracket.words.shuangsheng import counting
from tournaments.day.words.games import TITLES
from tournaments.formats import KNOCKOUT, Redraw
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.presets.named_games import GUANDAN
from web.publishing.pages import public_page
from web.requests.loaders import needs
from web.ruling.card_rulings import KIND_ANCHORS
from web.ruling.play_words import KINDS
from web.ruling.regulation_words import CHAPTERS, EVENT, SHUANGSHENG, Chapter

ANNEX: Final = "s000"
"""The rule set whose source is annex 3 itself."""
KIND_TITLES: Final = {anchor: KINDS[kind] for kind, anchor in KIND_ANCHORS.items()}


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
    chapters = regulation.chapters
    if not plays_guandan(tournament):
        # by what a match of 双升 is decided, by the options of its first stage
        stage, chapters = tournament.stages.select_related("tournament").earliest("number"), ()
        if stage.game == Shuangsheng.name:
            counted = counting(GAMES[stage.game].options_of(frozen_options(stage)), stage_minutes(stage))
            chapters = (_chapter(1, SHUANGSHENG, counted, rules),)
    return Regulation(rules, (*chapters, _chapter(len(chapters) + 1, EVENT, _event_words(tournament), rules)))


def plays_guandan(tournament: Tournament) -> bool:
    """Is 掼蛋 played in any of its stages?"""
    return tournament.stages.filter(game=Guandan.name).exists()


def _chapter(number: int, chapter: Chapter, words: dict[str, str], rules: RuleSet) -> ChapterView:
    """The paragraphs that say something under these rules, numbered; what an option tells stands in ``words``."""
    views: list[ParagraphView] = []
    for (anchor, source), own in chapter.paragraphs.items():
        is_chosen = own is None or isinstance(own, OpenPoint)
        text = words[anchor] if is_chosen else str(own)
        if text:
            view = ParagraphView(
                number=f"{number}.{len(views) + 1}",
                anchor=anchor,
                title=str(KIND_TITLES.get(anchor, "")),
                words=text,
                source=source if rules.name == ANNEX else "",
                chosen=is_chosen,
                is_open=is_chosen and own in rules.open_points,
            )
            views.append(view)
    return ChapterView(number, chapter.anchor, str(chapter.title), tuple(views))


def _event_words(tournament: Tournament) -> dict[str, str]:
    """Anchor → sentence, for the chapter about the event, empty where it has nothing of the kind; few queries."""
    first = tournament.stages.select_related("tournament").earliest("number")
    tables, formats = tournament.tables.count(), set(tournament.stages.values_list("format", flat=True))
    with timezone.override(tournament.tzinfo):
        closes = _("Entries are accepted until %(day)s, %(hour)s.") % {
            "day": day(tournament.closes_at),
            "hour": hour(tournament.closes_at),
        }
    words = {
        "game": _game_words(tournament),
        "branch-halves": apart_words(format_of(first), tournament.branches_apart),
        "ranking": _places_words(tournament),
        "souvenir": _("Every team that was present and won no place gets a souvenir.")
        if any(not award["rank"] for award in tournament.awards)
        else "",
        "leader": _("A branch names one leader and coach at most, or none; he may play as well."),
        "entry-close": closes,
        "tables": ngettext("There is %(n)s table.", "There are %(n)s tables.", tables) % {"n": tables},
        "third-place": "",
    }
    if {KNOCKOUT, Redraw.name} & formats:
        words["third-place"] = (
            _("The losers of the semi-finals play for third place.")
            if tournament.third_place_match
            else _("Both losers of the semi-finals are third; there is no match for it.")
        )
    return words


def _game_words(tournament: Tournament) -> str:
    """What is played, where that is not 掼蛋, and what of it is written down."""
    key = present_game(tournament)
    if key == GUANDAN:
        return games_words(tournament)
    rules = tournament.stages.earliest("number").rule_set
    sentences = [_("What is played: %(game)s.") % {"game": TITLES[key]}, games_words(tournament)]
    if rules.get("target"):
        sentences.append(_("A game goes to %(target)s points, two ahead.") % {"target": rules["target"]})
    if rules.get("draws"):
        sentences.append(_("A game may end in a draw."))
    return together(*sentences)


def games_words(tournament: Tournament) -> str:
    """三局两胜, and whether the time is that of each game or of the match; "" where a match is one game."""
    if tournament.best_of == 1:
        return ""
    games = {"most": tournament.best_of, "won": tournament.best_of // 2 + 1}
    counted = _("A match is best of %(most)s games: whoever wins %(won)s first has won it.") % games
    if not plays_deals(tournament):
        return counted
    return together(
        counted,
        _("The time is that of the whole match: when it is up, whoever has won more games has won.")
        if tournament.match_clock
        else _("The time is that of each game; the next one begins when a game has ended."),
    )


def _places_words(tournament: Tournament) -> str:
    """What places go by, in each stage that has a table."""
    by_stage = {}
    for stage in tournament.stages.order_by("number"):
        rules = frozen_options(stage)
        by_stage[stage.number] = ranking_words(format_by(stage, rules), rules)
    if len(by_stage) == 1:
        return by_stage.popitem()[1]
    lines = (
        _("Stage %(number)s: %(ranking)s") % {"number": n, "ranking": words} for n, words in by_stage.items() if words
    )
    return together(*lines)


@public_page()
@needs(Permission.PUBLIC)
def regulation(request: HttpRequest, tournament: Tournament | None = None) -> HttpResponse:
    """竞赛规则 of the event, or of the notice."""
    other_game = tournament is not None and not plays_guandan(tournament)
    context = {"tournament": tournament, "regulation": regulation_of(tournament), "other_game": other_game}
    return render(request, "ruling/regulation.html", context)

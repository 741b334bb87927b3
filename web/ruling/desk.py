"""裁判台: what cards are a play and what beats it, which of two plays beats the other, who pays tribute to whom.

Everything asked stands in the address, so that a ruling can be shared. A page is made for each
question and kept nowhere.
"""

from http import HTTPStatus
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from guandan_rules import CARDS, RuleSet, level_name
from tournaments.bracket.words.own_rules import own_chapters
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.states import TournamentState
from web.displays.present import present
from web.requests.loaders import needs
from web.ruling.questions import LevelField, after_tap, levels_of, pad_of, read_cards, read_level, read_play
from web.ruling.regulation import plays_guandan, regulation_under, rules_of
from web.ruling.rulings import compared, read_tribute, strength

ABOUT = {"cards": ("cards",), "compare": ("a", "b"), "tribute": (), "other": ()}
"""The questions, each with the fields that cards can be tapped into."""
SUIT_ROWS = tuple(tuple(card for card in CARDS if card.suit == suit) for suit in ("S", "H", "C", "D"))
JOKERS = CARDS[-2:]
SEVERAL = ("several-readings", "wild-place")
"""The paragraphs about a set that can be read in several ways."""


@needs(Permission.PUBLIC)
@require_safe
@never_cache
def ruling_desk(request: HttpRequest, tournament: Tournament | None = None) -> HttpResponse:
    """By the rules of the event, or of the notice."""
    if tournament and not plays_guandan(tournament):
        return render(
            request, "ruling/other_game.html", {"tournament": tournament, "own": own_chapters(tournament.own_rules)}
        )
    rules = rules_of(tournament)
    about = request.GET.get("about", "")
    about = about if about in ABOUT else "cards"
    query: dict[str, str] = request.GET.dict()
    fields = ABOUT[about]
    if "tap" in query:
        return redirect(f"{request.path}?{urlencode(after_tap(query, fields))}#ask")
    level = read_level(query, rules)
    answer, refused = _answer(about, query, level, rules)
    context = {
        "tournament": tournament,
        "about": about,
        "level": level,
        "levels": _level_choices(levels_of(rules), tournament),
        "rules": rules,
        "pad": pad_of(query, fields) if fields else None,
        "tapping": "tapping" in query,
        "suit_rows": SUIT_ROWS,
        "jokers": JOKERS,
        "regulation": regulation_under(rules),
        "own": own_chapters(tournament.own_rules) if tournament else (),
        "regulation_url": reverse("regulation", args=[tournament.slug]) if tournament else reverse("site_regulation"),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if level.code or refused else HTTPStatus.OK
    return render(request, f"ruling/{about}.html", context | answer, status=status)


def _level_choices(levels: list[str], tournament: Tournament | None) -> list[tuple[str, list[int]]]:
    """Each level with the tables of the running rounds that play at it: it is that of the side on stage."""
    tables: dict[str, list[int]] = {}
    if tournament and tournament.state == TournamentState.RUNNING:
        for match in chain.from_iterable(on.round.at_tables for on in present(tournament).running):
            if match.is_live and match.table:
                level = next((line.level for line in match.lines if line.on_stage and line.level), 2)
                tables.setdefault(level_name(level), []).append(match.table)
    return [(name, sorted(tables.get(name, ()))) for name in levels]


def _answer(about: str, query: dict[str, str], level: LevelField, rules: RuleSet) -> tuple[dict[str, Any], bool]:
    """What the page shows of the question and its answer, and whether anything of it is refused; without a level there
    is no answer."""
    if about == "tribute":
        tribute = read_tribute(query, level.level, rules)
        return {"question": tribute, "ruling": None if level.code else tribute.ruling}, tribute.is_refused
    if about == "other":
        return {}, False
    if about == "compare":
        a, b = (read_play(query, name, level.level) for name in ("a", "b"))
        refused = a.is_refused or b.is_refused
        comparison = None
        if a.chosen and b.chosen and not (refused or level.code):
            comparison = compared(a.chosen, b.chosen)
        return {"plays": (a, b), "comparison": comparison}, refused
    cards = read_cards(query, "cards", level.level)
    strengths = () if level.code else tuple(strength(reading, level.level) for reading in cards.readings)
    return {"cards": cards, "strengths": strengths, "several": SEVERAL}, cards.is_refused

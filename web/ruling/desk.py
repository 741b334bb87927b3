"""裁判台: what cards are a play and what beats it, which of two plays beats the other, who pays tribute to whom.

Everything asked stands in the address, so that a ruling can be shared. A page is made for each
question and kept nowhere.
"""

from dataclasses import dataclass
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from guandan_rules import CARDS, level_name
from tournaments.bracket.queries.match_views import MatchView
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.states import TournamentState
from web.displays.present import present
from web.requests.loaders import needs
from web.ruling.card_rulings import Comparison, compared, strength
from web.ruling.questions import CardsAsked, LevelAsked, asked_cards, asked_level, asked_play, levels_of
from web.ruling.regulation import plays_guandan, regulation_under, rules_of
from web.ruling.taps import after_tap, pad_of
from web.ruling.tribute_questions import TributeAsked, asked_tribute

ABOUT = {"cards": ("cards",), "compare": ("a", "b"), "tribute": ()}
"""The questions, each with the fields that cards can be tapped into."""
SUIT_ROWS = tuple(tuple(card for card in CARDS if card.suit == suit) for suit in ("S", "H", "C", "D"))
JOKERS = CARDS[-2:]
SEVERAL = ("several-readings", "wild-place")
"""The paragraphs about a set that can be read in several ways."""


@dataclass(frozen=True)
class LevelChoice:
    """A level that can be chosen, and the tables that play it now."""

    name: str
    tables: tuple[int, ...]


@needs(Permission.PUBLIC)
@require_safe
@never_cache
def ruling_desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if not plays_guandan(tournament):
        return render(request, "ruling/other_game.html", {"tournament": tournament})
    return _desk(request, tournament)


@needs(Permission.PUBLIC)
@require_safe
@never_cache
def site_ruling_desk(request: HttpRequest) -> HttpResponse:
    return _desk(request, None)


def _desk(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    rules = rules_of(tournament)
    about = request.GET.get("about", "")
    about = about if about in ABOUT else "cards"
    query: dict[str, str] = request.GET.dict()
    fields = ABOUT[about]
    if "tap" in query:
        return redirect(f"{request.path}?{urlencode(after_tap(query, fields))}#ask")
    level = asked_level(query, rules)
    context = {
        "tournament": tournament,
        "about": about,
        "level": level,
        "levels": _choices(levels_of(rules), tournament),
        "rules": rules,
        "pad": pad_of(query, fields) if fields else None,
        "tapping": "tapping" in query,
        "suit_rows": SUIT_ROWS,
        "jokers": JOKERS,
        "regulation": regulation_under(rules),
        "regulation_url": reverse("regulation", args=[tournament.slug]) if tournament else reverse("site_regulation"),
    }
    answer = {"cards": _cards, "compare": _compare, "tribute": _tribute}[about](query, level, context)
    refused = level.code or answer.pop("refused")
    return render(request, f"ruling/{about}.html", context | answer, status=422 if refused else 200)


def _choices(levels: list[str], tournament: Tournament | None) -> list[LevelChoice]:
    """The levels, with the tables of the running rounds that play at them."""
    tables: dict[int, list[int]] = {}
    if tournament and tournament.state == TournamentState.RUNNING:
        running = present(tournament).running
        for match in chain.from_iterable(on.round.matches for on in running):
            if match.is_live and match.table:
                tables.setdefault(_played_at(match), []).append(match.table)
    by_name = {level_name(level): sorted(numbers) for level, numbers in tables.items()}
    return [LevelChoice(name, tuple(by_name.get(name, ()))) for name in levels]


def _played_at(match: MatchView) -> int:
    """The level of the deal in hand: that of the side on stage."""
    return next((line.level for line in match.lines if line.on_stage and line.level), 2)


def _cards(query: dict[str, str], level: LevelAsked, _context: dict[str, Any]) -> dict[str, Any]:
    cards = asked_cards(query, "cards", level.level)
    shown = () if level.code else tuple(strength(reading, level.level) for reading in cards.readings)
    return {"cards": cards, "strengths": shown, "several": SEVERAL, "refused": cards.is_refused}


def _compare(query: dict[str, str], level: LevelAsked, _context: dict[str, Any]) -> dict[str, Any]:
    a, b = asked_play(query, "a", level.level), asked_play(query, "b", level.level)
    return {
        "plays": (a, b),
        "comparison": None if level.code else _comparison(a, b),
        "refused": a.is_refused or b.is_refused,
    }


def _comparison(a: CardsAsked, b: CardsAsked) -> Comparison | None:
    return compared(a.chosen, b.chosen) if a.chosen and b.chosen and not (a.is_refused or b.is_refused) else None


def _tribute(query: dict[str, str], level: LevelAsked, context: dict[str, Any]) -> dict[str, Any]:
    tribute: TributeAsked = asked_tribute(query, level.level, context["rules"])
    return {"asked": tribute, "ruling": None if level.code else tribute.ruling, "refused": tribute.is_refused}

"""The referee's phone: what the page of a sheet carries for its script, and what a phone has without a network."""

from collections.abc import Mapping
from functools import cache
from operator import attrgetter
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from guandan_rules import Code as RuleCode
from guandan_rules import Seat, level_name
from journal.words import own_words
from scoring.games import GameCode
from scoring.games.outlook import orders
from scoring.states import ScoringCode
from tournaments.bracket.words import matches
from tournaments.bracket.words.names import listed
from tournaments.day.queries.phone import phone_json
from tournaments.day.queries.sheet_views import SheetView
from tournaments.entries.queries.links import DevicesView
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.words import PROBLEMS
from web.day.seats import SeatButton
from web.day.tags import called, called_in_list
from web.files.workbooks import static_file
from web.requests.loaders import needs

HIGHEST = 15
WORDS: dict[str, Promise] = {
    # what is not sent yet, and what became of it
    "others": _("%(n)s entries of %(who)s wait on this phone: sign in with that account, or scan that slip again"),
    "contested": _("open until the ruling"),
    "undone": _("Deal %(number)s taken back"),
    "bell_yes": _("At the bell: a deal was being played"),
    "bell_no": _("At the bell: no deal was being played"),
    "failed": _("This phone could not keep it. Please press again."),
    # the deal
    "regular": _("Deal %(number)s"),
    "late": _("Deal %(number)s, finished before the bell"),
    "in_hand": _("Last deal"),
    "extra": _("Extra deal"),
    "confirm": _("Confirm deal %(number)s"),
    "confirm_in_hand": _("Confirm the last deal"),
    "confirm_extra": _("Confirm the extra deal"),
    "not_ranked": _("not ranked"),
    "passes": _("passes A"),
    "passed": _("passed A"),
    "decides": _("decides"),
    "settling": _("The result is being calculated."),
    "result_later": _("The result comes once the network is back."),
    "played_at": _("played at %(level)s"),
    "entered": _("Deals entered: %(n)s"),
    "comma": pgettext_lazy("between two names", ", "),
    # the sides
    "stage": _("on stage"),
    "off_stage": _("off stage"),
    "plays_ace": _("plays A"),
    # the next deal
    "next": _("Next deal at %(level)s, %(branch)s on stage"),
    "next_later": _("Next deal, %(branch)s on stage"),
}
ENTRY_PROBLEMS = (
    *ScoringCode,
    *GameCode,
    RuleCode.GAME_DECIDED,
    RuleCode.DEAL_LIMIT_REACHED,
    RuleCode.AFTER_THE_BELL,
    RuleCode.BEFORE_THE_BELL,
    RuleCode.STOPPED_AT_THE_BELL,
    RuleCode.BELL_QUESTION_OPEN,
    RuleCode.NO_DEAL_IN_HAND,
    RuleCode.LAST_DEAL_ENTERED,
    RuleCode.EXTRA_DEAL_NOT_DUE,
    RuleCode.EXTRA_DEAL_ENTERED,
)
"""The refusals that an entry can meet."""


def phone_page(
    request: HttpRequest,
    tournament: Tournament,
    view: SheetView,
    seats: Mapping[str, SeatButton],
    device: str,
    opened: DevicesView | None,
) -> dict[str, Any]:
    """The JSON of the page: the sheet, who is signed in, where entries go; words: ``phone_words``."""
    tapped = sorted((seat for seat in seats.values() if seat.place), key=attrgetter("place"))
    number, table = view.match.number, view.match.table
    named = gettext("Table %(table)s") if table else gettext("Match %(number)s")
    teams = {}
    for side in view.sides:
        # ``name`` where an entry is said, ``short`` where its side is named alone
        teams[side.side] = {"name": called_in_list(view, side), "short": called(view, side.side)}
    sheet = phone_json(tournament, view, device, opened)
    return sheet | {
        "account": f"{request.user.pk}",
        "who": str(request.user),
        "slip": bool(getattr(request.user, "is_of_link", False)),
        "table": named % {"table": table, "number": number},
        "address": reverse("api:submissions", args=[tournament.slug, number]),
        "page": reverse("sheet", args=[tournament.slug, number]),
        "key": f"{tournament.slug}/{number}/{sheet['sheet']}",
        "sign_in": f"{reverse('sign_in')}?next={request.path}",
        "held": [reverse("held"), static("js/held.js")],
        "worker": reverse("worker"),
        "build": settings.BUILD_ID,
        "rehearsal": tournament.journal.rehearsal,
        "teams": teams,
        "is_tapped": view.form.is_tapped,
        "seats": view.form.seats,
        "order": "".join(button.seat for button in tapped),
        "is_entered": view.board.is_entered,
    }


def phone_words() -> dict[str, Any]:
    """Every word that the script may show, in the reader's language."""
    return _words_in(get_language(), own_words())


@cache
def _words_in(_language: str | None, _own: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    # 北 上游、南 二游: those of the side out first; a seat and its place stay on one line
    out = {}
    for order in orders():
        won = [
            (place, seat) for place, seat in enumerate(map(Seat, order), start=1) if seat.side == Seat(order[0]).side
        ]
        out[order] = listed(f"{matches.SEATS[seat]}\u00a0{matches.PLACES[place]}" for place, seat in won)
    return {
        **{name: str(word) for name, word in WORDS.items()},
        "out": out,
        "places": {place: str(word) for place, word in matches.PLACES.items()},
        "six_places": {place: str(word) for place, word in matches.SIX_PLACES.items()},
        "seats": {str(seat): str(word) for seat, word in matches.SEATS.items()},
        "wins": {place: str(word) for place, word in matches.WINS.items()},
        "kinds": {kind: str(word) for kind, word in matches.KINDS.items()},
        "ranks": ["", "", *(level_name(level) for level in range(2, HIGHEST + 1))],
        "problems": {code.value: str(PROBLEMS[code]) for code in ENTRY_PROBLEMS if code in PROBLEMS},
    }


@needs(Permission.PUBLIC)
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """``static/js/worker.js``, the service worker: one script at the root, for which a browser asks at every visit."""
    response = HttpResponse(static_file("js/worker.js"), content_type="text/javascript; charset=utf-8")
    response.headers["Service-Worker-Allowed"] = "/e/"
    response.headers["Cache-Control"] = "no-cache"
    return response


@never_cache
@needs(Permission.PUBLIC)
@require_safe
def held(request: HttpRequest) -> HttpResponse:
    """本机所存: what the phone holds. It fills the page in itself, signed in or not."""
    return render(request, "day/held.html")

"""What the referee page carries for its script: the sheet as JSON, the words, and the addresses."""

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from guandan_rules import Seat, level_name
from scoring.games.outlook import orders
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.words import matches
from tournaments.bracket.words.names import listed, ordinal
from tournaments.day.queries.phone import phone_json
from tournaments.day.queries.sheet_views import SheetView, SideView
from tournaments.entries.queries.links import DevicesView
from tournaments.models import Tournament
from tournaments.words import PROBLEMS
from web.day.phone_words import TOLD, WORDS
from web.templatetags.site import short_branch

HIGHEST = 15


def phone_page(
    request: HttpRequest, tournament: Tournament, view: SheetView, device: str, opened: DevicesView | None
) -> dict[str, Any]:
    """The JSON of the page: the sheet, who is signed in, where entries go; words: ``phone_words``."""
    number = view.match.number
    sheet = phone_json(tournament, view, device, opened)
    return sheet | {
        "account": f"{request.user.pk}",
        "who": str(request.user),
        "slip": bool(getattr(request.user, "is_of_link", False)),
        "table": _table(view.match),
        "address": reverse("api:submissions", args=[tournament.slug, number]),
        "page": reverse("sheet", args=[tournament.slug, number]),
        "key": f"{tournament.slug}/{number}/{sheet['sheet']}",
        "sign_in": f"{reverse('sign_in')}?next={request.path}",
        "held": [reverse("held"), static("js/held.js")],
        "worker": reverse("worker"),
        "build": settings.BUILD_ID,
        "rehearsal": tournament.journal.rehearsal,
        "teams": {side.side: _team(side, view.same_branch) for side in view.sides},
        "is_tapped": view.form.is_tapped,
        "order": "".join(out.seat for out in view.preview.finishers),
        "is_entered": view.board.is_entered,
    }


def _table(match: MatchView) -> str:
    if match.table:
        return _("Table %(table)s") % {"table": match.table}
    return _("Match %(number)s") % {"number": match.number}


def _team(side: SideView, same_branch: bool) -> dict[str, str]:
    """``name`` where an entry is said, ``short`` where its side is named alone."""
    branch, which = (short_branch(side.team.branch), ordinal(side.team.ordinal)) if side.team else ("", "")
    return {"name": f"{branch} {which}", "short": which} if same_branch else {"name": branch, "short": branch}


def phone_words() -> dict[str, Any]:
    """Every word that the script may show, in the reader's language."""
    return _words_in(get_language())


@cache
def _words_in(_language: str | None) -> dict[str, Any]:
    return {
        **{name: str(word) for name, word in WORDS.items()},
        "out": {order: _winners(order) for order in orders()},
        "places": {place: str(word) for place, word in matches.PLACES.items()},
        "wins": {place: str(word) for place, word in matches.WINS.items()},
        "kinds": {kind: str(word) for kind, word in matches.KINDS.items()},
        "ranks": ["", "", *(level_name(level) for level in range(2, HIGHEST + 1))],
        "problems": {code.value: str(PROBLEMS[code]) for code in TOLD if code in PROBLEMS},
    }


def _winners(order: str) -> str:
    """北 上游、南 二游: those of the side out first; a seat and its place stay on one line."""
    won = [(place, seat) for place, seat in enumerate(map(Seat, order), start=1) if seat.side == Seat(order[0]).side]
    return listed(f"{matches.SEATS[seat]}\u00a0{matches.PLACES[place]}" for place, seat in won)

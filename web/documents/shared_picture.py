"""分享图: the bracket as a picture, for the preview of a link in a chat: 1200 × 630, or square (微信, QQ) 800 × 800.

It says where the event stands and draws the part that matters: the round that is on and what follows, from the quarter
finals on at the latest. It is kept like a page, so that a chat of a thousand members costs one drawing a version.
"""

from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.bracket.queries.match_views import RoundView
from tournaments.bracket.queries.standings import StageView
from tournaments.bracket.words.names import day, hour
from tournaments.formats.format import Drawing
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.displays.present import Present, headline, present
from web.documents.bracket_paper import tree_of
from web.files.typesetting import first_page
from web.publishing.pages import public_page
from web.requests.loaders import needs

PIXELS_AN_INCH = 95.25
"""The page of the template is 320 mm wide, or 640/3 mm square."""
LEAST, MOST_WIDE, MOST_SQUARE = 8, 32, 16
"""Positions that are drawn at least, if there are as many, and at most."""


@public_page("square")
@needs(Permission.PUBLIC)
def bracket_picture(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return picture(request, _data(present(tournament), is_square=bool(request.GET.get("square"))))


def picture(request: HttpRequest, data: dict[str, Any]) -> HttpResponse:
    """What ``data`` says in the frame of all shared pictures, with a drawing (``tree``) or a list (``rows``)."""
    of_all = {
        "size": "a4",  # what the parts shared with papers ask for
        "is_square": bool(request.GET.get("square")),
        "address": settings.SITE_URL.partition("//")[2],
        "tree": None,
        "rows": (),
    }
    image = first_page("shared.typ", of_all | data, ppi=PIXELS_AN_INCH)
    return HttpResponse(image, content_type="image/png")


def _data(shown: Present, *, is_square: bool) -> dict[str, Any]:
    drawn = [stage for stage in shown.stages if stage.matches]
    is_tree = bool(drawn) and drawn[-1].drawing is Drawing.BRACKET and not drawn[-1].label.shape.has_parts
    rounds = _rounds(drawn[-1], MOST_SQUARE if is_square else MOST_WIDE) if is_tree else ()
    champion = shown.medals.champion
    return {
        "event": shown.tournament.name,
        "organiser": shown.tournament.organiser,
        "headline": headline(shown),
        "has_champion": champion is not None,
        "as_of": f"{day(shown.now)} {hour(shown.now)}",
        "tree": asdict(tree_of(rounds, drawn[-1])) if rounds else None,
    }


def _rounds(stage: StageView, most: int) -> tuple[RoundView, ...]:
    """The first that is not over and those after it, the quarter finals at least; these alone where it does not fit."""
    current = next((r for r in stage.rounds if not r.is_over), stage.rounds[-1])
    positions = len(current.of_bracket) * 2
    drawn = max(positions, LEAST) if positions <= most else LEAST
    return tuple(r for r in stage.rounds if len(r.of_bracket) * 2 <= drawn)

"""抽签仪式 on the projector: the lot in the middle, the sheet filling around it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.draw.queries.ceremony import CeremonyView, ceremony_view
from tournaments.draw.queries.records import latest_seal
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.displays.ceremony import scene
from web.files.qr_codes import full_address, qr_svg
from web.publishing.pages import public_page
from web.requests.loaders import needs
from web.requests.numbers import typed_number

BEFORE = 4
"""Lots that stand at the foot of the screen, behind the one in its middle."""


@public_page("part")
@needs(Permission.PUBLIC)
def hall_draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """``?part=`` holds one part of a large sheet; without it the screen goes where the lot lands."""
    view = ceremony_view(tournament)
    return draw_screen(request, tournament, view)


def draw_screen(request: HttpRequest, tournament: Tournament, view: CeremonyView | None) -> HttpResponse:
    """What is shown of the ceremony, or that there is none yet."""
    part_number = typed_number(request.GET.get("part", ""))
    if view is None and part_number:
        raise Http404
    try:
        shown_scene = scene(view, part_number) if view else None
    except LookupError:
        raise Http404 from None
    before = view.lots[-BEFORE - 1 : -1][::-1] if view else ()
    context = {
        "tournament": tournament,
        "seal": latest_seal(tournament),
        "view": view,
        "scene": shown_scene,
        "before": before,
    }
    return render(request, "hall/hall_draw.html", context)


@needs(Permission.PUBLIC)
@require_safe
def draw_code(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The code that opens the ceremony on a phone. No part of the page, which knows no host."""
    address = full_address(request, reverse("public_ceremony", args=[tournament.slug]))
    return HttpResponse(qr_svg(address), content_type="image/svg+xml")

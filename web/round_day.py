"""The pages of the round day, shown as they are or after a refused form, and what this person may do on them."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from accounts.models import User
from guandan_rules import Seat
from tournaments.actions.matches import check_in, check_out
from tournaments.models import Match, Player, Round, Tournament
from tournaments.permissions import Permission, granted
from tournaments.queries.calls import open_call
from tournaments.queries.desk import GROUPS, correction_of, match_card, round_desk
from tournaments.queries.links import devices_of
from tournaments.queries.play import SheetView
from tournaments.queries.sheets import sheet_view
from tournaments.states import TeamState
from web.attempts import Attempt
from web.devices import device_of, keep_device
from web.numbers import typed_number
from web.phone import finish_orders, penalties_due, phone_page, phone_words

NOTHING_TRIED = Attempt()
LONGEST_ORDER = 8


@dataclass(frozen=True)
class Duties:
    """What the person may do here; ``desk``: the other tables too, which a slip does not open."""

    deal: bool
    confirm: bool
    check_in: bool
    run: bool
    rule: bool
    desk: bool


@dataclass(frozen=True)
class SeatButton:
    """One seat: who sits there, as which one he went out (0: not yet), and the order that a tap makes."""

    seat: str
    side: str
    branch: str
    ordinal: int
    name: str
    place: int
    order: str
    is_off: bool


def duties(request: HttpRequest, tournament: Tournament, number: int | None = None) -> Duties:
    """One reading of the person's roles for all buttons of a page; ``number`` is the match that the page is about."""
    allowed = granted(request.user, tournament, number)
    return Duties(
        deal=Permission.DEAL_ENTER in allowed,
        confirm=Permission.RESULT_CONFIRM in allowed,
        check_in=Permission.CHECK_IN in allowed,
        run=Permission.ROUND_RUN in allowed,
        rule=Permission.MATCH_RULE in allowed,
        desk=not getattr(request.user, "is_of_link", False),
    )


def stage_match(tournament: Tournament, number: int) -> Match:
    """The match of that number, or 404."""
    rows = Match.objects.select_related("stage__tournament__journal", "round")
    return get_object_or_404(rows, stage__tournament=tournament, number=number)


def stage_round(tournament: Tournament, number: int) -> Round:
    """The round of that number, or 404."""
    rows = Round.objects.select_related("stage__tournament__journal", "clock")
    return get_object_or_404(rows, stage__tournament=tournament, number=number)


def sheet_page(
    request: HttpRequest, tournament: Tournament, number: int, tried: Attempt = NOTHING_TRIED
) -> HttpResponse:
    """A match's sheet. A refused order is kept; not if someone was faster, lest it be entered twice."""
    asked = request.GET if request.method == "GET" else request.POST
    kept = tried.status != 409
    order = asked.get("order", "")[:LONGEST_ORDER] if kept else ""
    view = sheet_view(tournament, number, order=order, kind=asked.get("kind", "") if kept else "")
    if view is None:
        raise Http404
    can, device = duties(request, tournament, number), device_of(request)
    context = {
        "view": view,
        "seats": seat_buttons(view),
        "match": view.match,
        "number": number,
        "can": can,
        "devices": devices_of(view.match.id),
        "dues": penalties_due(view, by_chief=can.rule) if can.deal else [],
        "orders": finish_orders(),
        "tried": request.path.rstrip("/").rpartition("/")[2] if tried.problems else "",
        "call": open_call(view.match.id) if can.deal else None,
        "phone": phone_page(request, tournament, view, device) if can.deal else None,
        "words": phone_words() if can.deal else None,
    }
    response = _page(request, tournament, "day/sheet.html", tried, context)
    if can.deal:
        keep_device(request, response, device)
    return response


def seat_buttons(view: SheetView) -> dict[str, SeatButton]:
    """The four seats by letter. A seat that is out already takes the order back to before it went out."""
    places = {f.seat: f.place for f in view.preview.finishers}
    return {seat.value: _seat_button(view, seat.value, places) for seat in Seat}


def _seat_button(view: SheetView, seat: str, places: dict[str, int]) -> SeatButton:
    side, player = view.seats.get(seat, (view.home if seat in "NS" else view.away, None))
    order, place = "" if view.preview.problems else view.preview.order, places.get(seat, 0)
    # the fourth goes out by himself with the third, so taking him back takes both
    after = order[: min(place, 3) - 1] if place else order + seat
    return SeatButton(
        seat=seat,
        side=side.side,
        branch=side.team.branch if side.team else "",
        ordinal=side.team.ordinal if side.team else 0,
        name=player.name if player else "",
        place=place,
        order=after,
        is_off=not view.kind or (view.preview.is_complete and not place),
    )


def desk_page(
    request: HttpRequest, tournament: Tournament, number: int | None = None, tried: Attempt = NOTHING_TRIED
) -> HttpResponse:
    """The chief referee's desk at round ``number``, or at the current one."""
    desk = round_desk(tournament, number)
    if desk is None and number is not None:
        raise Http404
    group, tried_form, tried_match = shown_group(request), "", 0
    if tried.problems:
        *_, before, tried_form = request.path.rstrip("/").split("/")
        tried_match = typed_number(before) or 0 if "/desk/matches/" in request.path else 0
    context = {
        "desk": desk,
        "show": group,
        "cards": desk.groups[group or "all"] if desk else (),
        "tried_form": tried_form,
        "tried_match": tried_match,
    }
    return _page(request, tournament, "day/desk.html", tried, context)


def shown_group(request: HttpRequest) -> str:
    """What the desk is narrowed to, by its address or by the form sent from it; "" for all tables."""
    asked = (request.GET if request.method in ("GET", "HEAD") else request.POST).get("show", "")
    return asked if asked in GROUPS[1:] else ""


def ruling_page(
    request: HttpRequest, tournament: Tournament, number: int, tried: Attempt = NOTHING_TRIED
) -> HttpResponse:
    """Everything the chief referee may decide about one match."""
    match, card = stage_match(tournament, number), match_card(tournament, number)
    if card is None:
        raise Http404
    refused = request.path.rstrip("/").rpartition("/")[2] if tried.problems else ""
    context = {"card": card, "match": card.match, f"tried_{refused}": True, "correction": correction_of(match)}
    return _page(request, tournament, "day/ruling.html", tried, context)


def _page(
    request: HttpRequest, tournament: Tournament, template: str, tried: Attempt, context: dict[str, Any]
) -> HttpResponse:
    shared = {
        "tournament": tournament,
        "can": context.get("can") or duties(request, tournament),
        "problems": tried.problems,
        "typed": request.POST,
        "pulse": reverse("pulse", args=[tournament.slug]),
    }
    return render(request, template, shared | context, status=tried.status)


def tick(request: HttpRequest, match: Match, *, by: User) -> None:
    """What a check-in form asks for: ``here`` and ``gone`` hold ids of players, several with spaces between them."""
    for player in _players(request, match, "here"):
        check_in(match, player, by=by)
    for player in _players(request, match, "gone"):
        check_out(match, player, by=by)


def _players(request: HttpRequest, match: Match, name: str) -> list[Player]:
    """Those of the event; whoever stands in a draft or in another event is named to nobody here."""
    ids = [typed_number(word) for text in request.POST.getlist(name) for word in text.split()]
    known = Player.objects.filter(team__branch__tournament=match.stage.tournament).exclude(team__state=TeamState.DRAFT)
    return list(known.filter(pk__in=[pk for pk in ids if pk is not None]))

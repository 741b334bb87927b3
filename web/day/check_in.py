"""签到 by branch, and the codes that open each branch's list on a phone of the desk."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from journal.refusals import Problem, Refused
from tournaments.codes import Code
from tournaments.day.actions.matches import check_in as tick
from tournaments.day.actions.matches import check_out as untick
from tournaments.day.queries.arrivals import arrivals
from tournaments.models import Match, Player, Tournament
from tournaments.permissions import Permission
from web.day.forms import TicksForm
from web.files.qr_codes import full_address, is_local, qr_image
from web.requests.forms import Text
from web.requests.fragments import page_or_part
from web.requests.loaders import actor, needs
from web.requests.long_lists import asked_rows
from web.requests.numbers import typed_number

MOST_OPEN = 40
"""Teams whose players stand on one page."""
LONGEST_NAME = 30


class ArrivalsForm(TicksForm):
    """签到 by branch: which branches the page shows, in its address and in its form."""

    branch = Text()
    name = Text()

    @property
    def filter(self) -> dict[str, str]:
        return {name: str(self[name].value() or "").strip()[:LONGEST_NAME] for name in ("branch", "name")}


@needs(Permission.CHECK_IN)
def check_in(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """``?branch=`` (number in the annex) shows one branch, ``?name=`` those with that name; ticks keep both. More than
    ``MOST_OPEN`` teams are folded to a line a branch."""
    if request.method != "POST":
        return _check_in_page(request, tournament, ArrivalsForm(request.GET))
    form = ArrivalsForm(request.POST)

    def change(typed: dict[str, Any]) -> None:
        """Whoever is here is checked in, whoever is gone checked out; matches by number, like locks."""
        arrived = arrivals(tournament)
        for name, change_player in (("here", tick), ("gone", untick)):
            ids = set(typed[name])
            numbers = {pk: arrived.match_of(pk) for pk in ids} if arrived else {}
            expected = {pk: number for pk, number in numbers.items() if number is not None}
            if len(expected) < len(ids):
                raise Refused(Problem(Code.NOT_EXPECTED))
            players = Player.objects.in_bulk(list(expected))
            rows = Match.every.filter(stage__tournament=tournament, number__in=expected.values())
            matches = {match.number: match for match in rows.select_related("stage__tournament__journal", "round")}
            for pk, number in sorted(expected.items(), key=lambda pair: pair[1]):
                change_player(matches[number], players[pk], by=actor(request))

    if not form.try_to(change, request).done:
        return _check_in_page(request, tournament, form)
    query = urlencode({name: value for name, value in form.filter.items() if value})
    return redirect(reverse("check_in", args=[tournament.slug]) + (f"?{query}" if query else ""))


@needs(Permission.CHECK_IN)
@require_safe
def check_in_codes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A code for every branch; it says where the list is and lets nobody in who may not tick."""
    page = reverse("check_in", args=[tournament.slug])
    rows = tournament.branches.order_by("number").values_list("name", "number")
    paths = [(name, f"{page}?branch={number}") for name, number in rows]
    context = {
        "tournament": tournament,
        "codes": [(name, path, qr_image(full_address(request, path))) for name, path in paths],
        "is_local": is_local(full_address(request, page)),
    }
    return render(request, "day/check_in_codes.html", context)


def _check_in_page(request: HttpRequest, tournament: Tournament, form: ArrivalsForm) -> HttpResponse:
    arrived = arrivals(tournament)
    branches = arrived.shown(typed_number(form.filter["branch"]), form.filter["name"]) if arrived else ()
    context = {
        "tournament": tournament,
        "arrivals": arrived,
        "branches": branches,
        "rows": asked_rows(request.GET, branches),
        "name_query": urlencode({"name": form.filter["name"]}) if form.filter["name"] else "",
        "is_folded": len(branches) > 1 and sum(len(branch.teams) for branch in branches) > MOST_OPEN,
        "filter": form.filter,
        "form": form,
        "pulse": reverse("pulse", args=[tournament.slug]),
    }
    return page_or_part(request, "day/check_in.html", context, status=form.status)

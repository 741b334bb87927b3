"""发件: which notices went to whom and when, what still waits, and what could not be delivered."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from notices import queries
from notices.queries import Shelf
from tournaments.models import Tournament
from tournaments.permissions import Permission, may
from web.loaders import needs


@needs(Permission.OFFICE_READ)
@require_safe
def outbox(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    wanted = request.GET.get("shelf", "")
    shelf = Shelf(wanted) if wanted in set(Shelf) else Shelf.WAITING
    context = {
        "tournament": tournament,
        "outbox": queries.outbox(tournament, shelf, request.GET.get("page", "1")),
        "may_read_addresses": may(request.user, Permission.ENTRY_EDIT, tournament),
    }
    return render(request, "office/outbox.html", context)

"""The office's home with the next thing to do."""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from journal import clock
from tournaments.bracket.queries.matches import rounds
from tournaments.entries.queries.entries import EntryList, EntryStatus
from tournaments.event.queries.keeping import keeping_of
from tournaments.event.queries.office import next_step
from tournaments.event.queries.open_points import open_questions
from tournaments.models import Tournament
from tournaments.permissions import Permission, may
from tournaments.states import TournamentState
from web.requests.loaders import needs
from web.requests.long_lists import A_PAGE, asked_rows


@needs(Permission.OFFICE_READ)
@require_safe
def office(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    now = clock.now(tournament.journal)
    step = next_step(tournament, now)
    context = {
        "tournament": tournament,
        "next": step,
        "now": now,
        "entries": step.entries,
        **(_branches(step.entries) if step.entries else {}),
        "rounds": () if step.entries else [part for round_ in rounds(tournament) for part in round_.parts],
        "may_edit": may(request.user, Permission.ENTRY_EDIT, tournament),
        "keeping": keeping_of(tournament) if may(request.user, Permission.EVENT_EDIT, tournament) else None,
        "open_points": _left_open(request, tournament),
    }
    return render(request, "event/office_home.html", context)


def _branches(entries: EntryList) -> dict[str, Any]:
    """All branches; of many the first of those that are not finished."""
    is_many = len(entries.branches) > A_PAGE
    rows = [row for row in entries.branches if not is_many or row.status != EntryStatus.DONE]
    return {"rows": asked_rows(QueryDict(), rows), "awaited": is_many}


def _left_open(request: HttpRequest, tournament: Tournament) -> int:
    """How many open points wait for an answer of whoever may give it."""
    if tournament.state != TournamentState.ENTRY or not may(request.user, Permission.EVENT_EDIT, tournament):
        return 0
    return sum(not question.answered for question in open_questions(tournament))

"""Entries by the office: the list of branches beside one branch's form, and the table of everybody."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from journal import clock
from journal.queries import last_event_number
from journal.refusals import Problem
from tournaments.actions.entries import save_entry
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.queries.entries import OpenedEntry, all_entries, by_name, entry_form, entry_list
from tournaments.queries.office import next_step
from tournaments.states import Code, TournamentState
from web.loaders import actor, needs
from web.office.entry_form import EntryForm
from web.office.pasted import spread_names

OF_NO_VERSION = -1


@needs(Permission.ENTRY_EDIT)
@require_safe
def entries(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament)


@needs(Permission.ENTRY_EDIT)
def entry(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    version, opened = _version(tournament, number), _opened(tournament, number)
    if request.method != "POST":
        return _page(request, tournament, form=EntryForm(None, opened, version=version))
    form, draft = EntryForm(request.POST, opened, version=version), "draft" in request.POST
    if spread := spread_names(request.POST, opened):
        form = EntryForm(spread.data, opened, version=form.made_from)
        form.take([Problem(Code.NAMES_SPREAD, spread.field, {"count": spread.count})])
        return _page(request, tournament, form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)

    def save(typed: dict[str, Any]) -> None:
        # a page of another branch was made from no version of this one
        seen = form.made_from if typed["branch"] == str(opened.branch.pk) else OF_NO_VERSION
        save_entry(opened.branch, form.entry(), by=actor(request), draft=draft, seen=seen, sure=form.insisted)

    tried = form.try_to(save, request)
    if not tried.done:
        return _page(request, tournament, form=form, status=tried.status)
    said = _("%(branch)s: saved as a draft.") if draft else _("%(branch)s: the entry form is saved.")
    messages.success(request, said % {"branch": opened.branch.name})
    return redirect("entry", tournament.slug, number)


def _version(tournament: Tournament, number: int) -> int:
    """Read before the form is, so that a form never claims a newer version than it shows."""
    branch = tournament.branches.filter(number=number).first()
    return last_event_number(tournament.journal, branch.subject) if branch else 0


def _opened(tournament: Tournament, number: int) -> OpenedEntry:
    found = entry_form(tournament, number)
    if found is None:
        raise Http404
    return found


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    form: EntryForm | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    now, entries = clock.now(tournament.journal), entry_list(tournament)
    context = {
        "tournament": tournament,
        "entries": entries,
        "next": next_step(tournament, now, entries),
        "now": now,
        "may_edit": True,
        "opened": form.opened if form else None,
        "drawn": tournament.state != TournamentState.ENTRY,
        "closed": now > tournament.closes_at,
    }
    if form is not None:
        if not form.is_bound:
            # what the list calls "to mend" is shown at its fields as soon as the draft is opened
            form.take(next((row.problems for row in entries.branches if row.id == form.opened.branch.pk), ()))
        context["form"] = form
    return render(request, "office/entries.html", context, status=status)


@needs(Permission.ENTRY_EDIT)
@require_safe
def all_entries_table(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    blocks = all_entries(tournament)
    sort = "name" if request.GET.get("sort") == "name" else "team"
    context = {
        "tournament": tournament,
        "blocks": blocks,
        "rows": by_name(blocks) if sort == "name" else (),
        "sort": sort,
        "players": sum(len(block.rows) for block in blocks),
    }
    return render(request, "office/all_entries.html", context)

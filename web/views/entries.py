"""Entries by the office: the list of branches beside one branch's form, and the table of everybody."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from journal import clock
from journal.queries import last_event_number
from journal.refusals import Problem
from tournaments.actions.entries import save_entry
from tournaments.entry_forms import BranchEntry, in_full, read_fields
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.queries.entries import EntryForm, EntryList, all_entries, by_name, entry_form, entry_list
from tournaments.queries.office import next_step
from tournaments.states import TournamentState
from web.attempts import Attempt, attempt
from web.entry_boxes import form_boxes
from web.loaders import actor, needs
from web.numbers import seen_number
from web.phrases.entries import GENDERS


@needs(Permission.ENTRY_EDIT)
@require_safe
def entries(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament)


@needs(Permission.ENTRY_EDIT)
def entry(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    opened = _opened(tournament, number)
    if request.method != "POST":
        return _page(request, tournament, opened=opened)
    typed = read_fields(request.POST)
    draft = "draft" in request.POST
    tried = attempt(
        request,
        lambda: save_entry(opened.branch, typed, by=actor(request), draft=draft, seen=_seen(request, opened)),
    )
    if not tried.done:
        return _page(request, tournament, opened=_opened(tournament, number), typed=typed, tried=tried)
    said = _("%(branch)s: saved as a draft.") if draft else _("%(branch)s: the entry form is saved.")
    messages.success(request, said % {"branch": opened.branch.name})
    return redirect("entry", tournament.slug, number)


def _opened(tournament: Tournament, number: int) -> EntryForm:
    found = entry_form(tournament, number)
    if found is None:
        raise Http404
    return found


def _seen(request: HttpRequest, opened: EntryForm) -> int:
    """The event number that the form was made from; -1, which never fits, if it is missing or of another branch."""
    same_branch = request.POST.get("branch") == str(opened.branch.pk)
    return seen_number(request.POST.get("seen", "") if same_branch else "")


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    opened: EntryForm | None = None,
    typed: BranchEntry | None = None,
    tried: Attempt | None = None,
) -> HttpResponse:
    tried, now, entries = tried or Attempt(), clock.now(tournament.journal), entry_list(tournament)
    context = {
        "tournament": tournament,
        "entries": entries,
        "next": next_step(tournament, now, entries),
        "now": now,
        "may_edit": True,
        "opened": opened,
        "genders": GENDERS.items(),
        "drawn": tournament.state != TournamentState.ENTRY,
        "closed": now > tournament.closes_at,
    }
    if opened is not None:
        form = in_full(typed, quota=opened.branch.quota) if typed else opened.form
        context |= {
            "boxes": form_boxes(
                form, tried.problems if typed else _stored_problems(entries, opened), withdrawn=opened.withdrawn
            ),
            "seen": last_event_number(tournament.journal, opened.branch.subject),
            "overtaken": tried.status == 409,
            "stored": opened.form,
        }
    return render(request, "office/entries.html", context, status=tried.status)


def _stored_problems(entries: EntryList, opened: EntryForm) -> tuple[Problem, ...]:
    """What the list calls "to mend" is shown at its fields as soon as the draft is opened."""
    return next((row.problems for row in entries.branches if row.id == opened.branch.pk), ())


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

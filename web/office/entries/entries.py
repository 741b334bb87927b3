"""Entries in the office: the list of branches beside one branch's form, filled in here or handed in by the branch and
reviewed here, and the table of everybody."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from journal import clock
from journal.refusals import Problem
from tournaments.bracket.queries.pairing import late_round
from tournaments.entries.actions.entries import save_entry
from tournaments.entries.actions.entry_reviews import accept_entries, accept_entry, return_entry
from tournaments.entries.fields import Section, section_rows
from tournaments.entries.queries.entries import all_entries, by_name, entry_list
from tournaments.event.queries.office import next_step
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.states import TournamentState
from web.office.entries.entry_form import EntryForm, opened_form, received
from web.office.entries.entry_table import read_table
from web.office.entries.return_form import ReturnForm
from web.office.entries.roster_form import RosterForm
from web.requests.attempts import attempt
from web.requests.forms import PageForm
from web.requests.loaders import actor, needs
from web.requests.long_lists import asked_rows, is_called


@needs(Permission.ENTRY_EDIT)
@require_safe
def entries(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament)


@needs(Permission.ENTRY_EDIT)
def entry(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    opened, version = opened_form(tournament, number)
    if request.method != "POST":
        return _page(request, tournament, form=EntryForm(None, opened, version=version))
    if "read" in request.POST:
        notice = _("What the table says (%(count)s lines) is now in the fields. Please check it and save it.")
        form, table = read_table(request, opened, version, done=notice)
        return _page(request, tournament, form=form, table=table, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    draft = "draft" in request.POST

    def save(form: EntryForm, seen: int) -> None:
        save_entry(opened.branch, form.entry(), by=actor(request), draft=draft, seen=seen, sure=form.insisted)

    form, status = received(request, opened, version, save)
    if status != HTTPStatus.OK:
        return _page(request, tournament, form=form, status=status)
    message = _("%(branch)s: saved as a draft.") if draft else _("%(branch)s: the entry form is saved.")
    messages.success(request, message % {"branch": opened.branch.name})
    return redirect("entry", tournament.slug, number)


@needs(Permission.ENTRY_EDIT)
@require_POST
def entry_acceptance(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    opened, version = opened_form(tournament, number)
    pressed, form = PageForm(request.POST, version=version), EntryForm(None, opened, version=version)
    outcome = pressed.try_to(
        lambda _typed: accept_entry(opened.branch, by=actor(request), seen=pressed.made_from), request
    )
    if not outcome.done:
        form.take(outcome.problems)
        return _page(request, tournament, form=form, status=outcome.status)
    messages.success(request, _("%(branch)s: the entry form is accepted.") % {"branch": opened.branch.name})
    return redirect("entry", tournament.slug, number)


@needs(Permission.ENTRY_EDIT)
@require_POST
def entry_return(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    opened, version = opened_form(tournament, number)
    returning = ReturnForm(request.POST, opened, version=version)
    outcome = returning.try_to(
        lambda _typed: return_entry(opened.branch, returning.remarks(), by=actor(request), seen=returning.made_from),
        request,
    )
    if not outcome.done:
        form = EntryForm(None, opened, version=version)
        return _page(request, tournament, form=form, returning=returning, status=outcome.status)
    messages.success(request, _("%(branch)s: returned with your remarks.") % {"branch": opened.branch.name})
    return redirect("entry", tournament.slug, number)


@needs(Permission.ENTRY_EDIT)
@require_POST
def entries_acceptance(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    outcome = attempt(request, lambda: {"count": len(accept_entries(tournament, by=actor(request)))})
    if outcome.done:
        message = ngettext("%(n)s entry form is accepted.", "%(n)s entry forms are accepted.", outcome.answer["count"])
        messages.success(request, message % {"n": outcome.answer["count"]})
        left = len(entry_list(tournament).waiting)
        if left:
            message = ngettext(
                "%(n)s cannot be accepted as it stands: open it to see why.",
                "%(n)s cannot be accepted as they stand: open them to see why.", left,
            )  # fmt: skip
            messages.warning(request, message % {"n": left})
        return redirect("entries", tournament.slug)
    return _page(request, tournament, problems=outcome.problems, status=outcome.status)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    form: EntryForm | None = None,
    returning: ReturnForm | None = None,
    table: RosterForm | None = None,
    problems: tuple[Problem, ...] = (),
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    now, entries = clock.now(tournament.journal), entry_list(tournament)
    opened = form.opened if form else None
    context = {
        "tournament": tournament,
        "entries": entries,
        "rows": asked_rows(
            request.GET,
            entries.branches,
            lambda search, row: is_called(search, row.name),
            here=lambda row: opened is not None and row.id == opened.branch.pk,
        ),
        "next": next_step(tournament, now, entries),
        "now": now,
        "may_edit": True,
        "opened": opened,
        "drawn": tournament.state != TournamentState.ENTRY,
        "closed": now > tournament.closes_at,
        "late": late_round(tournament),
        "problems": problems,
    }
    if form is not None:
        context["returning"] = returning or ReturnForm(None, form.opened, version=form.version)
        if not form.is_bound:
            # what the list calls "to mend" is shown at its fields as soon as the draft is opened
            form.take(next((row.problems for row in entries.branches if row.id == form.opened.branch.pk), ()))
        context |= {"form": form, "table": table or RosterForm()}
    return render(request, "entries/entries.html", context, status=status)


@needs(Permission.ENTRY_EDIT)
@require_safe
def all_entries_table(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    blocks = all_entries(tournament)
    sort = "name" if request.GET.get("sort") == "name" else "team"
    context = {
        "tournament": tournament,
        "blocks": blocks,
        "of_team": section_rows(Section.TEAM),
        "of_player": [row for row in section_rows(Section.PLAYER)[1:] if not row.is_folded],
        "rows": by_name(blocks) if sort == "name" else (),
        "sort": sort,
        "players": sum(len(block.rows) for block in blocks),
    }
    return render(request, "entries/all_entries.html", context)

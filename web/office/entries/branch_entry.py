"""报名表 by the branch itself, which came by its link: filled in, from a table too, handed in, confirmed on paper."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from journal import clock
from tournaments.draw.queries.ceremony import turn_token
from tournaments.entries.actions.entries import hand_in_entry
from tournaments.entries.fields import Section, section_rows
from tournaments.entries.queries.links import may_hand_in, my_token
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.states import EntryState, TournamentState
from web.files.qr_codes import full_address, is_local, qr_image
from web.files.workbooks import XLSX, file_answer, file_name
from web.office.entries.entry_form import EntryForm, opened_form, received
from web.office.entries.entry_table import RosterForm, place_of, read_table
from web.office.entries.roster_files import registration_workbook
from web.requests.loaders import actor, needs


@needs(Permission.ENTRY_FILL, branch="number")
def branch_entry(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    opened, version = opened_form(tournament, number)
    if request.method != "POST":
        return _form_page(request, tournament, EntryForm(None, opened, version=version))
    if "read" in request.POST:
        message = _("What the table says (%(count)s lines) is now in the fields. Please check it and hand it in.")
        form, table = read_table(request, opened, version, message=message)
        return _form_page(request, tournament, form, table)
    draft = "draft" in request.POST

    def save(form: EntryForm, seen: int) -> None:
        hand_in_entry(opened.branch, form.entry(), by=actor(request), draft=draft, seen=seen, sure=form.insisted)

    form = received(request, opened, version, save)
    if form.status != HTTPStatus.OK:
        return _form_page(request, tournament, form)
    messages.success(request, _("Saved as a draft.") if draft else _("The entry form is handed in."))
    return redirect("branch_entry", tournament.slug, number)


@needs(Permission.ENTRY_FILL, branch="number")
@require_safe
def branch_entry_workbook(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The same form as a workbook, to fill in offline."""
    opened, _version = opened_form(tournament, number)
    data = registration_workbook(tournament, [place_of(opened)])
    return file_answer(data, f"{file_name(opened.branch.name, _('Entry form'))}.xlsx", XLSX)


@needs(Permission.ENTRY_FILL, branch="number")
@require_safe
def branch_entry_confirmation(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What was handed in, to be signed and sealed; before that there is nothing to confirm."""
    opened, _version = opened_form(tournament, number)
    branch = opened.branch
    if branch.state not in (EntryState.HANDED_IN, EntryState.ACCEPTED):
        messages.warning(request, _("The confirmation can be printed once the entry form is handed in."))
        return redirect("branch_entry", tournament.slug, number)
    teams = [(team, team.ordinal in opened.withdrawn) for team in opened.form.filled]
    path = reverse("my_matches", args=[tournament.slug, my_token(tournament, branch=branch.pk)])
    address = full_address(request, path)
    context = {
        "tournament": tournament,
        "branch": branch,
        "form": opened.form,
        "teams": teams,
        "of_leader": section_rows(Section.LEADER)[1:],
        "of_team": section_rows(Section.TEAM),
        "of_player": [row for row in section_rows(Section.PLAYER)[1:] if not row.is_folded],
        "of_contact": section_rows(Section.CONTACT)[1:],
        "my_path": path,
        "my_code": "" if is_local(address) else qr_image(address),
    }
    return render(request, "entries/confirmation.html", context)


def _form_page(
    request: HttpRequest, tournament: Tournament, form: EntryForm, table: RosterForm | None = None
) -> HttpResponse:
    """``table``: the form is filled with what it says, and not saved yet."""
    branch, status = form.opened.branch, HTTPStatus.UNPROCESSABLE_ENTITY if table else form.status
    context = {
        "tournament": tournament,
        "branch": branch,
        "form": form,
        "opened": form.opened,
        "table": table or RosterForm(),
        "turn": turn_token(branch) if tournament.draw_at and tournament.state == TournamentState.ENTRY else "",
        "may_hand_in": may_hand_in(branch, clock.now(tournament.journal)),
        "is_new": branch.state in (EntryState.OPEN, EntryState.RETURNED),
    }
    return render(request, "entries/form.html", context, status=status)

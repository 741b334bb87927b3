"""报名表 by the branch itself, which came by its link: filled in, from a table too, handed in, confirmed on paper;
and 排阵: who plays at which board of the next match of its teams."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from journal import clock
from tournaments.bracket.actions.line_ups import hand_in_line_up
from tournaments.bracket.queries.line_ups import LineUpView, line_ups_of
from tournaments.draw.queries.ceremony import turn_token
from tournaments.entries.actions.entries import hand_in_entry
from tournaments.entries.fields import Section, section_rows
from tournaments.entries.queries.links import may_hand_in, my_token
from tournaments.models import Branch, Match, Tournament
from tournaments.permissions import Permission
from tournaments.states import EntryState, TournamentState
from web.files.qr_codes import full_address, is_local, qr_image
from web.files.workbooks import XLSX, file_answer, file_name
from web.office.entries.entry_form import EntryForm, opened_form, received
from web.office.entries.entry_table import RosterForm, place_of, read_table, registration_workbook
from web.requests.forms import PageForm
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


class LineUpForm(PageForm):
    """Who plays where: a field for each place at each board."""

    def __init__(self, data: Any, of: LineUpView) -> None:
        super().__init__(data, apart=f"team{of.team.ordinal}")
        self.of = of
        offered = [("", "—"), *((person.pk, person.name) for person in of.people)]
        for number, people in enumerate(of.boards, start=1):
            for place in range(1, of.seats + 1):
                words = _("Board %(number)s, player %(place)s") if of.seats > 1 else _("Board %(number)s")
                self.fields[f"board{number}_{place}"] = forms.TypedChoiceField(
                    label=words % {"number": number, "place": place},
                    choices=offered,
                    coerce=int,
                    empty_value=None,
                    required=False,
                    initial=people[place - 1].pk if place <= len(people) else "",
                )
        self.word_errors()

    @property
    def boards(self) -> list[list[forms.BoundField]]:
        """The fields of each board."""
        places = range(1, self.of.seats + 1)
        return [[self[f"board{n}_{place}"] for place in places] for n in range(1, len(self.of.boards) + 1)]

    @property
    def people(self) -> list[list[int | None]]:
        """The ids that were chosen, board by board."""
        return [[self.cleaned_data.get(bound.name) for bound in fields] for fields in self.boards]


@needs(Permission.ENTRY_FILL, branch="number")
def branch_entry_line_up(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What is sent says of which team and match it is: another one may be next by now."""
    branch = get_object_or_404(tournament.branches.select_related("tournament"), number=number)
    views = line_ups_of(branch)
    if request.method != "POST":
        return _line_ups_page(request, branch, [LineUpForm(None, view) for view in views])
    sent = (request.POST.get("team"), request.POST.get("match"))
    view = next((view for view in views if sent == (str(view.team.ordinal), str(view.match.number))), None)
    if view is None:
        messages.warning(request, _("That match is no longer the next one; please look again."))
        return redirect("branch_entry_line_up", tournament.slug, number)
    form, match = LineUpForm(request.POST, view), Match.objects.get(pk=view.match.id)

    def hand_in(_values: dict[str, Any]) -> None:
        hand_in_line_up(match, view.team, form.people, by=actor(request))

    if not form.try_to(hand_in, request).done:
        others = (form if other is view else LineUpForm(None, other) for other in views)
        return _line_ups_page(request, branch, others, status=form.status)
    messages.success(request, _("The line-up is handed in."))
    return redirect("branch_entry_line_up", tournament.slug, number)


def _line_ups_page(
    request: HttpRequest, branch: Branch, line_ups: Iterable[LineUpForm], status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {"tournament": branch.tournament, "branch": branch, "line_ups": list(line_ups)}
    return render(request, "entries/line_up.html", context, status=status)

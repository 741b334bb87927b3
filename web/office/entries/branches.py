"""The list of branches: add, rename, change the quota or the order, remove."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from journal.refusals import Problem
from tournaments.bracket.queries.pairing import late_round
from tournaments.bracket.queries.versions import branches_version
from tournaments.entries.actions.branches import add_branches, edit_branch, remove_branch
from tournaments.entries.queries.teams import branch_counts
from tournaments.models import Branch, Tournament
from tournaments.permissions import Permission
from tournaments.states import TournamentState
from web.office.forms import BranchesForm, BranchForm
from web.requests.attempts import attempt
from web.requests.loaders import actor, needs
from web.requests.long_lists import asked_rows, is_called


@needs(Permission.EVENT_EDIT)
def branches(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = BranchesForm(request.POST or None)
    if request.method != "POST":
        return _page(request, tournament, adding=form)
    outcome = form.try_to(lambda _typed: len(add_branches(tournament, form.plans(), by=actor(request))), request)
    if outcome.done:
        added = _("%(count)s branches are added.") % {"count": len(form.plans())}
        messages.success(request, added)
        return redirect("branches", tournament.slug)
    return _page(request, tournament, adding=form, status=outcome.status)


@needs(Permission.EVENT_EDIT)
def branch(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    branch_row = get_object_or_404(Branch.objects.select_related("tournament__journal"), tournament=tournament, pk=pk)
    form = _form(request.POST or None, branch_row)
    if request.method != "POST":
        return _page(request, tournament, opened=branch_row, form=form)
    outcome = form.try_to(
        lambda typed: edit_branch(
            branch_row, typed["name"], typed["quota"], by=actor(request), place=typed["place"], seen=form.made_from
        ),
        request,
    )
    if outcome.done:
        messages.success(request, _("%(branch)s is saved.") % {"branch": form.cleaned_data["name"]})
        return redirect("branches", tournament.slug)
    return _page(request, tournament, opened=branch_row, form=form, status=outcome.status)


@needs(Permission.EVENT_EDIT)
@require_POST
def branch_removal(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    branch_row = get_object_or_404(Branch.objects.select_related("tournament__journal"), tournament=tournament, pk=pk)
    outcome = attempt(request, lambda: remove_branch(branch_row, by=actor(request)))
    if outcome.done:
        messages.success(request, _("%(branch)s is removed.") % {"branch": branch_row.name})
        return redirect("branches", tournament.slug)
    form = _form(None, branch_row)
    return _page(request, tournament, opened=branch_row, form=form, problems=outcome.problems, status=outcome.status)


def _form(data: Any, branch_row: Branch) -> BranchForm:
    version = branches_version(branch_row.tournament)
    place = branch_row.tournament.branches.filter(number__lte=branch_row.number).count()
    return BranchForm(
        data, initial={"name": branch_row.name, "quota": branch_row.quota, "place": place}, version=version
    )


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    adding: BranchesForm | None = None,
    opened: Branch | None = None,
    form: BranchForm | None = None,
    problems: tuple[Problem, ...] = (),
    status: int = 200,
) -> HttpResponse:
    branches = branch_counts(tournament)
    context = {
        "tournament": tournament,
        "rows": asked_rows(
            request.GET,
            list(enumerate(branches, start=1)),
            lambda search, row: is_called(search, row[1].name),
            here=lambda row: opened is not None and row[1].id == opened.pk,
        ),
        "quota": sum(branch.quota for branch in branches),
        "entered": sum(branch.teams for branch in branches),
        "adding": adding,
        "opened": opened,
        "form": form,
        "problems": problems,
        "drawn": tournament.state != TournamentState.ENTRY and not late_round(tournament),
    }
    return render(request, "entries/branches.html", context, status=status)

"""The people of an event: roles, accounts, one-time passwords."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from journal.refusals import Problem
from tournaments.bracket.queries.versions import people_version
from tournaments.codes import Code
from tournaments.event.actions.people import add_person, confirm_account, grant_role, renew_password, revoke_role
from tournaments.event.queries.people import people_of
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.states import RoleKind
from web.office.forms import PersonForm, RoleForm
from web.requests.attempts import attempt
from web.requests.forms import PageForm
from web.requests.loaders import actor, needs


@needs(Permission.EVENT_EDIT)
def people(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = PersonForm(request.POST or None)
    if request.method != "POST":
        return _page(request, tournament)
    if not form.is_valid():
        return _page(request, tournament, adding=form, status=422)
    # the password is shown on this one answer and kept nowhere, so there is no redirect to a page of its own
    slips: list[tuple[User, str]] = []
    typed = form.cleaned_data
    outcome = attempt(
        request,
        lambda: slips.append(
            add_person(tournament, typed["username"].lower(), typed["name"], typed["kind"], by=actor(request))
        ),
    )
    if not outcome.done:
        form.take(outcome.problems)
        return _page(request, tournament, adding=form, status=outcome.status)
    return _page(request, tournament, slip=slips[0]) if slips else redirect("people", tournament.slug)


@needs(Permission.EVENT_EDIT)
@require_POST
def people_role(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = RoleForm(request.POST, auto_id="r-%s")
    if not form.is_valid():
        return _page(request, tournament, granting=form, status=422)
    username, kind = form.cleaned_data["username"].strip(), form.cleaned_data["kind"]
    user = User.objects.filter(username__iexact=username, is_active=True).first()
    if user is None:
        form.take([Problem(Code.USER_UNKNOWN, "username", {"username": username})])
        return _page(request, tournament, granting=form, status=422)
    outcome = attempt(request, lambda: grant_role(tournament, user, kind, by=actor(request)))
    if not outcome.done:
        form.take(outcome.problems)
        return _page(request, tournament, granting=form, status=outcome.status)
    messages.success(request, _("%(name)s: the role is given.") % {"name": user})
    return redirect("people", tournament.slug)


@needs(Permission.EVENT_EDIT)
@require_POST
def people_revocation(request: HttpRequest, tournament: Tournament, pk: int, kind: str) -> HttpResponse:
    if kind not in RoleKind.values:
        raise Http404
    user = get_object_or_404(User, pk=pk)
    form = PageForm(request.POST, version=people_version(tournament))
    outcome = form.try_to(
        lambda _typed: revoke_role(tournament, user, kind, by=actor(request), seen=form.made_from, sure=form.insisted),
        request,
    )
    if not outcome.done:
        return _page(request, tournament, pressed=form, status=outcome.status)
    messages.success(request, _("%(name)s: the role is taken back.") % {"name": user})
    return redirect("people", tournament.slug)


@needs(Permission.EVENT_EDIT)
@require_POST
def people_password(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    user = get_object_or_404(User.objects.filter(roles__tournament=tournament).distinct(), pk=pk)
    passwords: list[str] = []
    form = PageForm(request.POST, version=people_version(tournament))
    outcome = form.try_to(
        lambda _typed: passwords.append(renew_password(tournament, user, by=actor(request), seen=form.made_from)),
        request,
    )
    if not outcome.done:
        return _page(request, tournament, pressed=form, status=outcome.status)
    return _page(request, tournament, slip=(user, passwords[0])) if passwords else redirect("people", tournament.slug)


@needs(Permission.EVENT_EDIT)
@require_POST
def people_confirmation(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    user = get_object_or_404(User.objects.filter(roles__tournament=tournament).distinct(), pk=pk)
    form = PageForm(request.POST, version=people_version(tournament))
    outcome = form.try_to(
        lambda _typed: confirm_account(tournament, user, by=actor(request), seen=form.made_from), request
    )
    if not outcome.done:
        return _page(request, tournament, pressed=form, status=outcome.status)
    messages.success(request, _("%(name)s: the account is confirmed, its roles count.") % {"name": user})
    return redirect("people", tournament.slug)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    adding: PersonForm | None = None,
    granting: RoleForm | None = None,
    slip: tuple[User, str] | None = None,
    pressed: PageForm | None = None,
    status: int = 200,
) -> HttpResponse:
    people = people_of(tournament)
    has_chief = any(RoleKind.CHIEF_REFEREE in person.kinds for person in people)
    lacking = {"kind": RoleKind.REFEREE if has_chief else RoleKind.CHIEF_REFEREE}
    context = {
        "tournament": tournament,
        "people": people,
        "adding": adding or PersonForm(initial=lacking),
        "granting": granting or RoleForm(initial=lacking, auto_id="r-%s"),
        "slip": slip,
        "pressed": pressed or PageForm(version=people_version(tournament)),
    }
    return render(request, "event/people.html", context, status=status)

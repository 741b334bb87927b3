"""The people of an event: roles, accounts, one-time passwords."""

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.models import User
from journal.refusals import Problem, Refused
from tournaments.bracket.queries.versions import people_version
from tournaments.codes import Code
from tournaments.event.actions.people import add_person, confirm_account, grant_role, renew_password, revoke_role
from tournaments.event.queries.people import people_of
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.states import RoleKind
from web.requests.changes import changes
from web.requests.forms import BoundedText, PageForm
from web.requests.loaders import actor, needs


class PersonForm(PageForm):
    """A new account with its first role."""

    name = BoundedText(_("Name"), 60, required=True, autocomplete="off")
    username = BoundedText(
        _("User name"), 30, required=True, autocomplete="off", autocapitalize="none", spellcheck="false",
        help_text=_("2 to 30 small letters or digits, for example the pinyin of the name."),
    )  # fmt: skip
    kind = forms.ChoiceField(label=_("Role"), choices=RoleKind.choices, initial=RoleKind.REFEREE)


class RoleForm(PageForm):
    """A role for somebody who has an account already."""

    username = BoundedText(
        _("User name"), 150, required=True, autocomplete="off", autocapitalize="none", spellcheck="false"
    )
    kind = forms.ChoiceField(label=_("Role"), choices=RoleKind.choices, initial=RoleKind.REFEREE)


def _people_page(
    request: HttpRequest,
    tournament: Tournament,
    refused: PageForm | None = None,
    *,
    slip: tuple[User, str] | None = None,
) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed; ``slip`` an account with its one-time password."""
    people = people_of(tournament)
    has_chief = any(RoleKind.CHIEF_REFEREE in person.kinds for person in people)
    lacking = {"kind": RoleKind.REFEREE if has_chief else RoleKind.CHIEF_REFEREE}
    is_pressed = refused is not None and not isinstance(refused, PersonForm | RoleForm)
    context = {
        "tournament": tournament,
        "people": people,
        "adding": refused if isinstance(refused, PersonForm) else PersonForm(initial=lacking),
        "granting": refused if isinstance(refused, RoleForm) else RoleForm(initial=lacking, auto_id="r-%s"),
        "slip": slip,
        "pressed": refused if is_pressed else _press_form(None, tournament),
    }
    return render(request, "event/people.html", context, status=refused.status if refused else 200)


def _press_form(data: Any, tournament: Tournament, **_address: Any) -> PageForm:
    return PageForm(data, version=people_version(tournament))


def _role_form(data: Any, tournament: Tournament) -> RoleForm:
    return RoleForm(data, auto_id="r-%s")


@needs(Permission.EVENT_EDIT)
def people(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if request.method != "POST":
        return _people_page(request, tournament)
    # the password is shown on this one answer and kept nowhere, so there is no redirect to a page of its own
    slips: list[tuple[User, str]] = []

    def add(typed: dict[str, Any]) -> None:
        slips.append(add_person(tournament, typed["username"].lower(), typed["name"], typed["kind"], by=actor(request)))

    form = PersonForm(request.POST or None)
    if not form.try_to(add, request).done:
        return _people_page(request, tournament, form)
    return _people_page(request, tournament, slip=slips[0]) if slips else redirect("people", tournament.slug)


@needs(Permission.EVENT_EDIT)
@changes(_people_page, _role_form, _("%(name)s: the role is given."))
def people_role(request: HttpRequest, tournament: Tournament, form: RoleForm) -> dict[str, str]:
    username = form.cleaned_data["username"].strip()
    user = User.objects.filter(username__iexact=username, is_active=True).first()
    if user is None:
        raise Refused(Problem(Code.USER_UNKNOWN, "username", {"username": username}))
    grant_role(tournament, user, form.cleaned_data["kind"], by=actor(request))
    return {"name": str(user)}


@needs(Permission.EVENT_EDIT)
@changes(_people_page, _press_form, _("%(name)s: the role is taken back."), to="people")
def people_revocation(
    request: HttpRequest, tournament: Tournament, form: PageForm, pk: int, kind: str
) -> dict[str, str]:
    if kind not in RoleKind.values:
        raise Http404
    user = get_object_or_404(User, pk=pk)
    revoke_role(tournament, user, kind, by=actor(request), seen=form.made_from, sure=form.insisted)
    return {"name": str(user)}


def _with_a_role(tournament: Tournament, pk: int) -> User:
    return get_object_or_404(User.objects.filter(roles__tournament=tournament).distinct(), pk=pk)


@needs(Permission.EVENT_EDIT)
@require_POST
def people_password(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    user, form = _with_a_role(tournament, pk), _press_form(request.POST, tournament)
    passwords: list[str] = []

    def renew(_typed: dict[str, Any]) -> None:
        passwords.append(renew_password(tournament, user, by=actor(request), seen=form.made_from))

    if not form.try_to(renew, request).done:
        return _people_page(request, tournament, form)
    return (
        _people_page(request, tournament, slip=(user, passwords[0]))
        if passwords
        else redirect("people", tournament.slug)
    )


@needs(Permission.EVENT_EDIT)
@changes(_people_page, _press_form, _("%(name)s: the account is confirmed, its roles count."), to="people")
def people_confirmation(request: HttpRequest, tournament: Tournament, form: PageForm, pk: int) -> dict[str, str]:
    user = _with_a_role(tournament, pk)
    confirm_account(tournament, user, by=actor(request), seen=form.made_from)
    return {"name": str(user)}

"""The people of an event: roles, accounts, one-time passwords."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.passwords import slip_token
from journal.refusals import Problem, Refused
from tournaments.bracket.queries.versions import people_version
from tournaments.bracket.words.names import listed
from tournaments.codes import Code
from tournaments.event.actions.people import add_people, confirm_account, grant_role, renew_password, revoke_role
from tournaments.event.queries.people import people_of, slips_to_print
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.states import RoleKind
from web.files.qr_codes import full_address, is_local, qr_svg
from web.files.typesetting import pdf_answer, typeset
from web.requests.forms import BoundedText, LongText, PageForm
from web.requests.loaders import actor, changes, needs

LONGEST_LIST = 4_000


class PeopleForm(PageForm):
    """New accounts, of a list of names."""

    lines = LongText(
        _("Names"), LONGEST_LIST, rows=6,
        help_text=_(
            "One a line, or with 、 between. A phone number tells two people of one name apart and is not kept; a role "
            "after the name (chief referee, referee, office) goes before the one chosen below."
        ),
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
    is_pressed = refused is not None and not isinstance(refused, PeopleForm | RoleForm)
    context = {
        "tournament": tournament,
        "people": people,
        "adding": refused if isinstance(refused, PeopleForm) else PeopleForm(),
        "slips": len(slips_to_print(tournament, actor(request))),
        "is_local": is_local(full_address(request, "/")),
        "granting": refused if isinstance(refused, RoleForm) else RoleForm(initial=lacking, auto_id="r-%s"),
        "slip": slip,
        "pressed": refused if is_pressed else _press_form(None, tournament),
    }
    return render(request, "event/people.html", context, status=refused.status if refused else 200)


def _press_form(data: Any, tournament: Tournament, **_address: Any) -> PageForm:
    return PageForm(data, version=people_version(tournament))


@needs(Permission.EVENT_EDIT)
def people(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if request.method != "POST":
        return _people_page(request, tournament)
    form = PeopleForm(request.POST)

    def add(typed: dict[str, Any]) -> dict[str, Any]:
        made, here = add_people(tournament, typed["lines"], typed["kind"], by=actor(request), sure=form.insisted)
        return {"n": len(made), "here": [str(user) for user in here]}

    attempt = form.try_to(add, request)
    if not attempt.done:
        return _people_page(request, tournament, form)
    if made := attempt.answer["n"]:
        words = ngettext("%(n)s account is made. Print the slip.", "%(n)s accounts are made. Print the slips.", made)
        messages.success(request, words % {"n": made})
    if here := attempt.answer["here"]:
        messages.info(request, gettext("Here already: %(names)s.") % {"names": listed(here)})
    return redirect("people", tournament.slug)


@needs(Permission.EVENT_EDIT)
@require_safe
def people_slips(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A sheet to be cut, a slip for everybody who has not signed in yet."""
    people = slips_to_print(tournament, actor(request))
    if not people:
        return redirect("people", tournament.slug)
    data = {
        "size": "a4",
        "title": gettext("Slips of the referees"),
        "event": tournament.name,
        "words": {
            "username": gettext("User name"),
            "scan": gettext("Scan the code and choose a password of your own."),
            "later": gettext("Later sign in with user name and password at"),
        },
        "address": full_address(request, reverse("sign_in")),
        "slips": [
            {
                "name": str(person.user),
                "username": person.user.username,
                "roles": listed(str(kind.label) for kind in person.kinds),
                "qr": qr_svg(full_address(request, reverse("first_sign_in", args=[slip_token(person.user)]))),
            }
            for person in people
        ],
    }
    return pdf_answer(typeset("sign_ins.typ", data), f"slips-{tournament.slug}-people")


@needs(Permission.EVENT_EDIT)
@changes(_people_page, lambda data, _event: RoleForm(data, auto_id="r-%s"), _("%(name)s: the role is given."))
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

"""Sign-in, sign-out, one's own password, the language."""

from http import HTTPStatus
from typing import cast
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth import login, logout, update_session_auth_hash
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from accounts import devices
from accounts.models import User
from accounts.passwords import choose_password
from tournaments.permissions import Permission
from web.requests.kept import kept_of, sealed, unsealed
from web.requests.loaders import needs
from web.site import gate
from web.site.forms import PasswordForm, SignInForm
from web.site.resuming import resume

UNTYPED = frozenset({"branch", "seen", "sure", "draft", "read"})
"""Fields of an entry form that nobody typed."""


def _next(request: HttpRequest, otherwise: str = "home") -> str:
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    if "/" in wanted and url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure()):
        return wanted  # without a stroke `redirect` would take it for the name of a view
    return resolve_url(otherwise)


def _after_sign_in(request: HttpRequest, user: User) -> str:
    """Where the person wanted to go, by way of a password of his own if he came with a one-time one."""
    wanted = _next(request, "desks")
    return f"{resolve_url('password')}?{urlencode({'next': wanted})}" if user.one_time_password else wanted


@needs(Permission.PUBLIC)
def sign_in(request: HttpRequest) -> HttpResponse:
    """Also shown in place of the answer to a form that somebody sent whose session is over."""
    if request.path != resolve_url("sign_in"):
        sent_form = kept_of(request)
        typed = [text for name, text in sent_form.fields if text and name not in UNTYPED] if sent_form else []
        return _sign_in_page(request, SignInForm(request), sealed(sent_form), HTTPStatus.UNAUTHORIZED, typed=typed)
    if request.method != "POST":
        return _sign_in_page(request, SignInForm(request), "", HTTPStatus.OK)
    form, tries = SignInForm(request, request.POST), request.tries  # type: ignore[attr-defined]
    with tries.calculating():
        is_right = form.is_valid()
    if is_right:
        tries.passed()
        return _signed_in(request, form.get_user())
    if form.has_error(NON_FIELD_ERRORS):
        tries.failed()
    return _sign_in_page(request, form, request.POST.get("kept", ""), HTTPStatus.UNPROCESSABLE_ENTITY)


def _signed_in(request: HttpRequest, user: User) -> HttpResponse:
    login(request, user)
    response = _after_login(request, user)
    devices.remember(request, response, user.username)
    return response


def _after_login(request: HttpRequest, user: User) -> HttpResponse:
    sent_form = unsealed(request.POST)
    if sent_form is not None and sent_form.account == str(user.pk) and not user.one_time_password:
        return resume(request, sent_form)
    return redirect(_after_sign_in(request, user))


def _sign_in_page(
    request: HttpRequest, form: SignInForm, sealed_form: str, status: int, **more: object
) -> HttpResponse:
    wanted = _next(request, "desks")
    of_branch = any(_is_of_branch(path) for path in (request.path, wanted))
    context = {"form": form, "next": wanted, "kept": sealed_form, "of_branch": of_branch, **more}
    return render(request, "site/sign_in.html", context, status=status)


def _is_of_branch(path: str) -> bool:
    """Is it a page that a branch opens by its link, and nobody by a password?"""
    try:
        return resolve(urlsplit(path).path).view_name.startswith("branch_entry")
    except Resolver404:
        return False


@needs(Permission.SIGNED_IN)
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("home")


@needs(Permission.OWN_ACCOUNT)
def password(request: HttpRequest) -> HttpResponse:
    user = cast("User", request.user)
    tries = gate.at_password(user, request.session.session_key or "")
    refusal = tries.refusal if request.method == "POST" else None
    form = PasswordForm(None if refusal else request.POST or None, user=user)
    if form.is_valid():
        tries.passed()
        choose_password(user, form.cleaned_data["new"])
        update_session_auth_hash(request, user)
        return redirect(_next(request, "desks"))
    if form.has_error("present", "wrong"):
        tries.failed()
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    answer = render(request, "site/password.html", {"form": form, "refusal": refusal}, status=status)
    return gate.not_before(answer, refusal) if refusal else answer


@needs(Permission.PUBLIC)
def language(request: HttpRequest, code: str) -> HttpResponse:
    if code not in dict(settings.LANGUAGES):
        raise Http404
    response = redirect(_next(request))
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME, code, max_age=365 * 24 * 3600, samesite="Lax", secure=request.is_secure()
    )
    return response

"""Sign-in, sign-out, one's own password, the language; 登录设备, where a person is signed in, and signing out there;
and 扫码进入: the page that a signed link leads to, and the press that opens it: a table slip, or an entry form."""

import re
from contextlib import suppress
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import devices, identities, sessions
from accounts.identity import house_name
from accounts.models import Identity, User
from accounts.passwords import choose_password, user_of_slip
from journal import clock
from journal.refusals import Problem, Refused
from tournaments.codes import Code
from tournaments.day.actions.links import open_link
from tournaments.entries.queries.links import (
    last_moment,
    lines_up,
    link_of_token,
    link_problems,
    plays_on_own_days,
    slip_of,
)
from tournaments.models import AccessLink, Tournament
from tournaments.permissions import Permission, may
from tournaments.states import TournamentState
from web.requests.attempts import attempt, is_from_here, sealed, sent_form_of, unsealed
from web.requests.loaders import actor, needs
from web.requests.numbers import OFFICE_ZONE
from web.requests.visitors import device_of, keep_device
from web.site import gate
from web.site.forms import PasswordForm, SignInForm

BACKEND = "django.contrib.auth.backends.ModelBackend"
UNTYPED = frozenset({"branch", "seen", "sure", "draft", "read"})
"""Fields of an entry form that nobody typed."""
SYSTEMS = ("Windows", "iPhone", "iPad", "Android", "HarmonyOS", "Mac", "Linux")
BROWSERS = {"MicroMessenger": "WeChat", "DingTalk": "DingTalk", "Edg": "Edge", "Firefox": "Firefox",
            "Chrome": "Chrome", "Safari": "Safari"}  # fmt: skip


def next_page(request: HttpRequest, otherwise: str = "home") -> str:
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    if "/" in wanted and url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure()):
        return wanted  # without a stroke `redirect` would take it for the name of a view
    return resolve_url(otherwise)


@needs(Permission.PUBLIC)
def sign_in(request: HttpRequest) -> HttpResponse:
    """Also shown in place of the answer to a form that somebody sent whose session is over."""
    if request.path != resolve_url("sign_in"):
        sent_form = sent_form_of(request)
        typed = [text for name, text in sent_form.fields if text and name not in UNTYPED] if sent_form else []
        page = {"kept": sealed(sent_form), "sent_form": sent_form, "typed": typed}
        return sign_in_page(request, SignInForm(request), HTTPStatus.UNAUTHORIZED, **page)
    if request.method != "POST":
        return sign_in_page(request, SignInForm(request), HTTPStatus.OK)
    form, tries = SignInForm(request, request.POST), request.tries  # type: ignore[attr-defined]
    with tries.calculating():
        is_right = form.is_valid()
    if is_right:
        tries.passed()
        user = form.get_user()
        login(request, user)
        _connect(request, user)
        response = _after_sign_in(request, user)
        devices.remember(request, response, user.username)
        return response
    if form.has_error(NON_FIELD_ERRORS):
        tries.failed()
    came = {name: request.POST.get(name, "") for name in ("kept", "identity")}
    return sign_in_page(request, form, HTTPStatus.UNPROCESSABLE_ENTITY, sent_form=unsealed(request.POST), **came)


def _connect(request: HttpRequest, user: User) -> None:
    """The house's account with which the person came to the sign-in, if he did: it opens this account from now on."""
    identified = identities.unsealed(request.POST.get("identity", "")) if settings.IDENTITY else None
    if identified is None:
        return
    if identities.connect(user, identified):
        messages.success(request, _("From now on %(house)s opens this account.") % {"house": house_name()})
    elif identities.may_connect(user):
        messages.error(request, _("Not connected: that account opens another one here already."))
    else:
        words = _(
            "Not connected yet: first choose your own password, and let the office confirm the account if it must. "
            "Then come by %(house)s once more."
        )
        messages.error(request, words % {"house": house_name()})


def _after_sign_in(request: HttpRequest, user: User) -> HttpResponse:
    """Back to the form that was filled in meanwhile, or where the person wanted to go, by way of a password of his own
    if he came with a one-time one."""
    sent_form, wanted = unsealed(request.POST), next_page(request, "desks")
    if user.one_time_password:
        return redirect(f"{resolve_url('password')}?{urlencode({'next': wanted})}")
    if sent_form is not None and sent_form.account == str(user.pk):
        # that page leads back to the form; with a script it does so by itself
        return render(request, "site/resume.html", {"sent_form": sent_form})
    return redirect(wanted)


def sign_in_page(request: HttpRequest, form: SignInForm, status: int, **more: Any) -> HttpResponse:
    """``more``: the form that was ``kept`` (sealed), or whom the house's provider has named, ``identity`` (sealed)."""
    wanted, of_branch = next_page(request, "desks"), False
    for path in (request.path, wanted):
        # a page that a branch opens by its link, and nobody by a password
        with suppress(Resolver404):
            of_branch |= resolve(urlsplit(path).path).view_name.startswith("branch_entry")
    identified = identities.unsealed(more.get("identity", "")) if settings.IDENTITY else None
    context = {"form": form, "next": wanted, "of_branch": of_branch, "house": house_name(), "identified": identified}
    return render(request, "site/sign_in.html", context | more, status=status)


def token_refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """For ``CSRF_FAILURE_VIEW``: nothing was changed, and what was typed on a page of this site is still there."""
    sent_form = sent_form_of(request) if is_from_here(request) else None
    return render(request, "403_csrf.html", {"sent_form": sent_form}, status=403)


@needs(Permission.SIGNED_IN)
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("home")


@needs(Permission.OWN_ACCOUNT)
def password(request: HttpRequest) -> HttpResponse:
    user = actor(request)
    tries = gate.Tries(user.username, request.session.session_key or "")
    refusal = tries.refusal if request.method == "POST" else None
    form = PasswordForm(None if refusal else request.POST or None, user=user)
    if form.is_valid():
        tries.passed()
        choose_password(user, form.cleaned_data["new"])
        update_session_auth_hash(request, user)
        return redirect(next_page(request, "desks"))
    if form.has_error("present", "wrong"):
        tries.failed()
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    answer = render(
        request, "site/password.html", {"form": form, "refusal": refusal, "house": house_name()}, status=status
    )
    return gate.not_before(answer, refusal) if refusal else answer


@never_cache
@needs(Permission.PUBLIC)
@require_http_methods(["GET", "HEAD", "POST"])
def first_sign_in(request: HttpRequest, token: str) -> HttpResponse:
    """What the slip of an account leads to: a password of his own, once, and he is signed in."""
    user = user_of_slip(token)
    form = PasswordForm(request.POST or None, user=user) if user else None
    if user and form and form.is_valid():
        choose_password(user, form.cleaned_data["new"])
        login(request, user, backend=BACKEND)
        answer: HttpResponse = redirect("desks")
        devices.remember(request, answer, user.username)
    else:
        status = HTTPStatus.GONE if form is None else HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
        answer = render(request, "site/first_sign_in.html", {"form": form, "owner": user}, status=status)
    # what is asked for from here is told the site at most, never this address
    answer.headers["Referrer-Policy"] = "strict-origin"
    return answer


@needs(Permission.PUBLIC)
def language(request: HttpRequest, code: str) -> HttpResponse:
    if code not in dict(settings.LANGUAGES):
        raise Http404
    response = redirect(next_page(request))
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME, code, max_age=365 * 24 * 3600, samesite="Lax", secure=request.is_secure()
    )
    return response


@needs(Permission.OWN_ACCOUNT)
@require_safe
def sign_ins(request: HttpRequest) -> HttpResponse:
    with timezone.override(OFFICE_ZONE):
        open_sessions = sessions.sign_ins(actor(request), request.session.session_key, timezone.now())
        rows = [(one, device(one.agent)) for one in open_sessions]
        identity = Identity.objects.filter(user=actor(request)).first()
        context = {"rows": rows, "house": house_name(), "identity": identity}
        return render(request, "site/sign_ins.html", context)


@needs(Permission.OWN_ACCOUNT)
@require_POST
def sign_ins_end(request: HttpRequest) -> HttpResponse:
    outcome = attempt(request, lambda: {"n": sessions.end(actor(request), request.POST.get("handle", ""))})
    if outcome.answer.get("n"):
        messages.success(request, _("Signed out there."))
    return redirect("sign_ins")


def device(agent: str) -> str:
    """Edge · Windows, as far as the browser says."""
    browser = next((name for word, name in BROWSERS.items() if word in agent), "")
    system = next((word for word in SYSTEMS if re.search(rf"\b{word}", agent)), "")
    return " · ".join(word for word in (browser, system) if word)


@never_cache
@needs(Permission.PUBLIC)
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """What the code leads to. Opening is a POST: a chat program that looks at the address in advance opens nothing."""
    access_link = link_of_token(token)
    if access_link is None:
        answer = _refusal_page(request, (Problem(Code.LINK_INVALID),), HTTPStatus.NOT_FOUND)
    else:
        tournament = access_link.tournament
        with tournament.at_home():
            answer = _answer(request, access_link, tournament, token)
    # what is asked for from here is told the site at most, never this address; a form needs to say that much
    answer.headers["Referrer-Policy"] = "strict-origin"
    return answer


def _answer(request: HttpRequest, link: AccessLink, tournament: Tournament, token: str) -> HttpResponse:
    problems = link_problems(link, clock.now(tournament.journal))
    if problems:
        return _refusal_page(request, tuple(problems), HTTPStatus.GONE)
    # whoever may work here anyway keeps his own account, and whoever came by this very link is in already
    own = not getattr(request.user, "is_of_link", False) and (
        may(request.user, Permission.DEAL_ENTER, tournament, link.match.number)
        if link.match
        else may(request.user, Permission.ENTRY_FILL, tournament)
    )
    if request.method == "POST":
        if own:
            return _to_the_page(link, tournament)
        device = device_of(request)
        by = actor(request) if request.user.is_authenticated else None
        try:
            opened = open_link(token, device, by=by)
        except Refused as refused:  # revoked between the look and the lock
            return _refusal_page(request, refused.problems, HTTPStatus.GONE)
        login(request, opened.account, backend=BACKEND)
        left = last_moment(link) - clock.now(tournament.journal)
        request.session.set_expiry(max(60, int(left.total_seconds())))
        answer = _to_the_page(link, tournament)
        keep_device(request, answer, device)
        return answer
    slip = slip_of(link.match) if link.match else None
    if slip is None and link.branch is None:
        raise Http404
    context = {"tournament": tournament, "match": slip and slip.match, "branch": link.branch, "own": own}
    context["is_of_matches"] = link.branch is not None and plays_on_own_days(link.branch)
    return render(request, "site/open.html", context)


def _to_the_page(link: AccessLink, tournament: Tournament) -> HttpResponse:
    if link.match is not None:
        return redirect("sheet", tournament.slug, link.match.number)
    assert link.branch is not None
    if lines_up(tournament) and tournament.state != TournamentState.ENTRY:
        return redirect("branch_entry_line_up", tournament.slug, link.branch.number)
    if plays_on_own_days(link.branch):
        return redirect("own_days", tournament.slug, link.branch.number)
    return redirect("branch_entry", tournament.slug, link.branch.number)


def _refusal_page(request: HttpRequest, problems: tuple[Problem, ...], status: int) -> HttpResponse:
    return render(request, "site/refused.html", {"problems": problems}, status=status)

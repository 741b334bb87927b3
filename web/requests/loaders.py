"""Fetch and authorise: every view states what it needs, and gets its tournament only if the person may."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, cast

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, resolve_url
from django.urls import Resolver404, resolve
from django.views.decorators.cache import never_cache

from accounts.models import User
from tournaments.bracket.queries.matches import match_of_event
from tournaments.event.queries.tournaments import tournament_at
from tournaments.models import Match, Round, Tournament
from tournaments.permissions import SITE_WIDE, Permission, granted, may
from web.requests.sent_forms import sent_form_of

View = Callable[..., HttpResponse]


def needs(permission: Permission, *, match: str = "", branch: str = "") -> Callable[[View], View]:
    """Declare what a view needs. An address with a ``slug`` hands the view its tournament instead, and times are
    shown in that event's zone. ``match`` names the part of the address with the number of the one match that the page
    is about, ``branch`` that of the one branch: a link of that match or branch is let in.

    Not signed in: to the sign-in page and back. Signed in without the right: 403. One-time password: change it first.
    A form's own address opened like a page (a reload, another language): to the page above it. No browser keeps what is
    not for everybody: after signing out nobody leafs back to it.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, slug: str | None = None, **kwargs: Any) -> HttpResponse:
            tournament = tournament_at(slug) if slug else None
            if slug and tournament is None:
                raise Http404
            refusal = _refusal(request, permission, tournament, kwargs.get(match), kwargs.get(branch))
            if refusal is not None:
                return refusal
            if tournament is None:
                return _or_above(request, view(request, *args, **kwargs))
            with tournament.at_home():
                return _or_above(request, view(request, tournament, *args, **kwargs))

        shown = guarded if permission == Permission.PUBLIC else never_cache(guarded)
        shown.permission = permission  # type: ignore[attr-defined]
        return shown

    return decorate


def _refusal(
    request: HttpRequest,
    permission: Permission,
    tournament: Tournament | None,
    number: int | None,
    branch: int | None,
) -> HttpResponse | None:
    if permission == Permission.PUBLIC:
        return None
    if not request.user.is_authenticated:
        # a form that was filled in meanwhile is carried along by the sign-in page; to htmx a page is no answer (401)
        if not getattr(request, "htmx", False) and sent_form_of(request) is None:
            return redirect_to_login(request.get_full_path())
        sign_in: View = resolve(resolve_url(settings.LOGIN_URL)).func
        return sign_in(request)
    if request.user.one_time_password and request.resolver_match.view_name != "password":  # type: ignore[union-attr]
        return redirect("password")
    if permission in SITE_WIDE:
        is_allowed = may(request.user, permission)
    else:
        allowed = granted(request.user, tournament, number, branch=branch) if tournament else frozenset()
        is_allowed = permission in allowed
        request.allowed = allowed  # type: ignore[attr-defined]
    if not is_allowed:
        raise PermissionDenied
    return None


def _or_above(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    if request.method != "GET" or response.status_code != HTTPStatus.METHOD_NOT_ALLOWED:
        return response
    return redirect(page_above(request))


def page_above(request: HttpRequest) -> str:
    """The page on which the form stands that is sent to this address: …/awards/ of …/awards/reopening/."""
    above = request.path
    while above != "/":
        above = above.rstrip("/").rpartition("/")[0] + "/"
        try:
            resolve(above)
        except Resolver404:
            continue
        break
    return above


def stage_match(tournament: Tournament, number: int) -> Match:
    """The match of that number, or 404."""
    match = match_of_event(tournament.slug, number)
    if match is None:
        raise Http404
    return match


def stage_round(tournament: Tournament, number: int, sitting: int = 1) -> Round:
    """The round of that number, or that sitting of it, or 404."""
    rows = Round.objects.select_related("stage__tournament__journal", "clock")
    return get_object_or_404(rows, stage__tournament=tournament, number=number, sitting=sitting)


def allowed_to(request: HttpRequest) -> frozenset[Permission]:
    """Everything that the person may do on a page of an event that needs a role there: read once, by ``needs``."""
    allowed: frozenset[Permission] = request.allowed  # type: ignore[attr-defined]
    return allowed


def actor(request: HttpRequest) -> User:
    """Who acts, on a page that needs somebody signed in."""
    return cast("User", request.user)

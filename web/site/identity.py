"""用单位账号登录: to the house's identity provider and back; who comes for the first time connects an account that he
has, or begins with a new one; and the connection is undone. Everywhere 404 where no provider is set up.

The way there is a link, since a policy on forms would have to name every host that the provider sends people on to.
What this browser alone knows of it stands in a cookie, so that nothing is kept of strangers here.
"""

from collections.abc import Callable
from dataclasses import asdict
from datetime import timedelta
from functools import wraps
from http import HTTPStatus
from json import JSONDecodeError, dumps, loads
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.signals import user_login_failed
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import devices, sessions
from accounts.identities import account_of, disconnect, new_account_of, sealed, unsealed
from accounts.identity import Identified, NotIdentified, Trip, Why, house_name, identify, way_there
from accounts.models import User
from tournaments.permissions import Permission
from web.requests.attempts import attempt
from web.requests.loaders import actor, needs
from web.site import gate
from web.site.account import BACKEND, next_page, sign_in_page
from web.site.forms import SignInForm

COOKIE, SALT, LASTS = "identity", "web.site.identity", timedelta(minutes=15)
"""For so long somebody may take to sign in there."""
LONGEST_PAGE = 1000
BEGIN_AGAIN = gettext_lazy("This took too long, was used already or began in another browser. Please begin again.")
SENTENCES = {
    Why.DENIED: gettext_lazy("You were not let in there, or went back. Nothing has happened here."),
    Why.OVER: BEGIN_AGAIN,
    Why.AWAY: gettext_lazy("%(house)s does not answer as it should. Sign in with your password, or try again later."),
    Why.UNPROVEN: gettext_lazy("The answer of %(house)s cannot be trusted, so you are not signed in. Tell the office."),
}
View = Callable[..., HttpResponse]


def offered(view: View) -> View:
    """404 where nobody signs in with the house's account."""

    @wraps(view)
    def there(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not settings.IDENTITY:
            raise Http404
        return view(request, *args, **kwargs)

    return there


def _address_back() -> str:
    """The one address to which the provider sends browsers: the site's own, whatever a request calls it."""
    return settings.SITE_URL + reverse("identity_back")


@never_cache
@needs(Permission.PUBLIC)
@offered
@require_safe
def identity(request: HttpRequest) -> HttpResponse:
    """To the provider, who sends the browser on to ``identity_back``; a link of another site leads to the button, so
    that nobody is signed in without having pressed it."""
    wanted = next_page(request, "desks")
    if request.headers.get("Sec-Fetch-Site") == "cross-site":
        return redirect_to_login(wanted)
    trip = Trip(wanted if len(wanted) < LONGEST_PAGE else reverse("desks"))
    try:
        answer: HttpResponse = redirect(way_there(trip, _address_back()))
    except NotIdentified as error:
        return _not_signed_in(request, error.why)
    answer.set_signed_cookie(
        COOKIE, dumps(asdict(trip)), salt=SALT, max_age=LASTS, httponly=True,
        path=reverse("identity"), secure=settings.SESSION_COOKIE_SECURE, samesite="Lax",
    )  # fmt: skip
    return answer


@never_cache
@needs(Permission.PUBLIC)
@offered
@require_safe
def identity_back(request: HttpRequest) -> HttpResponse:
    """From the provider: signed in, asked which account it is, or told why not. Each way is gone once."""
    if refusal := gate.refusal_of_identity(request):
        words = _("Too often something came back from here that was nothing. Please try again after %(hour)s.")
        return gate.not_before(_refused(request, words % {"hour": refusal.hour}), refusal)
    wanted = ""
    try:
        trip = _trip_of(request)
        wanted = trip.wanted
        answer = _come(request, _identified(request, trip), wanted)
    except NotIdentified as error:
        answer = _not_signed_in(request, error.why, wanted)
    answer.delete_cookie(COOKIE, path=reverse("identity"), samesite="Lax")
    return answer


def _trip_of(request: HttpRequest) -> Trip:
    """The way on which this very browser was sent."""
    cookie = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=LASTS)
    try:
        trip = Trip(**loads(cookie or ""))
    except (JSONDecodeError, TypeError):
        raise NotIdentified(Why.OVER) from None
    if not constant_time_compare(trip.state, request.GET.get("state", "")):
        raise NotIdentified(Why.OVER)
    return trip


def _identified(request: HttpRequest, trip: Trip) -> Identified:
    if problem := request.GET.get("error"):
        raise NotIdentified(Why.DENIED if problem == "access_denied" else Why.AWAY)
    try:
        return identify(trip, request.GET.get("code", ""), _address_back())
    except NotIdentified as error:
        if error.why != Why.AWAY:
            gate.identity_failed(request)
            user_login_failed.send(__name__, credentials={"username": house_name()}, request=request)
        raise


def _come(request: HttpRequest, identified: Identified, wanted: str) -> HttpResponse:
    """Somebody whom the provider has named."""
    user, own = account_of(identified), _person(request)
    if user is None:
        # ready to be connected: an account comes with its password, which the gate guards as ever
        form = SignInForm(request, initial={"username": own.username if own else ""})
        return sign_in_page(request, form, HTTPStatus.OK, identity=sealed(identified), next=wanted)
    if own and user != own:
        words = _("%(label)s opens the account %(username)s, and you are signed in as %(own)s. Sign out first.")
        return _refused(
            request, words % {"label": identified.label, "username": user.username, "own": own.username}, wanted
        )
    if not user.is_active:
        return _refused(request, str(SignInForm.error_messages["inactive"]), wanted)
    login(request, user, backend=BACKEND)
    request.session[sessions.BY_IDENTITY] = True
    answer = redirect(wanted)
    devices.remember(request, answer, user.username)
    return answer


def _person(request: HttpRequest) -> User | None:
    """Who is signed in already, by an account of his own."""
    return request.user if isinstance(request.user, User) and not request.user.is_of_link else None


@needs(Permission.PUBLIC)
@offered
@require_POST
def identity_account(request: HttpRequest) -> HttpResponse:
    """A new account, for who has none here: without any role."""
    identified = unsealed(request.POST.get("identity", ""))
    if identified is None:
        return _not_signed_in(request, Why.OVER)
    if _person(request) is None:
        new_account_of(identified)
    return _come(request, identified, next_page(request, "desks"))


@needs(Permission.OWN_ACCOUNT)
@offered
@require_POST
def identity_removal(request: HttpRequest) -> HttpResponse:
    """The connection is undone, and whoever is signed in by it elsewhere is signed out."""

    def undo() -> None:
        disconnect(actor(request))
        sessions.end_others_by_identity(actor(request), request.session.session_key, timezone.now())

    if attempt(request, undo).done:
        messages.success(request, _("%(house)s opens this account no longer.") % {"house": house_name()})
    return redirect("sign_ins")


def _not_signed_in(request: HttpRequest, why: Why, wanted: str = "") -> HttpResponse:
    status = HTTPStatus.SERVICE_UNAVAILABLE if why == Why.AWAY else HTTPStatus.UNPROCESSABLE_ENTITY
    return _refused(request, str(SENTENCES[why]) % {"house": house_name()}, wanted, status)


def _refused(
    request: HttpRequest, sentence: str, wanted: str = "", status: int = HTTPStatus.UNPROCESSABLE_ENTITY
) -> HttpResponse:
    """The sign-in page, which says why; the password's way stays."""
    more = {"next": wanted} if wanted else {}
    return sign_in_page(request, SignInForm(request), status, sentence=sentence, **more)

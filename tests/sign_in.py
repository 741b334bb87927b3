"""A test's browser is signed in by one row: what ``django.contrib.auth.login`` writes in two dozen statements."""

from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest
from django.test import Client

from accounts.models import User
from accounts.sessions import SessionStore
from web.requests.middleware import begin_session

_with_all_that_a_form_does = Client.force_login


def force_login(client: Client, user: User, backend: str | None = None) -> None:
    """For ``Client.force_login``: the session and its cookie are as after the form of the page. Neither is the sign-in
    noted on the account nor are failed tries forgotten; who has a session already keeps what stands in it.
    """
    if settings.SESSION_COOKIE_NAME in client.cookies:
        _with_all_that_a_form_does(client, user, backend)
        return
    made: Any = client
    user.backend = backend or made._get_backend()  # type: ignore[attr-defined]
    request = HttpRequest()
    request.session = SessionStore()
    request.session[SESSION_KEY] = str(user.pk)
    request.session[BACKEND_SESSION_KEY] = user.backend  # type: ignore[attr-defined]
    request.session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    begin_session(Client, request, user)
    request.session.save()
    made._set_login_cookies(request)

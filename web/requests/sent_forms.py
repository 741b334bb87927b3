"""What was typed into a form that could not be taken, because the session was over: carried on, never saved by itself.

The fields travel in the pages, not in the session: over the sign-in page, then back to their form by a button, whose
request is marked as resumed. A resumed form is shown as it was typed and saves nothing.
"""

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.core import signing
from django.core.exceptions import BadRequest, TooManyFilesSent
from django.http import HttpRequest, QueryDict, UnreadablePostError
from django.http.multipartparser import MultiPartParserError

RESUMED = "resumed"
OF_THE_PAGE = frozenset({"key", "csrfmiddlewaretoken", "account", RESUMED})
"""Hidden fields of every form, which nobody typed."""
SECRET = frozenset({"password", "present", "new", "again", "secret"})
"""A form with one of these is never carried."""
LONGEST, SECONDS = 500_000, 24 * 3600


@dataclass(frozen=True)
class SentForm:
    """A form as it was sent to ``path`` by the ``account`` (id as text, "" if it is not known)."""

    path: str
    account: str
    fields: tuple[tuple[str, str], ...]


def sent_form_of(request: HttpRequest) -> SentForm | None:
    """What this request brought, if anything was typed that may be carried on."""
    try:
        typed = request.POST
    except (BadRequest, TooManyFilesSent, UnreadablePostError, MultiPartParserError, UnicodeError):
        return None
    fields = tuple((name, text) for name in typed for text in typed.getlist(name) if name not in OF_THE_PAGE)
    if request.method != "POST" or not any(text for _, text in fields) or SECRET & set(typed):
        return None
    return SentForm(request.get_full_path(), typed.get("account", ""), fields)


def is_from_here(request: HttpRequest) -> bool:
    """Was the form on a page of this site? Another site fills in nobody's forms."""
    origin = request.headers.get("Origin") or request.headers.get("Referer") or ""
    return urlsplit(origin).netloc == request.get_host()


def is_resumed(request: HttpRequest) -> bool:
    """Is the form to be shown as it was typed, and not to be saved?"""
    return RESUMED in request.POST


def sealed(sent_form: SentForm | None) -> str:
    """For a hidden field: signed, "" if there is nothing or too much."""
    if sent_form is None:
        return ""
    text = signing.dumps([sent_form.path, sent_form.account, sent_form.fields], salt="web.requests.kept", compress=True)
    return text if len(text) <= LONGEST else ""


def unsealed(typed: QueryDict) -> SentForm | None:
    """What ``sealed`` put into the field ``kept``, for a day."""
    try:
        path, account, fields = signing.loads(typed.get("kept", ""), salt="web.requests.kept", max_age=SECONDS)
    except signing.BadSignature:
        return None
    return SentForm(path, account, tuple((name, text) for name, text in fields))

"""One attempt at a change from a form: done, refused with all problems, or too late. Safe to repeat by its key.

What was typed into a form that could not be taken, because the session was over, is carried on, never saved by itself.
The fields travel in the pages, not in the session: over the sign-in page, then back to their form by a button, whose
request is marked as resumed. A resumed form is shown as it was typed and saves nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from django.core import signing
from django.core.exceptions import BadRequest, TooManyFilesSent
from django.http import HttpRequest, QueryDict, UnreadablePostError
from django.http.multipartparser import MultiPartParserError

from journal.receipts import KeyReused, once
from journal.refusals import ConflictCode, Doubtful, Overtaken, Problem, Refused, WrongState


@dataclass(frozen=True)
class Attempt:
    """``status`` is that of a page that shows the ``problems``: 422, 409 if late; 200 as long as nothing is wrong.

    ``sure`` are the signatures of what was only asked, ``overtaken`` is a form that somebody else saved meanwhile.
    """

    problems: tuple[Problem, ...] = ()
    status: int = HTTPStatus.OK
    answer: dict[str, Any] = field(default_factory=dict)
    sure: tuple[str, ...] = ()
    overtaken: bool = False

    @property
    def done(self) -> bool:
        return self.status == HTTPStatus.OK


def attempt(request: HttpRequest, change: Callable[[], Any]) -> Attempt:
    """Run ``change`` once for this form's key; what it returns is kept only if it is a dict (a JSON answer).

    A form that is resumed after a new sign-in is only shown again.
    """
    if is_resumed(request):
        return Attempt((Problem(ConflictCode.NOT_SAVED_YET),), HTTPStatus.UNPROCESSABLE_ENTITY)

    def run() -> dict[str, Any]:
        result = change()
        return result if isinstance(result, dict) else {"done": True}

    body = {"path": request.path} | {
        name: request.POST.getlist(name) for name in request.POST if name not in OF_THE_PAGE
    }
    try:
        answer, _ = once(request.POST.get("key", ""), body, run, by=request.user)  # type: ignore[arg-type]
        return Attempt(answer=answer)
    except Refused as refused:
        signatures = tuple(problem.signature for problem in refused.problems) if isinstance(refused, Doubtful) else ()
        return Attempt(refused.problems, HTTPStatus.UNPROCESSABLE_ENTITY, sure=signatures)
    except Overtaken:
        return Attempt((Problem(ConflictCode.SAVED_MEANWHILE),), HTTPStatus.CONFLICT, overtaken=True)
    except WrongState as wrong:
        problem = Problem(ConflictCode.CHANGED_MEANWHILE, data={"present": wrong.present})
        return Attempt((problem,), HTTPStatus.CONFLICT)
    except KeyReused:
        return Attempt((Problem(ConflictCode.KEY_REUSED),), HTTPStatus.CONFLICT)


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

"""Everything that goes wrong as a problem (RFC 9457): a code for programs, words in the reader's language for people.

``type`` leads to the paragraph about the problem in the pages about the API; ``code`` names it for a program. What the
sender can mend stands in ``problems`` (422), what somebody else did meanwhile in ``subject`` and ``present`` (409).
"""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import translation
from django.utils.translation import gettext as _
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from journal.receipts import KeyReused
from journal.refusals import ConflictCode, Refused, WrongState
from tournaments.words import PROBLEMS, sentence

MEDIA_TYPE = "application/problem+json"
PAGE = "/api/v1/docs/"
REFUSED, FAILED = "refused", "error"


def answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """The response to an exception; None for one that nobody expected (``failed`` answers that)."""
    request: HttpRequest = context["request"]._request
    with _reader(request):
        headers = {"Content-Language": translation.get_language()}
        more: dict[str, Any] = {}
        match error:
            case Refused(problems=problems):
                status, code, more = 422, REFUSED, {"problems": []}
                for problem in problems:
                    words = sentence(problem) if problem.code in PROBLEMS else ""
                    about = {"code": problem.code.value, "field": problem.field, "data": problem.data}
                    more["problems"].append({**about, "detail": words})
            case ValidationError(detail=detail):
                status, code, more = 422, REFUSED, {"problems": list(_faults(detail))}
            case WrongState(subject=subject, present=present):
                status, code, more = 409, ConflictCode.CHANGED_MEANWHILE, {"subject": subject, "present": present}
            case KeyReused():
                status, code, more = 409, ConflictCode.KEY_REUSED, {}
            case _:
                response = exception_handler(error, context)
                if response is None:
                    return None
                detail = response.data["detail"]
                status, code, more = response.status_code, detail.code, {"detail": str(detail)}
                repeated = ("WWW-Authenticate", "Retry-After")
                headers |= {name: value for name, value in response.headers.items() if name in repeated}
        content = body(request, status, code, **more)
        return Response(content, status, headers=headers, content_type=MEDIA_TYPE)


def body(request: HttpRequest, status: int, code: str, **more: Any) -> dict[str, Any]:
    """The members of a problem; ``more`` beside those that every one has."""
    return {**members(status, code), "instance": request.path, **more}


def members(status: int, code: str) -> dict[str, Any]:
    """What a problem says wherever it was met; its title in a few words."""
    words = str(titles().get(code) or HTTPStatus(status).phrase)
    return {"type": f"{PAGE}#{code}", "title": words, "status": status, "code": str(code)}


def failed(request: HttpRequest, status: int, code: str = FAILED) -> HttpResponse:
    """A problem from outside of the framework: an address that is none, a fault of the program."""
    with _reader(request):
        return JsonResponse(body(request, status, code), status=status, content_type=MEDIA_TYPE)


def titles() -> dict[str, str]:
    """Every kind of problem with its words, in the order of the page about them."""
    return {
        REFUSED: _("The request is understood and not allowed as it stands; every reason is listed."),
        ConflictCode.CHANGED_MEANWHILE: _("Somebody was faster: read it again, then decide."),
        ConflictCode.KEY_REUSED: _("This Idempotency-Key was used before for something else."),
        "parse_error": _("The body is not JSON that can be kept."),
        "not_authenticated": _("Whoever asks is not known: sign in, or send a token."),
        "token_invalid": _("The token is wrong, expired or was taken back."),
        "permission_denied": _("This person, or this token, may not do that."),
        "password_must_be_chosen": _("The one-time password must first be replaced on the site."),
        "csrf_failed": _("A page of the site sent this without its token; programs send a token of their own."),
        "not_found": _("There is nothing at this address."),
        "method_not_allowed": _("This address does not take that method; the header Allow names those that it takes."),
        "not_acceptable": _("The answer is JSON; the header Accept excludes that."),
        "unsupported_media_type": _("The body must be JSON (Content-Type: application/json)."),
        "too_large": _("The body is larger than this site takes."),
        "throttled": _("Too many requests; the header Retry-After says for how many seconds to wait."),
        "unavailable": _("There is no time for it now; the header Retry-After says for how many seconds to wait."),
        "no_space": _("The server has no room left, so nothing was changed; try again once there is room."),
        "unreadable": _("The request cannot be read."),
        FAILED: _("The program failed. It is noted; please try again later."),
    }


def _reader(request: HttpRequest) -> Any:
    """The language of the choice on the site, else of ``Accept-Language``, else the site's."""
    if request.META.get("HTTP_ACCEPT_LANGUAGE"):
        return translation.override(translation.get_language_from_request(request))
    return translation.override(translation.get_language())


def _faults(detail: Any, field: str = "") -> Iterator[dict[str, Any]]:
    """The framework's nested lists of what is wrong with a body, flat."""
    if isinstance(detail, ErrorDetail):
        name = "" if field == "non_field_errors" else field
        yield {"code": detail.code, "field": name, "data": {}, "detail": str(detail)}
    elif isinstance(detail, dict):
        for name, inner in detail.items():  # of a list its places
            yield from _faults(inner, name if isinstance(name, str) else field)
    else:
        for inner in detail:
            yield from _faults(inner, field)

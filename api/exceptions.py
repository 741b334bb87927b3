"""Everything that goes wrong as JSON: codes for programs, never sentences."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from journal.receipts import KeyReused
from journal.refusals import ConflictCode, Problem, Refused, WrongState


def answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """The response to an exception; None for one that nobody expected.

    422 ``{"problems": [{"code", "field", "data"}]}`` for what the sender can mend, 409 ``{"code": "changed_meanwhile",
    "subject", "present"}`` if somebody was faster, 409 ``{"code": "key_reused"}``, and ``{"code"}`` for all others.
    """
    match error:
        case Refused(problems=problems):
            return _unprocessable([_problem(problem) for problem in problems])
        case ValidationError(detail=detail):
            return _unprocessable(list(_faults(detail)))
        case WrongState(subject=subject, present=present):
            body = {"code": ConflictCode.CHANGED_MEANWHILE, "subject": subject, "present": present}
            return Response(body, status=HTTPStatus.CONFLICT)
        case KeyReused():
            return Response({"code": ConflictCode.KEY_REUSED}, status=HTTPStatus.CONFLICT)
    return _other(error, context)


def _unprocessable(problems: list[dict[str, Any]]) -> Response:
    return Response({"problems": problems}, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _problem(problem: Problem) -> dict[str, Any]:
    return {"code": problem.code.value, "field": problem.field, "data": problem.data}


def _faults(detail: Any, field: str = "") -> Iterator[dict[str, Any]]:
    """The framework's nested lists of what is wrong with a body, flat."""
    if isinstance(detail, ErrorDetail):
        yield {"code": detail.code, "field": "" if field == "non_field_errors" else field, "data": {}}
    elif isinstance(detail, dict):
        for name, inner in detail.items():
            yield from _faults(inner, name)
    else:
        for inner in detail:
            yield from _faults(inner, field)


def _other(error: Exception, context: dict[str, Any]) -> Response | None:
    response = exception_handler(error, context)
    if response is not None:
        response.data = {"code": response.data["detail"].code}
    return response

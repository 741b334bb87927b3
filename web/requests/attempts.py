"""One attempt at a change from a form: done, refused with all problems, or too late. Safe to repeat by its key."""

from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest

from journal.receipts import KeyReused, once
from journal.refusals import ConflictCode, Doubtful, Overtaken, Problem, Refused, WrongState
from web.requests.sent_forms import OF_THE_PAGE, is_resumed


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

"""The schema, and the page that shows it to people with examples; both the same for everybody."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe
from rest_framework.request import Request

from api.examples import EXAMPLES, FOLLOWING
from api.exceptions import titles
from api.resources import Resource
from api.schema import document
from api.throttling import OF_A_TOKEN, OF_AN_ADDRESS
from integrations.states import Scope
from integrations.tokens import GRANTED
from tournaments.permissions import Permission


class Schema(Resource):
    """The schema of this release (OpenAPI 3.1)."""

    permission = Permission.PUBLIC
    authentication_classes = ()
    throttle_classes = ()

    def get(self, request: Request) -> HttpResponseBase:
        return self.unless_known("", document)


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Every operation with what it needs, takes and answers, and examples that the tests play."""
    context = {
        "groups": groups(),
        "problems": titles(),
        "scopes": [(scope.value, scope.label, sorted(GRANTED[scope])) for scope in Scope],
        "limits": {"token": OF_A_TOKEN, "address": OF_AN_ADDRESS},
        "site": settings.SITE_URL,
        "following": FOLLOWING.replace("{site}", settings.SITE_URL),
    }
    return render(request, "api/docs.html", context)


docs.permission = Permission.PUBLIC  # type: ignore[attr-defined]


def groups() -> list[tuple[str, list[dict[str, Any]]]]:
    """The operations by tag, in the order of the addresses."""
    by_tag: dict[str, list[dict[str, Any]]] = {}
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            if operation["operationId"] != "schema":
                shown = {**operation, "path": path, "method": method.upper(), "id": operation["operationId"]}
                shown["permission"] = operation["x-permission"]
                example = EXAMPLES.get(operation["operationId"])
                shown["example"] = example
                shown["curl"] = example.curl(settings.SITE_URL) if example else ""
                shown["errors"] = sorted(status for status in operation["responses"] if status >= "4")
                by_tag.setdefault(operation["tags"][0], []).append(shown)
    return list(by_tag.items())

"""The schema (OpenAPI 3.1), made of what the addresses say of themselves: nothing is written down twice."""

from functools import cache
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.urls import get_resolver
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema

from api.bodies import Strict
from api.exceptions import MEDIA_TYPE
from api.resources import Reading, Resource, Slice, Writing
from api.serializers.events import ProblemAnswer
from api.serializers.sheets import SheetAnswer
from tournaments.permissions import Permission

FREE: dict[str, Any] = {"type": "object", "additionalProperties": True}
IDEMPOTENCY = {
    "name": "Idempotency-Key", "in": "header", "required": False, "schema": {"type": "string", "maxLength": 80},
    "description": "Sent twice with the same key and body it is done once, and answered the same.",
}  # fmt: skip
PUBLISHED = {"ETag": "the version; sent back as If-None-Match it is answered 304"}
COUNTED = {"RateLimit-Policy": "how many requests a minute", "RateLimit": "how many are left, and until when"}
ERRORS = {
    400: "cannot be read", 401: "not known, not signed in, or a bad token", 403: "may not", 404: "not there",
    405: "no such method",
    406: "Accept excludes JSON", 409: "somebody was faster", 415: "no JSON", 422: "not allowed as it stands",
    429: "too many requests", 503: "no time for it now; Retry-After says when",
}  # fmt: skip


class Described(AutoSchema):
    """One operation from the attributes of its ``Resource``."""

    view: Resource  # type: ignore[override]

    def get_operation_id(self) -> str:
        name = _names()[type(self.view)]
        return f"{name}_save" if self.method == "POST" and hasattr(self.view, "get") else name

    def get_tags(self) -> list[str]:
        return [type(self.view).__module__.rpartition(".")[2]]

    def get_request_serializer(self) -> Any:
        return self.view.form if self.method == "POST" else None

    def get_auth(self) -> list[dict[str, list[str]]]:
        known: list[dict[str, list[str]]] = [{"token": []}, {"session": []}]
        if self.view.permission != Permission.PUBLIC:
            return known
        return [] if isinstance(self.view, Reading) or not self.view.authentication_classes else [{}, *known]

    def get_filter_backends(self) -> list[Any]:
        return []

    def get_override_parameters(self) -> list[Any]:
        return [self.view.filters] if self.view.filters else []

    def get_response_serializers(self) -> Any:
        good = {self.view.status: FREE if self.view.answers is SheetAnswer else self.view.answers}
        codes = {400, 401, 406, 405}
        codes |= {404} if "{" in self.path else set()
        codes |= {403} if self.view.permission != Permission.PUBLIC else set()
        codes |= {409, 415, 422} if self.method == "POST" else set()
        codes |= {422} if self.view.filters else set()
        codes |= {429} if self.view.throttle_classes else set()
        codes |= {503} if isinstance(self.view, Reading) else set()
        return good | {(status, MEDIA_TYPE): ProblemAnswer for status in sorted(codes)}

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        operation: dict[str, Any] = super().get_operation(*args, **kwargs) or {}
        operation["x-permission"] = self.view.permission.value
        if isinstance(self.view, Writing):
            operation.setdefault("parameters", []).append(IDEMPOTENCY)
        # words for each answer, its headers, where it leads to, and the answers without a body
        responses = operation["responses"]
        good = responses[str(self.view.status)]
        good["description"] = HTTPStatus(self.view.status).phrase
        for status, words in ERRORS.items():
            if str(status) in responses:
                responses[str(status)]["description"] = words
        known = dict(PUBLISHED) if isinstance(self.view, Reading | Slice) else {}
        known |= COUNTED if self.view.throttle_classes else {}
        if known:
            good["headers"] = {
                name: {"schema": {"type": "string"}, "description": words} for name, words in known.items()
            }
        if isinstance(self.view, Reading | Slice):
            responses["304"] = {"description": "not changed since the version of If-None-Match"}
        same_event = {"slug": "$request.path.slug"} if "slug" in self.path else {}
        for following, name, place in self.view.leads_to:
            value = place if place.startswith("$") else f"$response.body#{place}"
            good.setdefault("links", {})[f"{following}_{place.strip('/').replace('/', '_')}"] = {
                "operationId": following, "parameters": {name: value} | same_event,
            }  # fmt: skip
        return operation

    def _postprocess_serializer_schema(self, schema: Any, serializer: Any, direction: Any) -> Any:
        component = super()._postprocess_serializer_schema(schema, serializer, direction)
        if isinstance(serializer, Strict):
            component["additionalProperties"] = False
        return component


@cache
def document() -> dict[str, Any]:
    """The whole schema, in English; made once a process."""
    with translation.override("en"):
        openapi: dict[str, Any] = SchemaGenerator(urlconf="config.urls").get_schema(request=None, public=True)
    openapi["servers"] = [{"url": settings.SITE_URL}]
    return openapi


def own(endpoints: list[Any], **_more: Any) -> list[Any]:
    """Of all views those that are described: no page, and not what answers where nothing is."""
    return [endpoint for endpoint in endpoints if endpoint[3].cls in _names() and hasattr(endpoint[3].cls, "answers")]


@cache
def _names() -> dict[type, str]:
    patterns: Any = get_resolver("api.urls").url_patterns
    return {pattern.callback.cls: pattern.name for pattern in patterns if hasattr(pattern.callback, "cls")}

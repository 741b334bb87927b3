"""What all addresses share: fetch and authorise, conditional readings, writes that are safe to repeat."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, cast

from django.conf import settings
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from accounts.models import User
from journal.receipts import once
from tournaments.models import Tournament
from tournaments.permissions import Permission


class Resource(APIView):
    """An address. ``permission`` is what it needs; ``tournament`` is the event if the address names one."""

    permission: Permission
    tournament: Tournament | None = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if "slug" in kwargs:
            self.tournament = get_object_or_404(Tournament.objects.select_related("journal"), slug=kwargs["slug"])
        super().initial(request, *args, **kwargs)

    @property
    def event(self) -> Tournament:
        """The event of an address that names one."""
        assert self.tournament is not None
        return self.tournament


class Reading(Resource):
    """A public reading that is the same for everybody, with an ETag by version: nothing in it changes without an event.

    The version is read before the data, so an answer may know more than its ETag says, never less.
    """

    permission = Permission.PUBLIC
    authentication_classes = ()

    def get(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        etag = f'"{self.version()}-{settings.BUILD_ID}"'
        known = get_conditional_response(request, etag=etag)
        response = Response(self.read(**kwargs)) if known is None else known
        response.headers["ETag"], response.headers["Cache-Control"] = etag, "no-cache"
        return response

    def version(self) -> str:
        """What the ETag names; an address without an event says it itself."""
        return str(self.event.journal.version)

    @abstractmethod
    def read(self, *args: Any, **kwargs: Any) -> Any:
        """The answer as plain JSON values."""


class Writing(Resource):
    """A change by POST, through an action. ``Idempotency-Key`` makes sending it twice the same as once.

    What is read for the answer is read before the commit: it holds this change and nobody's after it.
    """

    status = 200
    form: type[BaseSerializer[Any]]

    def post(self, request: Request, **kwargs: Any) -> Response:
        form = self.form(data=request.data)
        form.is_valid(raise_exception=True)
        body = {"path": request.path, "body": request.data}
        key = request.headers.get("Idempotency-Key", "")
        answer, repeated = once(key, body, lambda: self.change(**form.validated_data, **kwargs), by=self.actor)
        return Response(answer, status=self.status, headers={"Idempotent-Replayed": "true"} if repeated else {})

    @property
    def actor(self) -> User:
        """Whoever signed in; ``permission`` lets nobody else come this far."""
        return cast("User", self.request.user)

    @abstractmethod
    def change(self, *args: Any, **kwargs: Any) -> Mapping[str, Any]:
        """Call the action; the answer as plain JSON values."""

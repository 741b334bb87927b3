"""What all addresses share: fetch and authorise, conditional readings, writes that are safe to repeat."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, cast

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from accounts.models import User
from journal.receipts import once
from tournaments.models import Match, Tournament
from tournaments.permissions import Permission


class Resource(APIView):
    """An address. ``permission`` is what it needs; ``tournament`` is the event if the address names one.

    ``is_of_match``: it is about one match alone, the ``match`` that its ``number`` names, and a slip of that is let in.
    """

    permission: Permission
    is_of_match = False
    tournament: Tournament | None = None
    row: Match | None = None
    """The match of an address that names one; None if there is no such match."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if "number" in kwargs:  # the match with its event: one query where both are there
            rows = Match.objects.select_related("stage__tournament__journal")
            self.row = rows.filter(stage__tournament__slug=kwargs["slug"], number=kwargs["number"]).first()
            self.tournament = self.row.stage.tournament if self.row else None
        if "slug" in kwargs and self.tournament is None:
            self.tournament = get_object_or_404(Tournament.objects.select_related("journal"), slug=kwargs["slug"])
        super().initial(request, *args, **kwargs)

    @property
    def event(self) -> Tournament:
        """The event of an address that names one."""
        assert self.tournament is not None
        return self.tournament


class Reading(Resource):
    """A public reading that is the same for everybody, and changes by an event only: it is published like a page,
    rendered once a version, with ETag, 304 and compressed (``published``, see web/publishing/door.py).
    """

    permission = Permission.PUBLIC
    authentication_classes = ()

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        view = super().as_view(**initkwargs)
        view.published = ()  # type: ignore[attr-defined]
        return view

    def get(self, request: Request, **kwargs: Any) -> Response:
        return Response(self.read(**kwargs))

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

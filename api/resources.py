"""What all addresses share: fetch and authorise, conditional readings, writes that are safe to repeat.

What an address takes and answers stands in its attributes; the schema is made of them (`api/schema.py`).
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import Model, QuerySet
from django.http import Http404, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from accounts.models import User
from api.bodies import Filters
from api.throttling import Minute
from journal.receipts import once
from tournaments.bracket.queries.matches import match_of_event
from tournaments.models import Match, Tournament
from tournaments.permissions import Permission

M = TypeVar("M", bound=Model)
NO_LIMITS: Mapping[str, str] = {}


class Resource(APIView):
    """An address. ``permission`` is what it needs; ``tournament`` is the event if the address names one.

    ``is_of_match``: it is about one match alone, the ``match`` that its ``number`` names, and a slip of that is let in.
    ``answers`` is the shape of a good answer, ``form`` that of the body, ``filters`` that of the query; ``leads_to``
    says which other operation an answer gives a value for: by its name, the parameter and where the value stands.
    """

    permission: Permission
    is_of_match = False
    throttle_classes: Sequence[type[BaseThrottle]] = (Minute,)
    answers: type[BaseSerializer[Any]]
    form: type[BaseSerializer[Any]] | None = None
    filters: type[Filters] | None = None
    may_refuse = False
    """A reading that some events cannot give: 422 says why."""
    leads_to: Sequence[tuple[str, str, str]] = ()
    status = 200
    tournament: Tournament | None = None
    row: Match | None = None
    limits = NO_LIMITS

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if "number" in kwargs and self.is_of_match:  # the match with its event: one query where both are there
            self.row = match_of_event(kwargs["slug"], kwargs["number"])
            self.tournament = self.row.stage.tournament if self.row else None
        if "slug" in kwargs and self.tournament is None:
            self.tournament = get_object_or_404(Tournament.objects.select_related("journal"), slug=kwargs["slug"])
        super().initial(request, *args, **kwargs)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        final = super().finalize_response(request, response, *args, **kwargs)
        for name, value in self.limits.items():
            final.headers[name] = value
        return final

    def answer(self, subject: Any) -> Any:
        """What ``answers`` makes of the subject, as plain JSON values; 404 where there is none."""
        if subject is None:
            raise Http404
        return self.answers(subject).data

    def unless_known(self, version: str, answer: Callable[[], Any]) -> HttpResponseBase:
        """The answer under the ETag of this version and release; 304, and nothing is read, to whoever has it."""
        etag = f'"{version}-{settings.BUILD_ID}"' if version else f'"{settings.BUILD_ID}"'
        known = etag in self.request.headers.get("If-None-Match", "")
        response: HttpResponseBase = HttpResponseNotModified() if known else Response(answer())
        response.headers["ETag"], response.headers["Cache-Control"] = f"W/{etag}", "no-cache"
        return response

    @property
    def event(self) -> Tournament:
        """The event of an address that names one."""
        assert self.tournament is not None
        return self.tournament

    @property
    def match(self) -> Match:
        """The match of an address that names one; 404 if there is no such match."""
        if self.row is None:
            raise Http404
        return self.row


class Reading(Resource):
    """A public reading that is the same for everybody, and changes by an event only: it is published like a page,
    rendered once a version, with ETag, 304 and compressed (``published``, see web/publishing/door.py), and not counted.
    """

    permission = Permission.PUBLIC
    authentication_classes = ()
    throttle_classes = ()
    tells_of = ""
    """Without an event: of which events it tells, as `web.publishing` calls them; of all."""

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        view = super().as_view(**initkwargs)
        view.published, view.tells_of = (), cls.tells_of  # type: ignore[attr-defined]
        return view

    def get(self, request: Request, **kwargs: Any) -> Response:
        return Response(self.answer(self.read(**kwargs)))

    @abstractmethod
    def read(self, *args: Any, **kwargs: Any) -> Any:
        """What ``answers`` is made of; None: there is nothing at this address."""


class Slice(Resource):
    """A part of what is public, as the query asks for it. Its ETag is the version of the event, or of the events that
    it is about, so that a program that has it gets 304 before anything is read. There are as many slices as queries, so
    they are counted and not kept."""

    permission = Permission.PUBLIC

    def get(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        assert self.filters is not None
        query = self.filters(data=request.query_params)
        query.is_valid(raise_exception=True)
        return self.unless_known(self.version(), lambda: self.answer(self.slice(**query.validated_data)))

    def version(self) -> str:
        """The same as long as nothing changes of what it is a part of."""
        journal = self.event.journal
        return f"{journal.pk}.{journal.version}"

    def link(self, **changed: int) -> str:
        """This address and query with some numbers changed."""
        return f"{self.request.path}?{urlencode({**self.request.query_params.dict(), **changed})}"

    def part(self, rows: QuerySet[Any], limit: int, offset: int) -> tuple[list[Any], dict[str, Any]]:
        """So many of the rows, and what the answer says of all of them."""
        total = rows.count()
        following = self.link(offset=offset + limit) if offset + limit < total else None
        return list(rows[offset : offset + limit]), {"total": total, "next": following}

    @abstractmethod
    def slice(self, *args: Any, **filters: Any) -> Mapping[str, Any] | None:
        """What ``answers`` is made of; None: there is nothing at this address (whose numbers are ``self.kwargs``)."""


class Writing(Resource):
    """A change by POST, through an action. ``Idempotency-Key`` makes sending it twice the same as once.

    What is read for the answer is read before the commit: it holds this change and nobody's after it.
    """

    form: type[BaseSerializer[Any]]

    def post(self, request: Request, **kwargs: Any) -> Response:
        form = self.form(data=request.data)
        form.is_valid(raise_exception=True)
        body = {"path": request.path, "body": request.data}
        key = request.headers.get("Idempotency-Key", "")

        def change() -> Mapping[str, Any]:
            changed: Mapping[str, Any] = self.answer(self.change(**form.validated_data, **kwargs))
            return changed

        answer, repeated = once(key, body, change, by=self.actor)
        return Response(answer, status=self.status, headers={"Idempotent-Replayed": "true"} if repeated else {})

    @property
    def actor(self) -> User:
        """Whoever asks; ``permission`` lets nobody unknown come this far."""
        return cast("User", self.request.user)

    @abstractmethod
    def change(self, *args: Any, **kwargs: Any) -> Any:
        """Call the action; returns what ``answers`` is made of."""


def row_or_404(rows: QuerySet[M], **conditions: Any) -> M:
    """The row that the address names."""
    row = rows.filter(**conditions).first()
    if row is None:
        raise Http404
    return row

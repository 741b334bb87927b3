"""The addresses: what is announced to everybody; for referees a sheet, a deal and its undo, and a phone's entries."""

import hashlib
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, cast

from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, get_resolver
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from api import serializers
from api.resources import Reading, Resource, Writing
from journal.queries import last_event_number
from scoring.models import KEY_LENGTH, Submission
from scoring.models import Sheet as SheetRow
from scoring.submissions import Entry
from tournaments.actions.matches import enter_deal, submit, undo_deal
from tournaments.models import Match
from tournaments.permissions import Permission
from tournaments.queries.events import event_view, open_events
from tournaments.queries.games import deal_view, match_record
from tournaments.queries.matches import rounds
from tournaments.queries.phone import phone_sheet
from tournaments.queries.teams import branch_line_ups


class Index(Resource):
    """Every address with what it needs."""

    permission = Permission.PUBLIC
    authentication_classes = ()

    def get(self, request: Request) -> Response:
        patterns = [p for p in get_resolver("api.urls").url_patterns if isinstance(p, URLPattern)]
        return Response({"addresses": [_entry(request.path, pattern) for pattern in patterns if pattern.name]})


def _entry(prefix: str, pattern: URLPattern) -> dict[str, Any]:
    view = pattern.callback.cls  # type: ignore[attr-defined]
    return {
        "name": pattern.name,
        "address": prefix + re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern)),
        "method": "POST" if hasattr(view, "post") else "GET",
        "permission": view.permission.value,
    }


class Tournaments(Reading):
    def version(self) -> str:
        self.events = open_events()
        known = ",".join(f"{event.slug}.{event.version}" for event in self.events)
        return hashlib.sha256(known.encode()).hexdigest()[:16]

    def read(self) -> Any:
        return {"tournaments": serializers.EventSerializer(self.events, many=True).data}


class Event(Reading):
    def read(self, slug: str) -> Any:
        return serializers.EventSerializer(event_view(self.event)).data


class Bracket(Reading):
    def read(self, slug: str) -> Any:
        return {"rounds": serializers.RoundSerializer(rounds(self.event), many=True).data}


class Timetable(Reading):
    def read(self, slug: str) -> Any:
        return {
            "zone": self.event.zone,
            "rounds": serializers.PlannedRoundSerializer(rounds(self.event), many=True).data,
        }


class Teams(Reading):
    def read(self, slug: str) -> Any:
        return {"branches": serializers.BranchSerializer(branch_line_ups(self.event), many=True).data}


class MatchRecord(Reading):
    def read(self, slug: str, number: int) -> Any:
        record = match_record(self.event, number)
        if record is None:
            raise Http404
        return serializers.MatchRecordSerializer(record).data


class Deals(Writing):
    """记一副."""

    permission = Permission.DEAL_ENTER
    status = 201
    form = serializers.DealBody

    def change(self, slug: str, number: int, *, order: str, kind: str, seen: int | None) -> Mapping[str, Any]:
        deal = enter_deal(_match(self, number), order, by=self.actor, seen=seen, kind=kind)
        return {"deal": serializers.DealSerializer(deal_view(deal)).data, **_state(deal.sheet)}


class Undo(Writing):
    """撤回 the last deal."""

    permission = Permission.DEAL_ENTER
    form = serializers.UndoBody

    def change(self, slug: str, number: int, *, seen: int | None) -> Mapping[str, Any]:
        deal = undo_deal(_match(self, number), by=self.actor, seen=seen)
        return {"deal": serializers.StruckDealSerializer(deal).data, **_state(deal.sheet)}


class Submissions(Resource):
    """提交: what a device kept until it had a network. Its own key makes sending it twice the same as once.

    201 whatever becomes of it, 200 for one that was received before: a conflict is a state, not an error.
    """

    permission = Permission.DEAL_ENTER

    def post(self, request: Request, slug: str, number: int) -> Response:
        form = serializers.SubmissionBody(data=request.data)
        form.is_valid(raise_exception=True)
        with transaction.atomic():  # what is read for the answer is read before the commit
            sent = submit(_match(self, number), Entry(**form.validated_data), by=cast("User", request.user))
            answer = _submission(sent)
        return Response(answer, status=HTTPStatus.OK if sent.is_repeat else HTTPStatus.CREATED)


def _submission(sent: Submission) -> dict[str, Any]:
    stands = sent.deal if sent.deal and sent.deal.struck_at is None else None
    return {
        "id": sent.pk,
        "state": sent.state,
        "problems": sent.problems,
        "deal": serializers.DealSerializer(deal_view(stands)).data if stands else None,
        "mark": sent.deal.mark if sent.deal else "",
        **_state(sent.sheet),
        "sheet": sent.sheet_id,
    }


class Sheet(Resource):
    """The sheet as a phone needs it, ``?device=`` for what became of that phone's own entries."""

    permission = Permission.DEAL_ENTER

    def get(self, request: Request, slug: str, number: int) -> Response:
        found = phone_sheet(self.event, number, request.query_params.get("device", "")[:KEY_LENGTH])
        if found is None:
            raise Http404
        response = Response(found.to_dict())
        response.headers["Cache-Control"] = "no-store"
        return response


class Nothing(Resource):
    """Any other address: 404 as JSON."""

    permission = Permission.PUBLIC
    authentication_classes = ()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Http404


def _match(view: Resource, number: int) -> Match:
    return get_object_or_404(Match, stage__tournament=view.event, number=number)


def _state(sheet: SheetRow) -> dict[str, Any]:
    """Where the sheet stands after a change, and the number that the next write carries as ``seen``."""
    return {"standing": sheet.standing, "seen": last_event_number(sheet.journal, sheet.subject)}

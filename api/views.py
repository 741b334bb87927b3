"""The addresses: what is announced to everybody, and a deal and its undo by referees."""

import hashlib
import re
from collections.abc import Mapping
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, get_resolver
from rest_framework.request import Request
from rest_framework.response import Response

from api import serializers
from api.resources import Reading, Resource, Writing
from journal.queries import last_event_number
from scoring.models import Deal, Sheet
from tournaments.actions.matches import enter_deal, undo_deal
from tournaments.models import Match
from tournaments.permissions import Permission
from tournaments.queries.events import event_view, open_events
from tournaments.queries.games import deal_views, match_record
from tournaments.queries.matches import rounds
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
        "method": "POST" if issubclass(view, Writing) else "GET",
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
        return {"deal": serializers.DealSerializer(deal_views(deal.sheet)[-1]).data, **_state(deal)}


class Undo(Writing):
    """撤回 the last deal."""

    permission = Permission.DEAL_ENTER
    form = serializers.UndoBody

    def change(self, slug: str, number: int, *, seen: int | None) -> Mapping[str, Any]:
        deal = undo_deal(_match(self, number), by=self.actor, seen=seen)
        return {"deal": serializers.StruckDealSerializer(deal).data, **_state(deal)}


class Nothing(Resource):
    """Any other address: 404 as JSON."""

    permission = Permission.PUBLIC
    authentication_classes = ()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Http404


def _match(view: Resource, number: int) -> Match:
    return get_object_or_404(Match, stage__tournament=view.event, number=number)


def _state(deal: Deal) -> dict[str, Any]:
    """Where the sheet stands after a change, and the number that the next write carries as ``seen``."""
    sheet: Sheet = deal.sheet
    return {"standing": sheet.standing, "seen": last_event_number(sheet.journal, sheet.subject)}

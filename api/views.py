"""The addresses: what is announced to everybody; for referees a sheet, a deal and its undo, and a phone's entries."""

import re
from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any, cast

from django.http import Http404
from django.urls import URLPattern, get_resolver
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from api import serializers
from api.resources import Reading, Resource, Writing
from journal.queries import last_event_number
from scoring.games.guandan import raw_deal
from scoring.models import KEY_LENGTH, Submission
from scoring.models import Sheet as SheetRow
from scoring.submissions import Entry
from tournaments.actions.matches import enter, submit, undo_deal
from tournaments.models import Match
from tournaments.permissions import Permission
from tournaments.play.rule_sets import form_of
from tournaments.queries.games import deal_view, match_record
from tournaments.queries.matches import rounds
from tournaments.queries.phone import phone_sheet
from tournaments.queries.series import every_series, season, series_at
from tournaments.queries.standings import stages_of
from tournaments.queries.teams import branch_line_ups
from tournaments.queries.tournaments import event_view, open_events


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
    def read(self) -> Any:
        return {"tournaments": serializers.EventSerializer(open_events(), many=True).data}


class Event(Reading):
    def read(self, slug: str) -> Any:
        return serializers.EventSerializer(event_view(self.event)).data


class Bracket(Reading):
    def read(self, slug: str) -> Any:
        found = rounds(self.event)
        return {
            "stages": serializers.StageSerializer(stages_of(found), many=True).data,
            "rounds": serializers.RoundSerializer(found, many=True).data,
        }


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


class AllSeries(Reading):
    def read(self) -> Any:
        return {"series": [row.series.slug for row in every_series()]}


class SeasonTable(Reading):
    """赛季积分榜; like the list of events it has the version of the whole site."""

    def read(self, series: str) -> Any:
        found = series_at(series)
        if found is None:
            raise Http404
        return serializers.SeasonSerializer(season(found, public=True)).data


class Deals(Writing):
    """记一副."""

    permission, is_of_match = Permission.DEAL_ENTER, True
    status = 201
    form = serializers.DealBody

    def change(
        self, slug: str, number: int, *, order: str, kind: str, entry: Mapping[str, Any] | None, seen: int | None
    ) -> Mapping[str, Any]:
        deal = enter(_match(self), entry or raw_deal(order, kind), by=self.actor, seen=seen)
        return {"deal": serializers.DealSerializer(deal_view(deal)).data, **_state(deal.sheet)}


class Undo(Writing):
    """撤回 the last deal."""

    permission, is_of_match = Permission.DEAL_ENTER, True
    form = serializers.UndoBody

    def change(self, slug: str, number: int, *, seen: int | None) -> Mapping[str, Any]:
        deal = undo_deal(_match(self), by=self.actor, seen=seen)
        return {"deal": serializers.StruckDealSerializer(deal).data, **_state(deal.sheet)}


class Submissions(Resource):
    """提交: what a device kept until it had a network. Its own key makes sending it twice the same as once.

    201 whatever becomes of it, 200 for one that was received before: a conflict is a state, not an error.
    """

    permission, is_of_match = Permission.DEAL_ENTER, True

    def post(self, request: Request, slug: str, number: int) -> Response:
        form = serializers.SubmissionBody(data=request.data)
        form.is_valid(raise_exception=True)
        match, entry = _match(self), Entry(**form.validated_data)
        if "typed" in entry.body:
            entry = replace(entry, body={"entry": form_of(match.stage).raw(entry.body["typed"])})
        sent = submit(match, entry, by=cast("User", request.user))
        return Response(_submission(sent), status=HTTPStatus.OK if sent.is_repeat else HTTPStatus.CREATED)


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

    permission, is_of_match = Permission.DEAL_ENTER, True

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


def _match(view: Resource) -> Match:
    if view.row is None:
        raise Http404
    return view.row


def _state(sheet: SheetRow) -> dict[str, Any]:
    """Where the sheet stands after a change, and the number that the next write carries as ``seen``."""
    written = sheet.last_event.number if sheet.last_event else 0
    return {"standing": sheet.standing, "seen": written or last_event_number(sheet.journal, sheet.subject)}

"""What is announced to everybody, whole and published like a page; and the list of all addresses."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404
from django.urls import URLPattern, get_resolver
from rest_framework.request import Request
from rest_framework.response import Response

from api import answers, bodies, serializers
from api.resources import Reading, Resource, Slice
from tournaments.bracket.queries.awards import award_list
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stages_of
from tournaments.day.queries.games import match_record
from tournaments.entries.queries.teams import branch_line_ups
from tournaments.event.queries.tournaments import event_view, listed_events, version_of
from tournaments.permissions import Permission
from tournaments.series.queries import every_series, season, series_at


class Index(Resource):
    """Every address with what it needs."""

    answers = answers.IndexAnswer

    permission = Permission.PUBLIC
    authentication_classes = ()

    def get(self, request: Request) -> Response:
        patterns = [p for p in get_resolver("api.urls").url_patterns if isinstance(p, URLPattern) and p.name]
        return Response({"addresses": [_entry(request.path, p) for p in patterns if hasattr(p.callback, "cls")]})


def _entry(prefix: str, pattern: URLPattern) -> dict[str, Any]:
    view = pattern.callback.cls  # type: ignore[attr-defined]
    return {
        "name": pattern.name,
        "address": prefix + re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern)),
        "method": "POST" if hasattr(view, "post") else "GET",
        "permission": view.permission.value,
    }


class Tournaments(Slice):
    """The events that are not archived, the newest first."""

    filters, answers = bodies.PartFilters, answers.TournamentsAnswer
    leads_to: Sequence[tuple[str, str, str]] = (
        ("tournament", "slug", "/tournaments/0/slug"), ("matches", "slug", "/tournaments/0/slug"),
    )  # fmt: skip
    archived = False

    def version(self) -> str:
        return version_of(listed_events(archived=self.archived))

    def slice(self, *, limit: int, offset: int) -> Mapping[str, Any]:
        events, about = self.part(listed_events(archived=self.archived), limit, offset)
        return about | {"tournaments": serializers.EventSerializer(map(event_view, events), many=True).data}


class Archive(Tournaments):
    """The events that are archived, the newest first; all that is public of them stays."""

    leads_to = (("tournament", "slug", "/tournaments/0/slug"),)
    archived = True


class Event(Reading):
    """One event as it is announced; ``version`` rises with whatever the public can see."""

    answers = serializers.EventSerializer

    def read(self, slug: str) -> Any:
        return serializers.EventSerializer(event_view(self.event)).data


class Bracket(Reading):
    """The stages with their standings, the rounds with all matches, whatever the format."""

    answers = answers.BracketAnswer

    def read(self, slug: str) -> Any:
        event_rounds = rounds(self.event)
        return {
            "stages": serializers.StageSerializer(stages_of(event_rounds), many=True).data,
            "rounds": serializers.RoundSerializer(event_rounds, many=True).data,
        }


class Timetable(Reading):
    """Who plays when, where and by which clock."""

    answers = answers.TimetableAnswer

    def read(self, slug: str) -> Any:
        return {
            "zone": self.event.zone,
            "rounds": serializers.PlannedRoundSerializer(rounds(self.event), many=True).data,
        }


class Teams(Reading):
    """The branches with their teams and players, as everybody may read them."""

    answers = answers.TeamsAnswer

    def read(self, slug: str) -> Any:
        return {"branches": serializers.BranchSerializer(branch_line_ups(self.event), many=True).data}


class MatchRecord(Reading):
    """One match with every deal and penalty."""

    answers = serializers.MatchRecordSerializer

    def read(self, slug: str, number: int) -> Any:
        record = match_record(self.event, number)
        if record is None:
            raise Http404
        return serializers.MatchRecordSerializer(record).data


class Awards(Reading):
    """The prizes and who has won them, as far as it is decided."""

    answers = answers.AwardsAnswer

    def read(self, slug: str) -> Any:
        return answers.AwardsAnswer(award_list(self.event)).data


class AllSeries(Reading):
    """The addresses of all series."""

    answers = answers.SeriesAnswer
    leads_to = (("series", "series", "/series/0"),)

    def read(self) -> Any:
        return {"series": [row.series.slug for row in every_series()]}


class SeasonTable(Reading):
    """赛季积分榜; like the list of events it has the version of the whole site."""

    answers = serializers.SeasonSerializer

    def read(self, series: str) -> Any:
        shown_series = series_at(series)
        if shown_series is None:
            raise Http404
        return serializers.SeasonSerializer(season(shown_series, public=True)).data


class Nothing(Resource):
    """Any other address: 404 as JSON."""

    permission = Permission.PUBLIC
    authentication_classes = ()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Http404

"""What is announced to everybody, whole and published like a page: the event, its matches and what else it has to tell;
what all events that are over tell together (历年成绩); and the list of all addresses."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404
from django.urls import get_resolver
from rest_framework.request import Request
from rest_framework.response import Response

from api import bodies
from api.resources import Reading, Resource, Slice
from api.serializers import chronicle, draws, entries, events, matches, sheets
from journal.queries import shared_version
from notices.queries.announced import board
from tournaments.bracket.queries.awards import award_list
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stages_of
from tournaments.chronicle.queries.days import day_report, playing_days
from tournaments.chronicle.queries.highlights import highlights
from tournaments.chronicle.queries.ratings import rating_list, ratings_of
from tournaments.chronicle.queries.records import (
    Record,
    appearances,
    branch_record,
    finished_events,
    honours,
    medal_table,
    player_record,
    team_record,
)
from tournaments.chronicle.queries.statistics import statistics
from tournaments.chronicle.queries.stories import match_stories
from tournaments.day.queries.games import match_record
from tournaments.draw.queries.records import counted_draws, latest_seal, record_of
from tournaments.entries.queries.teams import branch_line_ups
from tournaments.event.queries.tournaments import listed_events, version_of
from tournaments.models import Draw
from tournaments.permissions import Permission
from tournaments.series.queries import every_series, season, series_at
from tournaments.shared_versions import FINISHED


class Index(Resource):
    """Every address with what it needs."""

    answers = events.IndexAnswer

    permission = Permission.PUBLIC
    authentication_classes = ()

    def get(self, request: Request) -> Response:
        addresses = []
        for pattern in get_resolver("api.urls").url_patterns:
            view = getattr(getattr(pattern, "callback", None), "cls", None)
            name = getattr(pattern, "name", None)
            if view is None or not name:  # a page for people, or what answers where nothing is
                continue
            addresses.append(
                {
                    "name": name,
                    "address": request.path + re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern)),
                    "method": "POST" if hasattr(view, "post") else "GET",
                    "permission": view.permission.value,
                }
            )
        return Response(self.answer({"addresses": addresses}))


class Tournaments(Slice):
    """The events that are not archived, the newest first."""

    filters, answers = bodies.PartFilters, events.TournamentsAnswer
    leads_to: Sequence[tuple[str, str, str]] = (
        ("tournament", "slug", "/tournaments/0/slug"), ("matches", "slug", "/tournaments/0/slug"),
    )  # fmt: skip
    archived = False

    def version(self) -> str:
        return version_of(listed_events(archived=self.archived))

    def slice(self, *, limit: int, offset: int) -> Mapping[str, Any]:
        rows, about = self.part(listed_events(archived=self.archived), limit, offset)
        return about | {"tournaments": rows}


class Archive(Tournaments):
    """The events that are archived, the newest first; all that is public of them stays."""

    leads_to = (("tournament", "slug", "/tournaments/0/slug"),)
    archived = True


class Event(Reading):
    """One event as it is announced; ``version`` rises with whatever the public can see."""

    answers = events.EventSerializer

    def read(self) -> Any:
        return self.event


class Bracket(Reading):
    """The stages with their standings, the rounds with all matches, whatever the format."""

    answers = matches.BracketAnswer

    def read(self) -> Any:
        event_rounds = rounds(self.event)
        return {"stages": stages_of(event_rounds), "rounds": event_rounds}


class Timetable(Reading):
    """Who plays when, where and by which clock."""

    answers = matches.TimetableAnswer

    def read(self) -> Any:
        return {"zone": self.event.zone, "rounds": rounds(self.event)}


class Teams(Reading):
    """The branches with their teams and players, as everybody may read them."""

    answers = entries.TeamsAnswer

    def read(self) -> Any:
        return {"branches": branch_line_ups(self.event)}


class MatchRecord(Reading):
    """One match with every deal and penalty."""

    answers = sheets.MatchRecordSerializer

    def read(self, number: int) -> Any:
        return match_record(self.event, number)


class Awards(Reading):
    """The prizes and who has won them, as far as it is decided."""

    answers = events.AwardsAnswer

    def read(self) -> Any:
        return award_list(self.event)


class AllSeries(Reading):
    """The addresses of all series."""

    answers = chronicle.SeriesAnswer
    leads_to = (("series", "series", "/series/0"),)

    def read(self) -> Any:
        return {"series": [row.series.slug for row in every_series()]}


class SeasonTable(Reading):
    """赛季积分榜; like the list of events it has the version of the whole site."""

    answers = chronicle.SeasonSerializer

    def read(self, series: str) -> Any:
        shown_series = series_at(series)
        return season(shown_series, public=True) if shown_series else None


class Notices(Reading):
    """The notice board, the newest first, in the language that is asked for."""

    answers = events.NoticesAnswer

    def read(self) -> Any:
        return {"notices": board(self.event)}


class Statistics(Reading):
    """The event in numbers and its highlights, nothing of it personal."""

    answers = chronicle.StatisticsAnswer

    def read(self) -> Any:
        event_rounds = rounds(self.event)
        best = highlights(match for round_ in event_rounds for match in round_.at_tables)
        return {"numbers": statistics(self.event, event_rounds), "highlights": best}


class Days(Reading):
    """比赛日: the days on which the event plays."""

    answers = chronicle.DaysAnswer
    leads_to = (("day", "number", "/days/0/number"),)

    def read(self) -> Any:
        starts = playing_days(self.event, rounds(self.event))
        days = [{"number": number, "starts_at": starts_at} for number, starts_at in enumerate(starts, start=1)]
        return {"days": days}


class Day(Reading):
    """战报: what a day brought, as far as it is played."""

    answers = chronicle.DayAnswer

    def read(self, number: int) -> Any:
        event_rounds = rounds(self.event)
        if not 1 <= number <= len(playing_days(self.event, event_rounds)):
            return None
        return day_report(self.event, event_rounds, number)


class DrawHistory(Reading):
    """Every draw that was made, previews too, and the seal of the latest: fingerprint, numbers called out."""

    answers = draws.DrawHistoryAnswer
    leads_to = (("draw_record", "number", "/draws/0/number"),)

    def read(self) -> Any:
        return {"seal": latest_seal(self.event), "draws": counted_draws(self.event)}


class DrawRecord(Reading):
    """The record of a draw, all that is needed to draw it again (docs/decisions/0041); 404 while it is a secret."""

    answers = draws.DrawRecordAnswer

    def read(self, number: int) -> Any:
        rows = Draw.objects.select_related("stage__tournament")
        draw = rows.filter(stage__tournament=self.event, number=number).first()
        if draw is None or not draw.is_open:
            raise Http404
        return record_of(draw)

    def answer(self, record: dict[str, Any]) -> dict[str, Any]:
        """The record is JSON already, the same as the file that is handed out."""
        return record


class MatchStory(Reading):
    """走势: each game of a match deal by deal, with home's chance to win and where it turned."""

    answers = sheets.StoryAnswer

    def read(self, number: int) -> Any:
        stories = match_stories(self.event, number)
        if stories is None:
            return None
        return {"games": [{"number": game, "story": stories[game]} for game in sorted(stories)]}


class OfAllYears(Slice):
    """A part of what the events that are over tell."""

    filters = bodies.PartFilters

    def version(self) -> str:
        return f"{FINISHED}.{shared_version(FINISHED)}"


class Champions(OfAllYears):
    """The first three of every event that is over, the latest first."""

    answers = chronicle.ChampionsAnswer
    leads_to = (("tournament", "slug", "/events/0/slug"), ("team_record", "team", "/events/0/places/0/0/id"))

    def slice(self, *, limit: int, offset: int) -> Mapping[str, Any]:
        rows, about = self.part(finished_events(), limit, offset)
        return about | {"events": honours(rows)}


class Medals(Reading):
    """奖牌榜 of all years: by champions, then runners-up, then third places."""

    answers = chronicle.MedalsAnswer
    tells_of = "*finished"
    leads_to = (("medals_of_year", "year", "/years/0"), ("branch_record", "branch", "/rows/0/branch"))

    def read(self, year: int = 0) -> Any:
        table = medal_table(year)
        return table if not year or year in table.years else None


class YearsMedals(Medals):
    """奖牌榜 of one year."""


class RecordOf(OfAllYears):
    """战绩: the sums are of all events, the appearances a part of them."""

    answers = chronicle.RecordAnswer
    record: "staticmethod[[int], Record | None]"
    """The record of the id in the address."""

    def slice(self, *, limit: int, offset: int) -> Mapping[str, Any] | None:
        record = self.record(*self.kwargs.values())
        if record is None:
            return None
        teams, about = self.part(record.teams, limit, offset)
        return about | {"record": record, "appearances": appearances(teams)}


class BranchRecord(RecordOf):
    """战绩 of a branch, by its id in any event: all that its teams came to."""

    record = staticmethod(branch_record)


class TeamRecord(RecordOf):
    """战绩 of a team, by its id in any event: of the same players of the same branch together."""

    record = staticmethod(team_record)
    leads_to = (("player_record", "player", "/players/0/id"),)


class PlayerRecord(RecordOf):
    """战绩 of a player, by an id that another record says; 404 where names are not public."""

    record = staticmethod(player_record)


class Ratings(Reading):
    """等级分榜: of the first game that has one."""

    answers = chronicle.RatingsAnswer
    tells_of = "*finished"
    leads_to = (("player_ratings", "player", "/rows/0/player/id"), ("ratings_of_game", "game", "/game"))

    def read(self, game: str = "") -> Any:
        listed = rating_list(game)
        return listed if not game or game in listed.games else None


class GamesRatings(Ratings):
    """等级分榜 of one game."""


class PlayerRatings(Reading):
    """等级分 of a player with the reasons, by an id that another answer says."""

    answers = chronicle.PlayersRatingsAnswer
    tells_of = "*finished"

    def read(self, player: int) -> Any:
        return {"ratings": ratings_of(player)} if player_record(player) else None


class Nothing(Resource):
    """Any other address: 404 as JSON."""

    permission = Permission.PUBLIC
    authentication_classes = ()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Http404

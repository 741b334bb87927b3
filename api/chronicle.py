"""What an event has to tell beyond its matches: notices, numbers and highlights, how it was drawn, how matches went;
and what all events that are over tell together (历年成绩).
"""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from django.http import Http404

from api import bodies
from api import chronicle_answers as answers
from api.resources import Reading, Slice
from journal.queries import shared_version
from notices.queries import board
from tournaments.bracket.queries.matches import rounds
from tournaments.chronicle.queries.days import day_report, playing_days
from tournaments.chronicle.queries.highlights import highlights
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
from tournaments.draw.queries.records import counted_draws, latest_seal, record_of
from tournaments.models import Draw
from tournaments.shared_versions import FINISHED


class Notices(Reading):
    """The notice board, the newest first, in the language that is asked for."""

    answers = answers.NoticesAnswer

    def read(self, slug: str) -> Any:
        return answers.NoticesAnswer({"notices": board(self.event)}).data


class Statistics(Reading):
    """The event in numbers and its highlights, nothing of it personal."""

    answers = answers.StatisticsAnswer

    def read(self, slug: str) -> Any:
        event_rounds = rounds(self.event)
        best = highlights(match for round_ in event_rounds for match in round_.matches)
        return answers.StatisticsAnswer({"numbers": statistics(self.event, event_rounds), "highlights": best}).data


class Days(Reading):
    """比赛日: the days on which the event plays."""

    answers = answers.DaysAnswer
    leads_to = (("day", "number", "/days/0/number"),)

    def read(self, slug: str) -> Any:
        starts = playing_days(self.event, rounds(self.event))
        days = [{"number": number, "starts_at": starts_at} for number, starts_at in enumerate(starts, start=1)]
        return answers.DaysAnswer({"days": days}).data


class Day(Reading):
    """战报: what a day brought, as far as it is played."""

    answers = answers.DayAnswer

    def read(self, slug: str, number: int) -> Any:
        event_rounds = rounds(self.event)
        if not 1 <= number <= len(playing_days(self.event, event_rounds)):
            raise Http404
        report = day_report(self.event, event_rounds, number)
        return answers.DayAnswer(report, context={"highlights": highlights(report.matches)}).data


class DrawHistory(Reading):
    """Every draw that was made, previews too, and the seal of the latest: fingerprint, numbers called out."""

    answers = answers.DrawHistoryAnswer
    leads_to = (("draw_record", "number", "/draws/0/number"),)

    def read(self, slug: str) -> Any:
        history = {"seal": latest_seal(self.event), "draws": counted_draws(self.event)}
        return answers.DrawHistoryAnswer(history).data


class DrawRecord(Reading):
    """The record of a draw, all that is needed to draw it again (docs/decisions/0041); 404 while it is a secret."""

    answers = answers.DrawRecordAnswer

    def read(self, slug: str, number: int) -> Any:
        draws = Draw.objects.select_related("stage__tournament")
        draw = draws.filter(stage__tournament=self.event, number=number).first()
        if draw is None or not draw.is_open:
            raise Http404
        return record_of(draw)


class MatchStory(Reading):
    """走势: each game of a match deal by deal, with home's chance to win and where it turned."""

    answers = answers.StoryAnswer

    def read(self, slug: str, number: int) -> Any:
        stories = match_stories(self.event, number)
        if stories is None:
            raise Http404
        return answers.StoryAnswer(
            {"games": [{"number": game, "story": stories[game]} for game in sorted(stories)]}
        ).data


class OfAllYears(Slice):
    """A part of what the events that are over tell."""

    filters = bodies.PartFilters

    def version(self) -> str:
        return f"{FINISHED}.{shared_version(FINISHED)}"


class Champions(OfAllYears):
    """The first three of every event that is over, the latest first."""

    answers = answers.ChampionsAnswer
    leads_to = (("tournament", "slug", "/events/0/slug"), ("team_record", "team", "/events/0/places/0/0/id"))

    def slice(self, *, limit: int, offset: int) -> Mapping[str, Any]:
        events, about = self.part(finished_events(), limit, offset)
        return answers.ChampionsAnswer(about | {"events": honours(events)}).data


class Medals(Reading):
    """奖牌榜 of all years: by champions, then runners-up, then third places."""

    answers = answers.MedalsAnswer
    tells_of = "*finished"
    leads_to = (("medals_of_year", "year", "/years/0"), ("branch_record", "branch", "/rows/0/branch"))

    def read(self, year: int = 0) -> Any:
        table = medal_table(year)
        if year and year not in table.years:
            raise Http404
        return answers.MedalsAnswer(table).data


class YearsMedals(Medals):
    """奖牌榜 of one year."""


class RecordOf(OfAllYears):
    """战绩: the sums are of all events, the appearances a part of them."""

    answers = answers.RecordAnswer

    def slice(self, *, limit: int, offset: int) -> Mapping[str, Any]:
        record = self.record(**self.kwargs)
        if record is None:
            raise Http404
        teams, about = self.part(record.teams, limit, offset)
        about["appearances"] = appearances(teams)
        return answers.RecordAnswer(record, context=about).data

    @abstractmethod
    def record(self, *args: Any, **kwargs: Any) -> Record | None:
        """The record that the address names."""


class BranchRecord(RecordOf):
    """战绩 of a branch, by its id in any event: all that its teams came to."""

    def record(self, branch: int) -> Record | None:
        return branch_record(branch)


class TeamRecord(RecordOf):
    """战绩 of a team, by its id in any event: of the same players of the same branch together."""

    leads_to = (("player_record", "player", "/players/0/id"),)

    def record(self, team: int) -> Record | None:
        return team_record(team)


class PlayerRecord(RecordOf):
    """战绩 of a player, by an id that another record says; 404 where names are not public."""

    def record(self, player: int) -> Record | None:
        return player_record(player)

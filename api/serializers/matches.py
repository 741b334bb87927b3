"""Stages, rounds and matches, and what is answered to a change of them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers import Shape
from scoring import clocks
from scoring.models import Clock
from scoring.states import ClockState
from tournaments.bracket.queries.match_views import Line, MatchView
from tournaments.bracket.queries.standings import StageView, StandingRow, standing
from tournaments.formats.tie_breaks import TieBreak
from tournaments.states import TableState


class TeamLabelSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    branch = serializers.CharField()
    ordinal = serializers.IntegerField()


class ClockSerializer(serializers.Serializer[Any]):
    """A clock without the present moment: ``bell_at`` while it runs, else ``remaining_seconds``. Where the rules limit
    no time nothing ``rings``, and the length is what the timetable reckons with."""

    state = serializers.CharField()
    rings = serializers.BooleanField()
    length_seconds = serializers.SerializerMethodField()
    remaining_seconds = serializers.SerializerMethodField()
    started_at = serializers.DateTimeField(allow_null=True)
    paused_at = serializers.DateTimeField(allow_null=True)
    bell_at = serializers.SerializerMethodField()

    def get_length_seconds(self, clock: Clock) -> int:
        return int(clocks.length(clock).total_seconds())

    def get_remaining_seconds(self, clock: Clock) -> int | None:
        if clock.state == ClockState.PAUSED and clock.paused_at is not None:
            return int(clocks.read(clock, clock.paused_at).remaining.total_seconds())
        return self.get_length_seconds(clock) if clock.state == ClockState.SET else None

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_bell_at(self, clock: Clock) -> Any:
        bell = clocks.bell_at(clock, clock.started_at) if clock.started_at else None
        if bell is None or clock.state != ClockState.RUNNING:
            return None
        return serializers.DateTimeField().to_representation(bell)


class SourceSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField()
    number = serializers.IntegerField()


class LineSerializer(serializers.Serializer[Any]):
    """``level`` is null where no deal was played, and while two phones differ; ``score`` are the points of the deals
    where they stand in the place of levels, of a team match the boards won, else null. ``outcome`` is won, drawn, lost
    or empty. A ``source`` is a position, or the winner or loser of a match. ``partner``: who sits beside the ``team``,
    where everybody enters alone, as a team of one; else null."""

    slot = serializers.CharField()
    team = TeamLabelSerializer(allow_null=True)
    partner = TeamLabelSerializer(source="team.partner", allow_null=True)
    source = SourceSerializer()  # type: ignore[assignment]
    level = serializers.IntegerField(allow_null=True)
    passed = serializers.BooleanField()
    on_stage = serializers.BooleanField()
    score = serializers.SerializerMethodField()
    games = serializers.IntegerField()
    outcome = serializers.CharField()

    @extend_schema_field(serializers.FloatField(allow_null=True))
    def get_score(self, line: Line) -> Any:
        return line.score


class OwnDaySerializer(serializers.Serializer[Any]):
    """``until``: by when it is played; ``proposed_by``: the side, home or away, whose proposal waits for the other;
    ``challenged_at``: on a ladder, when away challenged home."""

    until = serializers.DateTimeField()
    agreed_at = serializers.DateTimeField(allow_null=True)
    agreed_place = serializers.CharField()
    proposed_at = serializers.DateTimeField(allow_null=True)
    proposed_place = serializers.CharField()
    proposed_by = serializers.CharField()
    challenged_at = serializers.DateTimeField(allow_null=True)


class BoardSerializer(serializers.Serializer[Any]):
    """``part``: of a format whose matches fall into parts (winners, losers, final), half or section of a movement, or
    place, of a match that is played for the place ``place_for``; else empty, and null. ``third_place``: it is the
    third. ``sitting``: which of its round it belongs to, 1 where the round is played at once. ``struck``: a team of it
    has left, and it counts for nobody. ``doing``: what is going on at its table, as every screen says it; ``agreed``:
    how many sides have confirmed the result that it waits for. ``board``: which one it is of the match ``team_match``,
    both 0 of a match that is none. ``own_day``: where its sides choose the day, what they have agreed on; else null."""

    number = serializers.IntegerField()
    board = serializers.IntegerField(source="nth_board")
    team_match = serializers.IntegerField()
    round = serializers.IntegerField(source="round_number")
    sitting = serializers.IntegerField()
    place = serializers.IntegerField()
    place_for = serializers.IntegerField(allow_null=True)
    third_place = serializers.SerializerMethodField()
    entrants = serializers.IntegerField()
    starts_at = serializers.DateTimeField()
    state = serializers.CharField()
    doing = serializers.ChoiceField(choices=list(TableState))
    agreed = serializers.IntegerField()
    table = serializers.IntegerField()
    home = LineSerializer()
    away = LineSerializer()
    winner = serializers.CharField()
    reason = serializers.CharField()
    note = serializers.CharField()
    deal = serializers.IntegerField()
    decided_at = serializers.DateTimeField(allow_null=True)
    points = serializers.SerializerMethodField()
    part = serializers.CharField(source="where.part", default="")
    extra_seconds = serializers.SerializerMethodField()
    struck = serializers.BooleanField(source="is_struck")
    own_day = OwnDaySerializer(allow_null=True)

    def get_third_place(self, match: MatchView) -> bool:
        """As it was called before there was ``place_for``."""
        return match.place_for == 3

    def get_points(self, match: MatchView) -> dict[str, float] | None:
        """What a scale made of the result; null while it is open, and where the result alone counts."""
        return {"home": float(match.points[0]), "away": float(match.points[1])} if match.points else None

    def get_extra_seconds(self, match: MatchView) -> int:
        """What the table has beyond the clock of its round."""
        return int(match.extra.total_seconds())


class MatchSerializer(BoardSerializer):
    """``boards`` of a team match, each a match at a table of its own; empty of any other."""

    boards = BoardSerializer(many=True)


class RoundSerializer(serializers.Serializer[Any]):
    """``closed_at``: of the season of a ladder, which is open until then; its matches stand as they were decided."""

    number = serializers.IntegerField()
    stage = serializers.IntegerField(source="stage.number")
    entrants = serializers.IntegerField()
    starts_at = serializers.DateTimeField()
    until = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    clock = ClockSerializer()
    matches = MatchSerializer(many=True)


class StandingRowSerializer(serializers.Serializer[Any]):
    """A line of a standing; ``place`` 0 has none, ``because`` says what decides it, ``group`` 0: there are none.
    ``tie_breaks``: its number in each but ``mutual``, which compares only equals; ``opponents`` is one of these."""

    place = serializers.IntegerField()
    team = TeamLabelSerializer()
    because = serializers.CharField(source="decided_by")
    group = serializers.IntegerField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    points = serializers.FloatField()
    opponents = serializers.SerializerMethodField()
    difference = serializers.IntegerField()
    tie_breaks = serializers.DictField(child=serializers.FloatField())

    def get_opponents(self, row: StandingRow) -> float:
        return float(row.tie_breaks.get(TieBreak.BUCHHOLZ, 0))


class StageSerializer(serializers.Serializer[Any]):
    """``size`` positions; ``places`` teams come from ``first_place`` on of an earlier stage, by rank or ``by_lot`` (0:
    those who registered). ``board``: what stands beside a side, levels, points, score, or nothing."""

    number = serializers.IntegerField(source="label.number")
    game = serializers.CharField(source="label.game")
    format = serializers.CharField(source="label.format")
    size = serializers.IntegerField(source="label.size")
    places = serializers.IntegerField(source="label.places")
    first_place = serializers.IntegerField(source="label.first_place")
    by_lot = serializers.BooleanField(source="label.by_lot")
    groups = serializers.IntegerField(source="label.shape.groups")
    criteria = serializers.ListField(source="label.shape.criteria", child=serializers.CharField())
    scale = serializers.CharField(source="label.scale")
    board = serializers.CharField(source="label.board")
    is_over = serializers.BooleanField()
    standing = serializers.SerializerMethodField()

    @extend_schema_field(StandingRowSerializer(many=True))
    def get_standing(self, stage: StageView) -> Any:
        return StandingRowSerializer(standing(stage), many=True).data


class BracketAnswer(Shape):
    stages = StageSerializer(many=True)
    rounds = RoundSerializer(many=True)


class AppointmentSerializer(serializers.Serializer[Any]):
    """A match as the timetable shows it."""

    number = serializers.IntegerField()
    table = serializers.IntegerField()
    state = serializers.CharField()
    home = TeamLabelSerializer(source="home.team", allow_null=True)
    away = TeamLabelSerializer(source="away.team", allow_null=True)


class PlannedRoundSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    entrants = serializers.IntegerField()
    starts_at = serializers.DateTimeField()
    clock = ClockSerializer()
    matches = AppointmentSerializer(source="played", many=True)


class TimetableAnswer(Shape):
    zone = serializers.CharField()
    rounds = PlannedRoundSerializer(many=True)


class MatchPage(Shape):
    """``next`` leads to the following matches; null: there are none. ``last`` is what the next question has as
    ``since``, to be told of what has changed after this answer."""

    total = serializers.IntegerField()
    last = serializers.IntegerField()
    next = serializers.CharField(allow_null=True)
    matches = MatchSerializer(many=True)


class MatchStateAnswer(Shape):
    """Where the match stands after the change; ``winner`` is home, away or empty."""

    number = serializers.IntegerField()
    state = serializers.CharField()
    winner = serializers.CharField()
    reason = serializers.CharField()


class ClockAnswer(Shape):
    clock = ClockSerializer()


class PairingAnswer(Shape):
    """The numbers of the round's matches."""

    round = serializers.IntegerField()
    matches = serializers.ListField(child=serializers.IntegerField())


class MatchDayAnswer(Shape):
    number = serializers.IntegerField()
    agreed_at = serializers.DateTimeField()
    agreed_place = serializers.CharField()


class ChallengeAnswer(Shape):
    number = serializers.IntegerField()
    challenged_at = serializers.DateTimeField()
    until = serializers.DateTimeField()


class SeasonAnswer(Shape):
    number = serializers.IntegerField()
    closed_at = serializers.DateTimeField(allow_null=True)


class RoundStartAnswer(Shape):
    number = serializers.IntegerField()
    sitting = serializers.IntegerField()
    starts_at = serializers.DateTimeField()

"""The shapes of the answers and of the bodies that are taken. All moments are UTC, ``2123-11-29T04:30:00Z``."""

import json
from typing import Any

from rest_framework import serializers

from scoring import clocks
from scoring.models import KEY_LENGTH, Clock
from scoring.states import ClockState, DealKind, Operation
from scoring.submissions import MOST_DEALS
from tournaments.queries.match_views import MatchView
from tournaments.queries.series import Season
from tournaments.queries.standings import StageView, standing

LONGEST_BODY = 500


class EventSerializer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()
    organiser = serializers.CharField()
    document = serializers.CharField()
    place = serializers.CharField()
    zone = serializers.CharField()
    state = serializers.CharField()
    rehearsal = serializers.BooleanField()
    archived = serializers.BooleanField()
    closes_at = serializers.DateTimeField()
    draw_at = serializers.DateTimeField()
    starts_at = serializers.DateTimeField()
    rule_set = serializers.CharField()
    seats = serializers.IntegerField()
    best_of = serializers.IntegerField()
    third_place_match = serializers.BooleanField()
    version = serializers.IntegerField()


class TeamLabelSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    branch = serializers.CharField()
    ordinal = serializers.IntegerField()


class LineUpSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="label.id")
    ordinal = serializers.IntegerField(source="label.ordinal")
    withdrawn = serializers.BooleanField()
    players = serializers.ListField(child=serializers.CharField())


class BranchSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    quota = serializers.IntegerField()
    teams = LineUpSerializer(many=True)


class ClockSerializer(serializers.Serializer[Any]):
    """A clock without the present moment: ``bell_at`` while it runs, else ``remaining_seconds``."""

    state = serializers.CharField()
    length_seconds = serializers.SerializerMethodField()
    remaining_seconds = serializers.SerializerMethodField()
    started_at = serializers.DateTimeField()
    paused_at = serializers.DateTimeField()
    bell_at = serializers.SerializerMethodField()

    def get_length_seconds(self, clock: Clock) -> int:
        return int(clocks.length(clock).total_seconds())

    def get_remaining_seconds(self, clock: Clock) -> int | None:
        if clock.state == ClockState.PAUSED and clock.paused_at is not None:
            return int(clocks.read(clock, clock.paused_at).remaining.total_seconds())
        return self.get_length_seconds(clock) if clock.state == ClockState.SET else None

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
    where they stand in the place of levels, else null. ``outcome`` is won, drawn, lost or empty. A ``source`` is a
    position, or the winner or loser of a match."""

    slot = serializers.CharField()
    team = TeamLabelSerializer()
    source = SourceSerializer()  # type: ignore[assignment]
    level = serializers.IntegerField()
    passed = serializers.BooleanField()
    on_stage = serializers.BooleanField()
    score = serializers.IntegerField()
    games = serializers.IntegerField()
    outcome = serializers.CharField()


class MatchSerializer(serializers.Serializer[Any]):
    """``part``: of a format whose matches fall into parts (winners, losers, final), else empty."""

    number = serializers.IntegerField()
    round = serializers.IntegerField(source="round_number")
    place = serializers.IntegerField()
    third_place = serializers.BooleanField()
    entrants = serializers.IntegerField()
    starts_at = serializers.DateTimeField()
    state = serializers.CharField()
    table = serializers.IntegerField()
    home = LineSerializer()
    away = LineSerializer()
    winner = serializers.CharField()
    reason = serializers.CharField()
    note = serializers.CharField()
    deal = serializers.IntegerField()
    decided_at = serializers.DateTimeField()
    points = serializers.SerializerMethodField()
    part = serializers.CharField(source="where.part", default="")
    extra_seconds = serializers.SerializerMethodField()

    def get_points(self, match: MatchView) -> dict[str, float] | None:
        """What a scale made of the result; null while it is open, and where the result alone counts."""
        return {"home": float(match.points[0]), "away": float(match.points[1])} if match.points else None

    def get_extra_seconds(self, match: MatchView) -> int:
        """What the table has beyond the clock of its round."""
        return int(match.extra.total_seconds())


class RoundSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    stage = serializers.IntegerField(source="stage.number")
    entrants = serializers.IntegerField()
    starts_at = serializers.DateTimeField()
    clock = ClockSerializer()
    matches = MatchSerializer(many=True)


class StandingRowSerializer(serializers.Serializer[Any]):
    """A line of a standing; ``place`` 0 has none, ``because`` says what decides it, ``group`` 0: there are none."""

    place = serializers.IntegerField()
    team = TeamLabelSerializer()
    because = serializers.CharField()
    group = serializers.IntegerField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    points = serializers.FloatField()
    opponents = serializers.FloatField()
    difference = serializers.IntegerField()


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

    def get_standing(self, stage: StageView) -> Any:
        return StandingRowSerializer(standing(stage), many=True).data


class SeasonEventSerializer(serializers.Serializer[Any]):
    """``counts``: its places are confirmed."""

    slug = serializers.CharField(source="tournament.slug")
    name = serializers.CharField(source="tournament.name")
    state = serializers.CharField(source="tournament.state")
    starts_at = serializers.DateTimeField()
    counts = serializers.BooleanField()


class ScoreSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    points = serializers.FloatField()
    counts = serializers.BooleanField()


class SeasonLineSerializer(serializers.Serializer[Any]):
    """``scores`` and ``ranks``, after each, stand for the events that count, in their order; null: not taken part.
    ``because`` is what tells it from the row beside it, null where they are equal."""

    rank = serializers.IntegerField()
    branch = serializers.CharField(source="competitor.branch")
    players = serializers.ListField(source="competitor.players", child=serializers.CharField())
    points = serializers.FloatField(source="ranked.points")
    because = serializers.CharField(source="ranked.because")
    scores = ScoreSerializer(many=True)
    ranks = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    in_final = serializers.BooleanField()


class SeasonSerializer(serializers.Serializer[Any]):
    """A series with its table. ``scale``: points by place, empty where those of the events count; ``best`` 0: all."""

    slug = serializers.CharField(source="series.slug")
    name = serializers.CharField(source="series.name")
    season = serializers.CharField(source="series.season")
    organiser = serializers.CharField(source="series.organiser")
    scale = serializers.ListField(source="scoring.scale", child=serializers.IntegerField())
    best = serializers.IntegerField(source="scoring.best")
    criteria = serializers.ListField(source="scoring.criteria", child=serializers.CharField())
    finalists = serializers.IntegerField(source="series.finalists")
    events = SeasonEventSerializer(many=True)
    final = SeasonEventSerializer()
    lines = serializers.SerializerMethodField()

    def get_lines(self, season: Season) -> Any:
        return SeasonLineSerializer(season.lines, many=True).data


class AppointmentSerializer(serializers.Serializer[Any]):
    """A match as the timetable shows it."""

    number = serializers.IntegerField()
    table = serializers.IntegerField()
    state = serializers.CharField()
    home = TeamLabelSerializer(source="home.team")
    away = TeamLabelSerializer(source="away.team")


class PlannedRoundSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    entrants = serializers.IntegerField()
    starts_at = serializers.DateTimeField()
    clock = ClockSerializer()
    matches = AppointmentSerializer(source="played", many=True)


class LevelPairSerializer(serializers.Serializer[Any]):
    home = serializers.IntegerField()
    away = serializers.IntegerField()


class DealSerializer(serializers.Serializer[Any]):
    """``entry`` is what the sheet's game writes; of 掼蛋 ``order`` are the seats as they went out, home N and S, away W
    and E; two letters are 双下. Levels are null in games without them; ``points`` are those after it where they stand
    in their place. ``winner`` is empty where nobody is named."""

    number = serializers.IntegerField()
    kind = serializers.CharField()
    order = serializers.CharField()
    entry = serializers.JSONField()
    level = serializers.IntegerField()
    winner = serializers.CharField()
    before = LevelPairSerializer()
    after = LevelPairSerializer()
    points = LevelPairSerializer()
    passed = serializers.CharField()
    entered_at = serializers.DateTimeField()


class EffectSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField()
    amount = serializers.IntegerField()


class PenaltySerializer(serializers.Serializer[Any]):
    """处罚 behind deal ``after_deal`` (0: before the first)."""

    after_deal = serializers.IntegerField()
    side = serializers.CharField()
    offence = serializers.CharField()
    effects = EffectSerializer(many=True)
    before = LevelPairSerializer()
    after = LevelPairSerializer()


class StruckDealSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    kind = serializers.CharField()
    order = serializers.CharField()
    entry = serializers.JSONField()


class StandingSerializer(serializers.Serializer[Any]):
    home = serializers.IntegerField()
    away = serializers.IntegerField()
    home_passed = serializers.BooleanField()
    away_passed = serializers.BooleanField()
    stage = serializers.CharField()
    deals = serializers.IntegerField()
    home_points = serializers.IntegerField(required=False)
    away_points = serializers.IntegerField(required=False)


class GameSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    game = serializers.CharField()
    state = serializers.CharField()
    winner = serializers.CharField()
    reason = serializers.CharField()
    standing = StandingSerializer()
    seen = serializers.IntegerField()
    deals = DealSerializer(many=True)
    penalties = PenaltySerializer(many=True)


class MatchRecordSerializer(serializers.Serializer[Any]):
    match = MatchSerializer()
    games = GameSerializer(many=True)


class Body(serializers.Serializer[Any]):
    """A body that is taken: a misspelt name is refused, for ``seen`` must never be lost silently."""

    seen = serializers.IntegerField(default=None, allow_null=True, min_value=0)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        refuse_unknown(self)
        return attrs


def refuse_unknown(form: serializers.Serializer[Any]) -> None:
    """Every name of the body that the form does not know, as a problem of its own."""
    unknown = sorted(set(form.initial_data) - set(form.fields))
    if unknown:
        raise serializers.ValidationError(dict.fromkeys(unknown, ""), code="unknown_field")


class DealBody(Body):
    """掼蛋's ``order`` and ``kind``, or the ``entry`` of any game."""

    order = serializers.CharField(max_length=20, default="")
    kind = serializers.ChoiceField(DealKind.choices, default=DealKind.REGULAR)
    entry = serializers.DictField(child=serializers.JSONField(allow_null=True), default=None, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["entry"] is None and "order" not in self.initial_data:
            raise serializers.ValidationError({"order": ""}, code="required")
        return super().validate(attrs)


class UndoBody(Body):
    pass


class Typed(serializers.Serializer[Any]):
    """What was filled into a form: by field its texts."""

    typed = serializers.DictField(child=serializers.ListField(child=serializers.CharField(allow_blank=True)))


class SubmissionBody(serializers.Serializer[Any]):
    """提交. ``builds_on`` is the key of the entry before it on the device, or the mark of the deal it was shown last;
    ``body`` holds order and kind of a deal, or its ``entry``, or the texts ``typed`` into the game's form, several a
    field; in_hand of an answer at the bell; ``sheet`` is the sheet it was written on."""

    device = serializers.CharField(max_length=KEY_LENGTH)
    key = serializers.CharField(max_length=KEY_LENGTH)
    operation = serializers.ChoiceField(Operation.choices)
    number = serializers.IntegerField(min_value=0, max_value=MOST_DEALS)
    builds_on = serializers.CharField(max_length=KEY_LENGTH, allow_blank=True, default="")
    body = serializers.DictField(child=serializers.JSONField(allow_null=True), default=dict)
    sheet = serializers.IntegerField(default=None, allow_null=True, min_value=0)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        refuse_unknown(self)
        if len(json.dumps(attrs["body"])) > LONGEST_BODY:
            raise serializers.ValidationError({"body": ""}, code="too_long")
        if "typed" in attrs["body"]:
            Typed(data={"typed": attrs["body"]["typed"]}).is_valid(raise_exception=True)
        return attrs

"""The shapes of the answers. All moments are UTC, ``2123-11-29T04:30:00Z``."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring import clocks
from scoring.models import Clock
from scoring.states import ClockState
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.queries.standings import StageView, StandingRow, standing
from tournaments.entries.fields import PUBLIC_OF_TEAM, EntryField
from tournaments.formats.tie_breaks import TieBreak
from tournaments.series.queries import Season


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
    draw_at = serializers.DateTimeField(allow_null=True)
    starts_at = serializers.DateTimeField(allow_null=True)
    rule_set = serializers.CharField()
    seats = serializers.IntegerField()
    best_of = serializers.IntegerField()
    third_place_match = serializers.BooleanField()
    version = serializers.IntegerField()


class TeamLabelSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    branch = serializers.CharField()
    ordinal = serializers.IntegerField()


class OfEntry(serializers.Serializer[Any]):
    """With a text for each of these fields of the entry form, which stand in ``entry``, or by themselves."""

    rows: tuple[EntryField, ...] = ()
    entry = ""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        sources = {row.name: f"{self.entry}.{row.name}" if self.entry else None for row in self.rows}
        texts = {name: serializers.CharField(source=source) for name, source in sources.items()}
        return {**super().get_fields(), **texts}


class LineUpSerializer(OfEntry):
    rows, entry = PUBLIC_OF_TEAM, "own"
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
    where they stand in the place of levels, else null. ``outcome`` is won, drawn, lost or empty. A ``source`` is a
    position, or the winner or loser of a match."""

    slot = serializers.CharField()
    team = TeamLabelSerializer(allow_null=True)
    source = SourceSerializer()  # type: ignore[assignment]
    level = serializers.IntegerField(allow_null=True)
    passed = serializers.BooleanField()
    on_stage = serializers.BooleanField()
    score = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField()
    outcome = serializers.CharField()


class MatchSerializer(serializers.Serializer[Any]):
    """``part``: of a format whose matches fall into parts (winners, losers, final), or place, of a match that is
    played for the place ``place_for``; else empty, and null. ``third_place``: it is the third. ``sitting``: which of
    its round it belongs to, 1 where the round is played at once."""

    number = serializers.IntegerField()
    round = serializers.IntegerField(source="round_number")
    sitting = serializers.IntegerField()
    place = serializers.IntegerField()
    place_for = serializers.IntegerField(allow_null=True)
    third_place = serializers.SerializerMethodField()
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
    decided_at = serializers.DateTimeField(allow_null=True)
    points = serializers.SerializerMethodField()
    part = serializers.CharField(source="where.part", default="")
    extra_seconds = serializers.SerializerMethodField()

    def get_third_place(self, match: MatchView) -> bool:
        """As it was called before there was ``place_for``."""
        return match.place_for == 3

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


class SeasonEventSerializer(serializers.Serializer[Any]):
    """``counts``: its places are confirmed."""

    slug = serializers.CharField(source="tournament.slug")
    name = serializers.CharField(source="tournament.name")
    state = serializers.CharField(source="tournament.state")
    starts_at = serializers.DateTimeField(allow_null=True)
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
    final = SeasonEventSerializer(allow_null=True)
    lines = serializers.SerializerMethodField()

    @extend_schema_field(SeasonLineSerializer(many=True))
    def get_lines(self, season: Season) -> Any:
        return SeasonLineSerializer(season.lines, many=True).data


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
    level = serializers.IntegerField(allow_null=True)
    winner = serializers.CharField()
    before = LevelPairSerializer(allow_null=True)
    after = LevelPairSerializer(allow_null=True)
    points = LevelPairSerializer(allow_null=True)
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
    before = LevelPairSerializer(allow_null=True)
    after = LevelPairSerializer(allow_null=True)


class StruckDealSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    kind = serializers.CharField()
    order = serializers.CharField()
    entry = serializers.JSONField()


class StandingSerializer(serializers.Serializer[Any]):
    home = serializers.IntegerField(allow_null=True)
    away = serializers.IntegerField(allow_null=True)
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

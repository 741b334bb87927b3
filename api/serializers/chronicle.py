"""What an event, a series and all years tell: numbers, highlights, days, records, standings of a season."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers import PartAnswer, Shape
from api.serializers.matches import TeamLabelSerializer
from tournaments.bracket.queries.round_views import RoundView
from tournaments.chronicle.queries.days import DayReport
from tournaments.chronicle.queries.highlights import Holder, highlights
from tournaments.chronicle.queries.ratings import RatingOf
from tournaments.chronicle.queries.records import Honours
from tournaments.chronicle.queries.statistics import Statistics


class BranchNumbersSerializer(Shape):
    """Of teams: ``entered``, ``came``, ``withdrew``, ``forfeited`` at least once. ``best`` place, 0: not known yet."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    quota = serializers.IntegerField()
    entered = serializers.IntegerField()
    came = serializers.IntegerField()
    withdrew = serializers.IntegerField()
    forfeited = serializers.IntegerField()
    players = serializers.IntegerField()
    matches = serializers.IntegerField()
    won = serializers.IntegerField()
    deals = serializers.IntegerField()
    best = serializers.IntegerField()


class GameNumbersSerializer(Shape):
    """``doubles``: 双下, null in games that know none."""

    game = serializers.CharField()
    matches = serializers.IntegerField()
    deals = serializers.IntegerField()
    doubles = serializers.IntegerField(allow_null=True)


class NumbersSerializer(Shape):
    """Matches ``planned`` (no byes), ``played``, ``unplayed`` (forfeits, withdrawals), ``byes``, ``drawn``; ``minutes``
    of all together and of the ``longest``; ``reasons``: how many results each has."""

    planned = serializers.IntegerField()
    played = serializers.IntegerField()
    unplayed = serializers.IntegerField()
    byes = serializers.IntegerField()
    drawn = serializers.IntegerField()
    deals = serializers.IntegerField()
    minutes = serializers.IntegerField()
    longest = serializers.IntegerField()
    reasons = serializers.SerializerMethodField()
    branches = BranchNumbersSerializer(many=True)
    games = GameNumbersSerializer(many=True)

    def get_reasons(self, numbers: Statistics) -> dict[str, int]:
        return dict(numbers.reasons)


class HolderSerializer(Shape):
    """Whose it is: a match (its number, 0: none), a team (null: none), or a team in a match."""

    match = serializers.SerializerMethodField()
    team = TeamLabelSerializer(allow_null=True)
    leads = serializers.IntegerField()

    def get_match(self, holder: Holder) -> int:
        return holder.match.number if holder.match else 0


class HighlightSerializer(Shape):
    """``value``: levels, deals, minutes, or a chance from 0 to 1; all who share it hold it."""

    feat = serializers.CharField()
    value = serializers.FloatField()
    holders = HolderSerializer(many=True)


class HighlightsSerializer(Shape):
    """``counted`` of the ``played`` matches are worked out so far."""

    played = serializers.IntegerField()
    counted = serializers.IntegerField()
    found = HighlightSerializer(many=True, source="feats")


class StatisticsAnswer(Shape):
    numbers = NumbersSerializer()
    highlights = HighlightsSerializer()


class DayOfPlaySerializer(Shape):
    """``number`` counts from 1; ``starts_at`` is its first start."""

    number = serializers.IntegerField()
    starts_at = serializers.DateTimeField()


class DaysAnswer(Shape):
    days = DayOfPlaySerializer(many=True)


class DayRoundSerializer(Shape):
    """``matches``: the numbers of those that are over."""

    number = serializers.IntegerField()
    sitting = serializers.IntegerField()
    starts_at = serializers.DateTimeField()
    matches = serializers.SerializerMethodField()

    def get_matches(self, played: RoundView) -> list[int]:
        return [match.number for match in played.matches]


class DayAnswer(DayOfPlaySerializer):
    """``open`` matches are not over yet. Of brackets: who is ``through`` to a later round, and who is ``out``."""

    open = serializers.IntegerField()
    is_last = serializers.BooleanField()
    rounds = DayRoundSerializer(many=True)
    through = TeamLabelSerializer(many=True)
    out = TeamLabelSerializer(many=True)
    highlights = serializers.SerializerMethodField()

    @extend_schema_field(HighlightsSerializer)
    def get_highlights(self, day: DayReport) -> Any:
        return HighlightsSerializer(highlights(day.matches)).data


class HonoursSerializer(Shape):
    """``places``: the teams on the first, second and third place, several where they share it."""

    slug = serializers.CharField(source="event.slug")
    name = serializers.CharField(source="event.name")
    organiser = serializers.CharField(source="event.organiser")
    starts_at = serializers.DateTimeField(allow_null=True)
    places = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=TeamLabelSerializer(many=True)))
    def get_places(self, of: Honours) -> Any:
        return [[TeamLabelSerializer(entrant.team).data for entrant in place] for place in of.places]


class ChampionsAnswer(PartAnswer):
    events = HonoursSerializer(many=True)


class MedalRowSerializer(Shape):
    """``branch`` leads to its record; ``medals``: how many first, second and third places."""

    rank = serializers.IntegerField()
    branch = serializers.IntegerField()
    name = serializers.CharField()
    medals = serializers.ListField(child=serializers.IntegerField())
    events = serializers.IntegerField()


class MedalsAnswer(Shape):
    """Of one ``year``, 0: of all; ``years`` are those that have a table, ``events`` how many this one tells of."""

    year = serializers.IntegerField()
    years = serializers.ListField(child=serializers.IntegerField())
    events = serializers.IntegerField()
    rows = MedalRowSerializer(many=True)


class KnownPlayerSerializer(Shape):
    """``id`` leads to the record; 0 where names are not public, and ``name`` is masked."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class TallySerializer(Shape):
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()


class AppearanceSerializer(Shape):
    """A team in an event; ``place`` 0: none."""

    slug = serializers.CharField(source="event.slug")
    name = serializers.CharField(source="event.name")
    starts_at = serializers.DateTimeField(allow_null=True)
    team = TeamLabelSerializer(source="entrant.team")
    players = KnownPlayerSerializer(source="entrant.players", many=True)
    withdrawn = serializers.BooleanField(source="entrant.is_out")
    place = serializers.IntegerField()
    tally = TallySerializer()


class RecordAnswer(Shape):
    """The newest event first. ``branch`` and ``name`` are those of the last one; no ``players``: of a branch. The sums
    are of all events; of the ``total`` of ``appearances`` some are told, and ``next`` leads to what follows (null:
    nothing does)."""

    branch = serializers.IntegerField(source="record.branch")
    name = serializers.CharField(source="record.name")
    players = KnownPlayerSerializer(source="record.players", many=True)
    events = serializers.IntegerField(source="record.events")
    best = serializers.IntegerField(source="record.best")
    medals = serializers.ListField(source="record.medals", child=serializers.IntegerField())
    tally = TallySerializer(source="record.tally")
    total = serializers.IntegerField(read_only=True)
    next = serializers.CharField(read_only=True, allow_null=True)
    appearances = AppearanceSerializer(many=True, read_only=True)


class RatedPlayerSerializer(Shape):
    """``rank`` 0: the rating is provisional; ``player`` and ``branch`` lead to their records."""

    rank = serializers.IntegerField()
    player = KnownPlayerSerializer()
    branch = serializers.IntegerField()
    branch_name = serializers.CharField()
    rating = serializers.IntegerField(source="rating.points")
    spread = serializers.IntegerField(source="rating.spread")
    matches = serializers.IntegerField(source="rating.matches")


class RatingsAnswer(Shape):
    """Of one ``game``, "" where none has a rated event; ``games`` are those that have some. Two of three true strengths
    lie within ``spread`` of the ``rating``."""

    game = serializers.CharField(allow_blank=True)
    games = serializers.ListField(child=serializers.CharField())
    events = serializers.IntegerField()
    rows = RatedPlayerSerializer(many=True)


class RatedLineSerializer(Shape):
    """A match of a rated event: what it changed, and the ``chance`` to win that the player's side had before."""

    slug = serializers.CharField(source="event.slug")
    number = serializers.IntegerField()
    starts_at = serializers.DateTimeField()
    partners = KnownPlayerSerializer(many=True)
    opponents = KnownPlayerSerializer(many=True)
    outcome = serializers.ChoiceField(["won", "drawn", "lost"], source="change.outcome")
    chance = serializers.FloatField(source="change.chance")
    before = serializers.IntegerField(source="change.before")
    after = serializers.IntegerField(source="change.after")


class RatingOfSerializer(Shape):
    game = serializers.CharField()
    rating = serializers.IntegerField(source="rating.points")
    spread = serializers.IntegerField(source="rating.spread")
    provisional = serializers.SerializerMethodField()
    lines = RatedLineSerializer(many=True)

    def get_provisional(self, of: RatingOf) -> bool:
        return not of.rating.is_settled


class PlayersRatingsAnswer(Shape):
    """The ratings of a player, one for each game, with every match that changed it, the newest first."""

    ratings = RatingOfSerializer(many=True)


class SeriesAnswer(Shape):
    series = serializers.ListField(child=serializers.CharField())


class SeasonEventSerializer(serializers.Serializer[Any]):
    """``counts``: its places are confirmed."""

    slug = serializers.CharField(source="tournament.slug")
    name = serializers.CharField(source="tournament.name")
    state = serializers.CharField(source="tournament.state")
    starts_at = serializers.DateTimeField(allow_null=True)
    counts = serializers.BooleanField()


class PlaceScoreSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    points = serializers.FloatField()


class ScoreSerializer(PlaceScoreSerializer):
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


class BranchLineSerializer(serializers.Serializer[Any]):
    """``legs`` stand for the events that count, in their order: the places of the branch that count, 0 without points;
    empty where it did not take part."""

    rank = serializers.IntegerField()
    branch = serializers.CharField(source="branch_name")
    points = serializers.FloatField(source="ranked.points")
    because = serializers.CharField(source="ranked.because")
    legs = serializers.ListField(child=PlaceScoreSerializer(many=True))


class SeasonSerializer(serializers.Serializer[Any]):
    """A series with its tables, ``lines`` of teams, ``branch_lines`` of branches, as it ``counts`` teams, branches or
    both. ``scale``: points by place, empty where those of the events count; ``best`` 0: all; ``branch_best``: places of
    a branch that count in each event, 0: all; ``share_points``: who share places get the mean of their points."""

    slug = serializers.CharField(source="series.slug")
    name = serializers.CharField(source="series.name")
    season = serializers.CharField(source="series.season")
    organiser = serializers.CharField(source="series.organiser")
    scale = serializers.ListField(source="scoring.scale", child=serializers.IntegerField())
    best = serializers.IntegerField(source="scoring.best")
    criteria = serializers.ListField(source="scoring.criteria", child=serializers.CharField())
    finalists = serializers.IntegerField(source="series.finalists")
    counts = serializers.CharField()
    branch_scale = serializers.ListField(source="branch_scoring.scale", child=serializers.IntegerField())
    branch_best = serializers.IntegerField(source="branch_scoring.each")
    share_points = serializers.BooleanField(source="branch_scoring.shares")
    events = SeasonEventSerializer(many=True)
    final = SeasonEventSerializer(allow_null=True)
    lines = SeasonLineSerializer(many=True, read_only=True)
    branch_lines = BranchLineSerializer(many=True, read_only=True)

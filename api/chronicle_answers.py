"""The shapes of what `chronicle` answers."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.answers import PartAnswer
from api.serializers import TeamLabelSerializer
from tournaments.bracket.queries.match_views import RoundView
from tournaments.chronicle.queries.days import DayReport
from tournaments.chronicle.queries.highlights import Holder
from tournaments.chronicle.queries.records import Honours, Record
from tournaments.chronicle.queries.statistics import Statistics
from tournaments.chronicle.queries.stories import Moment
from tournaments.draw.queries.records import SealView


class Shape(serializers.Serializer[Any]):
    """Of an answer."""


class NoticeSerializer(Shape):
    """Plain text; ``match`` and ``round`` are numbers, 0 where it is not about one."""

    at = serializers.DateTimeField()
    kind = serializers.CharField()
    title = serializers.CharField()
    text = serializers.CharField()
    match = serializers.IntegerField()
    round = serializers.IntegerField()


class NoticesAnswer(Shape):
    notices = NoticeSerializer(many=True)


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
    def get_highlights(self, _day: DayReport) -> Any:
        return HighlightsSerializer(self.context["highlights"]).data


class CalledSerializer(Shape):
    """A number that was called out, and by whom, where that was written down."""

    number = serializers.CharField()
    by = serializers.CharField(allow_blank=True)


class SealSerializer(Shape):
    """The sealed draw that stands or is being made; ``numbers`` are empty until they are called out."""

    number = serializers.IntegerField()
    fingerprint = serializers.CharField()
    sealed_at = serializers.DateTimeField()
    teams = serializers.SerializerMethodField()
    is_drawn = serializers.BooleanField()
    numbers = CalledSerializer(many=True)

    def get_teams(self, seal: SealView) -> int:
        """How many stand in the closed list."""
        return len(seal.listed)


class CountedDrawSerializer(Shape):
    """``is_open``: its record may be read."""

    number = serializers.IntegerField()
    stage = serializers.IntegerField(source="stage.number")
    state = serializers.CharField()
    method = serializers.CharField()
    sealed_at = serializers.DateTimeField(allow_null=True)
    drawn_at = serializers.DateTimeField(allow_null=True)
    confirmed_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    fingerprint = serializers.CharField(allow_blank=True)
    is_open = serializers.BooleanField()


class DrawHistoryAnswer(Shape):
    seal = SealSerializer(allow_null=True)
    draws = CountedDrawSerializer(many=True)


class DrawRecordAnswer(Shape):
    """``basis`` is the sealed text; of ``positions`` each is a number of its list, null is a bye. ``missed``: the
    wishes that it does not meet; ``before``: the draws before this one."""

    kind = serializers.CharField()
    version = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.CharField()
    basis = serializers.CharField()
    fingerprint = serializers.CharField(allow_blank=True)
    sealed_at = serializers.DateTimeField(allow_null=True)
    numbers = CalledSerializer(many=True)
    seed = serializers.CharField(allow_blank=True)
    drawn_at = serializers.DateTimeField(allow_null=True)
    confirmed_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    method = serializers.CharField(allow_blank=True)
    uniform = serializers.BooleanField(allow_null=True)
    positions = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    missed = serializers.JSONField()
    before = serializers.ListField(child=serializers.JSONField())


class MomentSerializer(Shape):
    """What ``stood`` after deal ``number`` (0: the start), or after a penalty: levels, 15 for a passed A, or points.
    ``side``: who won the deal, or was penalised; ``minutes`` since the clock began, null without one; ``chance``: of
    home, 0 to 1, null where it is not known; ``failed``: who failed at A; ``turns``: lead, passed, failed, fell, swing.
    """

    number = serializers.IntegerField()
    is_deal = serializers.BooleanField()
    side = serializers.CharField()
    is_double = serializers.BooleanField()
    stood = serializers.SerializerMethodField()
    minutes = serializers.IntegerField(allow_null=True)
    chance = serializers.FloatField(allow_null=True)
    failed = serializers.CharField()
    turns = serializers.ListField(child=serializers.CharField())

    def get_stood(self, moment: Moment) -> dict[str, int]:
        return dict(zip(("home", "away"), moment.stood, strict=True))


class GameStorySerializer(Shape):
    """``levels``: what stood are levels, else points; ``leads``: how often the lead went over."""

    number = serializers.IntegerField()
    winner = serializers.CharField(source="story.winner")
    passed = serializers.CharField(source="story.passed")
    levels = serializers.BooleanField(source="story.levels")
    leads = serializers.IntegerField(source="story.leads")
    moments = MomentSerializer(source="story.moments", many=True)


class StoryAnswer(Shape):
    """A game is missing before its first deal, while phones differ on one, and where the result alone is written."""

    games = GameStorySerializer(many=True)


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

    branch = serializers.IntegerField()
    name = serializers.CharField()
    players = KnownPlayerSerializer(many=True)
    events = serializers.IntegerField()
    best = serializers.IntegerField()
    medals = serializers.ListField(child=serializers.IntegerField())
    tally = TallySerializer()
    total = serializers.SerializerMethodField()
    next = serializers.SerializerMethodField()
    appearances = serializers.SerializerMethodField()

    def get_total(self, _record: Record) -> int:
        total: int = self.context["total"]
        return total

    def get_next(self, _record: Record) -> str | None:
        link: str | None = self.context["next"]
        return link

    @extend_schema_field(AppearanceSerializer(many=True))
    def get_appearances(self, _record: Record) -> Any:
        return AppearanceSerializer(self.context["appearances"], many=True).data

"""The sheet of a match: deals, penalties, games, and the story that they tell."""

from typing import Any

from rest_framework import serializers

from api.serializers import Shape
from api.serializers.matches import MatchSerializer
from tournaments.chronicle.queries.stories import Moment


class LevelPairSerializer(serializers.Serializer[Any]):
    home = serializers.IntegerField()
    away = serializers.IntegerField()


class StruckDealSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    kind = serializers.CharField()
    order = serializers.CharField()
    entry = serializers.JSONField()


class DealSerializer(StruckDealSerializer):
    """``entry`` is what the sheet's game writes; of 掼蛋 ``order`` are the seats as they went out, home N and S, away W
    and E; two letters are 双下. Levels are null in games without them; ``points`` are those after it where they stand
    in their place. ``winner`` is empty where nobody is named."""

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


class StandingSerializer(serializers.Serializer[Any]):
    home = serializers.IntegerField(allow_null=True)
    away = serializers.IntegerField(allow_null=True)
    home_passed = serializers.BooleanField()
    away_passed = serializers.BooleanField()
    stage = serializers.CharField()
    deals = serializers.IntegerField()
    home_points = serializers.IntegerField(required=False)
    away_points = serializers.IntegerField(required=False)

    def to_representation(self, instance: Any) -> Any:
        """That of a sheet is stored as the JSON that it was when it was written."""
        return instance if isinstance(instance, dict) else super().to_representation(instance)


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


class DealAnswer(Shape):
    """``seen`` is what the next write on that sheet carries."""

    deal = DealSerializer()
    standing = StandingSerializer()
    seen = serializers.IntegerField()


class UndoAnswer(Shape):
    deal = StruckDealSerializer()
    standing = StandingSerializer()
    seen = serializers.IntegerField()


class SubmissionAnswer(Shape):
    """``state``: accepted, duplicate, conflicting, refused, waiting; ``deal`` is null where none stands for it."""

    id = serializers.IntegerField()
    state = serializers.CharField()
    problems = serializers.ListField(child=serializers.JSONField())
    deal = DealSerializer(allow_null=True)
    mark = serializers.CharField()
    standing = StandingSerializer()
    seen = serializers.IntegerField()
    sheet = serializers.IntegerField()


class SheetAnswer(Shape):
    """The sheet as the phone at the table draws it; its members belong to that page and may change with it."""


class GivenPenaltySerializer(Shape):
    """处罚 behind deal ``after_deal`` (0: before the first); a struck one counts no more."""

    id = serializers.IntegerField()
    after_deal = serializers.IntegerField()
    side = serializers.CharField()
    offence = serializers.CharField()
    effects = EffectSerializer(many=True)
    struck = serializers.BooleanField()


class PenaltyAnswer(Shape):
    penalty = GivenPenaltySerializer()
    standing = StandingSerializer()
    seen = serializers.IntegerField()


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

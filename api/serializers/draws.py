"""Draws: made by the office, and told to everybody."""

from rest_framework import serializers

from api.serializers import Shape
from tournaments.bracket.queries.standings import Equals
from tournaments.draw.queries.draws import DrawView
from tournaments.draw.queries.records import SealView


class BreachSerializer(Shape):
    """What the sheet does not keep of what was asked for: its code, and the positions where."""

    code = serializers.CharField()
    positions = serializers.ListField(child=serializers.IntegerField())


class DrawAnswer(Shape):
    """``places``: the id of the team at each position, null for a bye; ``seen``: what a confirmation carries."""

    number = serializers.IntegerField()
    state = serializers.CharField()
    method = serializers.CharField()
    seed = serializers.CharField(allow_blank=True)
    places = serializers.SerializerMethodField()
    breaches = BreachSerializer(many=True)
    seen = serializers.IntegerField()

    def get_places(self, draw: DrawView) -> list[int | None]:
        return [place.team.id if place.team else None for place in draw.places]


class EqualTeamsSerializer(Shape):
    """``place``: the best that they share; ``into``: the number of the stage into which not all of them come, 0: they
    share a prize."""

    stage = serializers.IntegerField(source="stage.label.number")
    place = serializers.IntegerField()
    into = serializers.IntegerField()
    teams = serializers.SerializerMethodField()

    def get_teams(self, equals: Equals) -> list[int]:
        return [team.id for team in equals.teams]


class PlaceDecisionSerializer(Shape):
    """``teams``: their ids, the best first unless they share the place; ``seed``: what the program drew from."""

    id = serializers.IntegerField()
    stage = serializers.IntegerField(source="stage.number")
    how = serializers.CharField()
    teams = serializers.ListField(child=serializers.IntegerField())
    seed = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()


class EqualsAnswer(Shape):
    """``open``: about whom somebody must decide before the next stage is placed or the awards are confirmed;
    ``decided``: what was, the newest first."""

    open = EqualTeamsSerializer(many=True)
    decided = PlaceDecisionSerializer(many=True)


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

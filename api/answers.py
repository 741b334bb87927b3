"""The shapes of whole answers: lists, pages, what a write answers, and problems."""

from typing import Any

from rest_framework import serializers

from api.serializers import (
    BranchSerializer,
    ClockSerializer,
    DealSerializer,
    EffectSerializer,
    EventSerializer,
    MatchSerializer,
    OfEntry,
    PlannedRoundSerializer,
    RoundSerializer,
    StageSerializer,
    StandingSerializer,
    StruckDealSerializer,
)
from tournaments.draw.queries.draws import DrawView
from tournaments.entries.fields import Section, section_rows


class Shape(serializers.Serializer[Any]):
    """Of an answer."""


class AddressSerializer(Shape):
    name = serializers.CharField()
    address = serializers.CharField()
    method = serializers.CharField()
    permission = serializers.CharField()


class IndexAnswer(Shape):
    addresses = AddressSerializer(many=True)


class PartAnswer(Shape):
    """Part of a list of ``total``; ``next`` leads to what follows; null: nothing does."""

    total = serializers.IntegerField()
    next = serializers.CharField(allow_null=True)


class TournamentsAnswer(PartAnswer):
    tournaments = EventSerializer(many=True)


class BracketAnswer(Shape):
    stages = StageSerializer(many=True)
    rounds = RoundSerializer(many=True)


class TimetableAnswer(Shape):
    zone = serializers.CharField()
    rounds = PlannedRoundSerializer(many=True)


class TeamsAnswer(Shape):
    branches = BranchSerializer(many=True)


class SeriesAnswer(Shape):
    series = serializers.ListField(child=serializers.CharField())


class PrizeSerializer(Shape):
    """``rank`` 1 is the champion, 0 the souvenir; ``planned`` 0: as many as there are."""

    rank = serializers.IntegerField()
    name = serializers.CharField()
    planned = serializers.IntegerField()
    teams = serializers.SerializerMethodField()

    def get_teams(self, award: Any) -> list[int]:
        """The ids of the teams that won it."""
        return [winner.team.id for winner in award.winners]


class AwardsAnswer(Shape):
    """``decided`` once the last match is over; ``confirmed_at``: since when the places are final, null while open."""

    decided = serializers.BooleanField()
    confirmed_at = serializers.DateTimeField(allow_null=True)
    open_matches = serializers.IntegerField()
    awards = PrizeSerializer(many=True)


class MatchPage(Shape):
    """``next`` leads to the following matches; null: there are none. ``last`` is what the next question has as
    ``since``, to be told of what has changed after this answer."""

    total = serializers.IntegerField()
    last = serializers.IntegerField()
    next = serializers.CharField(allow_null=True)
    matches = MatchSerializer(many=True)


class HappeningSerializer(Shape):
    """An event of the journal. ``number`` only grows, and is its stable id within the event; ``by`` is empty where the
    program acted by itself; ``match`` is a number, 0: of none. ``data`` differs by kind, and may come to hold more."""

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.CharField()
    kind = serializers.CharField()
    match = serializers.IntegerField()
    data = serializers.DictField(child=serializers.JSONField(allow_null=True))  # type: ignore[assignment]


class EventPage(Shape):
    """``last`` is what the next question has as ``after``; ``next`` leads on, null: there are no more."""

    last = serializers.IntegerField()
    next = serializers.CharField(allow_null=True)
    events = HappeningSerializer(many=True)


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


class SeatedSerializer(Shape):
    number = serializers.IntegerField()
    name = serializers.CharField()


class TeamAnswer(Shape):
    """A team after the change, with who plays in it now."""

    id = serializers.IntegerField()
    state = serializers.CharField()
    players = SeatedSerializer(many=True)


class PairingAnswer(Shape):
    """The numbers of the round's matches."""

    round = serializers.IntegerField()
    matches = serializers.ListField(child=serializers.IntegerField())


class RoundStartAnswer(Shape):
    number = serializers.IntegerField()
    sitting = serializers.IntegerField()
    starts_at = serializers.DateTimeField()


class AnnouncementAnswer(Shape):
    """``state``: pending until its moment ``at``."""

    id = serializers.IntegerField()
    state = serializers.CharField()
    at = serializers.DateTimeField()


class EventStateAnswer(Shape):
    """``confirmed_at``: since when the awards stand, null while they are open."""

    state = serializers.CharField()
    confirmed_at = serializers.DateTimeField(allow_null=True)


class MatchStateAnswer(Shape):
    """Where the match stands after the change; ``winner`` is home, away or empty."""

    number = serializers.IntegerField()
    state = serializers.CharField()
    winner = serializers.CharField()
    reason = serializers.CharField()


class ClockAnswer(Shape):
    clock = ClockSerializer()


class EnteredPlayerSerializer(OfEntry):
    rows = section_rows(Section.PLAYER)


class EnteredTeamSerializer(OfEntry):
    rows = section_rows(Section.TEAM)
    ordinal = serializers.IntegerField()
    players = EnteredPlayerSerializer(many=True)


class EntryAnswer(OfEntry):
    """The form of a branch as it is kept; ``seen`` is what the next write of it carries."""

    branch = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.CharField()
    seen = serializers.IntegerField()
    rows = section_rows(Section.LEADER) + section_rows(Section.CONTACT)
    teams = EnteredTeamSerializer(many=True)


class MendableSerializer(Shape):
    """One reason: ``field`` is the name in the body or empty, ``data`` the values of its sentence ``detail``."""

    code = serializers.CharField()
    field = serializers.CharField()
    data = serializers.DictField(child=serializers.JSONField(allow_null=True))  # type: ignore[assignment]
    detail = serializers.CharField()


class ProblemAnswer(Shape):
    """A problem (RFC 9457). ``code`` names its kind for programs; ``title`` and ``detail`` are for people."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    instance = serializers.CharField()
    detail = serializers.CharField(required=False)
    problems = MendableSerializer(many=True, required=False)
    subject = serializers.CharField(required=False)
    present = serializers.CharField(required=False)

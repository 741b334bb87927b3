"""Events as they are announced, what happens in them, their awards; the list of addresses, and problems."""

from typing import Any

from rest_framework import serializers

from api.serializers import PartAnswer, Shape
from tournaments.prizes import PrizeRule


class AddressSerializer(Shape):
    name = serializers.CharField()
    address = serializers.CharField()
    method = serializers.CharField()
    permission = serializers.CharField()


class IndexAnswer(Shape):
    addresses = AddressSerializer(many=True)


class EventSerializer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()
    organiser = serializers.CharField()
    document = serializers.CharField()
    place = serializers.CharField()
    zone = serializers.CharField()
    state = serializers.CharField()
    rehearsal = serializers.BooleanField(source="journal.rehearsal")
    archived = serializers.BooleanField(source="is_archived")
    closes_at = serializers.DateTimeField()
    draw_at = serializers.DateTimeField(allow_null=True)
    starts_at = serializers.DateTimeField(allow_null=True)
    rule_set = serializers.CharField()
    seats = serializers.IntegerField()
    reserves = serializers.IntegerField()
    boards = serializers.IntegerField()
    own_days = serializers.IntegerField()
    changing_partners = serializers.BooleanField()
    best_of = serializers.IntegerField()
    third_place_match = serializers.BooleanField()
    branches_apart = serializers.CharField()
    version = serializers.IntegerField(source="journal.version")


class TournamentsAnswer(PartAnswer):
    tournaments = EventSerializer(many=True)


class EventStateAnswer(Shape):
    """``confirmed_at``: since when the awards stand, null while they are open."""

    state = serializers.CharField()
    confirmed_at = serializers.DateTimeField(source="awards_confirmed_at", allow_null=True)


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


class AnnouncementAnswer(Shape):
    """``state``: pending until its moment ``at``."""

    id = serializers.IntegerField()
    state = serializers.CharField(source="notice.state")
    at = serializers.DateTimeField(source="notice.due_at")


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


class PrizeSerializer(Shape):
    """``rank`` 1 is the champion, 0 the souvenir; ``planned`` 0: as many as there are."""

    rank = serializers.IntegerField()
    name = serializers.CharField()
    planned = serializers.IntegerField()
    teams = serializers.SerializerMethodField()

    def get_teams(self, award: Any) -> list[int]:
        """The ids of the teams that won it."""
        return [winner.team.id for winner in award.winners]


class RulePrizeSerializer(Shape):
    """A prize by rule. It goes to teams or to whole branches; nobody has it before the awards are confirmed."""

    name = serializers.CharField()
    rule = serializers.ChoiceField(choices=[rule.value for rule in PrizeRule])
    planned = serializers.IntegerField()
    teams = serializers.SerializerMethodField()
    branches = serializers.SerializerMethodField()

    def get_teams(self, prize: Any) -> list[int]:
        """Of those that have it for themselves."""
        return [one.candidate.team for one in prize.recipients if one.team]

    def get_branches(self, prize: Any) -> list[int]:
        """Of those that have it as a whole."""
        return [one.candidate.branch for one in prize.recipients if not one.team]


class AwardsAnswer(Shape):
    """``decided`` once the last match is over; ``confirmed_at``: since when the places are final, null while open."""

    decided = serializers.BooleanField()
    confirmed_at = serializers.DateTimeField(allow_null=True)
    open_matches = serializers.IntegerField()
    awards = PrizeSerializer(many=True)
    prizes = RulePrizeSerializer(source="given", many=True)


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

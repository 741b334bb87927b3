"""Branches, teams and players, as everybody reads them and as the office enters them."""

from typing import Any

from rest_framework import serializers

from api.serializers import Shape
from tournaments.entries.fields import PUBLIC_OF_TEAM, EntryField, Section, section_rows


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


class TeamsAnswer(Shape):
    branches = BranchSerializer(many=True)


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


class SeatedSerializer(Shape):
    number = serializers.IntegerField()
    name = serializers.CharField()


class TeamAnswer(Shape):
    """A team after the change, with who plays in it now."""

    id = serializers.IntegerField()
    state = serializers.CharField()
    players = SeatedSerializer(many=True)

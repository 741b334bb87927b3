"""A list of names pasted into one field of the entry form, spread over the fields that follow."""

from dataclasses import dataclass

from django.http import QueryDict

from tournaments.entries.forms import field_name
from tournaments.entries.names import listed_people
from tournaments.queries.entries import OpenedEntry


@dataclass(frozen=True)
class Spread:
    """What the form holds when each name has a field of its own; ``field`` is the one that was pasted into."""

    data: QueryDict
    field: str
    count: int


def spread_names(sent: QueryDict, opened: OpenedEntry) -> Spread | None:
    """None where every field holds one name at most, or the names do not fit into the empty fields that follow."""
    seats = opened.branch.tournament.seats
    ordinals = [team.ordinal for team in opened.form.teams if team.ordinal not in opened.withdrawn]
    lines = [(ordinal, number) for ordinal in ordinals for number in range(1, seats + 1)]
    for place, line in enumerate(lines):
        people = listed_people(sent.get(field_name(*line, "name"), ""))
        if len(people) > 1 or any(gender for _name, gender in people):
            return _over(sent, lines[place:], people)
    return None


def _over(sent: QueryDict, lines: list[tuple[int, int]], people: list[tuple[str, str]]) -> Spread | None:
    room = lines[: len(people)]
    taken = any(sent.get(field_name(*line, "name"), "").strip() for line in room[1:])
    if taken or len(room) < len(people):
        return None
    data = sent.copy()
    for line, (name, gender) in zip(room, people, strict=True):
        data[field_name(*line, "name")] = name
        if gender:
            data[field_name(*line, "gender")] = gender
    return Spread(data, field_name(*room[0], "name"), len(people))

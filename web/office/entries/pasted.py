"""A list of names pasted into one field of the entry form, spread over the fields that follow, or by teams."""

from dataclasses import dataclass

from django.http import QueryDict

from tournaments.entries.fields import field_name
from tournaments.entries.files.loose_lines import loose_lines
from tournaments.entries.files.spreadsheets import Worksheet
from tournaments.entries.names import listed_people
from tournaments.entries.queries.entries import OpenedEntry


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
        text = sent.get(field_name(*line, "name"), "")
        if named := _by_team(text, seats):
            return _over(sent, line, [at for at, _person in named], [person for _at, person in named], lines)
        people = listed_people(text)
        if len(people) > 1 or any(gender for _name, gender in people):
            return _over(sent, line, lines[place : place + len(people)], people, lines)
    return None


def _by_team(text: str, seats: int) -> list[tuple[tuple[int, int], tuple[str, str]]]:
    """队1 队员甲 队员乙 队2 …: the line of the form and the person; [] for a text that does not say the team of each,
    or leaves something unclear."""
    loose = loose_lines(1, Worksheet("", ((text,),)), lambda _word: False, seats=seats) if text else None
    if loose is None or loose.unclear or not all(isinstance(line.role, int) for line in loose.lines):
        return []
    return [
        ((line.role, number), (player.name, player.gender))
        for line in loose.lines
        if isinstance(line.role, int)
        for number, (player, _cells) in enumerate(line.players(), start=1)
    ]


def _over(
    sent: QueryDict,
    pasted: tuple[int, int],
    room: list[tuple[int, int]],
    people: list[tuple[str, str]],
    lines: list[tuple[int, int]],
) -> Spread | None:
    """None unless the room is there and, but for the field that was pasted into, empty."""
    taken = any(sent.get(field_name(*line, "name"), "").strip() for line in room if line != pasted)
    if taken or len(room) < len(people) or not set(room) <= set(lines):
        return None
    data = sent.copy()
    data[field_name(*pasted, "name")] = ""
    for line, (name, gender) in zip(room, people, strict=True):
        data[field_name(*line, "name")] = name
        if gender:
            data[field_name(*line, "gender")] = gender
    return Spread(data, field_name(*room[0], "name"), len(people))

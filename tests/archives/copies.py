"""Events of every format and game, copies of them by way of a file, and their public pages held side by side."""

import json
import re
from random import Random
from typing import Any

from archives.actions.importing import import_event
from archives.checking import read_event_file
from archives.queries import event_file
from tests.tournaments.event.test_presets_played import FEWER
from tests.tournaments.preset_events import PresetEvent
from tournaments.models import Team, Tournament
from web.archiving.website import pages_of


def a_played_preset(key: str) -> Tournament:
    """A few teams, from the entries to the confirmed awards."""
    event = PresetEvent(key, FEWER.get(key, 6), Random(key))
    event.draw()
    for stage in event.stages():
        event.play(stage)
    event.award()
    return Tournament.objects.get(pk=event.tournament.pk)


def sent(file: dict[str, Any]) -> bytes:
    return json.dumps(file, ensure_ascii=False).encode("utf-8", "surrogatepass")


def written(tournament: Tournament) -> dict[str, Any]:
    """Its file as a program reads it that may change it."""
    return json.loads(sent(event_file(Tournament.objects.get(pk=tournament.pk), personal=True)))


def read_in(file: dict[str, Any], slug: str = "older") -> Tournament:
    return import_event(read_event_file(sent(file)), by=None, slug=slug)


def copied(tournament: Tournament, *, personal: bool = True, slug: str = "") -> Tournament:
    """The event beside itself, by way of its file."""
    return read_in(event_file(tournament, personal=personal), slug or f"{tournament.slug}-copy")


def public_pages(tournament: Tournament) -> dict[str, str]:
    """Every page in Chinese by its address as the public reads it, but for what no two events have in common: the
    address of the event, the ids of its branches and teams (in their place their numbers) with the signatures over
    them, and that of its journal."""
    numbers = {str(pk): str(number) for pk, number in tournament.branches.values_list("pk", "number")}
    rows = Team.objects.filter(branch__tournament=tournament).values_list("pk", "branch__number", "ordinal")
    teams = {str(pk): f"{branch}-{ordinal}" for pk, branch, ordinal in rows}

    def comparable(text: str) -> str:
        text = re.sub(rf"(/e/|%2Fe%2F){tournament.slug}(/|%2F)", r"\1EVENT\2", text)
        text = text.replace(f'data-event="{tournament.slug}"', 'data-event="EVENT"')
        text = re.sub(r'(data-edition=")\d+\.', r"\1", text)
        text = re.sub(r'(?<=data-team=")\d+', lambda match: teams.get(match[0], match[0]), text)
        text = re.sub(r"/my/(\w+)\.[\w-]+/", r"/my/\1/", text)
        text = re.sub(r'(?<="t)\d+-\d+(?=")', lambda match: teams.get(match[0].split("-")[0], match[0]), text)
        of_branches = r'(?:(?<=branch=)|(?<=="b)|(?<=#b)|(?<=data-branch=")|(?<=data-of=")|(?<=/my/b))\d+'
        return re.sub(of_branches, lambda match: numbers.get(match[0], match[0]), text)

    pages = pages_of(tournament, "zh-hans")
    return {comparable(address): comparable(body.decode()) for address, body in pages.items()}

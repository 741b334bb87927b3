"""The pages about the API: every example is played as it stands, and every operation and problem is on the page."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from api.exceptions import titles
from api.pages import EXAMPLES
from api.schema import document
from scoring.models import Penalty
from tests.api.programs import a_cup, a_program, tokens_of
from tests.factories import FIRST_START, a_tournament, a_user
from tests.thorough import in_ci_only
from tests.tournaments.played import play_all
from tests.tournaments.series.seasons import a_played_event, a_series
from tests.web.pages import markup
from tournaments.draw.actions.draws import confirm_draw, preview_draw
from tournaments.event.actions.stages import Entrance, add_stage
from tournaments.formats import KNOCKOUT, RoundRobin
from tournaments.models import PlaceDecision, Player, Tournament
from tournaments.states import EqualsDecided

pytestmark = pytest.mark.django_db


@in_ci_only
def test_every_example_is_answered_as_it_says():
    tokens = {event.slug: by_person for event, by_person in the_events()}
    for name, example in EXAMPLES.items():
        slug = [*example.path.split("/"), ""][4]
        program = a_program(tokens[slug][example.by] if example.by else "")
        path = example.path.format(**ids_of(slug if slug in tokens else "spring"))
        answer = program.get(path) if example.method == "GET" else program.post(path, example.body)
        assert answer.status_code == example.status, (name, answer.json())
        assert holds(answer.json(), example.answer), (name, answer.json())


def ids_of(slug: str) -> dict[str, int]:
    """What stands in the addresses of that event's examples."""
    player = Player.objects.filter(team__branch__tournament__slug=slug).earliest("pk")
    ids = {"player": player.pk, "team": player.team_id, "branch": player.team.branch_id}
    rows = {"penalty": Penalty.objects, "decision": PlaceDecision.objects}
    return ids | {name: of.values_list("pk", flat=True).first() or 0 for name, of in rows.items()}


def the_events() -> Iterator[tuple[Tournament, dict[str, str]]]:
    """Those of the examples, each with the tokens of its people."""
    office = a_user()
    spring = a_played_event(a_series(), slug="spring", branches=4, teams=1)
    Tournament.objects.filter(pk=spring.pk).update(is_rated=True)
    league = a_tournament(slug="league", branches=4, teams=1, rounds=3, format_=RoundRobin.name)
    final = [FIRST_START + timedelta(days=3)]
    entrance = Entrance(2)
    add_stage(league, by=office, format_=KNOCKOUT, entrance=entrance, starts=final, minutes=45, rule_options={})
    confirm_draw(preview_draw(league, by=office), by=office)
    play_all(league)
    PlaceDecision.objects.create(stage=league.stages.get(number=1), teams=[], how=EqualsDecided.SHARED, at=FIRST_START)
    for event in (spring, league, a_tournament(slug="next", branches=4, teams=1, rounds=2)):
        yield event, tokens_of(event)
    yield a_cup()


def test_every_operation_has_an_example():
    assert operations() == EXAMPLES.keys()


def operations() -> set[str]:
    return {operation["operationId"] for path in document()["paths"].values() for operation in path.values()}


def holds(actual: Any, part: Any) -> bool:
    """Does the answer say what is written down of it?"""
    if isinstance(part, dict):
        return isinstance(actual, dict) and all(
            name in actual and holds(actual[name], value) for name, value in part.items()
        )
    if isinstance(part, list):
        return len(actual) >= len(part) and all(holds(one, other) for one, other in zip(actual, part, strict=False))
    return actual == part


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_page_has_every_operation_and_every_problem(client, language):
    client.cookies["django_language"] = language
    page = markup(client.get(reverse("api:docs")))
    for name in operations() | set(titles()):
        assert f'id="{name}"' in page, name


def test_schema_says_its_version_and_is_not_sent_twice(client):
    answer = client.get("/api/v1/schema.json")
    assert (answer.json()["openapi"], answer.json()["info"]["version"]) == ("3.1.0", "1")
    assert client.get("/api/v1/schema.json", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304

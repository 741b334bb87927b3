"""The pages about the API: every example is played as it stands, and every operation and problem is on the page."""

from typing import Any

import pytest
from django.urls import reverse

from api.examples import EXAMPLES
from api.exceptions import titles
from api.schema import document
from tests.api.programs import a_cup, a_program
from tests.web.pages import markup

pytestmark = pytest.mark.django_db


def test_every_example_is_answered_as_it_says():
    tokens = {"": "", **a_cup()[1]}
    for name, example in EXAMPLES.items():
        program = a_program(tokens[example.by])
        answer = program.get(example.path) if example.method == "GET" else program.post(example.path, example.body)
        assert answer.status_code == example.status, (name, answer.json())
        assert holds(answer.json(), example.answer), (name, answer.json())


def holds(said: Any, part: Any) -> bool:
    """Does the answer say what is written down of it?"""
    if isinstance(part, dict):
        return isinstance(said, dict) and all(name in said and holds(said[name], value) for name, value in part.items())
    if isinstance(part, list):
        return len(said) >= len(part) and all(holds(one, other) for one, other in zip(said, part, strict=False))
    return said == part


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_page_has_every_operation_and_every_problem(client, language):
    client.cookies["django_language"] = language
    page = markup(client.get(reverse("api:docs")))
    operations = {operation["operationId"] for path in document()["paths"].values() for operation in path.values()}
    for name in (operations | set(titles())) - {"schema"}:
        assert f'id="{name}"' in page, name


def test_schema_says_its_version_and_is_not_sent_twice(client):
    answer = client.get("/api/v1/schema.json")
    assert (answer.json()["openapi"], answer.json()["info"]["version"]) == ("3.1.0", "1")
    assert client.get("/api/v1/schema.json", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304

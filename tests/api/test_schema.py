"""The schema holds: whatever is sent to an operation is answered as it says, never with an error of the program.

Requests as the schema has them; in .ci/run others too, and more. ``API_EXAMPLES=500`` tries so many an operation, and
three times as many walks along the links.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from api.schema import document
from tests.api.programs import a_cup
from tests.in_process import in_process
from tests.thorough import THOROUGH

POSITIVE = schemathesis.GenerationMode.POSITIVE
pytestmark = pytest.mark.django_db
EXAMPLES = int(os.environ.get("API_EXAMPLES", "5" if THOROUGH else "2"))
MODES = list(schemathesis.GenerationMode) if THOROUGH or "API_EXAMPLES" in os.environ else [POSITIVE]
KEPT = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
TRIED = settings(
    max_examples=EXAMPLES, stateful_step_count=6, deadline=None, derandomize=True, database=None,
    suppress_health_check=list(HealthCheck), phases=[Phase.generate],
)  # fmt: skip
REAL = {
    "slug": ["cup"], "number": [1, 1, 2, 3], "series": ["none"], "team": [1, 0], "penalty": [1], "branch": [1],
    "player": [1], "year": [2123], "game": ["guandan"], "decision": [1],
}  # fmt: skip
"""What stands in most addresses, so that a request gets far."""


@pytest.fixture
def tokens() -> dict[str, str]:
    return a_cup()[1]


@pytest.fixture
def schema() -> Iterator[schemathesis.BaseSchema]:
    loaded = schemathesis.openapi.from_dict(document())
    with in_process():  # the connection to the database outlives each request
        loaded.app = get_wsgi_application()
        yield loaded


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
def test_every_answer_is_one_of_the_schema(schema, tokens, mode):
    met: set[int] = set()
    for operation in schema.get_all_operations():
        met |= answers_of(operation.ok(), mode, list(tokens.values()))
    assert {403, 404, 422} <= met
    assert 200 in met or mode != POSITIVE


def answers_of(operation: Any, mode: Any, tokens: list[str]) -> set[int]:
    met: set[int] = set()

    @TRIED
    @given(data=st.data())
    def ask(data: st.DataObject) -> None:
        case = data.draw(operation.as_strategy(generation_mode=mode))
        named = dict(case.path_parameters or {}).items()
        case.path_parameters = {name: data.draw(st.sampled_from([*REAL[name], value])) for name, value in named}
        token = data.draw(st.sampled_from(tokens))
        with transaction.atomic():
            met.add(case.call_and_validate(checks=KEPT, headers=headers_of(token)).status_code)
            transaction.set_rollback(True)

    with suppress(Unsatisfiable):  # of an operation that takes nothing there is nothing wrong to send
        ask()
    return met


def headers_of(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}


def test_every_walk_along_the_links_is_answered_as_the_schema_says(schema, tokens):
    met: set[str] = set()

    class Walk(schema.as_state_machine()):
        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            return {"headers": headers_of(tokens["referee"])}

        def validate_response(self, response: Any, case: Any, **_more: Any) -> None:
            met.add(case.operation.label)
            case.validate_response(response, checks=KEPT)

    Walk.run(settings=settings(TRIED, max_examples=3 * EXAMPLES))
    assert len(met) > 3, met

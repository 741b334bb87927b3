"""The typed client: as the schema makes it today, and it reads, writes and is refused."""

from pathlib import Path

import pytest

import guandan_client
from api.client import source
from guandan_client import Desk, Refused
from tests.api.programs import a_cup
from tests.in_process import ADDRESS, in_process

pytestmark = pytest.mark.django_db


def test_client_is_the_one_that_the_schema_makes():
    again = "manage.py api_client > guandan_client/__init__.py"
    assert Path(guandan_client.__file__).read_text(encoding="utf-8") == source(), again


def test_client_reads_writes_and_is_refused():
    tokens = a_cup()[1]
    with in_process() as transport, Desk(ADDRESS, tokens["referee"], transport=transport) as desk:
        assert [match["number"] for match in desk.matches("cup", round=1)["matches"]] == [1, 2]
        dealt = desk.deals("cup", 1, {"order": "NS"}, key="once")
        assert dealt == desk.deals("cup", 1, {"order": "NS"}, key="once")
        assert desk.match("cup", 1)["games"][0]["deals"] == [dealt["deal"]]
        assert desk.events("cup", kind="deal.")["events"][0]["data"]["order"] == "NS"
        with pytest.raises(Refused) as refused:
            desk.deals("cup", 1, {"order": "NN"})
        assert refused.value.problem["problems"][0]["code"] == "repeated_seat"

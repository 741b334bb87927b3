"""Numbers in the query that no page has: 404, and nothing is kept of it."""

import pytest
from django.conf import settings
from redis import Redis

from tests.factories import a_drawn_tournament, a_tournament
from tests.web.public_pages import address

pytestmark = pytest.mark.django_db
MADE_UP = (
    ("teams", "page=2"), ("teams", "page=0"), ("teams", "branch=999999"),
    ("timetable", "branch=999999"), ("bracket", "branch=999999"), ("bracket", "section=77"), ("bracket", "stage=9"),
    ("rounds", "round=77"), ("rounds", "page=2"), ("rounds", "branch=999999"), ("history", "before=1"),
    ("history", "before=0"), ("hall", "board=77"), ("hall", "board=0"),
)  # fmt: skip


def stored_keys() -> set[bytes]:
    return {key for key in Redis.from_url(settings.REDIS_URL).keys("page:*") if b"?" in key}


@pytest.mark.parametrize(("page", "query"), MADE_UP)
def test_made_up_page_is_404_and_not_kept(client, page, query):
    event = a_drawn_tournament()
    there = address(page, event)
    assert client.get(there).status_code == 200
    before = stored_keys()
    assert client.get(f"{there}?{query}").status_code == 404
    assert stored_keys() == before


def test_made_up_section_of_a_bracket_to_come_is_404(client):
    assert client.get(address("bracket", a_tournament()) + "?section=1").status_code == 404


def test_page_that_is_there_is_kept(client):
    event = a_drawn_tournament()
    branch = event.branches.first()
    assert client.get(f"{address('teams', event)}?branch={branch.pk}&page=1").status_code == 200
    assert len([key for key in stored_keys() if f"branch={branch.pk}".encode() in key]) == 1

"""Numbers in the query that no page has: 404, and nothing is kept of it."""

from django.conf import settings
from redis import Redis

from tests.factories import a_drawn_tournament, a_tournament
from tests.web.public_pages import address

MADE_UP = (
    ("teams", "page=2"), ("teams", "page=0"), ("teams", "branch=999999"),
    ("timetable", "branch=999999"), ("bracket", "branch=999999"), ("bracket", "section=77"), ("bracket", "stage=9"),
    ("rounds", "round=77"), ("rounds", "page=2"), ("rounds", "branch=999999"), ("history", "before=1"),
    ("history", "before=0"), ("hall", "board=77"), ("hall", "board=0"),
)  # fmt: skip


def stored_keys() -> set[bytes]:
    return {key for key in Redis.from_url(settings.REDIS_URL).keys("page:*") if b"?" in key}


def test_made_up_page_is_404_and_not_kept_and_one_that_is_there_is(client, db):
    event = a_drawn_tournament()
    branch = event.branches.first()
    assert client.get(f"{address('teams', event)}?branch={branch.pk}&page=1").status_code == 200
    kept = stored_keys()
    assert len([key for key in kept if f"branch={branch.pk}".encode() in key]) == 1
    for page, query in MADE_UP:
        assert client.get(f"{address(page, event)}?{query}").status_code == 404, (page, query)
    assert client.get(address("bracket", a_tournament()) + "?section=1").status_code == 404
    assert stored_keys() == kept

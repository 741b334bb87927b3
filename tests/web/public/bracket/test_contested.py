"""While two phones differ on a deal, no page shows a level as certain; what stood shows again once it is settled."""

import pytest
from django.test import Client

from scoring.actions.submissions import SentEntry
from scoring.models import Submission
from tests.tournaments.round_day import PASSES_ACE, a_day
from tests.web.pages import markup, signed_in
from tests.web.public_pages import address
from tournaments.day.actions.matches import choose_submission, confirm_result, enter_deal, submit

pytestmark = pytest.mark.django_db
LEVEL_OF_HOME, PASSED = 'class="lv stage', 'class="lv passed'
PAGES = ("event", "bracket", "rounds", "match", "hall", "desk", "sheets")


def conflicting(day) -> Submission:
    """A second phone's version of deal 1, which stands as NS."""
    enter_deal(day.match(1), "NS", by=day.chief)
    body = {"order": "WE", "kind": "regular"}
    return submit(day.match(1), SentEntry("phone-77", "k", "deal", 1, "", body), by=day.chief)


def shown(day, name: str) -> str:
    more = {"match": {"number": 1}}.get(name, {})
    return markup(signed_in(day.chief).get(address(name, day.tournament, **more), follow=True))


def test_contested_level_is_open_until_the_chief_referee_has_chosen(client: Client):
    day = a_day()
    bracket = address("bracket", day.tournament)
    sent = conflicting(day)
    tag = client.get(bracket)["ETag"]
    for name in PAGES:
        page = shown(day, name)
        assert LEVEL_OF_HOME not in page, name
        assert "awaiting a ruling" in page or "Two phones differ" in page or 'class="lv none"' in page, name
    choose_submission(day.match(1), sent.pk, by=day.chief, take=False, reason="问过双方")
    assert client.get(bracket, headers={"If-None-Match": tag}).status_code == 200
    for name in PAGES:
        page = shown(day, name)
        assert LEVEL_OF_HOME in page, name
        assert "awaiting a ruling" not in page, name


def test_match_that_was_decided_in_spite_of_it_shows_its_levels(client: Client):
    day = a_day()
    conflicting(day)
    for order in PASSES_ACE["home"][1:]:
        enter_deal(day.match(1), order, by=day.chief)
    page = address("match", day.tournament, number=1)
    assert PASSED not in markup(client.get(page))
    confirm_result(day.match(1), by=day.chief)
    assert PASSED in markup(client.get(page))

"""Open pages are told at the commit, by the process that wrote, if somebody listens."""

import json
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection
from redis import Redis

from journal.clock import set_rehearsal_time
from journal.recording import action
from tests.factories import a_drawn_tournament
from tests.web.cached import a_process, rename
from tests.web.publishing.streams import wait_for
from web.publishing.live import channel
from web.publishing.versions import SITE, VERSIONS

NAME = "改名分会"


class Listener:
    """Somebody who listens to an event, as a live process does."""

    def __init__(self, url: str, slug: str) -> None:
        self._heard = Redis.from_url(url).pubsub(ignore_subscribe_messages=True)
        self._heard.subscribe(channel(url, slug))
        self._heard.get_message(timeout=5)

    def hears(self) -> dict[str, object] | None:
        message = self._heard.get_message(timeout=0.2)
        return json.loads(message["data"]) if message else None


@pytest.fixture
def listener(settings):
    made: list[Listener] = []

    def listening(slug: str) -> Listener:
        made.append(Listener(settings.REDIS_URL, slug))
        return made[-1]

    yield listening
    for one in made:
        one._heard.close()


def test_whoever_listens_to_an_event_or_to_all_is_told_the_version_that_holds_what_was_written(
    transactional_db, listener, client
):
    tournament, other = a_drawn_tournament(), a_drawn_tournament()
    here, there, site, process = listener(tournament.slug), listener(other.slug), listener(SITE), a_process()
    before = client.get("/pulse/").json()
    rename(tournament.branches.first(), NAME, by=None)
    message, of_site = here.hears(), site.hears()
    assert message
    assert of_site
    assert {**message, "now": 0} == {**client.get(f"/e/{tournament.slug}/pulse/").json(), "now": 0}
    assert of_site["edition"] == client.get("/pulse/").json()["edition"] != before["edition"]
    answer = client.get(f"/e/{tournament.slug}/teams/", {"edition": message["edition"]})
    assert NAME in answer.content.decode()
    assert "s-maxage" in answer["Cache-Control"]
    assert process.versions.read(tournament.slug).number == VERSIONS.read(tournament.slug).number
    assert there.hears() is None


def test_nothing_is_told_of_what_was_not_committed(transactional_db, listener):
    tournament = a_drawn_tournament()
    here = listener(tournament.slug)

    @action
    def refused(*, by: None) -> None:
        rename(tournament.branches.first(), NAME, by=by)
        raise LookupError

    with pytest.raises(LookupError):
        refused(by=None)
    assert here.hears() is None


def test_nothing_is_read_where_nobody_listens(transactional_db, django_assert_num_queries):
    tournament = a_drawn_tournament()
    branch = tournament.branches.first()
    rename(branch, NAME, by=None)
    # the row, the event with the version, that of many events, and the transaction around them
    with django_assert_num_queries(5):
        rename(branch, "又改", by=None)


def test_time_of_a_rehearsal_that_is_set_is_told_though_it_is_no_event_and_what_comes_next(
    transactional_db, listener, client
):
    tournament = a_drawn_tournament(rehearsal=True)
    here, start = listener(tournament.slug), tournament.stages.get().rounds.get(number=1).starts_at
    set_rehearsal_time(tournament.journal, start - timedelta(minutes=1))
    assert here.hears()["now"] == int((start - timedelta(minutes=1)).timestamp() * 1000)
    wait_for(lambda: client.get(f"/e/{tournament.slug}/pulse/").json()["next"] == int(start.timestamp() * 1000))


def test_what_was_committed_stands_when_it_cannot_be_told(transactional_db, listener, caplog):
    tournament = a_drawn_tournament()
    listener(tournament.slug)

    def away(execute, sql, params, many, context):
        if sql.startswith("SELECT"):
            raise DatabaseError("the server closed the connection unexpectedly")
        return execute(sql, params, many, context)

    branch = tournament.branches.select_related("tournament__journal").first()
    with connection.execute_wrapper(away):
        rename(branch, NAME, by=None)
    assert tournament.branches.get(pk=branch.pk).name == NAME
    assert "were not told" in caplog.text

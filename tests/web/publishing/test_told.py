"""Open pages are told by the press, and ask for the page that they were told of."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import RequestFactory
from django.urls import reverse

from config.edge import MicroCacheMiddleware
from tests.factories import a_drawn_tournament
from tests.web.cached import a_process, teams_of
from tests.web.publishing.test_press import (
    PATIENCE,
    RENAMED,
    a_press,
    ask,
    learn_of_it,
    question_of,
    rename_first_branch,
)
from tournaments.models import Tournament
from web.publishing.live import EACH, LISTENED
from web.publishing.pages import PAGES
from web.publishing.press import Press


def listen(press: Press, tournament: Tournament, page: str) -> tuple[str, list[tuple[str, str]]]:
    """Somebody listens with that page open: the address, and what he is told."""
    address = f"{reverse('live', kwargs={'slug': tournament.slug})}?{urlencode({'page': page, 'language': 'en'})}"
    press.pages.store._server.zadd(LISTENED, {address: time.time() + 600})
    told: list[tuple[str, str]] = []
    press.pages.store.tell = lambda *words: told.append(words)
    return address, told


@pytest.fixture
def alone() -> Iterator[None]:
    yield
    PAGES.store._server.delete(LISTENED)


def test_open_page_is_told_when_it_lies_ready_for_all(transactional_db, slowly, alone):
    tournament = a_drawn_tournament()
    press, process = a_press(), a_process()
    address, told = listen(press, tournament, teams_of(tournament))
    press.turn()
    press.turn()
    assert [to for to, _ in told] == [address]
    rename_first_branch(tournament)
    learn_of_it(press.pages, tournament)
    press.turn()
    assert len(told) == 1  # its page is too young to be printed again
    question = question_of(tournament, language="en")
    page = press.pages.memory.get(question.key)
    press.pages.memory.put(question.key, replace(page, read_at=page.read_at - 60))
    press.turn()
    edition = json.loads(told[1][1])["edition"]
    answer = process.answer(RequestFactory().get("/"), replace(question, wrote=edition))
    assert RENAMED in answer.content.decode()
    assert process.rendered == 0


def test_page_that_most_have_open_is_printed_first(transactional_db, slowly, alone):
    tournament = a_drawn_tournament()
    press = a_press()
    most, _ = listen(press, tournament, teams_of(tournament))
    few, told = listen(press, tournament, f"/e/{tournament.slug}/bracket/")
    press.pages.store._server.zincrby(LISTENED, 100_000 * EACH, most)
    press.turn()
    assert [to for to, _ in told] == [most, few]


def test_open_page_of_somebodys_own_is_told_without_being_printed(transactional_db, slowly, alone):
    tournament = a_drawn_tournament()
    press = a_press()
    _, told = listen(press, tournament, "")
    press.turn()
    assert json.loads(told[0][1])["version"] == tournament.journal.version
    assert press.pages.rendered == 0


def test_open_page_is_told_the_time_again(transactional_db, slowly, alone, monkeypatch):
    tournament = a_drawn_tournament()
    press = a_press()
    _, told = listen(press, tournament, "")
    press.turn()
    monkeypatch.setattr("web.publishing.press.TOLD_EVERY", 0.0)
    press.turn()
    assert len({json.loads(words)["edition"] for _, words in told}) == 1
    assert len(told) == 2


def test_press_works_where_it_may_only_read(transactional_db, slowly, alone):
    tournament = a_drawn_tournament()
    press = a_press()
    _, told = listen(press, tournament, teams_of(tournament))
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
        press.turn()
        cursor.execute("SET default_transaction_read_only = off")
    assert (len(told), press.pages.rendered) == (1, 1)


@pytest.mark.parametrize("address", ["/nowhere/?page=/", "/e/s000/?page=/", "/e/nothing/live/?page=/&language=en"])
def test_nobody_is_told_at_an_address_that_is_no_stream(transactional_db, slowly, alone, address):
    press = a_press()
    press.pages.store._server.zadd(LISTENED, {address: time.time() + 600})
    press.pages.store.tell = lambda *_: pytest.fail("told")
    assert press.turn() == 1


@pytest.mark.parametrize("query", ["page=/office/&language=en", "page=/&language=xx", "page=//nowhere", "page=%00"])
def test_stream_for_no_page_prints_nothing(transactional_db, slowly, alone, query):
    press = a_press()
    press.pages.store._server.zadd(LISTENED, {f"/live/?{query}": time.time() + 600})
    press.turn()
    assert press.pages.rendered == 0


def test_press_waits_until_something_is_written(transactional_db):
    tournament = a_drawn_tournament()
    press = a_press()
    press.wait(0.01)  # begins to listen
    press.pages.versions.read(tournament.slug)
    rename_first_branch(tournament)
    began = time.monotonic()
    press.wait(PATIENCE)
    assert time.monotonic() - began < PATIENCE / 2
    assert not press.pages.versions._known[tournament.slug].believed_until  # it is read again


def test_page_asked_for_by_its_edition_may_be_kept_by_others(client, transactional_db):
    tournament = a_drawn_tournament()
    address = teams_of(tournament)
    edition = client.get(f"/e/{tournament.slug}/pulse/").json()["edition"]
    for _ in ("all the way", "at the door"):
        answer = client.get(address, {"edition": edition})
        assert answer["Cache-Control"] == "public, max-age=0, s-maxage=60"
    kept = MicroCacheMiddleware(lambda _: answer)(RequestFactory().get("/"))
    assert kept["X-Accel-Expires"] == "60"


@pytest.mark.parametrize("named", ["", "1", "1.2", "999999.1-2", "*", "1.1.1.1.1-2", "a.b-c", "1.²-3", "9" * 500])
def test_no_other_name_is_kept(client, transactional_db, named):
    answer = client.get(teams_of(a_drawn_tournament()), {"edition": named})
    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-cache")


def test_edition_that_a_process_does_not_know_yet_is_read(transactional_db, slowly):
    tournament = a_drawn_tournament()
    a_press()
    process = a_process()
    ask(process, tournament)
    rename_first_branch(tournament)
    tournament.journal.refresh_from_db()
    edition = f"{tournament.journal_id}.{tournament.journal.version}-0"
    assert RENAMED in ask(process, tournament, wrote=edition)


def test_whoever_has_seen_a_newer_page_than_he_wrote_waits_for_none(transactional_db, slowly):
    """What others write meanwhile is the press' to print."""
    tournament = a_drawn_tournament()
    press, process = a_press(), a_process()
    ask(process, tournament)
    press.turn()
    tournament.journal.refresh_from_db()
    wrote = f"{tournament.journal_id}.{tournament.journal.version}"
    rename_first_branch(tournament)
    learn_of_it(process, tournament)
    assert RENAMED not in ask(process, tournament, wrote=wrote)
    assert process.rendered == 1

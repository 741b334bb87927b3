"""The press: pages change without any web process rendering them, and nobody ever waits for it."""

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import reverse

from launch import commands
from tests.factories import a_drawn_tournament
from tests.web.cached import a_process, rename, teams_of
from tournaments.models import Tournament
from web.publishing import pages, store
from web.publishing.pages import PAGES, Pages, Question
from web.publishing.press import Press, asked
from web.publishing.rendered import Page

RENAMED = "改名分会"
PATIENCE = 60.0


def a_press() -> Press:
    """A press that works from now on."""
    press = Press(a_process())
    press.turn()
    return press


def question_of(tournament: Tournament, *, wrote: str = "", language: str = "zh-hans") -> Question:
    found = asked(json.dumps([teams_of(tournament), "", language]))
    assert found
    return replace(found, wrote=wrote)


def ask(process: Pages, tournament: Tournament, *, wrote: str = "") -> str:
    """The teams page, as that process answers."""
    return process.answer(RequestFactory().get("/"), question_of(tournament, wrote=wrote)).content.decode()


def rename_first_branch(tournament: Tournament) -> None:
    rename(tournament.branches.first(), RENAMED, by=None)


def learn_of_it(process: Pages, tournament: Tournament) -> None:
    """The process asks for the version anew; a running one does so within a quarter of a second."""
    process.versions.outdate(tournament.journal_id)


def let_rest(process: Pages, tournament: Tournament, *, seconds: float = 60.0) -> None:
    """As though the process had had its page, and the store too, for so long."""
    key = question_of(tournament).key
    page = process.memory.get(key)
    assert page
    older = replace(page, read_at=page.read_at - seconds)
    process.memory.put(key, older)
    process.store.put(key, older.to_bytes(), seconds=60)


def test_press_renders_and_the_web_process_serves(transactional_db, slowly):
    tournament = a_drawn_tournament()
    press, process = a_press(), a_process()
    ask(process, tournament)
    press.turn()  # finds the page that the process put in the store
    rename_first_branch(tournament)
    for one in (process, press.pages):
        learn_of_it(one, tournament)
        let_rest(one, tournament)
    assert RENAMED not in ask(process, tournament)
    assert press.turn() == 1
    assert RENAMED in ask(process, tournament)
    assert (process.rendered, press.pages.rendered) == (1, 1)


def test_page_is_left_alone_for_a_while_after_it_was_printed(transactional_db, slowly):
    tournament = a_drawn_tournament()
    press, process = a_press(), a_process()
    ask(process, tournament)
    press.turn()
    rename_first_branch(tournament)
    learn_of_it(press.pages, tournament)
    press.turn()
    assert press.pages.rendered == 0
    let_rest(press.pages, tournament)
    press.turn()
    assert press.pages.rendered == 1


def test_page_that_does_not_change_is_printed_once(transactional_db, slowly):
    tournament = a_drawn_tournament()
    press = a_press()
    press.pages.store.wish(question_of(tournament).wish)
    for _ in range(3):
        assert press.turn() == 1
    assert press.pages.rendered == 1


def test_process_renders_itself_when_the_second_is_over(transactional_db, slowly):
    tournament = a_drawn_tournament()
    a_press()  # and then it does nothing any more
    process = a_process()
    ask(process, tournament)
    rename_first_branch(tournament)
    pulse = process.versions.read(tournament.slug)
    long_ago = replace(pulse, former_confirmed_at=pulse.former_confirmed_at - pages.OLD_PAGE_SECONDS)
    process.versions._known[tournament.slug] = long_ago
    let_rest(process, tournament, seconds=pages.OLD_PAGE_SECONDS)
    assert RENAMED in ask(process, tournament)


def test_process_renders_at_once_where_no_press_works(transactional_db, slowly):
    tournament = a_drawn_tournament()
    process = a_process()
    ask(process, tournament)
    rename_first_branch(tournament)
    learn_of_it(process, tournament)
    assert RENAMED in ask(process, tournament)
    assert process.store.wishes() == []


def test_whoever_wrote_does_not_wait_for_the_press(transactional_db, slowly):
    tournament = a_drawn_tournament()
    press, process = a_press(), a_process()
    ask(process, tournament)
    press.turn()
    rename_first_branch(tournament)
    tournament.journal.refresh_from_db()
    assert RENAMED in ask(process, tournament, wrote=f"{tournament.journal_id}.{tournament.journal.version}")


def test_press_lays_no_claim_upon_a_page(transactional_db, slowly):
    """It yields to all others: whoever needs a page before it is ready makes it himself, and never waits."""
    tournament = a_drawn_tournament()
    press, process = a_press(), a_process()
    question = question_of(tournament)
    free = []

    def render(bare: HttpRequest) -> HttpResponse:
        free.append(process.store.claim(question.key, milliseconds=60_000))
        return HttpResponse("printed")

    pulse = press.pages.versions.read(tournament.slug)
    assert press.pages.print(replace(question, render=render), pulse)
    assert free == [True]
    assert not press.pages.store.claim(question.key, milliseconds=60_000)


def test_two_languages_are_two_wishes(transactional_db, slowly):
    tournament = a_drawn_tournament()
    press = a_press()
    for language in ("zh-hans", "en"):
        press.pages.store.wish(question_of(tournament, language=language).wish)
    press.turn()
    keys = [question_of(tournament, language=language).key for language in ("zh-hans", "en")]
    kept = [Page.from_bytes(press.pages.store.get(key)).body.decode() for key in keys]
    assert ['lang="zh-CN"' in page.partition("<head>")[0] for page in kept] == [True, False]


def test_page_that_nobody_reads_any_more_is_not_printed(transactional_db, slowly, monkeypatch):
    tournament = a_drawn_tournament()
    press = a_press()
    monkeypatch.setattr(store, "time", lambda: time.time() - store.WISH_SECONDS - 1)
    press.pages.store.wish(question_of(tournament).wish)
    monkeypatch.undo()
    assert press.turn() == 0
    assert press.pages.rendered == 0


@pytest.mark.parametrize(
    "wish",
    [
        '["/nowhere/", "", "en"]',
        '["/office/", "", "en"]',  # a page, but no public one
        '["/e/nothing/teams/", "", "en"]',
    ],
)
def test_wish_for_no_public_page_is_dropped(transactional_db, slowly, wish):
    press = a_press()
    press.pages.store.wish(wish)
    assert press.turn() == 1
    assert press.turn() == 0


def test_page_that_fails_keeps_no_other_from_being_printed(transactional_db, slowly, monkeypatch, caplog):
    tournament = a_drawn_tournament()
    press = a_press()

    def fail(bare: HttpRequest) -> HttpResponse:
        raise RuntimeError("no paper")

    def with_defect(wish: str) -> Question | None:
        found = asked(wish)
        return replace(found, render=fail) if found and found.path.endswith("/bracket/") else found

    monkeypatch.setattr("web.publishing.press.asked", with_defect)
    bracket = reverse("bracket", kwargs={"slug": tournament.slug})
    press.pages.store.wish(question_of(tournament).wish)
    press.pages.store.wish(json.dumps([bracket, "", "en"]))
    assert press.turn() == 2
    assert press.turn() == 1
    assert "no paper" in caplog.text
    assert press.pages.store.get(question_of(tournament).key)


def test_real_press_prints_for_a_real_process(transactional_db, client):
    tournament = a_drawn_tournament()
    database = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}")
    environment = os.environ | {"DATABASE_URL": database.geturl(), "GUANDAN_BUILD": settings.BUILD_ID}
    child = subprocess.Popen([sys.executable, *commands.press()[1:]], env=environment, cwd=settings.BASE_DIR)
    try:
        wait_for(lambda: PAGES.store.get("press"))
        PAGES.forget()
        address = teams_of(tournament)
        client.get(address)
        rendered = PAGES.rendered
        rename_first_branch(tournament)
        key = question_of(tournament).key
        wait_for(lambda: RENAMED in Page.from_bytes(PAGES.store.get(key)).body.decode())
        wait_for(lambda: RENAMED in client.get(address).content.decode())
        assert PAGES.rendered == rendered
    finally:
        child.terminate()
        child.wait(60)


def wait_for(holds) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)

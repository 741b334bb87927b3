"""Rendering leaves a web process most of its time; beyond it readers get an older page, or none for the moment."""

import pytest

from tests.factories import a_drawn_tournament
from tests.web.cached import a_process, rename, spent
from tests.web.publishing.test_pages import ask
from web.publishing import pages
from web.publishing.allowance import SAVED_UP, Allowance


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_allowance_is_overdrawn_by_one_page_and_made_up_for_in_time():
    clock = Clock()
    allowance = Allowance(0.25, clock)
    allowance.spend(SAVED_UP - 0.01)
    assert allowance.is_left
    allowance.spend(1.01)
    assert not allowance.is_left
    clock.now += 3.9
    assert not allowance.is_left
    clock.now += 0.2
    assert allowance.is_left


def test_allowance_saves_up_no_more_than_its_purse():
    clock = Clock()
    allowance = Allowance(0.25, clock)
    clock.now += 3600
    assert allowance.is_left
    allowance.spend(SAVED_UP)
    assert not allowance.is_left


@pytest.fixture
def overdrawn(transactional_db):
    """A process that had a page, and has no time to render the next one."""
    tournament = a_drawn_tournament()
    process = a_process()
    ask(process, tournament)
    rename(tournament.branches.first(), "改名分会", by=None)
    process.versions.outdate(tournament.journal_id)
    process.allowance = spent()
    return process, tournament


def test_older_page_is_marked(overdrawn, monkeypatch):
    monkeypatch.setattr(pages, "OLDEST_SECONDS", 600.0)
    monkeypatch.setattr(pages, "OLD_PAGE_SECONDS", -1.0)
    process, tournament = overdrawn
    answer = ask(process, tournament)
    assert answer.status_code == 200
    assert "改名分会" not in answer.content.decode()
    assert answer["Cache-Status"].startswith("pages; hit; ttl=-")
    assert process.rendered == 1


def test_page_that_is_too_old_is_given_to_nobody(overdrawn, monkeypatch):
    monkeypatch.setattr(pages, "OLDEST_SECONDS", 0.0)
    process, tournament = overdrawn
    answer = ask(process, tournament)
    assert (answer.status_code, answer["Retry-After"]) == (503, "1")
    assert process.rendered == 1


def test_page_in_time_is_not_marked(transactional_db):
    tournament = a_drawn_tournament()
    assert "Cache-Status" not in ask(a_process(), tournament)


def test_what_is_left_is_spent_by_rendering(transactional_db):
    tournament, process = a_drawn_tournament(), a_process()
    process.allowance = Allowance(0.0)
    before = process.allowance._left
    ask(process, tournament)
    assert process.allowance._left < before


def test_page_of_a_press_is_no_older_page(overdrawn):
    """A fresh page in the store is taken even by a process that may not render."""
    process, tournament = overdrawn
    other = a_process()
    ask(other, tournament)
    assert "改名分会" in ask(process, tournament).content.decode()
    assert process.rendered == 1

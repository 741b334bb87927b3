"""What several tests of publishing need."""

import threading
from collections.abc import Iterator

import pytest

from tests.web.publishing.test_press import a_press
from web.publishing import pages, store
from web.publishing.live import LISTENED
from web.publishing.pages import PAGES


@pytest.fixture
def slowly(monkeypatch) -> None:
    """Everything may take its time, so that a busy machine changes nothing."""
    monkeypatch.setattr(pages, "PACE", 60.0)
    monkeypatch.setattr(pages, "OLD_PAGE_SECONDS", 600.0)
    monkeypatch.setattr(store, "PRESS_SECONDS", 600)
    monkeypatch.setattr(store, "WISH_SECONDS", 600)


@pytest.fixture
def working_press() -> Iterator[None]:
    """A press in a thread of this process."""
    press, over = a_press(), threading.Event()

    def work() -> None:
        from django.db import connection

        while not over.is_set():
            press.turn()
            press.wait(0.05)
        connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    yield
    over.set()
    thread.join()
    PAGES.store._server.delete(LISTENED)

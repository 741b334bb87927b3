"""What several tests of publishing need."""

import pytest

from web.publishing import pages, store


@pytest.fixture
def slowly(monkeypatch) -> None:
    """Everything may take its time, so that a busy machine changes nothing."""
    monkeypatch.setattr(pages, "PACE", 60.0)
    monkeypatch.setattr(pages, "OLD_PAGE_SECONDS", 600.0)
    monkeypatch.setattr(store, "PRESS_SECONDS", 600)
    monkeypatch.setattr(store, "WISH_SECONDS", 600)

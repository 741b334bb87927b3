"""The event of most tests of notices."""

from datetime import timedelta

import pytest

from tests.factories import FIRST_START
from tests.notices.factories import a_drawn_event
from tournaments.models import Tournament


@pytest.fixture(scope="module")
def drawn(module_db: None) -> Tournament:
    return a_drawn_event(now=FIRST_START - timedelta(days=7))


@pytest.fixture
def tournament(db: None, drawn: Tournament) -> Tournament:
    """Drawn, a week before its first round; made once a module, and what a test does to it is rolled back."""
    return Tournament.objects.select_related("journal").get(pk=drawn.pk)

"""The event of most tests of notices, and who takes its mails and messages."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.notices.factories import WEEK_BEFORE, a_drawn_event
from tests.notices.robots import Robot, a_robot
from tests.notices.servers import MailServer, mails_of
from tournaments.models import Tournament


@pytest.fixture(scope="module")
def drawn(module_db: None) -> Tournament:
    return a_drawn_event(now=WEEK_BEFORE)


@pytest.fixture
def tournament(db: None, drawn: Tournament) -> Tournament:
    """Drawn, a week before its first round; made once a module, and what a test does to it is rolled back."""
    return Tournament.objects.select_related("journal").get(pk=drawn.pk)


@pytest.fixture
def mails(settings: Any) -> Iterator[MailServer]:
    with mails_of(settings) as server:
        yield server


@pytest.fixture
def robot(settings: Any) -> Iterator[Robot]:
    settings.CHANNELS_MAY_BE_PRIVATE, settings.CHANNEL_TIMEOUT = True, 5.0
    with a_robot() as server:
        yield server

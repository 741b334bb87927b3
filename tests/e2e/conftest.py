"""What the runs in real browsers and on real processes share."""

import os
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.db import connection

from rehearsal.stage import own_site
from tests.browser import PHONE, Visitor
from tests.e2e.phones import forgive
from tests.notices.processes import Site, a_site
from tests.tournaments.round_day import Day, a_day


@pytest.fixture
def web_server(transactional_db: None) -> Iterator[str]:
    """The address of the site's own web server on the test's database."""
    database = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}")
    with own_site({"DATABASE_URL": database.geturl()}) as address:
        yield address


@pytest.fixture
def processes(transactional_db: None, tmp_path, monkeypatch) -> Iterator[Site]:
    """Broker, mail server, Celery's worker, on the test's database."""
    monkeypatch.setenv("GUANDAN_VAR", str(tmp_path))
    with a_site(tmp_path) as site:
        yield site


@pytest.fixture
def whole_site(processes: Site) -> Iterator[str]:
    """The address of a web server beside those processes."""
    with own_site(processes.environment) as address:
        yield address


@pytest.fixture
def day(transactional_db: None, request: pytest.FixtureRequest) -> Day:
    """Four teams, five minutes into the first round, of the game that the test asks for."""
    return a_day(slug="s000", game=getattr(request, "param", "guandan"))


@pytest.fixture
def phone(visitor, day: Day) -> Iterator[Visitor]:
    """The chief referee's phone; what it says of a lost network is forgiven."""
    person = visitor(day.chief, size=PHONE, touch=True)
    yield person
    forgive(person)

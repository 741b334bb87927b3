"""What the runs in real browsers and on real processes share."""

from collections.abc import Iterator

import pytest

from rehearsal.stage import own_site
from tests.browser import PHONE, Visitor
from tests.e2e.phones import forgive
from tests.notices.processes import Site, a_site
from tests.tournaments.round_day import Day, a_day


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

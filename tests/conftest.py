"""What holds for every test."""

import gc
import os
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

from tests.thorough import THOROUGH, tries

settings.register_profile("untimed", deadline=None, max_examples=tries(100), derandomize=THOROUGH)
settings.load_profile("untimed")

USING_DATABASE = {"db", "module_db", "transactional_db", "live_server"}

SETTINGS = pytest.StashKey[dict[str, Any]]()

LONG = (
    "tests/e2e/test_rehearsal.py",
    "tests/e2e/test_presets_rehearsed.py",
    "tests/tournaments/bracket/test_fold.py",
    "tests/launch/test_site.py",
    "tests/notices/test_processes.py",
    "tests/e2e/test_axe.py",
    "tests/architecture/test_coverage.py",
    "tests/web/publishing/test_live.py",
    "tests/upgrade/test_upgrade.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest tests begin first, some in every process, which is given its share of the list in a row: at the
    end of the run one process would have to do them alone."""
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    long = [item for item in items if item.nodeid.startswith(LONG)]
    rest = [item for item in items if not item.nodeid.startswith(LONG)]
    share = -(-len(rest) // processes)
    shares = ([*long[n::processes], *rest[n * share : (n + 1) * share]] for n in range(processes))
    items[:] = [item for each in shares for item in each]


def pytest_collection_finish() -> None:
    """What has been imported by now lives as long as the tests: it is not searched for garbage again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)  # a test leaves little: searched for less often


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """A test leaves the settings as they were. ``monkeypatch.setattr(settings, …)`` does not: it would take the
    setting away from all tests after it; ``settings.NAME = …`` on the fixture is taken back.
    """
    yield
    before = item.session.stash.get(SETTINGS, None)
    if nextitem and before is not None:
        from django.conf import settings

        now = vars(settings._wrapped)
        assert now == before, {name for name in now.keys() | before.keys() if now.get(name) != before.get(name)}


@pytest.fixture(scope="session", autouse=True)
def first_settings(request: pytest.FixtureRequest) -> None:
    """The settings as Django's test environment leaves them, before any test; the pure packages are tested without."""
    if request.config.pluginmanager.hasplugin("django"):
        from django.conf import settings

        request.getfixturevalue("django_test_environment")
        request.session.stash[SETTINGS] = dict(vars(settings._wrapped))


KEPT = ("django_content_type", "auth_permission")
"""Tables that no test writes to, filled once when the database was made."""


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """The database of this process is a copy of the migrated one that ``tests/servers.py`` has made."""
    from django.conf import settings

    template = os.environ.get("TEST_TEMPLATE")
    if template:
        settings.DATABASES["default"]["TEST"] |= {"TEMPLATE": template, "MIGRATE": False}


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """After a test that commits, rows are deleted where there are any: Django's flush truncates every table, and
    fills these two again, which takes tens of times as long. And a test's browser is signed in by one row,
    and the plans of what the tests before have asked are kept.
    """
    from django.db import connections
    from django.db.backends.signals import connection_created
    from django.test import Client, TransactionTestCase

    from tests.sign_in import force_login

    TransactionTestCase._fixture_teardown = lambda case: delete_rows()
    Client.force_login = force_login
    connection_created.connect(keep_plans)
    connections.close_all()


def keep_plans(connection: Any, **_: object) -> None:
    """Of every statement that is asked a second time, and of so many."""
    connection.connection.prepare_threshold, connection.connection.prepared_max = 1, 500


def delete_rows() -> None:
    """Leave every table but those of ``KEPT`` empty. Foreign keys are looked at when all is gone."""
    from django.db import connection, transaction

    tables = sorted(set(connection.introspection.django_table_names(only_existing=True)) - set(KEPT))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(" union all ".join(f"(select '{table}' from \"{table}\" limit 1)" for table in tables))
        for (table,) in cursor.fetchall():
            cursor.execute(f'delete from "{table}"')


@pytest.fixture(scope="module")
def module_db(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """One transaction around all tests of a module, for rows that many of them only look at.

    A test that is marked ``django_db`` too writes inside a savepoint, of which nothing stays.
    """
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def empty_valkey(request: pytest.FixtureRequest) -> None:
    """Nothing is left in Valkey by the test before; those that use no database use no Valkey either."""
    if USING_DATABASE & set(request.fixturenames) or request.node.get_closest_marker("django_db"):
        from django.core.cache import cache

        from web.site import gate

        cache.clear()
        gate.has_reached.known.clear()


@pytest.fixture(autouse=True)
def fresh_pages(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No page is left in memory by the test before. Inside a test's transaction nothing is ever committed, so nothing
    announces a version there, and it is read at every request instead.
    """
    if not USING_DATABASE & set(request.fixturenames) and not request.node.get_closest_marker("django_db"):
        return
    from web.publishing import pages, versions
    from web.publishing.pages import PAGES

    PAGES.forget()
    monkeypatch.setattr(pages, "A_SECOND", 0.0)  # what was written a moment ago is on the page
    marker = request.node.get_closest_marker("django_db")
    committing = {"transactional_db", "live_server"} & set(request.fixturenames)
    if not committing and not (marker and marker.kwargs.get("transaction")):
        monkeypatch.setattr(versions, "READ_AGAIN_AFTER", -1.0)


@pytest.fixture(scope="module")
def quick_advice() -> Iterator[None]:
    """The adviser plays each format as seldom as it may: enough for its page, too coarse for its figures."""
    from tournaments.forecast import champion
    from tournaments.forecast.advice import advise

    known = advise, champion.best_wins
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(champion, "MOST_RUNS", champion.FEWEST_RUNS)
        for cached in known:
            cached.cache_clear()
        yield
    for cached in known:
        cached.cache_clear()


@pytest.fixture
def no_broker() -> Iterator[None]:
    """Valkey answers as cache, and nobody where tasks are handed in."""
    from config.celery import app
    from launch.servers import free_port

    there = app.conf.broker_url
    _broker_at(f"redis://127.0.0.1:{free_port()}/0")
    yield
    _broker_at(there)


def _broker_at(url: str) -> None:
    """Connections to another one are forgotten."""
    from config.celery import app

    app.conf.broker_url = app.conf.broker_write_url = url
    app.amqp._producer_pool = app._pool = None

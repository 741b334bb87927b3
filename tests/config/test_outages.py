"""A database that is away or full: the log and the health page name the reason, once, and nobody gets a traceback."""

import logging
from collections.abc import Iterator

import pytest
from django.db import DatabaseError, OperationalError, connection
from django.test import Client

from accounts.models import Session
from config import outages
from config.celery import app
from journal.models import Event
from notices.tasks import deliver_due
from scoring.models import Deal
from tests.factories import a_drawn_tournament, a_role, a_user
from tests.rows import all_rows
from tests.web.pages import signed_in, text
from tournaments.models import Tournament
from tournaments.states import RoleKind

SECRET = "not-the-right-one"


@pytest.fixture(autouse=True)
def nothing_met(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "_ongoing", {})


@pytest.fixture
def a_stranger_to_it(transactional_db: None) -> Iterator[None]:
    """The database does not know the role of the site."""
    connection.close()
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(connection.settings_dict, "USER", "guandan_nobody")
        patch.setitem(connection.settings_dict, "PASSWORD", SECRET)
        yield
    connection.close()


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log says of it; there is no traceback in any line."""
    assert [record.exc_text for record in caplog.records if record.exc_info] == []
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


def test_site_without_its_role_says_why_once_and_only_at_home(a_stranger_to_it, client, caplog):
    client.raise_request_exception = False
    answers = [client.get(path) for path in ("/readyz", "/readyz", "/healthz", "/", "/api/v1/archive/")]
    assert [answer.status_code for answer in answers] == [503] * 5
    for answer in (answers[0], answers[2]):
        assert 'role "guandan_nobody" does not exist' in answer.json()["why"]["database"]
    assert client.get("/readyz", REMOTE_ADDR="203.0.113.7").json() == {"well": False}
    (line,) = lines(caplog)
    assert line.startswith("PostgreSQL: connection failed: ")
    assert "guandan_nobody" in line


def test_worker_without_a_database_says_why_once_and_goes_on(a_stranger_to_it, caplog):
    for _ in range(3):
        assert deliver_due.apply().state == "IGNORED"
    assert len(lines(caplog)) == 1


def test_fault_of_a_task_keeps_its_traceback(db):
    @app.task
    def faulty() -> None:
        Tournament.objects.create(slug="x", name="x", journal=None)

    assert isinstance(faulty.apply().result, DatabaseError)


def test_reason_is_one_line_without_a_password(monkeypatch, settings):
    monkeypatch.setitem(settings.DATABASES["default"], "PASSWORD", SECRET)
    settings.REDIS_URL = "redis://:other-secret@127.0.0.1/0"
    reason = outages.reason_of(OperationalError(f"no {SECRET}\n\n or other-secret"))
    assert reason == "no … or …"


def test_what_goes_on_after_a_minute_of_quiet_is_said_again(monkeypatch, caplog):
    moments = iter((100.0, 130.0, 185.0, 246.0, 247.0))
    monkeypatch.setattr(outages, "monotonic", lambda: next(moments))
    for _ in range(4):
        outages.note("PostgreSQL", OperationalError("gone"))
    outages.note("PostgreSQL", OperationalError("starting up"))
    assert lines(caplog) == ["PostgreSQL: gone", "PostgreSQL: gone", "PostgreSQL: starting up"]


def fill_the_disk() -> None:
    """PostgreSQL refuses, as on a full disk, whatever makes a table larger."""
    with connection.cursor() as cursor:
        cursor.execute(
            "create function no_room() returns trigger language plpgsql as $$ begin raise exception"
            " 'could not extend file \"base/16384/16385\": No space left on device' using errcode = '53100'; end $$"
        )
        for table in (Session._meta.db_table, Event._meta.db_table, Deal._meta.db_table):
            cursor.execute(f"create trigger full_disk before insert on {table} execute function no_room()")


@pytest.mark.parametrize(("language", "words"), [("zh-hans", "存储空间已满"), ("en", "no room left")])
def test_sign_in_and_saves_on_a_full_disk_say_what_is_wrong_and_change_nothing(db, caplog, language, words):
    event = a_drawn_tournament(started=True)
    referee = a_role(event, RoleKind.REFEREE, user=a_user(username="referee1", password="right-password"))
    browser, visitor = signed_in(referee), Client(raise_request_exception=False)
    browser.cookies["django_language"] = visitor.cookies["django_language"] = language
    fill_the_disk()
    before = all_rows()
    deal = {"order": "NS", "kind": "regular"}
    for answer in (
        visitor.post("/sign-in/", {"username": "referee1", "password": "right-password"}),
        browser.post(f"/e/{event.slug}/sheets/1/deals/", deal),
    ):
        assert (answer.status_code, answer["Retry-After"]) == (503, "60")
        assert words in text(answer)
    program = browser.post(f"/api/v1/tournaments/{event.slug}/matches/1/deals/", deal, content_type="application/json")
    assert (program.status_code, program.json()["code"], program["Retry-After"]) == (503, "no_space", "60")
    assert all_rows() == before
    assert len(lines(caplog)) == 1

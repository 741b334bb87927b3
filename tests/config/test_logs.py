"""What the log says of refusals: a line each, no traceback, and no token that opens a match."""

import io
import logging
import logging.config
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client

from tests.factories import a_user
from tests.web.pages import signed_in

pytestmark = pytest.mark.django_db
TOKEN = "17.abcdefghijklmnopqrstuvwxyz"


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What the terminal is told, by the settings of the site."""
    logging.config.dictConfig(settings.LOGGING)
    handler = logging.getLogger("django").handlers[0]
    assert isinstance(handler, logging.StreamHandler)
    told = io.StringIO()
    before = handler.setStream(told)
    yield told
    handler.setStream(before)


def test_refusal_is_one_line(log: io.StringIO) -> None:
    signed_in(a_user()).get("/events/new/")
    Client().get("/", headers={"Host": "["})
    lines = log.getvalue().splitlines()
    assert len(lines) == 2
    assert "WARNING django.request: Forbidden (Permission denied): /events/new/" in lines[0]
    assert "WARNING django.security.DisallowedHost" in lines[1]


def test_failure_keeps_its_traceback(log: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("web.site.account.SignInForm", fail)
    assert Client(raise_request_exception=False).get("/sign-in/").status_code == 500
    assert "RuntimeError: broken" in log.getvalue()


def test_token_of_a_slip_is_not_written_down(log: io.StringIO) -> None:
    Client().delete(f"/t/{TOKEN}/")
    Client(enforce_csrf_checks=True).post(f"/t/{TOKEN}/")
    assert log.getvalue().count("/t/…/") == 2
    assert TOKEN not in log.getvalue()

"""What the log says of refusals: a line each under the number of its request, no traceback, and no token that opens a
match."""

import io
import json
import logging
import logging.config
import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client

from tests.factories import a_user
from tests.web.pages import signed_in

pytestmark = pytest.mark.django_db
TOKEN = "17.abcdefghijklmnopqrstuvwxyz"
NUMBER = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def log(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """What the terminal is told, by the settings of the site; in the form that a test asks for."""
    terminal = settings.LOGGING["handlers"]["terminal"]
    form = getattr(request, "param", terminal["formatter"])
    logging.config.dictConfig(settings.LOGGING | {"handlers": {"terminal": terminal | {"formatter": form}}})
    handler = logging.getLogger("django").handlers[0]
    assert isinstance(handler, logging.StreamHandler)
    stream = io.StringIO()
    before = handler.setStream(stream)
    yield stream
    handler.setStream(before)
    logging.config.dictConfig(settings.LOGGING)


def test_refusal_is_one_line(log: io.StringIO) -> None:
    signed_in(a_user()).get("/events/new/")
    Client().get("/", headers={"Host": "["})
    lines = log.getvalue().splitlines()
    assert len(lines) == 2
    assert "WARNING django.request: Forbidden (Permission denied): /events/new/" in lines[0]
    assert "WARNING django.security.DisallowedHost" in lines[1]


def broken(*_: object) -> None:
    raise RuntimeError("broken")


def test_failure_keeps_its_traceback_under_the_number_of_its_request_which_its_page_names(
    log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.site.account.SignInForm", broken)
    browser = Client(raise_request_exception=False)
    failed = browser.get("/sign-in/", headers={"X-Request-ID": NUMBER})
    assert failed.status_code == 500
    assert NUMBER in failed.content.decode()
    assert f"[{NUMBER}] ERROR django.request: Internal Server Error: /sign-in/" in log.getvalue()
    assert "RuntimeError: broken" in log.getvalue()
    own = re.search(r"[0-9a-f]{32}", browser.get("/sign-in/").content.decode())
    assert own
    assert own[0] != NUMBER
    assert f"[{own[0]}] ERROR" in log.getvalue()


@pytest.mark.parametrize("log", ["json"], indirect=True)
def test_line_in_production_is_an_object_with_the_number_of_its_request(log: io.StringIO) -> None:
    Client().get("/nowhere/", headers={"X-Request-ID": NUMBER})
    line = json.loads(log.getvalue())
    assert {name: line[name] for name in ("level", "of", "request", "message")} == {
        "level": "WARNING", "of": "django.request", "request": NUMBER, "message": "Not Found: /nowhere/",
    }  # fmt: skip


@pytest.mark.parametrize("log", ["line", "json"], indirect=True)
def test_token_of_a_slip_is_not_written_down(log: io.StringIO) -> None:
    Client().delete(f"/t/{TOKEN}/")
    Client(enforce_csrf_checks=True).post(f"/t/{TOKEN}/")
    assert log.getvalue().count("/t/…/") == 2
    assert TOKEN not in log.getvalue()

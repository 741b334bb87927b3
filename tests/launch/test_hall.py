"""`make run HALL=1`: the site stands under the address that phones reach, and its codes carry it."""

import os

import pytest

from launch import hall
from launch.commands import address
from launch.progress import Trouble

NAMES = ("GUANDAN_LISTEN", "GUANDAN_HOSTS", "GUANDAN_SITE_URL")


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    monkeypatch.setenv("PORT", "8123")


def test_site_listens_where_it_is_told_and_answers_to_that_name_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUANDAN_LISTEN", "192.0.2.7")
    hall.open_to_hall()
    assert address() == ("192.0.2.7", 8123)
    assert [os.environ[name] for name in NAMES] == ["192.0.2.7", "192.0.2.7", "http://192.0.2.7:8123"]


def test_machine_without_a_network_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "SOMEWHERE", ("127.0.0.1", 9))
    with pytest.raises(Trouble, match="in no network"):
        hall.open_to_hall()


def test_address_is_shown_as_a_code(capsys: pytest.CaptureFixture[str]) -> None:
    hall.show("http://192.0.2.7:8123/")
    assert len(capsys.readouterr().out.splitlines()) > 12

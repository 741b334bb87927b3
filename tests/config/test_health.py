"""``/healthz`` tells a machine whether the site can do its work."""

import time
from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client

from config.health import BEAT_KEY, BEAT_LATE_SECONDS
from launch.servers import free_port

pytestmark = pytest.mark.django_db


def test_site_with_a_fresh_beat_is_healthy(client: Client) -> None:
    cache.set(BEAT_KEY, time.time() - 2)
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json()["database"] is answer.json()["broker"] is True
    assert 2 <= answer.json()["beat_age"] < BEAT_LATE_SECONDS
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("age", [None, BEAT_LATE_SECONDS + 1])
def test_site_without_a_fresh_beat_is_not(client: Client, age: float | None) -> None:
    if age is not None:
        cache.set(BEAT_KEY, time.time() - age)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["broker"] is True


def test_site_without_a_broker_is_not(client: Client, settings: Any) -> None:
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": f"redis://127.0.0.1:{free_port()}/0"}}
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json() | {"build": ""} == {"database": True, "broker": False, "beat_age": None, "build": ""}


def test_site_without_a_database_is_not(client: Client) -> None:
    cache.set(BEAT_KEY, time.time())

    def refuse(*_: object) -> None:
        raise OperationalError("the server closed the connection unexpectedly")

    with connection.execute_wrapper(refuse):
        answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["database"] is False

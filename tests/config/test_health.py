"""Three addresses tell a machine whether the site lives, is ready, and is well; strangers hear no more than that."""

import asyncio
import pickle
import time
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client
from redis import Redis

from config.monitoring import BEAT_LATE_SECONDS
from launch import health
from launch.servers import free_port
from notices.tasks import BEAT_KEY, beat
from tests.web.publishing.streams import run
from web.publishing.live import Live
from web.publishing.store import STORE

pytestmark = pytest.mark.django_db


def test_site_is_healthy_with_a_fresh_beat_alone(client: Client) -> None:
    cache.set(BEAT_KEY, time.time() - 2)
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json()["database"] is answer.json()["broker"] is True
    assert 2 <= answer.json()["beat_age"] < BEAT_LATE_SECONDS
    assert "no-store" in answer["Cache-Control"]
    cache.set(BEAT_KEY, time.time() - BEAT_LATE_SECONDS - 1)
    late = client.get("/healthz")
    assert (late.status_code, late.json()["broker"]) == (503, True)
    # of a release that wrote otherwise
    Redis.from_url(settings.REDIS_URL).set(cache.make_key(BEAT_KEY), pickle.dumps(time.time()))
    unread = client.get("/healthz")
    assert (unread.status_code, unread.json()["broker"], unread.json()["beat_age"]) == (503, True, None)


def test_site_without_a_broker_is_not(client: Client, settings: Any) -> None:
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": f"redis://127.0.0.1:{free_port()}/0"}}
    answer = client.get("/healthz")
    assert answer.status_code == 503
    body = answer.json()
    assert "Connection refused" in body.pop("why").pop("broker")
    parts = {"well": False, "database": True, "broker": False, "beat_age": None}
    assert body == {**parts, "build": settings.BUILD_ID}
    assert client.get("/readyz").json() == {"well": True}


def test_site_without_a_database_is_not(client: Client) -> None:
    cache.set(BEAT_KEY, time.time())

    def refuse(*_: object) -> None:
        raise OperationalError("the server closed the connection unexpectedly")

    with connection.execute_wrapper(refuse):
        answer, ready, live = (client.get(path) for path in ("/healthz", "/readyz", "/livez"))
    why = {"database": "the server closed the connection unexpectedly"}
    assert (answer.status_code, answer.json()["database"], answer.json()["why"]) == (503, False, why)
    assert (ready.status_code, ready.json()) == (503, {"well": False, "why": why})
    assert (live.status_code, live.json()) == (200, {"well": True})


@pytest.mark.parametrize(("path", "status"), [("/livez", 200), ("/readyz", 200), ("/healthz", 503)])
def test_stranger_hears_whether_the_site_is_well_and_no_more(client: Client, path: str, status: int) -> None:
    answer = client.get(path, REMOTE_ADDR="203.0.113.7")
    assert answer.status_code == status
    assert answer.json() == {"well": status == 200}


async def a_look(live: Live) -> None:
    """One note of how many listen."""
    look = asyncio.create_task(live._note())
    while not STORE._server.exists(live._key):
        await asyncio.sleep(0.01)
    while not look.done():  # redis-py loses the one or other
        look.cancel()
        await asyncio.sleep(0.01)


def test_parts_leave_signs_of_life_that_health_checks_find(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.delenv("REDIS_URL_FILE", raising=False)
    assert [health.main([part]) for part in health.SIGNS] == [1, 1]
    beat()
    run(a_look(Live(settings.REDIS_URL)))
    assert [health.main([part]) for part in health.SIGNS] == [0, 0]

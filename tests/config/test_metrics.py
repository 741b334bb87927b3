"""What Prometheus is told, and who may ask."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from redis import Redis

from tests.factories import a_tournament
from tests.web.site.test_wellbeing import a_notice
from tournaments.entries.actions.branches import add_branches
from tournaments.presets.preset import BranchPlan
from web.publishing.live import OPEN
from web.publishing.store import STORE
from web.site.wellbeing import QUEUE

pytestmark = pytest.mark.django_db
STRANGER = "203.0.113.7"


def samples_of(client: Client, **more: Any) -> dict[str, float]:
    """The numbers by name and labels."""
    answer = client.get("/metrics", **more)
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.content.decode())
    samples = [sample for family in families for sample in family.samples]
    return {" ".join([sample.name, *sample.labels.values()]): sample.value for sample in samples}


def test_answers_saves_and_renders_are_counted(client: Client, django_capture_on_commit_callbacks: Any) -> None:
    before = samples_of(client)
    tournament = a_tournament(branches=1)
    client.get(f"/e/{tournament.slug}/teams/")
    client.get("/no/such/page/")
    client.post("/no/such/page/")
    with django_capture_on_commit_callbacks(execute=True):
        add_branches(tournament, [BranchPlan("分会甲", 2)], by=None)
    after = samples_of(client)

    def grown(name: str) -> float:
        return after.get(name, 0.0) - before.get(name, 0.0)

    assert grown("guandan_answers_total GET 4xx") == 1
    assert grown("guandan_answers_total POST 4xx") == 1
    assert grown("guandan_answers_total GET 2xx") == 2  # the page, and the question before
    assert grown("guandan_answer_seconds_count write") == 1
    assert grown("guandan_saves_total") >= 1
    assert grown("guandan_renders_total") >= 1


def test_state_tasks_notices_and_open_pages_are_told(client: Client, settings: Any) -> None:
    before = samples_of(client)
    assert before["guandan_well"] == 0.0  # no beat and no backup here
    assert before["guandan_overdue_notices"] == before["guandan_oldest_unsent_seconds"] == 0.0
    assert before["guandan_free_bytes"] > 0
    assert abs(before["guandan_clocks_apart_seconds"]) < 30
    a_notice(due_at=timezone.now() - timedelta(hours=1))
    a_notice(due_at=timezone.now() - timedelta(minutes=1))
    for number in (40, 2):  # processes that hold pages open
        STORE._server.set(f"{OPEN}{number}", number, ex=60)
    with Redis.from_url(settings.REDIS_URL) as valkey:
        valkey.rpush(QUEUE, "a task")
        state = samples_of(client)
        valkey.lrem(QUEUE, 1, "a task")
    STORE._server.delete(f"{OPEN}40", f"{OPEN}2")
    assert state["guandan_queue_length"] == before["guandan_queue_length"] + 1
    assert state["guandan_overdue_notices"] == 2
    assert 3600 <= state["guandan_oldest_unsent_seconds"] < 3700
    assert state["guandan_open_connections"] == 42.0


def test_strangers_are_told_nothing_without_the_token(client: Client, settings: Any) -> None:
    def asks(word: str) -> int:
        return client.get("/metrics", REMOTE_ADDR=STRANGER, headers={"Authorization": word}).status_code

    assert asks("Bearer ") == asks("") == 404
    settings.METRICS_TOKEN = "a long word"
    assert asks("Bearer a long word") == 200
    assert asks("Bearer 错") == asks("Bearer ") == 404

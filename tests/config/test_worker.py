"""When the worker is not well: a task beyond its time, or timers that do not come through although Valkey is there."""

from collections.abc import Iterator

import pytest
from celery import signals
from pytest_django import Settings

from config import worker
from launch.servers import free_port
from notices.tasks import deliver_due


@pytest.fixture
def work() -> Iterator[worker.Work]:
    tasks = worker.Work()
    yield tasks
    signals.task_prerun.disconnect(tasks.begin)
    signals.task_postrun.disconnect(tasks.end)


def begin(task_id: str) -> None:
    signals.task_prerun.send(sender=deliver_due, task_id=task_id, task=deliver_due)


def end(task_id: str) -> None:
    signals.task_postrun.send(sender=deliver_due, task_id=task_id, task=deliver_due)


def test_task_beyond_its_time_is_no_good_sign(work: worker.Work, monkeypatch: pytest.MonkeyPatch) -> None:
    begin("one")
    assert work.is_well()
    monkeypatch.setattr(deliver_due, "time_limit", -1)
    begin("two")
    assert not work.is_well()
    end("two")
    assert work.is_well()  # "one" goes on


def test_timers_that_do_not_come_through_are_no_good_sign_unless_valkey_is_away(
    work: worker.Work, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    end("one")
    monkeypatch.setattr(worker, "LATE", 0.0)
    assert not work.is_well()
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    assert work.is_well()

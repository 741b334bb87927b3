"""What an action promises: one transaction, events in hand until its end, versions in the order of the commits."""

from contextlib import suppress
from enum import StrEnum
from threading import Event as Signal
from threading import Thread
from time import sleep
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.models import User
from journal import recording
from journal.models import Event, Journal
from journal.recording import Happening, action, on_record, on_version, record, refusable
from journal.refusals import Problem, Refused
from tests.factories import a_user


class Kind(StrEnum):
    TRIED = "thing.tried"
    DONE = "thing.done"


class Trouble(StrEnum):
    NO = "no"


@pytest.fixture(autouse=True)
def _no_receivers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the receivers that a test registers itself."""
    monkeypatch.setattr(recording, "_in_transaction", [])
    monkeypatch.setattr(recording, "_after_commit", [])


@pytest.fixture
def journal(db: None) -> Journal:
    return Journal.objects.create()


@pytest.fixture
def somebody(db: None) -> User:
    return a_user()


@action
def do(journal: Journal, *, by: User | None, public: bool = True, **data: Any) -> None:
    record(journal, Kind.DONE, "thing:1", by=by, public=public, **data)


@action
def refuse(journal: Journal, *, by: User | None) -> None:
    record(journal, Kind.TRIED, "thing:1", by=by)
    Journal.objects.create()
    raise Refused(Problem(Trouble.NO))


@action
def try_and_do(journal: Journal, *, by: User | None) -> None:
    """Goes on after an inner action was refused."""
    do(journal, by=by, step=1)
    try:
        with refusable():
            do(journal, by=by, step=0)
            refuse(journal, by=by)
    except Refused:
        do(journal, by=by, step=2)


def version(journal: Journal) -> int:
    return Journal.objects.get(pk=journal.pk).version


def events(journal: Journal) -> list[tuple[int, str, dict[str, Any]]]:
    return list(journal.events.values_list("number", "kind", "data"))


def test_action_writes_its_event_with_actor_and_moment(journal, somebody):
    do(journal, by=somebody, table=3)
    event = Event.objects.get()
    assert (event.number, event.kind, event.subject, event.by, event.data, event.public) == (
        1, "thing.done", "thing:1", somebody, {"table": 3}, True,
    )  # fmt: skip
    assert version(journal) == 1
    do(journal, by=None)  # the program itself
    assert Event.objects.latest("pk").by is None


def test_action_needs_its_actor_by_name_and_what_is_recorded_an_action(journal):
    with pytest.raises(TypeError, match="needs the actor"):
        do(journal)
    with pytest.raises(RuntimeError, match="inside an action"):
        record(journal, Kind.DONE, "thing:1", by=None)
    with pytest.raises(RuntimeError, match="inside an action"), refusable():
        pass
    assert events(journal) == []


def test_several_events_of_one_action_raise_the_version_once_and_private_ones_never(journal):
    @action
    def do_twice(*, by: User | None) -> None:
        do(journal, by=by)
        do(journal, by=by, public=False)

    do_twice(by=None)
    do(journal, by=None, public=False)
    assert [event[0] for event in events(journal)] == [1, 2, 3]
    assert version(journal) == 1


def test_action_over_two_journals_writes_each_its_own(journal):
    other = Journal.objects.create()

    @action
    def do_both(*, by: User | None) -> None:
        do(other, by=by)
        do(journal, by=by)

    do_both(by=None)
    assert (events(journal), events(other)) == ([(1, "thing.done", {})], [(1, "thing.done", {})])
    assert (version(journal), version(other)) == (1, 1)


def test_refused_action_leaves_nothing_and_the_next_one_starts_afresh(journal):
    before = Journal.objects.count()
    with pytest.raises(Refused):
        refuse(journal, by=None)
    assert (events(journal), version(journal), Journal.objects.count()) == ([], 0, before)
    do(journal, by=None)
    assert events(journal) == [(1, "thing.done", {})]


def test_refused_inner_action_is_forgotten_with_its_events_and_rows(journal):
    before = Journal.objects.count()
    try_and_do(journal, by=None)
    assert events(journal) == [(1, "thing.done", {"step": 1}), (2, "thing.done", {"step": 2})]
    assert (version(journal), Journal.objects.count()) == (1, before)


def test_refusal_that_is_caught_without_saying_so_ends_the_whole_action(journal):
    @action
    def ignore(*, by: User | None) -> None:
        do(journal, by=by)
        with suppress(Refused):
            refuse(journal, by=by)
        do(journal, by=by)

    before = Journal.objects.count()
    with pytest.raises(transaction.TransactionManagementError):
        ignore(by=None)
    assert (events(journal), version(journal), Journal.objects.count()) == ([], 0, before)


def test_receiver_is_told_at_the_end_and_nothing_of_what_was_refused(journal):
    recorded: list[tuple[str, Any, int]] = []
    on_record(lambda happening: recorded.append((happening.kind, happening.data.get("step"), Journal.objects.count())))
    before = Journal.objects.count()

    @action
    def change_after_recording(*, by: User | None) -> None:
        try_and_do(journal, by=by)
        Journal.objects.create()

    change_after_recording(by=None)
    assert recorded == [("thing.done", 1, before + 1), ("thing.done", 2, before + 1)]


def test_receiver_in_the_transaction_rolls_it_back(journal):
    def fail(happening: Happening) -> None:
        raise LookupError(happening.kind)

    on_record(fail)
    before = Journal.objects.count()

    @action
    def change(*, by: User | None) -> None:
        Journal.objects.create()
        do(journal, by=by)

    with pytest.raises(LookupError):
        change(by=None)
    assert (events(journal), version(journal), Journal.objects.count()) == ([], 0, before)


def test_receiver_registered_twice_is_told_once(journal):
    kinds: list[str] = []

    def listen(happening: Happening) -> None:
        kinds.append(happening.kind)

    on_record(listen)
    on_record(listen)
    do(journal, by=None)
    assert kinds == ["thing.done"]


def test_version_is_told_after_the_commit_and_only_where_it_rose(journal, django_capture_on_commit_callbacks):
    versions: list[tuple[int, int]] = []
    on_version(lambda pk, number: versions.append((pk, number)))
    with django_capture_on_commit_callbacks(execute=True):
        do(journal, by=None, public=False)
        with pytest.raises(Refused):
            refuse(journal, by=None)
    assert versions == []
    with django_capture_on_commit_callbacks(execute=True):
        do(journal, by=None)
        assert versions == []
    assert versions == [(journal.pk, 1)]


class Writer(Thread):
    """An action over a connection of its own; it changes first and waits for ``go`` before it ends, if there is one."""

    def __init__(self, journal: Journal, name: str, go: Signal | None = None) -> None:
        super().__init__()
        self.journal, self.who, self.go, self.changed = journal, name, go, Signal()

    def run(self) -> None:
        try:
            self.write(by=None)
        finally:
            self.changed.set()
            connection.close()

    @action
    def write(self, *, by: User | None) -> None:
        Journal.objects.create()
        record(self.journal, Kind.DONE, "thing:1", by=by, who=self.who)
        self.changed.set()
        if self.go:
            self.go.wait()


@pytest.fixture
def real_journal(transactional_db: None) -> Journal:
    return Journal.objects.create()


def test_first_writer_who_commits_second_gets_the_later_version(real_journal):
    go = Signal()
    first, second = Writer(real_journal, "first", go), Writer(real_journal, "second")
    first.start()
    first.changed.wait()
    second.start()
    second.join()
    seen_between = (version(real_journal), events(real_journal))
    go.set()
    first.join()
    assert seen_between == (1, [(1, "thing.done", {"who": "second"})])
    assert version(real_journal) == 2
    assert events(real_journal)[1] == (2, "thing.done", {"who": "first"})


def waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_stat_clear_snapshot(), exists(select from pg_stat_activity"
            " where datname = current_database() and wait_event_type = 'Lock')"
        )
        return bool(cursor.fetchone()[1])


def test_version_raised_and_not_yet_committed_makes_the_next_writer_wait(real_journal):
    second = Writer(real_journal, "second")
    with transaction.atomic():
        do(real_journal, by=None, who="first")
        second.start()
        while not waits_for_a_lock():
            assert second.is_alive(), "the second writer did not wait"
            sleep(0.01)
    second.join()
    assert version(real_journal) == 2
    assert [event[2]["who"] for event in events(real_journal)] == ["first", "second"]


def test_version_is_not_told_by_a_commit_that_failed(real_journal):
    versions: list[tuple[int, int]] = []
    on_version(lambda pk, number: versions.append((pk, number)))

    def do_and_fail() -> None:
        with transaction.atomic():
            do(real_journal, by=None)
            raise LookupError

    with pytest.raises(LookupError):
        do_and_fail()
    do(real_journal, by=None)
    assert versions == [(real_journal.pk, 1)]

"""Several workers at the same moment, each with a connection of its own: every mail goes out once, and who was told
wrong while mails were on their way is recalled."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier, Event
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection, transaction

from notices.delivery import claim, deliver, deliver_due, issue
from notices.models import Delivery, Notice
from notices.states import DeliveryState, NoticeState
from tests.notices.factories import WEEK_BEFORE, a_drawn_event
from tests.notices.test_recall import an_event_with_a_final, recalled, result_notice, sign

pytestmark = pytest.mark.django_db(transaction=True)
TOLD = "a@branch.example"
WAIT = 120


@pytest.fixture
def tournament():
    """The wrong result is to be sent to one address alone."""
    tournament = an_event_with_a_final(sent=False)
    issue(tournament)
    Delivery.objects.exclude(notice=result_notice(tournament, 1), address=TOLD).delete()
    return tournament


@contextmanager
def another_connection():
    """Runs what it is given in a thread with a connection of its own."""

    def close_after(work: Callable[[], Any]) -> Any:
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        yield lambda work: threads.submit(close_after, work)


def until_it_waits(work: Future[Any]) -> None:
    """Until another connection waits for a lock of ours."""
    for _ in range(WAIT * 100):
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))")
            if cursor.fetchone()[0]:
                return
        assert not work.done(), work.result()
        time.sleep(0.01)
    raise TimeoutError


class Server(EmailBackend):
    """A mail server that takes the mail only when it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.has_it, self.go = Event(), Event()

    def __deepcopy__(self, memo):
        return self  # the mails taken are kept as copies, each with its connection

    def send_messages(self, messages):
        self.has_it.set()
        assert self.go.wait(WAIT)
        return super().send_messages(messages)


def letters() -> list[str]:
    return [address for letter in mail.outbox for address in letter.to]


def test_mail_that_leaves_after_the_signature_is_recalled(tournament):
    server = Server()
    with another_connection() as elsewhere:
        sent = elsewhere(lambda: deliver(claim(), server))
        assert server.has_it.wait(WAIT)
        sign(tournament)
        assert recalled(tournament) == [[]]
        server.go.set()
        assert sent.result(WAIT)
    assert (letters(), recalled(tournament)) == ([TOLD], [[TOLD]])


def test_mail_that_leaves_while_the_signature_is_being_written_is_recalled(tournament):
    server = Server()
    with another_connection() as elsewhere:
        with transaction.atomic():
            sent = elsewhere(lambda: deliver(claim(), server))
            assert server.has_it.wait(WAIT)
            sign(tournament)
            server.go.set()
            until_it_waits(sent)  # to note that it is sent
        assert sent.result(WAIT)
    assert (letters(), recalled(tournament)) == ([TOLD], [[TOLD]])


def test_mail_that_left_before_the_signature_is_recalled_by_it(tournament):
    server = Server()
    server.go.set()
    with another_connection() as elsewhere:
        assert elsewhere(lambda: deliver(claim(), server)).result(WAIT)
    sign(tournament)
    assert recalled(tournament) == [[TOLD]]


def test_mail_that_was_claimed_and_not_written_yet_is_neither_sent_nor_recalled(tournament):
    with another_connection() as elsewhere:
        claimed = elsewhere(claim).result(WAIT)
        sign(tournament)
        assert elsewhere(lambda: deliver(claimed, Server())).result(WAIT) is False
    assert Delivery.objects.get(pk=claimed.pk).state == DeliveryState.CANCELLED
    assert (letters(), recalled(tournament)) == ([], [[]])


def test_notice_that_is_issued_and_sent_while_a_remedy_is_signed_is_recalled(tournament):
    """Its deliveries are there only when the remedy is half done."""
    notice = result_notice(tournament, 1)
    Delivery.objects.all().delete()
    Notice.objects.filter(pk=notice.pk).update(state=NoticeState.PENDING, issued_at=None)
    server = Server()
    server.go.set()
    with another_connection() as elsewhere:
        with transaction.atomic():
            issue(tournament)
            notice.deliveries.exclude(address=TOLD).delete()
            signed = elsewhere(lambda: sign(tournament))
            until_it_waits(signed)
            assert deliver(claim(), server)
        signed.result(WAIT)
    assert (letters(), recalled(tournament)) == ([TOLD], [[TOLD]])


def test_workers_at_the_same_moment_share_the_mails(mails):
    a_drawn_event(now=WEEK_BEFORE, branches=8)
    start = Barrier(4)

    def work():
        start.wait()
        try:
            return deliver_due()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as workers:
        sent = sum(worker.result() for worker in [workers.submit(work) for _ in range(4)])
    assert sent == len(mails.received) == Delivery.objects.count() == 9
    assert len({mail.message_id for mail in mails.received}) == 9

"""Notices with a real worker, beat, broker and mail server: killed at the worst moments, none is lost.

The broker is stopped for ``BROKER_STOP_SECONDS``: 2 in the suite, say 60 for a whole minute.
"""

import os
import time
from collections import Counter
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import psycopg
import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test import override_settings
from django_guid import clear_guid, set_guid
from redis import Redis

from config import celery_app
from notices.actions.channels import ChannelPlan, add_channel
from notices.delivery import issue
from notices.models import Attempt, Delivery
from notices.states import Collecting, DeliveryState, NoticeKind, Outcome, Service
from tests.factories import FIRST_START
from tests.notices.factories import a_drawn_event, at, the_round
from tests.notices.processes import a_site
from tests.notices.robots import a_certificate, a_robot
from tests.thorough import in_ci_only
from tests.waiting import until
from tournaments.day.actions.timetable import move_round

pytestmark = pytest.mark.django_db(transaction=True)

BROKER_STOP_SECONDS = int(os.environ.get("BROKER_STOP_SECONDS", "2"))
EVERYBODY = ["a@branch.example", "b@branch.example", "office@example.org"]


@pytest.fixture
def site(transactional_db, tmp_path, monkeypatch):
    monkeypatch.setenv("GUANDAN_VAR", str(tmp_path))
    with a_site(tmp_path) as running:
        yield running


def all_sent():
    return Delivery.objects.exists() and not Delivery.objects.exclude(state=DeliveryState.SENT).exists()


def let_leases_run_out():
    Delivery.objects.exclude(lease_until=None).update(lease_until=Now())


def message_ids():
    return dict(Delivery.objects.values_list("message_id", "address"))


def blocked_senders():
    """Ids of the database's processes that wait to note that a mail is sent."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
            " AND query LIKE 'UPDATE %notices_delivery%'"
        )
        return [pid for (pid,) in cursor.fetchall()]


@in_ci_only
def test_worker_sends_notices_by_starttls_to_a_server_whose_certificate_it_verifies(
    transactional_db, tmp_path, monkeypatch
):
    certificate = a_certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with a_site(tmp_path, certificate) as site:
        a_drawn_event()
        site.wake()
        site.mails.wait_for(3)
        assert site.mails.addresses == EVERYBODY
        until(all_sent)


@in_ci_only
def test_clock_wakes_the_worker_and_a_broker_that_is_away_loses_nothing(site):
    tournament = a_drawn_event()
    site.mails.wait_for(3)
    assert site.mails.addresses == EVERYBODY
    with Redis.from_url(site.broker.url) as broker:
        until(lambda: broker.keys("*beat"))

    site.broker.stop()
    move_round(the_round(tournament, 1), FIRST_START - timedelta(hours=1), by=None)
    time.sleep(BROKER_STOP_SECONDS)
    assert len(site.mails.received) == 3
    site.start_broker()
    site.mails.wait_for(3 + 11)  # branches, players of four teams, office
    until(all_sent)
    assert len(site.mails.received) == 3 + 11


@in_ci_only
def test_worker_killed_before_sending_loses_nothing_and_sends_nothing_twice(site):
    killed = []

    def kill_once(address):
        if not killed:
            site.kill("worker")
            killed.append(address)

    site.mails.before_data = kill_once
    a_drawn_event()
    site.wake()
    until(lambda: killed)
    assert site.mails.received == []
    let_leases_run_out()
    site.wake()
    site.start("worker")
    until(all_sent)
    assert Counter(mail.message_id for mail in site.mails.received) == Counter(list(message_ids()))


@in_ci_only
def test_worker_killed_between_the_servers_answer_and_the_commit_repeats_the_same_mail(site):
    """The row is locked while the server says 250, so the worker stands just before its commit, and is killed there."""
    locks = []

    def lock_first(mail):
        if not locks:
            locks.append(psycopg.connect(**connection.get_connection_params()))
            locks[0].execute("SELECT 1 FROM notices_delivery WHERE message_id = %s FOR UPDATE", [mail.message_id])

    site.mails.before_answer = lock_first
    a_drawn_event()
    site.wake()
    senders = until(blocked_senders)
    site.kill("worker")
    with connection.cursor() as cursor:  # what a dead client has asked for would still be done once the lock is free
        for sender in senders:
            cursor.execute("SELECT pg_terminate_backend(%s)", [sender])
    until(lambda: not blocked_senders())
    locks[0].close()
    interrupted = site.mails.received[0]
    assert Delivery.objects.get(message_id=interrupted.message_id).state == DeliveryState.PENDING

    let_leases_run_out()
    site.wake()
    site.start("worker")
    until(all_sent)
    times = Counter(mail.message_id for mail in site.mails.received)
    assert set(times) == set(message_ids())
    assert times[interrupted.message_id] == 2
    assert {(mail.message_id, mail.to[0]) for mail in site.mails.received} == set(message_ids().items())


@in_ci_only
def test_worker_killed_while_a_group_takes_the_message_repeats_it_under_the_same_id(site):
    killed = []

    def kill_once(request):
        if not killed:
            site.kill("worker")
            killed.append(request)

    with override_settings(CHANNELS_MAY_BE_PRIVATE=True), a_robot() as robot:
        robot.before_answer = kill_once
        tournament = a_drawn_event()
        channel = add_channel(tournament, ChannelPlan("群", "wecom", robot.address(), heard=NoticeKind.values), by=None)
        issue(tournament)
        site.wake("deliver_to_channels")
        until(lambda: killed)
        assert channel.deliveries.get().state == DeliveryState.PENDING
        let_leases_run_out()
        with Redis.from_url(site.broker.url) as broker:
            broker.flushdb()  # the sign that one process is at it runs out, too
        site.wake("deliver_to_channels")
        site.start("worker")
        until(lambda: not channel.deliveries.exclude(state=DeliveryState.SENT).exists())
    assert [request.id for request in robot.heard] == [killed[0].id] * 2
    assert robot.heard[0].body == robot.heard[1].body
    outcomes = Attempt.objects.filter(delivery__channel=channel).values_list("number", "outcome")
    assert list(outcomes) == [(1, Outcome.UNKNOWN), (2, Outcome.SENT)]


@in_ci_only
def test_group_and_mailbox_of_once_a_day_are_told_at_six_and_not_before(site):
    """Where the event is, it is Monday before six while the clocks of the machine have Monday before dawn."""
    zone = ZoneInfo("Pacific/Kiritimati")
    monday = datetime(2123, 11, 22, 17, 30, tzinfo=zone)
    with override_settings(CHANNELS_MAY_BE_PRIVATE=True), a_robot() as robot:

        def group_messages():
            return [(request.path.partition("key=group-")[2], request.text.splitlines()[0]) for request in robot.heard]

        tournament = a_drawn_event(now=monday, zone=zone.key, starts_at=monday + timedelta(days=7))
        for name, service, address, collecting in (
            ("每天", Service.WECOM, robot.address("group-of-the-day"), Collecting.DAY),
            ("每天", Service.MAIL, "group@branch.example", Collecting.DAY),
            ("即时", Service.WECOM, robot.address("group-at-once"), Collecting.AT_ONCE),
        ):
            kinds = (NoticeKind.DRAW_PUBLISHED, NoticeKind.ROUND_MOVED)
            add_channel(tournament, ChannelPlan(name, service, address, heard=kinds, collecting=collecting), by=None)
        until(group_messages)
        move_round(the_round(tournament, 1), monday + timedelta(days=7, hours=1), by=None)
        until(lambda: len(group_messages()) == 2)
        assert {key for key, _line in group_messages()} == {"at-once"}
        assert "group@branch.example" not in site.mails.addresses
        at(tournament, monday.replace(hour=18, minute=0))
        until(lambda: len(group_messages()) == 3 and "group@branch.example" in site.mails.addresses)
        until(lambda: not Delivery.objects.exclude(channel=None).exclude(state=DeliveryState.SENT).exists())
    assert group_messages()[-1] == ("of-the-day", "【演练·掼蛋比赛】2条消息")
    assert site.mails.addresses.count("group@branch.example") == 1


@in_ci_only
def test_worker_tells_of_a_task_under_the_number_of_the_request_that_caused_it(site):
    number = "0123456789abcdef0123456789abcdef"
    set_guid(number)
    with celery_app.connection_for_write(site.broker.url) as link:
        celery_app.send_task("notices.tasks.deliver_due", ["one too many"], connection=link)
    clear_guid()
    log = site.folder / "worker.log"
    until(lambda: f"[{number}] ERROR celery.app.trace: Task notices.tasks.deliver_due" in log.read_text())

"""From a due notice to the mail server and back: real SMTP, and every way in which that can fail."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.core.mail import get_connection
from django.db import connection
from django.db.models.functions import Now

from notices.delivery import Unreachable, claim, deliver, deliver_due, issue
from notices.models import Delivery, Notice
from notices.outcomes import FIRST_PAUSE, LEASE, LONGEST_PAUSE, MOST_ATTEMPTS, OUTCOME_UNKNOWN
from notices.states import DeliveryState, NoticeKind, NoticeState
from tests.factories import FIRST_START
from tests.notices.factories import a_drawn_event, an_event, at, draw, notices, the_round
from tests.notices.robots import a_certificate
from tests.notices.servers import a_mail_server, mails_of
from tests.thorough import in_ci_only
from tournaments.day.actions.timetable import move_round
from tournaments.event.actions.tournaments import archive_tournament
from tournaments.models import Branch, Match
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db

WEEK_BEFORE = FIRST_START - timedelta(days=7)
CONTACTS = ["a@branch.example", "b@branch.example"]
EVERYBODY = [*CONTACTS, "office@example.org"]


@pytest.fixture
def mails(settings):
    with mails_of(settings) as server:
        yield server


def deliveries(**more):
    return {d.address: d for d in Delivery.objects.filter(**more)}


def pass_time(**more):
    """Let leases and pauses be over."""
    waiting = Delivery.objects.filter(**more)
    waiting.exclude(lease_until=None).update(lease_until=Now())
    waiting.exclude(retry_at=None).update(retry_at=Now())


def seconds_until(column, delivery):
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT extract(epoch FROM {column} - statement_timestamp()) FROM notices_delivery WHERE id = %s",
            [delivery.pk],
        )
        return float(cursor.fetchone()[0])


def test_due_notice_goes_to_everybody_in_a_mail_of_his_own(mails):
    a_drawn_event(now=WEEK_BEFORE)
    assert deliver_due() == 3
    assert mails.addresses == EVERYBODY
    assert [mail.to for mail in mails.received] == [[mail.message["To"]] for mail in mails.received]
    assert all(mail.message["Cc"] is mail.message["Bcc"] is None for mail in mails.received)
    assert {d.state for d in Delivery.objects.all()} == {DeliveryState.SENT}
    assert {d.sent_at for d in Delivery.objects.all()} == {WEEK_BEFORE}


def test_mail_is_readable_and_says_that_a_program_sent_it(mails):
    a_drawn_event(now=WEEK_BEFORE, name="掼蛋比赛")
    deliver_due()
    message = mails.received[0].message
    assert "掼蛋比赛" in message["Subject"]
    assert "掼蛋比赛" in message.get_content()
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["From"] == "guandan@localhost"


def test_message_ids_are_fixed_when_the_delivery_is_made(mails):
    issue(a_drawn_event(now=WEEK_BEFORE))
    fixed = {d.address: d.message_id for d in Delivery.objects.all()}
    assert len(set(fixed.values())) == 3
    deliver_due()
    assert {mail.to[0]: mail.message_id for mail in mails.received} == fixed


def test_notice_goes_out_once(mails):
    a_drawn_event(now=WEEK_BEFORE)
    assert [deliver_due(), deliver_due()] == [3, 0]
    assert len(mails.received) == 3


def test_reminder_waits_for_the_events_own_time(mails):
    tournament = a_drawn_event(now=WEEK_BEFORE)
    deliver_due()
    mails.received.clear()
    at(tournament, FIRST_START.replace(hour=16, minute=59) - timedelta(days=1))
    assert deliver_due() == 0
    at(tournament, FIRST_START.replace(hour=17, minute=0) - timedelta(days=1))
    assert deliver_due() == 13  # four teams: branch contact and two players; and the office's list
    assert "a4@player.example" in mails.addresses


def test_two_events_each_keep_their_own_time(mails):
    early, late = a_drawn_event(now=WEEK_BEFORE), a_drawn_event(now=WEEK_BEFORE)
    at(late, FIRST_START - timedelta(minutes=30))
    deliver_due()
    soon = Notice.objects.filter(kind=NoticeKind.MATCH_SOON, match__round__number=1)
    assert {n.state for n in soon.filter(tournament=early)} == {NoticeState.PENDING}
    assert {n.state for n in soon.filter(tournament=late)} == {NoticeState.ISSUED}


def test_archived_event_is_silent(mails):
    tournament = a_drawn_event(now=WEEK_BEFORE)
    archive_tournament(tournament, by=None)
    assert deliver_due() == 0


def test_unknown_addresses_make_no_delivery_and_the_notice_says_so(mails):
    tournament = an_event(now=WEEK_BEFORE)
    Branch.objects.update(contact_mail="")
    tournament.roles.all().delete()
    draw(tournament)
    assert deliver_due() == 0
    assert notices(tournament, NoticeKind.DRAW_PUBLISHED)[0].state == NoticeState.NO_ADDRESS


def test_refused_for_now_is_tried_again_later_with_longer_pauses(mails):
    a_drawn_event(now=WEEK_BEFORE)
    mails.refuse["b@branch.example"] = "451 mailbox busy"
    assert deliver_due() == 2
    for attempt in (1, 2, 3):
        late = deliveries()["b@branch.example"]
        assert (late.state, late.attempts, late.last_error) == (DeliveryState.PENDING, attempt, "451 mailbox busy")
        assert 0 < seconds_until("retry_at", late) <= FIRST_PAUSE.total_seconds() * 2 ** (attempt - 1)
        assert deliver_due() == 0
        pass_time()
        deliver_due()
    mails.refuse.clear()
    pass_time()
    assert deliver_due() == 1
    assert mails.addresses == EVERYBODY
    assert deliveries()["b@branch.example"].last_error == ""


def test_pauses_are_bounded(mails):
    a_drawn_event(now=WEEK_BEFORE)
    mails.refuse["b@branch.example"] = "451 mailbox busy"
    issue(Notice.objects.all()[0].tournament)
    Delivery.objects.update(attempts=MOST_ATTEMPTS - 2)
    deliver_due()
    late = deliveries()["b@branch.example"]
    assert seconds_until("retry_at", late) <= LONGEST_PAUSE.total_seconds()
    pass_time()
    deliver_due()
    assert deliveries()["b@branch.example"].state == DeliveryState.FAILED
    pass_time()
    assert deliver_due() == 0


@pytest.mark.parametrize("answer", ["550 no such user", "553 名字无效"])
def test_refused_for_good_fails_at_once_and_keeps_the_servers_words(mails, answer):
    a_drawn_event(now=WEEK_BEFORE)
    mails.refuse["a@branch.example"] = answer.encode("ascii", "replace").decode()
    assert deliver_due() == 2
    failed = deliveries()["a@branch.example"]
    assert (failed.state, failed.attempts) == (DeliveryState.FAILED, 1)
    assert failed.last_error == mails.refuse["a@branch.example"]


def test_address_that_cannot_stand_in_a_mail_fails_and_stops_nobody(mails):
    tournament = an_event(now=WEEK_BEFORE)
    Branch.objects.filter(name="甲分会").update(contact_mail="a@branch.example\nBcc: all@example.org")
    draw(tournament)
    assert deliver_due() == 2
    assert mails.addresses == ["b@branch.example", "office@example.org"]
    (failed,) = Delivery.objects.filter(state=DeliveryState.FAILED)
    assert failed.last_error.startswith("Invalid address")


def test_server_that_is_down_costs_time_and_no_mail(mails, settings):
    a_drawn_event(now=WEEK_BEFORE)
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    assert deliver_due() == 0
    states = sorted((d.state, d.attempts) for d in Delivery.objects.all())
    assert states == [("pending", 0), ("pending", 0), ("pending", 1)]  # the others need not try
    settings.EMAIL_PORT = port
    pass_time()
    assert deliver_due() == 3


def test_server_that_never_answers_is_given_up_soon_and_costs_no_mail(mails, settings):
    a_drawn_event(now=WEEK_BEFORE)
    port, settings.EMAIL_TIMEOUT = settings.EMAIL_PORT, 0.2
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.EMAIL_PORT = silent.getsockname()[1]
        assert deliver_due() == 0
    ids = set(Delivery.objects.values_list("message_id", flat=True))
    (delivery,) = Delivery.objects.filter(attempts=1)
    assert (delivery.state, "timed out" in delivery.last_error) == (DeliveryState.PENDING, True)
    settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = port, 10
    pass_time()
    assert deliver_due() == 3
    assert {mail.message_id for mail in mails.received} == ids


@pytest.mark.parametrize("starttls", [False, True], ids=["tls", "starttls"])
def test_server_with_a_wrong_certificate_is_told_nothing(settings, tmp_path, starttls):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_USE_SSL, settings.EMAIL_USE_TLS = "127.0.0.1", not starttls, starttls
    with a_mail_server(a_certificate(tmp_path), starttls=starttls) as server:
        settings.EMAIL_PORT = server.port
        a_drawn_event(now=WEEK_BEFORE)
        assert deliver_due() == 0
    assert server.received == []
    (delivery,) = Delivery.objects.filter(attempts=1)
    assert (delivery.state, "CERTIFICATE_VERIFY_FAILED" in delivery.last_error) == (DeliveryState.PENDING, True)


def test_lease_keeps_others_away_until_it_is_over(mails):
    issue(a_drawn_event(now=WEEK_BEFORE))
    Delivery.objects.exclude(address="a@branch.example").delete()
    delivery = claim()
    assert delivery.address == "a@branch.example"
    assert 0 < seconds_until("lease_until", delivery) <= LEASE.total_seconds()
    assert claim() is None
    assert deliver_due() == 0
    pass_time()
    assert deliver_due() == 1
    assert mails.received[0].message_id == delivery.message_id


def test_sender_who_dies_at_the_last_attempt_leaves_a_failure(mails):
    issue(a_drawn_event(now=WEEK_BEFORE))
    Delivery.objects.update(attempts=MOST_ATTEMPTS, lease_until=Now())
    assert deliver_due() == 0
    assert {d.state for d in Delivery.objects.all()} == {DeliveryState.FAILED}


def test_sender_who_outlived_his_lease_spoils_nothing(mails):
    """The first sender hangs, a second one takes over and delivers; then the first finds no server."""
    issue(a_drawn_event(now=WEEK_BEFORE))
    Delivery.objects.exclude(address="a@branch.example").delete()
    first = claim()
    pass_time()
    assert deliver_due() == 1
    with pytest.raises(Unreachable):
        deliver(first, get_connection(port=1))
    assert deliveries()["a@branch.example"].state == DeliveryState.SENT


def test_round_moved_stops_the_mails_that_name_the_old_start(mails):
    tournament = at(a_drawn_event(now=WEEK_BEFORE), FIRST_START - timedelta(minutes=30))
    issue(tournament)
    Delivery.objects.exclude(notice__kind=NoticeKind.MATCH_SOON).delete()
    move_round(the_round(tournament, 1), FIRST_START + timedelta(hours=1), by=None)
    deliver_due()
    subjects = [mail.message["Subject"] for mail in mails.received]
    assert subjects
    assert not any("12:30" in subject for subject in subjects)
    assert {d.state for d in deliveries(notice__kind=NoticeKind.MATCH_SOON).values()} == {DeliveryState.CANCELLED}


def test_claimed_mail_of_a_cancelled_notice_is_not_sent(mails):
    tournament = at(a_drawn_event(now=WEEK_BEFORE), FIRST_START - timedelta(minutes=30))
    issue(tournament)
    Delivery.objects.exclude(notice__kind=NoticeKind.MATCH_SOON).delete()
    claimed = claim()
    Match.objects.filter(round__number=1).update(state=MatchState.PLAYING)
    assert deliver(claimed, get_connection()) is False
    assert mails.received == []
    assert Delivery.objects.get(pk=claimed.pk).state == DeliveryState.CANCELLED


def test_mail_that_may_have_gone_out_never_reads_as_cancelled(mails):
    """A sender dies between the mail server's yes and his note; then the round is moved."""
    tournament = at(a_drawn_event(now=WEEK_BEFORE), FIRST_START - timedelta(minutes=30))
    issue(tournament)
    Delivery.objects.exclude(notice__kind=NoticeKind.MATCH_SOON).delete()
    died_over = claim()
    move_round(the_round(tournament, 1), FIRST_START + timedelta(hours=1), by=None)
    soon = Delivery.objects.filter(notice__kind=NoticeKind.MATCH_SOON, notice=died_over.notice)
    assert soon.get(pk=died_over.pk).state == DeliveryState.PENDING
    assert {d.state for d in soon.exclude(pk=died_over.pk)} <= {DeliveryState.CANCELLED}
    pass_time()
    deliver_due()
    assert soon.get(pk=died_over.pk).state == DeliveryState.SENT
    assert died_over.message_id not in {mail.message_id for mail in mails.received}


@in_ci_only
def test_mail_that_the_server_took_without_an_answer_never_reads_as_cancelled(mails, settings):
    """The answer comes too late, the next try is refused for now; then the round is moved."""
    tournament = at(a_drawn_event(now=WEEK_BEFORE), FIRST_START - timedelta(minutes=30))
    issue(tournament)
    mine = Delivery.objects.filter(notice__kind=NoticeKind.MATCH_SOON)[0]
    Delivery.objects.exclude(pk=mine.pk).delete()
    settings.EMAIL_TIMEOUT, mails.before_answer = 1, lambda mail: time.sleep(2)
    assert deliver_due() == 0
    mails.wait_for(1)
    mails.before_answer, mails.refuse[mine.address] = lambda mail: None, "451 later"
    pass_time()
    deliver_due()
    move_round(the_round(tournament, 1), FIRST_START + timedelta(hours=1), by=None)
    assert Delivery.objects.get(pk=mine.pk).state == DeliveryState.PENDING
    pass_time()
    deliver_due()
    delivery = Delivery.objects.get(pk=mine.pk)
    assert (delivery.state, delivery.last_error) == (DeliveryState.SENT, OUTCOME_UNKNOWN)
    assert [mail.message_id for mail in mails.received].count(mine.message_id) == 1


def test_round_moved_there_and_back_reaches_those_who_had_not_had_it(mails):
    tournament = at(a_drawn_event(now=WEEK_BEFORE), FIRST_START - timedelta(minutes=30))
    mails.refuse["a1@player.example"] = "451 later"
    deliver_due()
    mails.received.clear()
    for start in (FIRST_START + timedelta(hours=1), FIRST_START):
        move_round(the_round(tournament, 1), start, by=None)
    mails.refuse.clear()
    pass_time()
    deliver_due()
    soon = Delivery.objects.filter(notice__kind=NoticeKind.MATCH_SOON, notice__state=NoticeState.ISSUED)
    assert {d.state for d in soon} == {DeliveryState.SENT}
    again = [mail.to[0] for mail in mails.received if mail.message_id in {d.message_id for d in soon}]
    assert again == ["a1@player.example"]


@pytest.mark.django_db(transaction=True)
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

"""From a due notice to the mail server and back: real SMTP, and every way in which that can fail."""

import socket
import time
from datetime import timedelta

import pytest
from django.core.mail import get_connection
from django.db import connection
from django.db.models.functions import Now

from notices.delivery import (
    FIRST_PAUSE,
    LEASE,
    LONGEST_PAUSE,
    MOST_ATTEMPTS,
    OUTCOME_UNKNOWN,
    Unreachable,
    claim,
    deliver,
    deliver_due,
    issue,
)
from notices.models import Delivery, Notice
from notices.states import DeliveryState, NoticeKind, NoticeState
from notices.turns import Turn
from tests.factories import FIRST_START
from tests.notices.factories import SOON, WEEK_BEFORE, a_drawn_event, at, pass_time, the_round
from tests.notices.robots import a_certificate
from tests.notices.servers import a_mail_server
from tests.thorough import in_ci_only
from tournaments.day.actions.timetable import move_round
from tournaments.models import Branch, Match
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db

CONTACT, OTHER = "a@branch.example", "b@branch.example"
EVERYBODY = [CONTACT, OTHER, "office@example.org"]


def to(address):
    return Delivery.objects.get(address=address)


def seconds_until(column, delivery):
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT extract(epoch FROM {column} - statement_timestamp()) FROM notices_delivery WHERE id = %s",
            [delivery.pk],
        )
        return float(cursor.fetchone()[0])


def issued_to_one(tournament):
    """What is due, with one mail that is on its way."""
    issue(tournament)
    Delivery.objects.exclude(address=CONTACT).delete()


def soon_and_issued(tournament, **which):
    """Half an hour before the first round, with the mails alone that remind of it, and of those the ones asked for."""
    issue(at(tournament, SOON))
    Delivery.objects.exclude(notice__kind=NoticeKind.MATCH_SOON, **which).delete()


def test_due_notice_goes_once_to_everybody_in_a_mail_of_his_own_that_says_who_wrote_it(tournament, mails):
    issue(tournament)
    fixed = {d.address: d.message_id for d in Delivery.objects.all()}
    assert [deliver_due(), deliver_due()] == [3, 0]
    assert mails.addresses == sorted(fixed) == EVERYBODY
    assert {mail.to[0]: mail.message_id for mail in mails.received} == fixed
    assert len(set(fixed.values())) == 3
    for mail in mails.received:
        message = mail.message
        assert ([message["To"]], message["Cc"], message["Bcc"]) == (mail.to, None, None)
        assert (message["Auto-Submitted"], message["From"]) == ("auto-generated", "guandan@localhost")
        assert "掼蛋比赛" in message["Subject"]
        assert "掼蛋比赛" in message.get_content()
    assert {(d.state, d.sent_at) for d in Delivery.objects.all()} == {(DeliveryState.SENT, WEEK_BEFORE)}


def test_reminder_waits_for_the_events_own_time(tournament, mails):
    deliver_due()
    mails.received.clear()
    evening = FIRST_START.replace(hour=17) - timedelta(days=1)
    at(tournament, evening.replace(hour=16, minute=59))
    assert deliver_due() == 0
    at(tournament, evening.replace(minute=0))
    assert deliver_due() == 13  # four teams: branch contact and two players; and the office's list
    assert "a4@player.example" in mails.addresses


def test_two_events_each_keep_their_own_time(tournament):
    late = at(a_drawn_event(now=WEEK_BEFORE), SOON)
    issue()
    soon = Notice.objects.filter(kind=NoticeKind.MATCH_SOON, match__round__number=1)
    assert {n.state for n in soon.filter(tournament=tournament)} == {NoticeState.PENDING}
    assert {n.state for n in soon.filter(tournament=late)} == {NoticeState.ISSUED}


def test_refused_for_now_is_tried_again_after_longer_pauses_which_are_bounded_and_have_an_end(tournament, mails):
    mails.refuse |= dict.fromkeys((CONTACT, OTHER), "451 mailbox busy")
    assert deliver_due() == 1
    late = to(OTHER)
    for attempt in (1, 2):
        late.refresh_from_db()
        assert (late.state, late.attempts, late.last_error) == (DeliveryState.PENDING, attempt, "451 mailbox busy")
        assert 0 < seconds_until("retry_at", late) <= FIRST_PAUSE.total_seconds() * 2 ** (attempt - 1)
        assert deliver_due() == 0
        mails.refuse.pop(CONTACT, None)
        pass_time()
        deliver_due()
    assert (to(CONTACT).state, to(CONTACT).last_error) == (DeliveryState.SENT, "")
    Delivery.objects.filter(pk=late.pk).update(attempts=MOST_ATTEMPTS - 2)
    pass_time()
    deliver_due()
    assert seconds_until("retry_at", late) <= LONGEST_PAUSE.total_seconds()
    pass_time()
    deliver_due()
    assert to(OTHER).state == DeliveryState.FAILED
    pass_time()
    assert deliver_due() == 0


def test_refused_for_good_fails_at_once_and_keeps_the_servers_words(tournament, mails):
    mails.refuse |= {CONTACT: "550 no such user", OTHER: "553 ????"}
    assert deliver_due() == 1
    for address, words in mails.refuse.items():
        failed = to(address)
        assert (failed.state, failed.attempts, failed.last_error) == (DeliveryState.FAILED, 1, words)


def test_address_that_cannot_stand_in_a_mail_fails_and_stops_nobody(tournament, mails):
    Branch.objects.filter(name="甲分会").update(contact_mail=f"{CONTACT}\nBcc: all@example.org")
    assert deliver_due() == 2
    assert mails.addresses == EVERYBODY[1:]
    (failed,) = Delivery.objects.filter(state=DeliveryState.FAILED)
    assert failed.last_error.startswith("Invalid address")


def test_server_that_is_down_or_never_answers_costs_time_and_no_mail(tournament, mails, settings):
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    turn = Turn()
    assert (deliver_due(turn), turn.more) == (0, False)
    states = sorted((d.state, d.attempts) for d in Delivery.objects.all())
    assert states == [("pending", 0), ("pending", 0), ("pending", 1)]  # the others need not try
    ids = set(Delivery.objects.values_list("message_id", flat=True))
    pass_time()
    settings.EMAIL_TIMEOUT = 0.1
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.EMAIL_PORT = silent.getsockname()[1]
        assert deliver_due() == 0
    assert Delivery.objects.get(last_error__contains="timed out").state == DeliveryState.PENDING
    settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = port, 10
    pass_time()
    assert deliver_due() == 3
    assert {mail.message_id for mail in mails.received} == ids


@pytest.mark.parametrize("starttls", [False, True], ids=["tls", "starttls"])
def test_server_with_a_wrong_certificate_is_told_nothing(tournament, settings, tmp_path, starttls):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_USE_SSL, settings.EMAIL_USE_TLS = "127.0.0.1", not starttls, starttls
    with a_mail_server(a_certificate(tmp_path), starttls=starttls) as server:
        settings.EMAIL_PORT = server.port
        assert deliver_due() == 0
    assert server.received == []
    (delivery,) = Delivery.objects.filter(attempts=1)
    assert (delivery.state, "CERTIFICATE_VERIFY_FAILED" in delivery.last_error) == (DeliveryState.PENDING, True)


def test_lease_keeps_others_away_and_who_outlives_it_spoils_nothing(tournament, mails):
    """The first sender hangs, a second one takes over and delivers; then the first finds no server."""
    issued_to_one(tournament)
    first = claim()
    assert 0 < seconds_until("lease_until", first) <= LEASE.total_seconds()
    assert (claim(), deliver_due()) == (None, 0)
    pass_time()
    assert deliver_due() == 1
    assert mails.received[0].message_id == first.message_id
    with pytest.raises(Unreachable):
        deliver(first, get_connection(port=1))
    assert to(CONTACT).state == DeliveryState.SENT


def test_sender_who_dies_at_the_last_attempt_leaves_a_failure(tournament, mails):
    issued_to_one(tournament)
    Delivery.objects.update(attempts=MOST_ATTEMPTS, lease_until=Now())
    assert deliver_due() == 0
    assert to(CONTACT).state == DeliveryState.FAILED


def test_claimed_mail_of_a_cancelled_notice_is_not_sent(tournament, mails):
    soon_and_issued(tournament)
    claimed = claim()
    Match.objects.filter(round__number=1).update(state=MatchState.PLAYING)
    assert deliver(claimed, get_connection()) is False
    assert mails.received == []
    assert Delivery.objects.get(pk=claimed.pk).state == DeliveryState.CANCELLED


def test_round_moved_stops_the_mails_that_name_the_old_start_but_for_one_that_may_have_gone_out(tournament, mails):
    """A sender dies between the mail server's yes and his note; then the round is moved."""
    soon_and_issued(tournament)
    old = Delivery.objects.filter(pk__in=list(Delivery.objects.values_list("pk", flat=True)))
    died_over = claim()
    move_round(the_round(tournament, 1), FIRST_START + timedelta(hours=1), by=None)
    assert old.get(pk=died_over.pk).state == DeliveryState.PENDING
    assert {d.state for d in old.exclude(pk=died_over.pk)} == {DeliveryState.CANCELLED}
    pass_time()
    deliver_due()
    assert old.get(pk=died_over.pk).state == DeliveryState.SENT
    assert died_over.message_id not in {mail.message_id for mail in mails.received}
    subjects = [mail.message["Subject"] for mail in mails.received]
    assert subjects
    assert not any("12:30" in subject for subject in subjects)


@in_ci_only
def test_mail_that_the_server_took_without_an_answer_never_reads_as_cancelled(tournament, mails, settings):
    """The answer comes too late, the next try is refused for now; then the round is moved."""
    soon_and_issued(tournament)
    mine = Delivery.objects.all()[0]
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


def test_round_moved_there_and_back_reaches_those_who_had_not_had_it(tournament, mails):
    soon_and_issued(tournament, notice__match__number=1)
    mails.refuse["a1@player.example"] = "451 later"
    deliver_due()
    mails.received.clear()
    for start in (FIRST_START + timedelta(hours=1), FIRST_START):
        move_round(the_round(tournament, 1), start, by=None)
    mails.refuse.clear()
    pass_time()
    deliver_due()
    reminders = Notice.objects.filter(kind=NoticeKind.MATCH_SOON, match__number=1, state=NoticeState.ISSUED)
    soon = Delivery.objects.filter(notice__in=reminders)
    assert {d.state for d in soon} == {DeliveryState.SENT}
    again = [mail.to[0] for mail in mails.received if mail.message_id in {d.message_id for d in soon}]
    assert again == ["a1@player.example"]

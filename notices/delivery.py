"""The way of a notice: issued when it is due, claimed under a lease, sent outside any transaction, and noted.

Four short steps, each its own transaction, so that a process may die between any two of them:

1. ``issue``: due notices get a delivery for each address of their audience; the Message-ID is fixed here;
2. ``claim``: one delivery is leased (``SELECT … FOR UPDATE SKIP LOCKED``), which counts as an attempt;
3. the mail is written with the present state and handed to the mail server;
4. the outcome is noted. A process that dies before this leaves the lease to run out, and the mail goes out again with
   the same Message-ID.

What is due is decided by the journal's time, leases and retries by the database's own clock.
"""

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from journal import clock
from journal.states import become, become_all
from notices import mail_servers, wording
from notices.addressing import message_id
from notices.kinds import addresses
from notices.models import Delivery, Notice
from notices.occasions import is_moot
from notices.recalls import recall_late, recalls_of
from notices.states import DeliveryState, NoticeState
from tournaments.models import Tournament

log = logging.getLogger(__name__)

LEASE = timedelta(minutes=2)  # longer than any conversation with a mail server that EMAIL_TIMEOUT allows
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=30), timedelta(hours=1)
MOST_ATTEMPTS = 30  # about a day of a mail server that is down
BATCH = 50
OUTCOME_UNKNOWN = "the process ended while it was sending"


class Unreachable(Exception):
    """The mail server does not answer: the rest of the batch need not try."""


def deliver_due() -> int:
    """Issue every notice that is due and send what waits, a batch at most; returns how many mails the server took.

    Without a server what waits is not sent, now or later, unless somebody sends it again by hand.
    """
    for tournament in Tournament.objects.filter(notices__state=NoticeState.PENDING, archived_at=None).distinct():
        issue(tournament)
    give_up()
    server = mail_servers.way_out()
    if server is None:
        become_all(_free(), DeliveryState.UNSENT, lease_until=None)
        return 0
    sent = 0
    try:
        for _ in range(BATCH):
            delivery = claim()
            if delivery is None:
                break
            sent += deliver(delivery, server)
    except Unreachable as error:
        log.warning("The mail server cannot be reached: %s", error)
    finally:
        _close(server)
    return sent


def issue(tournament: Tournament) -> None:
    """Make the deliveries of the event's notices that are due by its journal's time; what is moot is cancelled."""
    now = clock.now(tournament.journal)
    while _issue_next(tournament, now):
        pass


def _issue_next(tournament: Tournament, now: datetime) -> bool:
    due = Notice.objects.filter(tournament=tournament, state=NoticeState.PENDING, due_at__lte=now)
    with transaction.atomic():
        notice = (
            due.select_for_update(skip_locked=True, of=("self",))
            .select_related("tournament", "round", "match__round__stage", "team")
            .first()
        )
        if notice is None:
            return False
        if is_moot(notice):
            become(notice, NoticeState.CANCELLED, issued_at=None)
        else:
            heard = address(notice)
            become(notice, NoticeState.ISSUED if heard else NoticeState.NO_ADDRESS, issued_at=now)
        return True


def address(notice: Notice) -> bool:
    """A delivery for each address of the (locked) notice's audience; False if there is none."""
    audience = addresses(notice)
    new = [Delivery(notice=notice, address=address, message_id=message_id()) for address in audience]
    Delivery.objects.bulk_create(new, ignore_conflicts=True)
    # a notice that was cancelled and is wanted again: those who have not had it get it
    become_all(notice.deliveries.filter(address__in=audience), DeliveryState.PENDING)
    return bool(audience)


def _free() -> QuerySet[Delivery]:
    """Deliveries that wait and that nobody is sending."""
    no_lease = Q(lease_until=None) | Q(lease_until__lte=Now())
    return Delivery.objects.filter(no_lease, Q(retry_at=None) | Q(retry_at__lte=Now()), state=DeliveryState.PENDING)


def give_up() -> None:
    """Deliveries whose sender died at the last attempt have failed, too."""
    become_all(_free().filter(attempts__gte=MOST_ATTEMPTS), DeliveryState.FAILED, lease_until=None)


def claim() -> Delivery | None:
    """Lease the next delivery that waits; two workers never get the same one while the lease holds. ``lease_until`` of
    what is returned is the lease before: None if nobody died over it."""
    with transaction.atomic():
        waiting = _free().filter(attempts__lt=MOST_ATTEMPTS).select_for_update(skip_locked=True)
        delivery = waiting.order_by(F("retry_at").asc(nulls_first=True), "pk").first()
        if delivery is None:
            return None
        Delivery.objects.filter(pk=delivery.pk).update(lease_until=Now() + LEASE, attempts=F("attempts") + 1)
        delivery.attempts += 1
        return delivery


def deliver(delivery: Delivery, server: BaseEmailBackend) -> bool:
    """Send a claimed delivery and note the outcome; True if the server took it.

    Raises Unreachable, after noting it, when there is no server to talk to.
    """
    notice = wording.with_subjects(Notice.objects.all()).get(pk=delivery.notice_id)
    if notice.state != NoticeState.ISSUED or is_moot(notice):
        _stop(delivery, notice)
        return False
    known = recalls_of(notice)
    try:
        message = _message(delivery, notice)
        _open(server)
        message.connection = server
        message.send()
    except Exception as error:  # whatever one notice brings up, the others must go out
        _close(server)
        _note_failure(delivery, error)
        if isinstance(error, Unreachable):
            raise
        return False
    _note_sent(delivery, notice, known)
    return True


def _stop(delivery: Delivery, notice: Notice) -> None:
    """Not to be sent any more. Where an earlier sender died before he noted the outcome (his lease was still there when
    this one began), the mail may have gone out, and then counts as sent, so that a correction reaches who got it."""
    if delivery.lease_until is None:
        become_all(_claimed(delivery), DeliveryState.CANCELLED, lease_until=None)
    else:
        _note_sent(delivery, notice, frozenset(), OUTCOME_UNKNOWN)


def _note_sent(delivery: Delivery, notice: Notice, known: frozenset[int], remark: str = "") -> None:
    sent = Delivery.objects.filter(pk=delivery.pk)  # whatever happened meanwhile: it is sent
    now = clock.now(notice.tournament.journal)
    become_all(sent, DeliveryState.SENT, sent_at=now, lease_until=None, last_error=remark)
    recall_late(delivery, known)


def _message(delivery: Delivery, notice: Notice) -> EmailMessage:
    mail = wording.mail(notice, clock.now(notice.tournament.journal))
    headers = {"Message-ID": delivery.message_id, "Auto-Submitted": "auto-generated"}
    known = mail_servers.outgoing()
    sender = known.sender if known else None
    return EmailMessage(mail.subject, mail.body, sender, [delivery.address], headers=headers)


def _open(server: BaseEmailBackend) -> None:
    try:
        server.open()
    except (OSError, SMTPException) as error:
        raise Unreachable(str(error)) from error


def _close(server: BaseEmailBackend) -> None:
    try:
        server.close()
    except (OSError, SMTPException):
        log.info("The mail server had closed the connection.")


def _note_failure(delivery: Delivery, error: Exception) -> None:
    if not isinstance(error, (SMTPException, OSError, Unreachable, ValueError)):
        log.exception("Delivery %s could not be sent", delivery.pk)
    if _is_permanent(error) or delivery.attempts >= MOST_ATTEMPTS:
        log.error("Delivery %s has failed: its row says why", delivery.pk)  # the reason may name the address
        become_all(_claimed(delivery), DeliveryState.FAILED, lease_until=None, last_error=mail_servers.answer(error))
    else:
        pause = min(FIRST_PAUSE * 2 ** (delivery.attempts - 1), LONGEST_PAUSE)
        _claimed(delivery).update(lease_until=None, retry_at=Now() + pause, last_error=mail_servers.answer(error))


def _is_permanent(error: Exception) -> bool:
    """The server will never take it for this address, or the address cannot stand in a mail."""
    if isinstance(error, SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    return isinstance(error, ValueError)


def _claimed(delivery: Delivery) -> QuerySet[Delivery]:
    # the number of the attempt is the fence: whoever outlived his lease changes nothing any more
    return Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.PENDING, attempts=delivery.attempts)

"""The way of a notice: issued when it is due, claimed under a lease, sent outside any transaction, and noted.

Four short steps, each its own transaction, so that a process may die between any two of them:

1. ``issue``: due notices get a delivery for each address of their audience; the Message-ID is fixed here;
2. ``claim``: one delivery is leased (``SELECT … FOR UPDATE SKIP LOCKED``), which counts as an attempt;
3. the mail is written with the present state and handed to the mail server (a message to a channel: ``chats``);
4. the outcome is noted. A process that dies before this leaves the lease to run out, and the mail goes out again with
   the same Message-ID.

What is due is decided by the journal's time, leases and retries by the database's own clock.
"""

import logging
from datetime import datetime
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import F, Q, QuerySet

from journal import clock
from journal.states import become, become_all
from notices import mail_servers, wording
from notices.addressing import message_id
from notices.kinds import addresses
from notices.models import Delivery, Notice
from notices.occasions import is_moot
from notices.outcomes import MOST_ATTEMPTS, free, lease, note_failure, note_sent, stop
from notices.recalls import recalls_of
from notices.routing import channels_of, is_mailed
from notices.states import DeliveryState, NoticeKind, NoticeState
from tournaments.models import Tournament

log = logging.getLogger(__name__)

BATCH = 50


class Unreachable(Exception):
    """The mail server does not answer: the rest of the batch need not try."""


def deliver_due() -> int:
    """Issue every notice that is due and mail what waits, a batch at most; returns how many mails the server took.

    Without a server what waits is not sent, now or later, unless somebody sends it again by hand.
    """
    open_ = Q(archived_at=None) | Q(notices__kind=NoticeKind.PERSONAL_DATA)
    for tournament in Tournament.objects.filter(open_, notices__state=NoticeState.PENDING).distinct():
        issue(tournament)
    give_up()
    server = mail_servers.way_out()
    if server is None:
        become_all(_free_mails(), DeliveryState.UNSENT, lease_until=None)
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
    if tournament.archived_at:  # of an event that was put away only this is still to be said
        due = due.filter(kind=NoticeKind.PERSONAL_DATA)
    with transaction.atomic():
        notice = (
            due.select_for_update(skip_locked=True, of=("self",))
            .select_related("tournament", "round", "match__round__stage", "team", "announcement__team")
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
    """A delivery for each address of the (locked) notice's audience; False if nobody has one. What the event does not
    mail goes to channels alone, if to anybody."""
    mailed, channels = is_mailed(notice), {channel.subject: channel for channel in channels_of(notice)}
    audience = [*(addresses(notice) if mailed else ()), *channels]
    new = [Delivery(notice=notice, address=a, channel=channels.get(a), message_id=message_id()) for a in audience]
    Delivery.objects.bulk_create(new, ignore_conflicts=True)
    # a notice that was cancelled and is wanted again: those who have not had it get it
    become_all(notice.deliveries.filter(address__in=audience), DeliveryState.PENDING)
    return bool(audience) or not mailed


def _free_mails() -> QuerySet[Delivery]:
    return free().filter(channel=None)


def give_up() -> None:
    """Deliveries whose sender died at the last attempt have failed, too."""
    become_all(free().filter(attempts__gte=MOST_ATTEMPTS), DeliveryState.FAILED, lease_until=None)


def claim() -> Delivery | None:
    """Lease the next mail that waits; two workers never get the same one while the lease holds. ``lease_until`` of
    what is returned is the lease before: None if nobody died over it."""
    with transaction.atomic():
        waiting = _free_mails().filter(attempts__lt=MOST_ATTEMPTS).select_for_update(skip_locked=True)
        delivery = waiting.order_by(F("retry_at").asc(nulls_first=True), "pk").first()
        if delivery is not None:
            lease([delivery], delivery.message_id)
        return delivery


def deliver(delivery: Delivery, server: BaseEmailBackend) -> bool:
    """Send a claimed mail and note the outcome; True if the server took it.

    Raises Unreachable, after noting it, when there is no server to talk to.
    """
    notice = wording.with_subjects(Notice.objects.all()).get(pk=delivery.notice_id)
    if notice.state != NoticeState.ISSUED or is_moot(notice):
        stop(delivery, notice)
        return False
    known = recalls_of(notice)
    try:
        mail = wording.mail(notice, clock.now(notice.tournament.journal), opens=True)
        send(mail, delivery.address, delivery.message_id, server)
    except Exception as error:  # whatever one notice brings up, the others must go out
        _close(server)
        if not isinstance(error, (SMTPException, OSError, Unreachable, ValueError)):
            log.exception("Delivery %s could not be sent", delivery.pk)
        note_failure(delivery, mail_servers.answer(error), final=is_final(error), unanswered=is_unanswered(error))
        if isinstance(error, Unreachable):
            raise
        return False
    note_sent(delivery, notice, known)
    return True


def send(mail: wording.Mail, address: str, message_id: str, server: BaseEmailBackend) -> None:
    """Hand the mail to the server, which is opened if it is not. Raises what the conversation raises."""
    headers = {"Message-ID": message_id, "Auto-Submitted": "auto-generated"}
    known = mail_servers.outgoing()
    sender = known.sender if known else None
    message = EmailMessage(mail.subject, mail.body, sender, [address], headers=headers, connection=server)
    for name, content in mail.files:
        message.attach(name, content)
    try:
        server.open()
    except (OSError, SMTPException) as error:
        raise Unreachable(str(error)) from error
    message.send()


def _close(server: BaseEmailBackend) -> None:
    try:
        server.close()
    except (OSError, SMTPException):
        log.info("The mail server had closed the connection.")


def is_final(error: Exception) -> bool:
    """The server will never take it for this address, or the address cannot stand in a mail."""
    if isinstance(error, SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    return isinstance(error, ValueError)


def is_unanswered(error: Exception) -> bool:
    """The conversation broke off: the server may have taken the mail. Whatever it says is an answer."""
    return isinstance(error, OSError) and not isinstance(error, SMTPRecipientsRefused | SMTPResponseException)

"""The way of a notice: issued when it is due, claimed under a lease, sent outside any transaction, and noted.

Four short steps, each its own transaction, so that a process may die between any two of them:

1. ``issue``: due notices get a delivery for each address of their audience, a batch of notices at a time; the
   Message-ID is fixed here;
2. ``claim``: one delivery is leased (``SELECT … FOR UPDATE SKIP LOCKED``), which counts as an attempt;
3. the mail is written with the present state and handed to the mail server (a message to a channel: ``chats``);
4. the outcome is noted, in the delivery and as a line of its log that was begun with its claim. A process that dies
   before this leaves the lease to run out, and the mail goes out again with the same Message-ID.

What is due is decided by the journal's time, leases and retries by the database's own clock.
"""

import logging
from collections.abc import Collection
from datetime import timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Now

from journal import clock
from journal.states import become_all
from notices import mail_servers, wording
from notices.addressing import message_id
from notices.audience import People, Routes, addresses
from notices.models import Attempt, Delivery, Notice
from notices.occasions import is_moot
from notices.recalls import recall_late, recalls_of
from notices.states import DeliveryState, NoticeKind, NoticeState, Outcome
from notices.turns import Turn, all_of_it
from tournaments.models import Tournament

log = logging.getLogger(__name__)

BATCH = 100
"""Notices issued in one transaction, so long do their rows stay locked."""
MOST_DUE = 5_000
LEASE = timedelta(minutes=2)  # longer than any conversation that EMAIL_TIMEOUT and CHANNEL_TIMEOUT allow
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=30), timedelta(hours=1)
MOST_ATTEMPTS = 30  # about a day of a server that is down
OUTCOME_UNKNOWN = "the process ended while it was sending, or no answer came"


class Unreachable(Exception):
    """The mail server does not answer: the rest of the batch need not try."""


def deliver_due(turn: Turn | None = None) -> int:
    """Issue notices that are due, for half of the turn at most, and mail what waits; without a ``turn`` all of it.
    Returns how many mails the server took.

    Without a server what waits is not sent, now or later, unless somebody sends it again by hand.
    """
    turn = turn or all_of_it()
    issue(turn=turn, share=0.5)
    give_up()
    server = mail_servers.way_out()
    if server is None:
        become_all(_free_mails(), DeliveryState.UNSENT, lease_until=None)
        return 0
    sent = 0
    try:
        while turn.lasts() and (delivery := claim()) is not None:
            sent += deliver(delivery, server)
        turn.more |= not turn.lasts()
    except Unreachable as error:
        turn.more = False
        log.warning("The mail server cannot be reached: %s", error)
    finally:
        _close(server)
    return sent


def issue(tournament: Tournament | None = None, *, turn: Turn | None = None, share: float = 1.0) -> None:
    """Make the deliveries of the notices that are due by their journal's time, of one event or of all, a batch in each
    transaction; what is moot is cancelled. Whatever another process is issuing is left to it."""
    turn = turn or all_of_it()
    # of an event that was put away this is still said
    allowed = Q(tournament__archived_at=None) | Q(kind=NoticeKind.PERSONAL_DATA)
    rows = Notice.objects.filter(allowed, state=NoticeState.PENDING, due_at__lte=clock.now_of("tournament__journal"))
    if tournament is not None:
        rows = rows.filter(tournament=tournament)
    due = list(rows.order_by("due_at", "pk").values_list("pk", flat=True)[:MOST_DUE])
    now = Tournament.objects.filter(pk=OuterRef("tournament")).values(now=clock.now_of("journal"))
    while due and turn.lasts(share):
        with transaction.atomic():
            waiting = Notice.objects.select_for_update(skip_locked=True, of=("self",)).filter(state=NoticeState.PENDING)
            rows = waiting.select_related("tournament", "round", "match__round__stage", "team", "announcement__team")
            notices = list(rows.filter(pk__in=due[:BATCH]))
            moot = {notice.pk for notice in notices if is_moot(notice)}
            addressed = address([notice for notice in notices if notice.pk not in moot])
            silent = {notice.pk for notice in notices} - moot - addressed
            _become(moot, NoticeState.CANCELLED, None)
            _become(addressed, NoticeState.ISSUED, Subquery(now))
            _become(silent, NoticeState.NO_ADDRESS, Subquery(now))
        due = due[BATCH:]
    turn.more |= bool(due)


def _become(pks: Collection[int], state: NoticeState, issued_at: Subquery | None) -> None:
    if pks:
        become_all(Notice.objects.filter(pk__in=pks), state, issued_at=issued_at)


def address(notices: Collection[Notice]) -> set[int]:
    """A delivery for each address of the audiences of the (locked) notices; returns which of them (ids) reach anybody.
    What its event does not mail goes to channels alone, if to anybody. Queries are the same for any number."""
    people = People(notices)
    routes = Routes(notices, people)
    new: list[Delivery] = []
    addressed = set[int]()
    for notice in notices:
        mailed, channels = routes.is_mailed(notice), {row.subject: row for row in routes.channels_of(notice)}
        audience = [*(addresses(notice, people) if mailed else ()), *channels]
        new += [Delivery(notice=notice, address=a, channel=channels.get(a), message_id=message_id()) for a in audience]
        if audience or not mailed:
            addressed.add(notice.pk)
    Delivery.objects.bulk_create(new, ignore_conflicts=True)
    # a notice that was cancelled and is wanted again: those who have not had it get it
    wanted = {(delivery.notice_id, delivery.address) for delivery in new}
    old = Delivery.objects.filter(notice__in=notices, state=DeliveryState.CANCELLED)
    again = [pk for pk, *to in old.values_list("pk", "notice", "address") if tuple(to) in wanted]
    if again:
        become_all(Delivery.objects.filter(pk__in=again), DeliveryState.PENDING)
    return addressed


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


def free() -> QuerySet[Delivery]:
    """Deliveries that wait and that nobody is sending."""
    no_lease = Q(lease_until=None) | Q(lease_until__lte=Now())
    return Delivery.objects.filter(no_lease, Q(retry_at=None) | Q(retry_at__lte=Now()), state=DeliveryState.PENDING)


def lease(deliveries: list[Delivery], message_id: str) -> None:
    """Take the (locked) deliveries in hand, which counts as an attempt. Their ``lease_until`` stays as it was read."""
    pks = [delivery.pk for delivery in deliveries]
    Delivery.objects.filter(pk__in=pks).update(lease_until=Now() + LEASE, attempts=F("attempts") + 1)
    for delivery in deliveries:
        delivery.attempts += 1
    lines = [Attempt(delivery=d, number=d.attempts, message_id=message_id) for d in deliveries]
    Attempt.objects.bulk_create(lines)


def stop(delivery: Delivery, notice: Notice) -> None:
    """Not to be sent any more. Where an earlier sender died before he noted the outcome, or heard no answer (his lease
    was still there when this one began), it may have gone out, and counts as sent, so that a correction reaches who got
    it."""
    _line(delivery).delete()
    if delivery.lease_until is None:
        become_all(claimed(delivery), DeliveryState.CANCELLED, lease_until=None)
    else:
        note_sent(delivery, notice, frozenset(), OUTCOME_UNKNOWN)


def note_sent(delivery: Delivery, notice: Notice, known: frozenset[int], remark: str = "") -> None:
    """Mark the delivery as sent. ``known``: the recalls that its text already takes into account."""
    sent = Delivery.objects.filter(pk=delivery.pk)  # whatever happened meanwhile: it is sent
    now = clock.now(notice.tournament.journal)
    become_all(sent, DeliveryState.SENT, sent_at=now, lease_until=None, last_error=remark)
    _log(delivery, Outcome.SENT)
    recall_late(delivery, known)


def note_failure(delivery: Delivery, reason: str, *, final: bool, unanswered: bool = False) -> None:
    """Mark the delivery as failed, or have it tried again after a pause that grows. ``reason`` is what the other side
    said; ``unanswered``: it may have been sent all the same, so its lease is left to run out."""
    if final or delivery.attempts >= MOST_ATTEMPTS:
        log.error("Delivery %s has failed: its row says why", delivery.pk)  # the reason may name the address
        become_all(claimed(delivery), DeliveryState.FAILED, lease_until=None, last_error=reason)
        _log(delivery, Outcome.REFUSED if final else Outcome.LATER, reason)
    else:
        pause = min(FIRST_PAUSE * 2 ** (delivery.attempts - 1), LONGEST_PAUSE)
        until = Now() if unanswered else delivery.lease_until  # a sender before this one may have heard no answer
        claimed(delivery).update(lease_until=until, retry_at=Now() + pause, last_error=reason)
        _log(delivery, Outcome.LATER, reason)


def _log(delivery: Delivery, outcome: Outcome, reason: str = "") -> None:
    _line(delivery).update(outcome=outcome, said=reason)


def _line(delivery: Delivery) -> QuerySet[Attempt]:
    # by hand it is sent again from number 1 on, after lines that have an outcome
    return Attempt.objects.filter(delivery=delivery, number=delivery.attempts, outcome=Outcome.UNKNOWN)


def claimed(delivery: Delivery) -> QuerySet[Delivery]:
    """The row, as long as nobody took it after this one's lease: the number of the attempt is the fence."""
    return Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.PENDING, attempts=delivery.attempts)

"""How an attempt at a delivery ended: noted in the delivery, and as a line of its log that was begun with its claim."""

import logging
from datetime import timedelta

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from journal import clock
from journal.states import become_all
from notices.models import Attempt, Delivery, Notice
from notices.recalls import recall_late
from notices.states import DeliveryState, Outcome

log = logging.getLogger(__name__)

LEASE = timedelta(minutes=2)  # longer than any conversation that EMAIL_TIMEOUT and CHANNEL_TIMEOUT allow
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=30), timedelta(hours=1)
MOST_ATTEMPTS = 30  # about a day of a server that is down
OUTCOME_UNKNOWN = "the process ended while it was sending, or no answer came"


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

"""The way of an event to a webhook. The journal is its outbox: nothing is written in the action that records it.

1. ``issue``: what the journal has beyond a webhook's ``after`` gets a call each. Numbers are in the order of the
   commits, so none is missed; the id of a call is made of the journal's number, so none is made twice.
2. ``claim``: one call is leased (``SELECT … FOR UPDATE SKIP LOCKED``), which counts as an attempt.
3. it is signed and sent, outside any transaction (`notices.outside`, which leads into no network of one's own).
4. the outcome is noted. Who dies before this leaves the lease to run out: it goes out again, under the same id.
"""

import json
import logging
from collections import deque
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any

from django.db import transaction
from django.db.models import DurationField, ExpressionWrapper, F, Q, QuerySet
from django.db.models.functions import Greatest, Least, Now

from integrations.actions import disable_webhook
from integrations.models import Call, CallAttempt, Webhook
from integrations.payloads import signature, wanted, webhook_payload
from integrations.states import CallState
from journal.models import Event
from journal.states import become_all
from notices.addressing import opened
from notices.delivery import LEASE
from notices.outside import Answer, Forbidden, Unanswered, post
from notices.turns import Turn, all_of_it
from tournaments.chronicle.queries.history import happened

log = logging.getLogger(__name__)

AT_ONCE = 100
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=10), timedelta(hours=2)
MOST_ATTEMPTS = 20
"""About a day: 10 s, 20 s, 40 s … two hours."""
LONGEST_SILENCE = timedelta(days=3)
"""After so long without one call that was taken a webhook is switched off."""
LONGEST_REST = timedelta(minutes=10)
"""Between two calls of a webhook that fails: half of the time that it has failed for, and no longer than this."""
LONGEST_SAID = 200


def deliver_calls(turn: Turn | None = None) -> int:
    """Make the calls that are due and send what waits, a call to each webhook at a time; without a ``turn`` all of it.
    Returns how many were taken. Whoever fails rests: it holds up nobody else."""
    turn = turn or all_of_it()
    issue(turn)
    waiting = _open().filter(pk__in=Call.objects.filter(state=CallState.PENDING).values("webhook"))
    # by chance: what a turn does not come to is not the same each time
    taken, webhooks = 0, deque(waiting.order_by("?"))
    while webhooks and turn.lasts():
        webhook = webhooks.popleft()
        call = claim(webhook)
        if call is not None and deliver(call):
            taken += 1
            webhooks.append(webhook)
    turn.more |= bool(webhooks)
    return taken


def issue(turn: Turn) -> None:
    """A call for each event that a webhook has none of yet, ``AT_ONCE`` in a transaction, for half of the turn."""
    behind = _active_webhooks().filter(tournament__journal__last_number__gt=F("after")).order_by("?")
    for pk in behind.values_list("pk", flat=True):
        if not turn.lasts(0.5):
            turn.more = True
            break
        with transaction.atomic():
            rows = Webhook.objects.select_for_update(skip_locked=True, no_key=True, of=("self",))
            webhook = rows.select_related("tournament__journal").filter(pk=pk).first()
            if webhook is None:
                continue
            journal = webhook.tournament.journal
            events = happened(webhook.tournament, webhook.after, AT_ONCE)
            calls = [
                Call(webhook=webhook, number=e.number, kind=e.kind, message_id=f"evt_{journal.pk}_{e.number}_{pk}")
                for e in events
                if wanted(e.kind, webhook.kinds)
            ]
            Call.objects.bulk_create(calls, ignore_conflicts=True)
            has_more = len(events) == AT_ONCE
            webhook.after = events[-1].number if has_more else max(journal.last_number, webhook.after)
            webhook.save(update_fields=["after"])
            turn.more |= has_more


def _active_webhooks() -> QuerySet[Webhook]:
    return Webhook.objects.filter(removed_at=None, disabled_at=None, tournament__archived_at=None)


def _open() -> QuerySet[Webhook]:
    """Those that are told at this moment."""
    return _active_webhooks().exclude(rests_until__gt=Now())


def claim(webhook: Webhook) -> Call | None:
    """Lease the next call that waits for the webhook."""
    no_lease = Q(lease_until=None) | Q(lease_until__lte=Now())
    waiting = Call.objects.filter(no_lease, Q(retry_at=None) | Q(retry_at__lte=Now()), state=CallState.PENDING)
    with transaction.atomic():
        rows = waiting.filter(webhook=webhook, webhook__in=_open())
        rows = rows.select_for_update(skip_locked=True, of=("self",)).select_related("webhook__tournament__journal")
        call = rows.order_by(F("retry_at").asc(nulls_first=True), "pk").first()
        if call is None:
            return None
        call.attempts += 1
        Call.objects.filter(pk=call.pk).update(lease_until=Now() + LEASE, attempts=call.attempts)
        CallAttempt.objects.create(call=call, number=call.attempts)
        return call


def deliver(call: Call) -> bool:
    """Send a claimed call and note the outcome; True if it was taken."""
    address, key = opened(call.webhook)
    body, moment = body_of(call), int(call.log.latest("pk").at.timestamp())
    headers: dict[bytes | str, bytes | str] = {
        "content-type": "application/json",
        "user-agent": "guandan-webhooks/1",
        "webhook-id": call.message_id,
        "webhook-timestamp": str(moment),
        "webhook-signature": signature(key, call.message_id, moment, body),
    }
    try:
        answer = post(address, body, headers)
    except (Forbidden, Unanswered, ValueError) as error:
        answer = Answer(0, f"{type(error).__name__}: {error}".encode())
    return _note(call, answer)


def body_of(call: Call) -> bytes:
    """Standard Webhooks: type, timestamp and data; made of the journal, whatever stands there now."""
    tournament, item = call.webhook.tournament, None
    if call.number:
        item = next(iter(happened(tournament, call.number - 1, 1)), None)
    event: dict[str, Any] = {"kind": call.kind, "data": {}}
    if item and item.number == call.number:
        event = webhook_payload(item)
    own = Event.objects.filter(journal=tournament.journal_id, number=call.number)
    at = own.values_list("at", flat=True).first()
    body = {"type": call.kind, "timestamp": _plain(at or ""), "data": {"tournament": tournament.slug, **event}}
    return json.dumps(body, ensure_ascii=False, default=_plain).encode()


def _plain(value: Any) -> str:
    return value.isoformat().replace("+00:00", "Z") if isinstance(value, datetime) else str(value)


def _note(call: Call, answer: Answer) -> bool:
    text = answer.body.decode("utf-8", "replace").replace("\x00", "")[:LONGEST_SAID]
    lines = CallAttempt.objects.filter(call=call, number=call.attempts, status=None)
    lines.update(status=answer.status, said=text)
    own = Call.objects.filter(pk=call.pk, attempts=call.attempts)
    webhooks = Webhook.objects.filter(pk=call.webhook_id)
    if HTTPStatus.OK <= answer.status < HTTPStatus.MULTIPLE_CHOICES:
        become_all(own, CallState.SENT, lease_until=None)
        webhooks.update(failing_since=None, rests_until=None)
        return True
    webhooks.filter(failing_since=None).update(failing_since=Now())
    silence = ExpressionWrapper((Now() - F("failing_since")) / 2, output_field=DurationField())
    webhooks.update(rests_until=Now() + Least(Greatest(silence, FIRST_PAUSE), LONGEST_REST))
    if call.attempts >= MOST_ATTEMPTS:
        become_all(own, CallState.FAILED, lease_until=None)
    else:
        pause = min(FIRST_PAUSE * 2 ** (call.attempts - 1), LONGEST_PAUSE)
        own.update(lease_until=None, retry_at=Now() + pause)
    silent = webhooks.filter(failing_since__lt=Now() - LONGEST_SILENCE).exists()
    if answer.status == HTTPStatus.GONE or silent:
        log.warning("Webhook %s is switched off", call.webhook_id)
        disable_webhook(call.webhook, by=None)
    return False

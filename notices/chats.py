"""The way of what waits for a channel, as ``delivery`` sends mails: claimed under a lease, sent, and noted.

What waits for one channel goes out in one message, at most ``MOST_TOGETHER`` notices; what must be read whole alone.
The deliveries of a message keep its id, so that a repeated one holds the same notices under the same id: who dies
between the answer of a service and the note repeats it. A service that asks for a pause gets it on every channel of
that address, and its limit for a minute is counted by attempts, before anything is sent.
"""

import json
import logging
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, Q, When
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from journal import clock
from notices import mail_servers, wording
from notices.addressing import opened
from notices.delivery import (
    MOST_ATTEMPTS,
    Unreachable,
    free,
    give_up,
    is_final,
    is_unanswered,
    lease,
    note_failure,
    note_sent,
    send,
    stop,
)
from notices.due import released_until
from notices.models import Attempt, Channel, Delivery, Notice
from notices.occasions import is_moot
from notices.outside import Forbidden, Unanswered, post
from notices.recalls import recalls_of
from notices.services import LONGEST_SAID, MINUTE, ROBOTS, Message, Verdict, fitted, secrets_of, verdict
from notices.states import ALONE, URGENT, NoticeState, Service
from notices.turns import Turn, all_of_it

log = logging.getLogger(__name__)

MOST_TOGETHER = 20


@dataclass(frozen=True)
class Parcel:
    """Claimed deliveries of one channel that go out in one message. ``at``: the present moment of the database."""

    channel: Channel
    id: str
    deliveries: list[Delivery]
    at: datetime


def deliver_to_channels(turn: Turn | None = None) -> int:
    """Send what waits for groups and mailboxes, a message to each at a time; without a ``turn`` all of it. Returns how
    many messages were taken."""
    turn = turn or all_of_it()
    give_up()
    waiting = free().exclude(channel=None).filter(attempts__lt=MOST_ATTEMPTS)
    rests = Q(paused_until__gt=Now())
    rows = Channel.objects.exclude(rests).filter(pk__in=waiting.values("channel"), tournament__archived_at=None)
    urgent = waiting.filter(notice__kind__in=URGENT).values("channel")
    # by chance among equals: what a turn does not come to is not the same each time
    rows = rows.select_related("tournament__journal").order_by(Case(When(pk__in=urgent, then=0), default=1), "?")
    taken, channels = 0, deque(rows if turn.lasts() else ())
    while channels and turn.lasts():
        channel = channels.popleft()
        if (parcel := claim(channel)) is not None:
            taken += deliver(parcel)
            channels.append(channel)
    turn.more |= bool(channels) or not turn.lasts()
    return taken


def claim(channel: Channel) -> Parcel | None:
    """Lease what goes out next; None where nothing waits, the hour is quiet, or the service wants a pause."""
    with transaction.atomic():
        same = Channel.objects.filter(mark=channel.mark)
        locked = same.select_for_update(no_key=True, of=("self",)).select_related("tournament__journal")
        rows = {row.pk: row for row in locked.annotate(at=Now()).order_by("pk")}
        me = rows.get(channel.pk)
        if me is None:
            return None
        robot = ROBOTS.get(me.service)  # none of a mailbox, nor of a service that is no more
        if robot is not None:
            lately = Attempt.objects.filter(delivery__channel__mark=me.mark, at__gt=Now() - MINUTE)
            if lately.values("message_id").distinct().count() >= robot.a_minute:
                return None
        if any(row.paused_until and row.paused_until > row.at for row in rows.values()):
            return None
        deliveries = _next_message(me, clock.now(me.tournament.journal))
        if not deliveries:
            return None
        lease(deliveries, deliveries[0].together)
        return Parcel(me, deliveries[0].together, deliveries, me.at)


def _next_message(channel: Channel, now: datetime) -> list[Delivery]:
    """The deliveries of the channel's next message, all with its id: of what may go out at this moment of the event."""
    allowed = Q(notice__kind__in=URGENT)
    until = released_until(now, channel.tournament.tzinfo, channel.collecting, channel.quiet)
    if until is not None:
        allowed |= Q(notice__issued_at__lte=until)
    open_ = free().filter(allowed, channel=channel, attempts__lt=MOST_ATTEMPTS)
    waiting = open_.select_for_update(of=("self",), skip_locked=True)
    first_comes = Case(When(notice__kind__in=URGENT, then=0), default=1)
    rows = waiting.select_related("notice").order_by(first_comes, F("retry_at").asc(nulls_first=True), "pk")
    first = rows.first()
    if first is None:
        return []
    if first.together:
        return list(waiting.filter(together=first.together).order_by("pk"))
    deliveries = [first]
    if first.notice.kind not in ALONE:
        urgent = Q(notice__kind__in=URGENT) if first.notice.kind in URGENT else ~Q(notice__kind__in=URGENT)
        deliveries = list(rows.filter(urgent, together="").exclude(notice__kind__in=ALONE)[:MOST_TOGETHER])
    for delivery in deliveries:
        delivery.together = first.message_id
    Delivery.objects.filter(pk__in=[delivery.pk for delivery in deliveries]).update(together=first.message_id)
    return deliveries


def deliver(parcel: Parcel) -> bool:
    """Send a claimed message and note the outcome; True if it was taken."""
    notices = wording.with_subjects(Notice.objects.all()).in_bulk([d.notice_id for d in parcel.deliveries])
    sendings: list[tuple[Delivery, Notice]] = []
    for delivery in parcel.deliveries:
        notice = notices[delivery.notice_id]
        if parcel.channel.removed_at or notice.state != NoticeState.ISSUED or is_moot(notice):
            stop(delivery, notice)
        else:
            sendings.append((delivery, notice))
    if not sendings:
        return False
    known = {delivery.pk: recalls_of(notice) for delivery, notice in sendings}
    try:
        outcome = _send(parcel, [notice for _delivery, notice in sendings])
    except Exception as error:  # whatever one message brings up, the others must go out
        log.exception("Message to channel %s could not be made", parcel.channel.pk)
        outcome = Verdict(taken=False, said=type(error).__name__)
    for delivery, notice in sendings:
        if outcome.taken:
            note_sent(delivery, notice, known[delivery.pk])
        else:
            note_failure(delivery, outcome.said, final=outcome.final, unanswered=outcome.unanswered)
    if outcome.pause is not None:
        Channel.objects.filter(mark=parcel.channel.mark).update(paused_until=Now() + outcome.pause)
    return outcome.taken


def _send(parcel: Parcel, notices: Sequence[Notice]) -> Verdict:
    url, key = opened(parcel.channel)
    if not url:
        return Verdict(taken=False, said=_("Its address was encrypted with another key."), final=True)
    if parcel.channel.service == Service.MAIL:
        return _mail(parcel, url, notices)
    robot = ROBOTS[parcel.channel.service]
    message = _message(parcel, notices, robot.most)
    signed_url, payload = robot.write(url, key, message)
    headers: dict[bytes | str, bytes | str] = {
        "Content-Type": "application/json; charset=utf-8", "User-Agent": "guandan", "Idempotency-Key": message.id,
    }  # fmt: skip
    try:
        answer = post(signed_url, json.dumps(payload, ensure_ascii=False).encode(), headers)
        outcome = verdict(parcel.channel.service, answer, parcel.at)
    except Forbidden:
        return Verdict(taken=False, said=_("The address leads into a private network."), final=True)
    except Unanswered as error:
        outcome = Verdict(taken=False, said=str(error), pause=MINUTE)
    words = outcome.said
    for secret in (*secrets_of(url), *filter(None, [key])):
        words = words.replace(secret, "…")
    return replace(outcome, said=words[:LONGEST_SAID])


def _mail(parcel: Parcel, address: str, notices: Sequence[Notice]) -> Verdict:
    server = mail_servers.way_out()
    if server is None:
        return Verdict(taken=False, said=_("No mail server is set up."), final=True)
    if len(notices) == 1:
        mail = wording.mail(notices[0], clock.now(notices[0].tournament.journal))
    else:
        message = _message(parcel, notices, most=100_000)
        mail = wording.Mail(message.title, f"{message.text}\n")
    try:
        send(mail, address, parcel.id, server)
    except Unreachable as error:
        return Verdict(taken=False, said=str(error)[:LONGEST_SAID])
    except (OSError, ValueError) as error:
        unanswered = is_unanswered(error)
        return Verdict(False, mail_servers.answer(error), final=is_final(error), unanswered=unanswered)
    finally:
        server.close()
    return Verdict(taken=True)


def _message(parcel: Parcel, notices: Sequence[Notice], most: int) -> Message:
    """The notices in one message: whole, if they fit into so many bytes, else a line each and the page of all."""
    tournament = notices[0].tournament
    chats = [wording.chat(notice, clock.now(tournament.journal)) for notice in notices]
    with translation.override(settings.LANGUAGE_CODE), tournament.at_home():
        several = _("%(n)s notices") % {"n": len(chats)}
        title = wording.in_group(tournament, chats[0].title if len(chats) == 1 else several)
        parts = ["\n".join(filter(None, [c.title if len(chats) > 1 else "", c.text, c.url])) for c in chats]
        text = "\n\n".join(parts)
        if len(chats) > 1 and len(f"{title}\n{text}".encode()) > most:
            url = settings.SITE_URL + reverse("event", kwargs={"slug": tournament.slug})
            text = "\n".join([*dict.fromkeys(f"· {chat.title}" for chat in chats), url])
    text = fitted(text, most - len(f"{title}\n".encode()))
    return Message(parcel.id.strip("<>"), title, text, parcel.at)

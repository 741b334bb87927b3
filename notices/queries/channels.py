"""The channels of an event, and what went to each: for the office alone."""

from datetime import datetime

from django.db.models import Count, Max, Q, Value
from django.db.models.functions import Coalesce

from journal import clock
from notices import wording
from notices.audience import MAILED
from notices.due import release_at
from notices.models import Channel, Delivery, Mailing, Notice
from notices.states import URGENT, DeliveryState, NoticeKind
from tournaments.bracket.words.names import team_name
from tournaments.models import Tournament

LOGGED = 20


def channels(tournament: Tournament) -> list[tuple[Channel, str]]:
    """Those that are not removed, each with the name of the branch or team whose it is ("": the event's): the event's
    own first, then by branch and team. Of its deliveries it has how many are ``waiting`` and ``failed``, and the latest
    ``sent_at``."""
    known = Channel.objects.filter(tournament=tournament, removed_at=None).select_related("branch", "team__branch")
    of_event = Value(0)
    rows = known.annotate(
        waiting=Count("deliveries", Q(deliveries__state=DeliveryState.PENDING)),
        failed=Count("deliveries", Q(deliveries__state=DeliveryState.FAILED)),
        sent_at=Max("deliveries__sent_at"),
    ).order_by(Coalesce("branch__number", "team__branch__number", of_event), Coalesce("team__ordinal", of_event), "pk")
    return [(row, team_name(row.team) if row.team else str(row.branch or "")) for row in rows]


def mailing_subject(tournament: Tournament) -> str:
    """What the journal calls the choice of what the event mails."""
    return f"mailing:{tournament.pk}"


def mailed_kinds(tournament: Tournament) -> list[NoticeKind]:
    """What the event mails, of what it may mail or not."""
    row = Mailing.objects.filter(tournament=tournament).first()
    return [kind for kind in MAILED if row is None or kind not in row.silenced]


def channel_log(channel: Channel) -> list[tuple[str, Delivery]]:
    """What went there last, the newest first: the title of each notice, and its delivery with every attempt."""
    rows = channel.deliveries.prefetch_related("log").order_by("-pk")[:LOGGED]
    notices = wording.with_subjects(Notice.objects.all()).in_bulk([row.notice_id for row in rows])
    entries = []
    for row in rows:
        row.notice = notices[row.notice_id]
        now = clock.now(row.notice.tournament.journal)
        row.held_until = held_until(row, row.notice, now)
        entries.append((wording.title(row.notice, now), row))
    return entries


def held_until(delivery: Delivery, notice: Notice, now: datetime) -> datetime | None:
    """When the channel says what it collects or what came in its quiet hours; None: nothing holds it back."""
    channel, issued_at = delivery.channel, notice.issued_at
    if channel is None or issued_at is None or delivery.state != DeliveryState.PENDING or notice.kind in URGENT:
        return None
    moment = release_at(issued_at, now, notice.tournament.tzinfo, channel.collecting, channel.quiet)
    return moment if moment > now else None

"""What goes to whom and how it went, by mail and to the channels of an event: for the office alone, since it names
addresses. And whether notices go out in time, over all events that happen in real time."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.core.paginator import Paginator
from django.db.models import Count, Exists, Max, Min, OuterRef, Q, Value
from django.db.models.functions import Coalesce

from journal import clock
from journal.queries import last_event_number
from notices import wording
from notices.audience import MAILED
from notices.due import release_at
from notices.models import Channel, Delivery, Mailing, Notice
from notices.states import URGENT, DeliveryState, NoticeKind, NoticeState
from tournaments.bracket.words.names import team_name
from tournaments.codes import TournamentEvent
from tournaments.models import Round, Tournament

PAGE, LOGGED = 100, 20
FAILED_SINCE = timedelta(days=1)


class Shelf(StrEnum):
    """Where a notice lies; one that reached some and not others lies on several."""

    WAITING = "waiting"
    SENT = "sent"
    UNSENT = "unsent"
    FAILED = "failed"
    NO_ADDRESS = "no_address"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class OutboxItem:
    """A notice with its sendings, which are made when it is due; ``title`` in the language that is active."""

    notice: Notice
    title: str
    sendings: tuple[Delivery, ...]


@dataclass(frozen=True)
class OutboxGroup:
    """Notices of one kind that fall due together about one round (or about none), and how many of their sendings are
    in each state."""

    kind: str
    round: Round | None
    due_at: datetime
    state: str
    items: tuple[OutboxItem, ...]
    sent: int
    waiting: int
    unsent: int
    failed: int

    @property
    def kind_label(self) -> str:
        return str(NoticeKind(self.kind).label)

    @property
    def to_send_again(self) -> int:
        return self.failed + self.unsent


@dataclass(frozen=True)
class Outbox:
    """One page of a shelf, and how many notices lie on each (in the order of ``Shelf``). ``not_mailed``: the kinds that
    go to channels alone."""

    shelf: Shelf
    groups: tuple[OutboxGroup, ...]
    page: int
    pages: int
    counts: tuple[tuple[Shelf, int], ...]
    not_mailed: frozenset[str]


@dataclass(frozen=True)
class Draft:
    """A notice as it would be mailed now, as a group reads it if it goes to any, and how it went so far. ``words``
    stand between its title and its link; ``version`` is the number of the event that last changed them."""

    item: OutboxItem
    mail: wording.Mail
    chat: wording.Chat | None
    words: str
    version: int

    @property
    def waits(self) -> bool:
        return self.item.notice.state == NoticeState.PENDING


_COUNTED = {
    "sent": DeliveryState.SENT, "waiting": DeliveryState.PENDING, "unsent": DeliveryState.UNSENT,
    "failed": DeliveryState.FAILED,
}  # fmt: skip
_TROUBLE_FIRST = (
    DeliveryState.FAILED, DeliveryState.UNSENT, DeliveryState.PENDING, DeliveryState.SENT, DeliveryState.CANCELLED,
)  # fmt: skip


def _has(state: DeliveryState) -> Q:
    return Q(Exists(Delivery.objects.filter(notice=OuterRef("pk"), state=state)))


_ISSUED = Q(state=NoticeState.ISSUED)
_ON = {
    Shelf.WAITING: Q(state=NoticeState.PENDING) | _ISSUED & _has(DeliveryState.PENDING),
    Shelf.SENT: _ISSUED & _has(DeliveryState.SENT),
    Shelf.UNSENT: _ISSUED & _has(DeliveryState.UNSENT),
    Shelf.FAILED: _has(DeliveryState.FAILED),
    Shelf.NO_ADDRESS: Q(state=NoticeState.NO_ADDRESS),
    # also what turned out to be moot on its way
    Shelf.CANCELLED: Q(state=NoticeState.CANCELLED) | _ISSUED & _has(DeliveryState.CANCELLED),
}


def outbox(tournament: Tournament, shelf: Shelf = Shelf.WAITING, page: int | str = 1) -> Outbox:
    """A page of notices; what waits comes in the order in which it falls due, the rest latest first.

    ``page`` may be anything that an address holds: the first one is meant, or the last.
    """
    notices = Notice.objects.filter(tournament=tournament)
    counts = notices.aggregate(**{name.value: Count("pk", filter=on) for name, on in _ON.items()})
    order = ("due_at", "pk") if shelf == Shelf.WAITING else ("-due_at", "-pk")
    rows = (
        wording.with_subjects(notices.filter(_ON[shelf]))
        .prefetch_related("deliveries__channel", "deliveries__log")
        .order_by(*order)
    )
    shown = Paginator(rows, PAGE).get_page(page)
    now = clock.now(tournament.journal)
    together: dict[tuple[str, Round | None, datetime, str], list[OutboxItem]] = {}
    for item in (_item(notice, now) for notice in shown):
        about = (item.notice.kind, item.notice.round, item.notice.due_at, item.notice.state)
        together.setdefault(about, []).append(item)
    groups = []
    for about, items in together.items():
        states = Counter(sending.state for item in items for sending in item.sendings)
        sent, waiting, unsent, failed = (states[state] for state in _COUNTED.values())
        groups.append(OutboxGroup(*about, tuple(items), sent, waiting, unsent, failed))
    return Outbox(
        shelf=shelf,
        groups=tuple(groups),
        page=shown.number,
        pages=shown.paginator.num_pages,
        counts=tuple((name, counts[name.value]) for name in Shelf),
        not_mailed=frozenset(MAILED) - frozenset(mailed_kinds(tournament)),
    )


@dataclass(frozen=True)
class Written:
    """An announcement of the office: ``whom`` it is for ("": everybody), to how many it went, and when it was
    withdrawn."""

    notice: Notice
    whom: str
    withdrawn_at: datetime | None
    sent: int
    waiting: int
    unsent: int
    failed: int


def announcements(tournament: Tournament, limit: int) -> list[Written]:
    """What the office wrote, the latest first."""
    rows = wording.with_subjects(Notice.objects.filter(tournament=tournament, kind=NoticeKind.ANNOUNCEMENT)).annotate(
        **{f"n_{name}": Count("deliveries", Q(deliveries__state=state)) for name, state in _COUNTED.items()}
    )
    now = clock.now(tournament.journal)
    events = tournament.journal.events.filter(kind=TournamentEvent.ANNOUNCEMENT_WITHDRAWN)
    withdrawn = dict(events.values_list("subject", "at"))
    return [
        Written(
            row, wording.Letter(row, now).whom, withdrawn.get(row.announcement.subject) if row.announcement else None,
            **{name: getattr(row, f"n_{name}") for name in _COUNTED},
        )
        for row in rows.order_by("-due_at", "-pk")[:limit]
    ]  # fmt: skip


def draft(notice: Notice) -> Draft:
    """The notice to be looked at before it goes out, or after."""
    known = wording.with_subjects(Notice.objects.filter(pk=notice.pk)).get()
    now = clock.now(known.tournament.journal)
    item = _item(known, now)
    return Draft(
        item=item,
        mail=wording.mail(known, now),
        chat=wording.chat(known, now) if any(sending.channel for sending in item.sendings) else None,
        words=known.own_words or wording.usual_words(known, now),
        version=last_event_number(known.tournament.journal, known.subject),
    )


def _item(notice: Notice, now: datetime) -> OutboxItem:
    sendings = sorted(notice.deliveries.all(), key=lambda delivery: _TROUBLE_FIRST.index(delivery.state))
    for delivery in sendings:
        delivery.held_until = held_until(delivery, notice, now)
    return OutboxItem(notice, wording.title(notice, now), tuple(sendings))


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


@dataclass(frozen=True)
class Overdue:
    """How many notices and sendings are due and wait, since when the oldest does, and how many sendings of the last day
    were given up; a rehearsal's count nowhere."""

    waiting: int
    oldest: datetime | None
    failed: int


def overdue(now: datetime) -> Overdue:
    """What should have gone out by ``now`` (aware). Three queries."""
    real = Q(tournament__journal__rehearsal=False, tournament__archived_at=None)
    due = Notice.objects.filter(real, state=NoticeState.PENDING, due_at__lte=now)
    sendings = Delivery.objects.filter(
        notice__tournament__journal__rehearsal=False,
        notice__due_at__lte=now,
    )
    waiting = sendings.filter(state=DeliveryState.PENDING)
    failed = sendings.filter(
        state=DeliveryState.FAILED, notice__due_at__gt=now - FAILED_SINCE, notice__tournament__archived_at=None
    )
    counts = [
        due.aggregate(waiting=Count("pk"), oldest=Min("due_at")),
        waiting.aggregate(waiting=Count("pk"), oldest=Min("notice__due_at")),
    ]
    moments = [count["oldest"] for count in counts if count["oldest"]]
    return Overdue(sum(count["waiting"] for count in counts), min(moments, default=None), failed.count())

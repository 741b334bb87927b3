"""What goes to whom and how it went: for the office alone, since it names addresses."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.core.paginator import Paginator
from django.db.models import Count, Exists, OuterRef, Q

from journal import clock
from journal.queries import last_event_number
from notices import wording
from notices.audience import MAILED
from notices.models import Delivery, Notice
from notices.queries.channels import held_until, mailed_kinds
from notices.states import DeliveryState, NoticeKind, NoticeState
from tournaments.codes import TournamentEvent
from tournaments.models import Round, Tournament

PAGE = 100


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
            row, wording.whom(row, now), withdrawn.get(row.announcement.subject) if row.announcement else None,
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

"""What goes to whom and how it went: for the office alone, since it names addresses."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.core.paginator import Paginator
from django.db.models import Count, Exists, OuterRef, Q

from journal import clock
from notices import wording
from notices.models import Delivery, Notice
from notices.states import DeliveryState, NoticeKind, NoticeState
from tournaments.models import Tournament

PAGE = 50


class Shelf(StrEnum):
    """Where a notice lies. One with a failed delivery lies on two."""

    WAITING = "waiting"
    SENT = "sent"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Sending:
    """A notice to one address. ``error`` is what the mail server said last; the attempt after it is at ``retry_at``, by
    the real time."""

    address: str
    state: str
    attempts: int
    error: str
    sent_at: datetime | None
    retry_at: datetime | None

    @property
    def state_label(self) -> str:
        return str(DeliveryState(self.state).label)


@dataclass(frozen=True)
class OutboxItem:
    """A notice with its sendings, which are made when it is due; ``title`` in the language that is active."""

    id: int
    kind: str
    state: str
    title: str
    due_at: datetime
    sendings: tuple[Sending, ...]

    @property
    def kind_label(self) -> str:
        return str(NoticeKind(self.kind).label)

    def count(self, state: str) -> int:
        return sum(sending.state == state for sending in self.sendings)

    @property
    def sent(self) -> int:
        return self.count(DeliveryState.SENT)

    @property
    def failed(self) -> int:
        return self.count(DeliveryState.FAILED)

    @property
    def waiting(self) -> int:
        return self.count(DeliveryState.PENDING)


@dataclass(frozen=True)
class Outbox:
    """One page of a shelf, and how many notices lie on each (in the order of ``Shelf``)."""

    shelf: Shelf
    items: tuple[OutboxItem, ...]
    page: int
    pages: int
    counts: tuple[tuple[Shelf, int], ...]


_TROUBLE_FIRST = (DeliveryState.FAILED, DeliveryState.PENDING, DeliveryState.SENT, DeliveryState.CANCELLED)
_WAITS = Exists(Delivery.objects.filter(notice=OuterRef("pk"), state=DeliveryState.PENDING))
_FAILED = Exists(Delivery.objects.filter(notice=OuterRef("pk"), state=DeliveryState.FAILED))
_ON = {
    Shelf.WAITING: Q(state=NoticeState.PENDING) | Q(state=NoticeState.ISSUED) & Q(_WAITS),
    Shelf.SENT: Q(state=NoticeState.ISSUED) & ~Q(_WAITS),
    Shelf.FAILED: Q(_FAILED),
    Shelf.CANCELLED: Q(state=NoticeState.CANCELLED),
}


def outbox(tournament: Tournament, shelf: Shelf = Shelf.WAITING, page: int | str = 1) -> Outbox:
    """A page of 50 notices; what waits comes in the order in which it falls due, the rest latest first.

    ``page`` may be anything that an address holds: the first one is meant, or the last.
    """
    notices = Notice.objects.filter(tournament=tournament)
    counts = notices.aggregate(**{name.value: Count("pk", filter=on) for name, on in _ON.items()})
    order = ("due_at", "pk") if shelf == Shelf.WAITING else ("-due_at", "-pk")
    found = wording.with_subjects(notices.filter(_ON[shelf])).prefetch_related("deliveries").order_by(*order)
    shown = Paginator(found, PAGE).get_page(page)
    now = clock.now(tournament.journal)
    return Outbox(
        shelf=shelf,
        items=tuple(_item(notice, now) for notice in shown),
        page=shown.number,
        pages=shown.paginator.num_pages,
        counts=tuple((name, counts[name.value]) for name in Shelf),
    )


def _item(notice: Notice, now: datetime) -> OutboxItem:
    deliveries = sorted(notice.deliveries.all(), key=lambda d: _TROUBLE_FIRST.index(d.state))
    sendings = tuple(Sending(d.address, d.state, d.attempts, d.last_error, d.sent_at, d.retry_at) for d in deliveries)
    return OutboxItem(notice.pk, notice.kind, notice.state, wording.title(notice, now), notice.due_at, sendings)

"""Whether notices go out in time, over all events that happen in real time."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min, Q

from notices.models import Delivery, Notice
from notices.states import DeliveryState, NoticeState

FAILED_SINCE = timedelta(days=1)


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

"""What is not kept for ever: rows that no screen needs any more go when they are past their age, night after night.

A kind of row is one line of ``KINDS``. Never in it: what was played, decided or made known, and to whom (deals, the
journal, notices, deliveries).
"""

from dataclasses import dataclass, field
from datetime import timedelta
from time import monotonic
from typing import Any

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.sessions.models import Session as FormerSession
from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Now

from accounts.models import Session
from integrations.models import Call
from integrations.queries import LOGGED
from integrations.states import CallState
from journal.models import Receipt
from notices.models import Attempt, Delivery
from notices.queries.sendings import LOGGED as LISTED
from notices.states import DeliveryState
from scoring.models import Submission
from scoring.queries import STANDS
from scoring.states import SheetState, SubmissionState

BATCH = 1000
"""Rows that go in one transaction, which for so long alone holds their locks."""
SECONDS = 60.0
"""Of one night; what is left goes the next one."""


@dataclass(frozen=True)
class AgedRows:
    """A kind of rows: those of ``model`` whose ``moment`` lies further back than ``settings.DAYS_KEPT[age]`` days, by
    the clock of the database ("": their moment is their end), and that are ``unneeded``."""

    model: type[Model]
    moment: Any
    age: str
    unneeded: Q = field(default_factory=Q)


_LATER = Submission.objects.filter(
    sheet=OuterRef("sheet"), device=OuterRef("device"), pk__gt=OuterRef("pk"), state__in=STANDS
)
_SETTLED = Q(sheet__state=SheetState.CLOSED) & (
    Q(state__in=(SubmissionState.DUPLICATE, SubmissionState.DROPPED)) | Q(Exists(_LATER), state=SubmissionState.REFUSED)
)
"""Of a closed sheet, what became no deal; of what was refused only what its device has put right since, the rest is
still shown as open."""
_SENT_LAST = Delivery.objects.filter(channel=OuterRef("delivery__channel")).order_by("-pk").values("pk")
_DELIVERED = Q(delivery__state__in=(DeliveryState.SENT, DeliveryState.CANCELLED)) & (
    Q(delivery__channel=None) | Q(delivery__lt=Subquery(_SENT_LAST[LISTED - 1 : LISTED]))
)
"""Attempts at what was delivered or called off, but for the newest of each channel, which its page lists."""
_TAKEN_LAST = Call.objects.filter(webhook=OuterRef("webhook"), state=CallState.SENT).order_by("-pk").values("pk")
_TAKEN = Q(state__in=(CallState.SENT, CallState.CANCELLED), number__gt=0) & Q(
    pk__lt=Subquery(_TAKEN_LAST[LOGGED - 1 : LOGGED])
)
"""Calls that were taken or called off, but for the newest of each webhook, which its page lists; and no test, for these
are counted on."""

KINDS = (
    AgedRows(Session, "expire_date", ""),
    AgedRows(FormerSession, "expire_date", ""),
    AgedRows(AccessLog, "attempt_time", "sign_ins"),
    AgedRows(AccessFailureLog, "attempt_time", "sign_ins"),
    AgedRows(AccessAttempt, "attempt_time", "sign_ins"),
    AgedRows(Receipt, "at", "receipts"),
    # a rehearsal has its own time; by the real one, its entries came after its clock was set
    AgedRows(Submission, Coalesce("sheet__journal__anchored_at", "received_at"), "submissions", _SETTLED),
    AgedRows(Attempt, "at", "attempts", _DELIVERED),
    AgedRows(Call, "made_at", "calls", _TAKEN),
)


def past_age(kind: AgedRows) -> QuerySet[Any]:
    """The rows of that kind that may go."""
    days = settings.DAYS_KEPT[kind.age] if kind.age else 0
    rows = kind.model._default_manager.annotate(_moment=F(kind.moment) if isinstance(kind.moment, str) else kind.moment)
    return rows.filter(kind.unneeded, _moment__lt=Now() - timedelta(days=days))


def take_away() -> dict[str, int]:
    """Take what is past its age, in batches; how many rows of each model went. Safe to repeat, and to run twice."""
    end = monotonic() + SECONDS
    went: dict[str, int] = {}
    for kind in KINDS:
        label, manager = kind.model._meta.label, kind.model._default_manager
        went[label] = 0
        rows = past_age(kind).order_by("pk")
        pks = list(rows.values_list("pk", flat=True)[:BATCH])
        while pks and monotonic() < end:
            went[label] += manager.filter(pk__in=pks).delete()[1].get(label, 0)
            pks = list(rows.filter(pk__gt=pks[-1]).values_list("pk", flat=True)[:BATCH])
    return went

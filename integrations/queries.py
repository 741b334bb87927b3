"""The tokens and webhooks of an event as its page shows them; of webhooks no secret leaves this module."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import BooleanField, Case, Count, ExpressionWrapper, Max, Q, Value, When
from django.db.models.functions import Now

from accounts.models import User
from integrations.models import Call, Token, Webhook
from integrations.payloads import subjects
from integrations.states import CallState, Scope
from integrations.tokens import GRANTED
from tournaments.bracket.queries.settings import plays_deals
from tournaments.models import Tournament
from tournaments.permissions import granted

LOGGED = 20


def tokens(tournament: Tournament, *, of: User | None = None) -> list[Token]:
    """Those of the event, or of one person there, the newest first: one query."""
    rows = Token.objects.filter(tournament=tournament).select_related("user")
    rows = rows.filter(user=of) if of else rows
    is_over = Case(When(expires_at__lte=Now(), then=Value(True)), default=Value(False))
    return list(rows.annotate(is_over=ExpressionWrapper(is_over, output_field=BooleanField())))


def offered(user: User, tournament: Tournament) -> list[Scope]:
    """The scopes that hold something for the person in the event."""
    own = granted(user, tournament)
    return [scope for scope, permissions in GRANTED.items() if permissions & own]


@dataclass(frozen=True)
class WebhookItem:
    """A webhook with how it went so far; ``kinds`` empty: all."""

    id: int
    name: str
    hint: str
    kinds: tuple[str, ...]
    is_disabled: bool
    failing_since: datetime | None
    waiting: int
    failed: int
    sent_at: datetime | None


def webhooks(tournament: Tournament) -> list[WebhookItem]:
    """Those that are not removed: one query."""
    rows = Webhook.objects.filter(tournament=tournament, removed_at=None).annotate(
        waiting=Count("calls", Q(calls__state=CallState.PENDING)),
        failed=Count("calls", Q(calls__state=CallState.FAILED)),
        sent_at=Max("calls__made_at", filter=Q(calls__state=CallState.SENT)),
    )
    return [
        WebhookItem(
            id=row.pk,
            name=row.name,
            hint=row.hint,
            kinds=kinds_of(tournament, row.kinds),
            is_disabled=row.disabled_at is not None,
            failing_since=row.failing_since,
            waiting=row.waiting,
            failed=row.failed,
            sent_at=row.sent_at,
        )
        for row in rows
    ]


def kinds_of(tournament: Tournament, chosen: Collection[str]) -> tuple[str, ...]:
    """What a webhook of the event hears, in words; empty: all."""
    words = subjects(deals=plays_deals(tournament)) if chosen else {}
    return tuple(str(words[kind]) for kind in chosen)


def calls(webhook: Webhook) -> list[Call]:
    """What went there last, with every attempt at it, the newest first: two queries."""
    return list(webhook.calls.prefetch_related("log").order_by("-pk")[:LOGGED])

"""The tokens and webhooks of an event as its page shows them; no secret leaves this module."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import BooleanField, Case, Count, ExpressionWrapper, Max, Q, Value, When
from django.db.models.functions import Now

from accounts.models import User
from integrations.kinds import subjects
from integrations.models import Call, CallAttempt, Token, Webhook
from integrations.scopes import GRANTED
from integrations.states import CallState, Scope
from tournaments.bracket.queries.settings import plays_deals
from tournaments.models import Tournament
from tournaments.permissions import granted

LOGGED = 20


@dataclass(frozen=True)
class TokenItem:
    """A token; ``state`` is valid, expired or revoked."""

    id: int
    name: str
    owner: str
    hint: str
    scopes: tuple[str, ...]
    state: str
    expires_at: datetime
    used_at: datetime | None

    @property
    def is_valid(self) -> bool:
        return self.state == "valid"


def tokens(tournament: Tournament, *, of: User | None = None) -> list[TokenItem]:
    """Those of the event, or of one person there, the newest first: one query."""
    rows = Token.objects.filter(tournament=tournament).select_related("user")
    rows = rows.filter(user=of) if of else rows
    is_over = Case(When(expires_at__lte=Now(), then=Value(True)), default=Value(False))
    annotated = rows.annotate(is_over=ExpressionWrapper(is_over, output_field=BooleanField()))
    return [_token_item(row) for row in annotated]


def _token_item(row: Token) -> TokenItem:
    is_over: bool = row.is_over  # type: ignore[attr-defined]
    return TokenItem(
        id=row.pk,
        name=row.name,
        owner=str(row.user),
        hint=row.hint,
        scopes=tuple(str(Scope(scope).label) for scope in row.scopes),
        state="revoked" if row.revoked_at else "expired" if is_over else "valid",
        expires_at=row.expires_at,
        used_at=row.used_at,
    )


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


@dataclass(frozen=True)
class LoggedCall:
    """An event on its way to a webhook, and every attempt."""

    id: int
    message_id: str
    kind: str
    number: int
    state: str
    made_at: datetime
    tries: tuple[CallAttempt, ...]

    @property
    def state_label(self) -> str:
        return str(CallState(self.state).label)

    @property
    def is_waiting(self) -> bool:
        return self.state == CallState.PENDING


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


def calls(webhook: Webhook) -> list[LoggedCall]:
    """What went there last, the newest first: two queries."""
    rows: list[Call] = list(webhook.calls.prefetch_related("log").order_by("-pk")[:LOGGED])
    return [
        LoggedCall(row.pk, row.message_id, row.kind, row.number, row.state, row.made_at, tuple(row.log.all()))
        for row in rows
    ]

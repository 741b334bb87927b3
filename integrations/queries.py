"""The tokens and webhooks of an event as its page shows them."""

from collections.abc import Collection

from django.db.models import Case, Count, Max, Q, Value, When
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
    """Those of the event, or of one person there, the newest first, each with its ``state``, valid, expired or revoked:
    one query."""
    rows = Token.objects.filter(tournament=tournament).select_related("user")
    rows = rows.filter(user=of) if of else rows
    revoked = When(revoked_at__isnull=False, then=Value("revoked"))
    expired = When(expires_at__lte=Now(), then=Value("expired"))
    return list(rows.annotate(state=Case(revoked, expired, default=Value("valid"))))


def offered(user: User, tournament: Tournament) -> list[Scope]:
    """The scopes that hold something for the person in the event."""
    own = granted(user, tournament)
    return [scope for scope, permissions in GRANTED.items() if permissions & own]


def webhooks(tournament: Tournament) -> list[tuple[Webhook, tuple[str, ...]]]:
    """Those that are not removed, each with what it hears in words (empty: all). Of its calls it has how many are
    ``waiting``, and when the latest that was taken was made (``sent_at``)."""
    rows = Webhook.objects.filter(tournament=tournament, removed_at=None).annotate(
        waiting=Count("calls", Q(calls__state=CallState.PENDING)),
        sent_at=Max("calls__made_at", filter=Q(calls__state=CallState.SENT)),
    )
    return [(row, kinds_of(tournament, row.kinds)) for row in rows]


def kinds_of(tournament: Tournament, chosen: Collection[str]) -> tuple[str, ...]:
    """What a webhook of the event hears, in words; empty: all."""
    words = subjects(deals=plays_deals(tournament)) if chosen else {}
    return tuple(str(words[kind]) for kind in chosen)


def calls(webhook: Webhook) -> list[Call]:
    """What went there last, with every attempt at it, the newest first: two queries."""
    return list(webhook.calls.prefetch_related("log").order_by("-pk")[:LOGGED])

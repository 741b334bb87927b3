"""What people do with tokens and webhooks.

令牌 for programs: made for oneself in one event, shown once, taken back at any time. Webhooks: which programs are told
of an event's public journal, tried, switched off and on. The journal has no secret, no address and no key.
"""

from collections.abc import Collection
from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models.functions import Now

from accounts.models import User
from integrations.models import Call, Token, Webhook
from integrations.payloads import SUBJECTS, new_key
from integrations.states import CallState, Lifetime, Scope
from integrations.tokens import GRANTED, digest_of, new_secret
from journal.recording import action, record
from journal.refusals import Problem, WrongState, refuse_if
from journal.states import become, become_all
from journal.texts import storable
from notices.addressing import closed
from notices.outside import is_address, is_private
from tournaments.codes import Code, TournamentEvent
from tournaments.models import Tournament
from tournaments.permissions import granted

LONGEST_NAME, LONGEST_ADDRESS = 40, 500
MOST_TOKENS, MOST_WEBHOOKS = 50, 20
TEST = "webhook.tested"


@action
def make_token(tournament: Tournament, name: str, scopes: Collection[str], days: int, *, by: User) -> str:
    """A new token of the actor's own; returns its text, which is kept nowhere. Refused: no name, a scope that he has
    nothing of in this event, a time that is not offered, too many tokens."""
    tournament = Tournament.objects.select_for_update(no_key=True, of=("self",)).get(pk=tournament.pk)
    name = storable(name)
    problems = []
    if not name:
        problems.append(Problem(Code.NAME_EMPTY, "name"))
    if len(name) > LONGEST_NAME:
        problems.append(Problem(Code.TEXT_TOO_LONG, "name", {"most": LONGEST_NAME}))
    if not scopes or not set(scopes) <= set(Scope.values):
        problems.append(Problem(Code.VALUE_INVALID, "scopes"))
    elif beyond := sorted(scope for scope in scopes if not GRANTED[Scope(scope)] & granted(by, tournament)):
        problems.append(Problem(Code.SCOPE_BEYOND_ROLE, "scopes", {"scopes": " ".join(beyond)}))
    if days not in Lifetime.values:
        problems.append(Problem(Code.VALUE_INVALID, "days"))
    good = Token.objects.filter(tournament=tournament, revoked_at=None, expires_at__gt=Now())
    if good.count() >= MOST_TOKENS:
        problems.append(Problem(Code.TOO_MANY_TOKENS, "", {"most": MOST_TOKENS}))
    refuse_if(problems)
    secret = new_secret()  # its life is counted by the database's own clock, whatever time a rehearsal shows
    token = Token.objects.create(
        tournament=tournament, user=by, name=name, scopes=sorted(set(scopes)), digest=digest_of(secret),
        hint=secret[-4:], expires_at=Now() + timedelta(days=days),
    )  # fmt: skip
    record(
        tournament.journal, TournamentEvent.TOKEN_MADE, token.subject, by=by, public=False, name=name,
        scopes=token.scopes,
    )  # fmt: skip
    return secret


@action
def revoke_token(token: Token, *, by: User) -> None:
    """It opens nothing any more. ``WrongState`` if it was taken back before."""
    rows = Token.objects.select_for_update(no_key=True, of=("self",)).select_related("tournament__journal")
    row = rows.get(pk=token.pk)
    if row.revoked_at:
        raise WrongState(row.subject, "revoked")
    row.revoked_at = Now()
    row.save(update_fields=["revoked_at"])
    journal = row.tournament.journal
    record(journal, TournamentEvent.TOKEN_REVOKED, row.subject, by=by, public=False, name=row.name)


@action
def add_webhook(
    tournament: Tournament, name: str, address: str, kinds: Collection[str] = (), *, by: User | None
) -> tuple[Webhook, str]:
    """An address that is told of what happens from now on; returns the key of its signatures too, which is shown this
    once. Refused: no name, an address that is none or leads inside, kinds that are none, too many webhooks."""
    tournament = Tournament.objects.select_for_update(no_key=True, of=("self",)).get(pk=tournament.pk)
    name, address = storable(name), address.strip()
    problems = []
    if not name:
        problems.append(Problem(Code.NAME_EMPTY, "name"))
    if len(name) > LONGEST_NAME:
        problems.append(Problem(Code.TEXT_TOO_LONG, "name", {"most": LONGEST_NAME}))
    private = settings.CHANNELS_MAY_BE_PRIVATE
    if len(address) > LONGEST_ADDRESS or not is_address(address, private=private):
        problems.append(Problem(Code.WEBHOOK_ADDRESS_INVALID, "address"))
    elif not private and is_private(address):
        problems.append(Problem(Code.CHANNEL_ADDRESS_PRIVATE, "address"))
    if not set(kinds) <= set(SUBJECTS):
        problems.append(Problem(Code.VALUE_INVALID, "kinds"))
    if Webhook.objects.filter(tournament=tournament, removed_at=None).count() >= MOST_WEBHOOKS:
        problems.append(Problem(Code.TOO_MANY_WEBHOOKS, "", {"most": MOST_WEBHOOKS}))
    refuse_if(problems)
    key = new_key()
    webhook = Webhook.objects.create(
        tournament=tournament, name=name, secret=closed(address, key), hint=urlsplit(address).hostname or "",
        kinds=sorted(set(kinds)), after=tournament.journal.last_number,
    )  # fmt: skip
    _record(webhook, TournamentEvent.WEBHOOK_ADDED, by)
    return webhook, key


@action
def remove_webhook(webhook: Webhook, *, by: User | None) -> None:
    """Nothing goes there any more. Its address and key are forgotten, its log stays."""
    webhook = _locked(webhook)
    webhook.secret, webhook.hint, webhook.removed_at = "", "", Now()
    webhook.save(update_fields=["secret", "hint", "removed_at"])
    become_all(Call.objects.filter(webhook=webhook, lease_until=None), CallState.CANCELLED)
    _record(webhook, TournamentEvent.WEBHOOK_REMOVED, by)


@action
def try_webhook(webhook: Webhook, *, by: User | None) -> Call:
    """A test on its way as every event goes; how it went stands in the log."""
    webhook = _locked(webhook)
    _rest_no_longer(webhook)
    number = Call.objects.filter(webhook=webhook, number=0).count() + 1
    call = Call.objects.create(webhook=webhook, number=0, kind=TEST, message_id=f"test_{webhook.pk}_{number}")
    _record(webhook, TournamentEvent.WEBHOOK_TESTED, by)
    return call


@action
def repeat_call(call: Call, *, by: User | None) -> None:
    """Send it once more, under the same id. ``WrongState`` while it waits, and once its webhook is removed."""
    webhook = _locked(call.webhook)
    row = Call.objects.select_for_update(no_key=True).get(pk=call.pk)
    if row.state == CallState.PENDING:
        raise WrongState(webhook.subject, row.state)
    become(row, CallState.PENDING, attempts=0, retry_at=None, lease_until=None)
    _rest_no_longer(webhook)
    _record(webhook, TournamentEvent.CALL_REPEATED, by)


@action
def disable_webhook(webhook: Webhook, *, by: User | None) -> None:
    """Nothing has been taken for long, or the address said that it is gone: it is told no more until switched on."""
    webhook = _locked(webhook)
    webhook.disabled_at = Now()
    webhook.save(update_fields=["disabled_at"])
    become_all(Call.objects.filter(webhook=webhook, lease_until=None), CallState.CANCELLED)
    _record(webhook, TournamentEvent.WEBHOOK_DISABLED, by)


@action
def enable_webhook(webhook: Webhook, *, by: User | None) -> None:
    """Told again, of what happens from now on; what it missed is in the feed of events."""
    webhook = _locked(webhook)
    webhook.disabled_at = webhook.failing_since = webhook.rests_until = None
    webhook.after = webhook.tournament.journal.last_number
    webhook.save(update_fields=["disabled_at", "failing_since", "rests_until", "after"])
    _record(webhook, TournamentEvent.WEBHOOK_ENABLED, by)


def _rest_no_longer(webhook: Webhook) -> None:
    """What somebody sends by hand goes out now."""
    webhook.rests_until = None
    webhook.save(update_fields=["rests_until"])


def _locked(webhook: Webhook) -> Webhook:
    rows = Webhook.objects.select_for_update(no_key=True, of=("self",)).select_related("tournament__journal")
    row = rows.get(pk=webhook.pk)
    if row.removed_at:
        raise WrongState(row.subject, "removed")
    return row


def _record(webhook: Webhook, kind: TournamentEvent, by: User | None) -> None:
    record(webhook.tournament.journal, kind, webhook.subject, by=by, public=False, name=webhook.name)

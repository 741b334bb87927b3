"""令牌 for programs: made for oneself in one event, shown once, taken back at any time. The journal has no secret."""

from collections.abc import Collection
from datetime import timedelta

from django.db.models.functions import Now

from accounts.models import User
from integrations.models import Token
from integrations.states import Lifetime, Scope
from integrations.tokens import GRANTED, digest_of, new_secret
from journal.recording import action, record
from journal.refusals import Problem, WrongState, refuse_if
from journal.texts import storable
from tournaments.codes import Code, TournamentEvent
from tournaments.models import Tournament
from tournaments.permissions import granted

LONGEST_NAME = 40
MOST_TOKENS = 50


@action
def make_token(tournament: Tournament, name: str, scopes: Collection[str], days: int, *, by: User) -> str:
    """A new token of the actor's own; returns its text, which is kept nowhere. Refused: no name, a scope that he has
    nothing of in this event, a time that is not offered, too many tokens."""
    tournament = Tournament.objects.select_for_update(no_key=True, of=("self",)).get(pk=tournament.pk)
    name = storable(name)
    refuse_if(_problems(tournament, name, scopes, days, by))
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


def _problems(tournament: Tournament, name: str, scopes: Collection[str], days: int, by: User) -> list[Problem]:
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
    return problems

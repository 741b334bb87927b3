"""A token as a program sends it: what it looks like, whose it is, and what it lets its program do."""

import secrets
from datetime import timedelta
from hashlib import sha256

from django.db.models import Q
from django.db.models.functions import Now

from integrations.models import Token
from integrations.states import Scope
from tournaments.permissions import Permission

GRANTED: dict[Scope, frozenset[Permission]] = {
    Scope.READ: frozenset({Permission.DESK_READ, Permission.OFFICE_READ}),
    Scope.ENTRIES: frozenset({Permission.ENTRY_EDIT}),
    Scope.DAY: frozenset({Permission.CHECK_IN, Permission.ROUND_RUN}),
    Scope.REFEREE: frozenset({Permission.DEAL_ENTER, Permission.RESULT_AGREE}),
    Scope.DRAW: frozenset({Permission.DRAW_MAKE}),
    Scope.RULINGS: frozenset({Permission.RESULT_CONFIRM, Permission.MATCH_RULE, Permission.MATCH_END}),
    Scope.TEAMS: frozenset({Permission.TEAM_EDIT}),
    Scope.OFFICE: frozenset({Permission.EVENT_EDIT, Permission.TIMETABLE_EDIT, Permission.AWARDS_CONFIRM}),
}
"""The permissions of each scope; `tournaments.permissions` still asks the person's role."""
PREFIX = "guandan_"
USED_AGAIN = timedelta(minutes=1)
"""So exactly is known when a token was used last."""


def new_secret() -> str:
    """256 random bits behind a prefix by which a scanner of repositories knows what it has found."""
    return PREFIX + secrets.token_urlsafe(32)


def digest_of(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def token_of(secret: str) -> Token | None:
    """The token that is good now, with its user and event, and note that it is used; None for any other text."""
    valid = Token.objects.filter(digest=digest_of(secret), revoked_at=None, expires_at__gt=Now(), user__is_active=True)
    token = valid.select_related("user", "tournament").first()
    if token is not None:
        long_ago = Q(used_at=None) | Q(used_at__lt=Now() - USED_AGAIN)
        Token.objects.filter(long_ago, pk=token.pk).update(used_at=Now())
    return token


def allows(token: Token, permission: Permission, *, to_read: bool) -> bool:
    """Does one of its scopes hold the permission? To read what that is about, the scope ``read`` is enough."""
    if to_read and Scope.READ in token.scopes:
        return True
    return any(permission in GRANTED[Scope(scope)] for scope in token.scopes)

"""Who may do what: the one table that web and api ask.

People have roles in an event. The account of a link has none: that of a table slip may do ``SLIP`` things in its own
match, that of a branch ``BRANCH`` things with its own entry form, and ``MATCHES`` things with its matches.
"""

from datetime import timedelta
from enum import StrEnum

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from tournaments.entries.queries.links import opens, opens_entry, opens_matches
from tournaments.models import Role, Tournament
from tournaments.states import RoleKind


class Permission(StrEnum):
    """What a page or an address needs. ``PUBLIC`` needs nothing, ``SITE`` the union office's own account,
    ``OWN_ACCOUNT`` a person's, not a link's. ``RESULT_AGREE``: to take down what each side says of a result, which both
    confirm; ``RESULT_CONFIRM``: to confirm it alone. ``MATCH_END``: to give a penalty that ends the match.
    ``ENTRY_FILL``: to fill in the form of one branch, as the branch does. ``DAY_AGREE``: to agree when its matches are
    played, where the sides choose their days."""

    PUBLIC = "public"
    SIGNED_IN = "signed_in"
    OWN_ACCOUNT = "own_account"
    SITE = "site"
    OFFICE_READ = "office_read"
    EVENT_EDIT = "event_edit"
    ENTRY_EDIT = "entry_edit"
    ENTRY_FILL = "entry_fill"
    DAY_AGREE = "day_agree"
    TEAM_EDIT = "team_edit"
    DRAW_MAKE = "draw_make"
    TIMETABLE_EDIT = "timetable_edit"
    DESK_READ = "desk_read"
    ROUND_RUN = "round_run"
    SLIP_PRINT = "slip_print"
    CHECK_IN = "check_in"
    DEAL_ENTER = "deal_enter"
    RESULT_AGREE = "result_agree"
    RESULT_CONFIRM = "result_confirm"
    MATCH_RULE = "match_rule"
    MATCH_END = "match_end"
    BREACH_ACCEPT = "breach_accept"
    LATE_SUBSTITUTION = "late_substitution"
    AWARDS_CONFIRM = "awards_confirm"


_OFFICE = frozenset({RoleKind.OFFICE})
_CHIEF = frozenset({RoleKind.CHIEF_REFEREE})
_REFEREES = frozenset({RoleKind.CHIEF_REFEREE, RoleKind.REFEREE})
_EVERY_ROLE = frozenset(RoleKind)

GRANTED: dict[Permission, frozenset[RoleKind]] = {
    Permission.OFFICE_READ: _OFFICE | _CHIEF,
    Permission.EVENT_EDIT: _OFFICE,
    Permission.ENTRY_EDIT: _OFFICE,
    Permission.ENTRY_FILL: _OFFICE,
    Permission.DAY_AGREE: _OFFICE | _CHIEF,
    Permission.TEAM_EDIT: _OFFICE | _CHIEF,
    Permission.DRAW_MAKE: _OFFICE | _CHIEF,
    Permission.TIMETABLE_EDIT: _OFFICE | _CHIEF,
    Permission.DESK_READ: _EVERY_ROLE,
    Permission.ROUND_RUN: _CHIEF,
    Permission.SLIP_PRINT: _OFFICE | _CHIEF,
    Permission.CHECK_IN: _EVERY_ROLE,
    Permission.DEAL_ENTER: _REFEREES,
    Permission.RESULT_AGREE: _REFEREES,
    Permission.RESULT_CONFIRM: _CHIEF,
    Permission.MATCH_RULE: _CHIEF,
    Permission.MATCH_END: _REFEREES,
    Permission.BREACH_ACCEPT: _CHIEF,
    Permission.LATE_SUBSTITUTION: _CHIEF,
    Permission.AWARDS_CONFIRM: _OFFICE | _CHIEF,
}

NOTHING: frozenset[Permission] = frozenset()
SITE_WIDE = (Permission.SIGNED_IN, Permission.OWN_ACCOUNT, Permission.SITE)
SLIP = frozenset({Permission.DESK_READ, Permission.CHECK_IN, Permission.DEAL_ENTER, Permission.RESULT_AGREE})
"""台票: what a slip's account may do in its own match."""
BRANCH = frozenset({Permission.ENTRY_FILL})
"""报名链接: what the account of a branch's link may do with the form of that branch."""
MATCHES = frozenset({Permission.DAY_AGREE})
"""What it may do with the days of its matches, where the sides choose them. In these matches it may what a slip may."""


def roles_of(user: User | AnonymousUser, tournament: Tournament) -> frozenset[str]:
    """The person's roles in that event. The site's office account is the office of every event; who is not confirmed
    has none."""
    if not isinstance(user, User) or user.is_unconfirmed:
        return frozenset()
    kinds = set(Role.objects.filter(tournament=tournament, user=user).order_by().values_list("kind", flat=True))
    return frozenset(kinds | ({RoleKind.OFFICE.value} if user.is_staff else set()))


def longest_silence(user: User) -> timedelta:
    """After how much silence the person must sign in again: the office and chief referees after half a day."""
    entrusted = user.is_of_site or Role.objects.filter(user=user, kind__in=_OFFICE | _CHIEF).exists()
    return timedelta(hours=12) if entrusted else timedelta(days=14)


def may(
    user: User | AnonymousUser,
    permission: Permission,
    tournament: Tournament | None = None,
    number: int | None = None,
    *,
    branch: int | None = None,
) -> bool:
    """Does the table allow it? Site-wide permissions take no tournament; ``number`` is the match that it is about, or
    ``branch`` the number of the branch, if it is about one alone: there a link of that match or branch is let in.
    """
    if permission == Permission.PUBLIC:
        return True
    if not isinstance(user, User) or not user.is_active:
        return False
    if permission == Permission.SITE:
        return user.is_staff
    if permission in SITE_WIDE:
        return permission == Permission.SIGNED_IN or not user.is_of_link
    return tournament is not None and permission in granted(user, tournament, number, branch=branch)


def granted(
    user: User | AnonymousUser, tournament: Tournament, number: int | None = None, *, branch: int | None = None
) -> frozenset[Permission]:
    """Everything of ``GRANTED`` that this person may do in the event, or, by a link, in match ``number`` or with the
    form of ``branch``."""
    if not isinstance(user, User) or not user.is_active:
        return frozenset()
    if user.is_of_link:
        may_do = SLIP if number is not None and opens(user, tournament, number) else NOTHING
        if branch is not None:
            may_do |= BRANCH if opens_entry(user, tournament, branch) else NOTHING
            may_do |= MATCHES if opens_matches(user, tournament, branch) else NOTHING
        return may_do
    roles = roles_of(user, tournament)
    return frozenset(permission for permission, kinds in GRANTED.items() if kinds & roles)

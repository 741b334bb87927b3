"""Who may do what: the one table that web and api ask."""

from enum import StrEnum

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from tournaments.models import Role, Tournament
from tournaments.states import RoleKind


class Permission(StrEnum):
    """What a page or an address needs. ``PUBLIC`` needs nothing, ``SITE`` the union office's own account."""

    PUBLIC = "public"
    SIGNED_IN = "signed_in"
    SITE = "site"
    OFFICE_READ = "office_read"
    EVENT_EDIT = "event_edit"
    ENTRY_EDIT = "entry_edit"
    TEAM_EDIT = "team_edit"
    DRAW_MAKE = "draw_make"
    TIMETABLE_EDIT = "timetable_edit"
    DESK_READ = "desk_read"
    ROUND_RUN = "round_run"
    CHECK_IN = "check_in"
    DEAL_ENTER = "deal_enter"
    RESULT_CONFIRM = "result_confirm"
    MATCH_RULE = "match_rule"
    AWARDS_CONFIRM = "awards_confirm"


_OFFICE = frozenset({RoleKind.OFFICE})
_CHIEF = frozenset({RoleKind.CHIEF_REFEREE})
_REFEREES = frozenset({RoleKind.CHIEF_REFEREE, RoleKind.REFEREE})
_EVERY_ROLE = frozenset(RoleKind)

GRANTED: dict[Permission, frozenset[RoleKind]] = {
    Permission.OFFICE_READ: _OFFICE | _CHIEF,
    Permission.EVENT_EDIT: _OFFICE,
    Permission.ENTRY_EDIT: _OFFICE,
    Permission.TEAM_EDIT: _OFFICE | _CHIEF,
    Permission.DRAW_MAKE: _OFFICE | _CHIEF,
    Permission.TIMETABLE_EDIT: _OFFICE | _CHIEF,
    Permission.DESK_READ: _EVERY_ROLE,
    Permission.ROUND_RUN: _CHIEF,
    Permission.CHECK_IN: _EVERY_ROLE,
    Permission.DEAL_ENTER: _REFEREES,
    Permission.RESULT_CONFIRM: _REFEREES,
    Permission.MATCH_RULE: _CHIEF,
    Permission.AWARDS_CONFIRM: _OFFICE | _CHIEF,
}


def roles_of(user: User | AnonymousUser, tournament: Tournament) -> frozenset[str]:
    """The person's roles in that event. The site's office account is the office of every event."""
    if not isinstance(user, User):
        return frozenset()
    kinds = set(Role.objects.filter(tournament=tournament, user=user).values_list("kind", flat=True))
    return frozenset(kinds | ({RoleKind.OFFICE.value} if user.is_staff else set()))


def may(user: User | AnonymousUser, permission: Permission, tournament: Tournament | None = None) -> bool:
    """Does the table allow it? Site-wide permissions take no tournament."""
    if permission == Permission.PUBLIC:
        return True
    if not isinstance(user, User) or not user.is_active:
        return False
    if permission == Permission.SIGNED_IN:
        return True
    if permission == Permission.SITE:
        return user.is_staff
    return tournament is not None and bool(GRANTED[permission] & roles_of(user, tournament))

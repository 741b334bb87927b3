"""Which permissions a scope of a token holds."""

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

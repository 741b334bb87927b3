"""Which version of a thing a form shows: the number of the last event that changed it, which the form brings back."""

from journal.models import Event
from journal.queries import last_number_of
from tournaments.codes import TournamentEvent
from tournaments.models import Tournament


def settings_version(tournament: Tournament) -> int:
    """Of the settings."""
    return last_number_of(tournament.journal, TournamentEvent.TOURNAMENT_EDITED)


def branches_version(tournament: Tournament) -> int:
    """Of the list of branches with its quotas and its order."""
    kinds = (TournamentEvent.BRANCH_ADDED, TournamentEvent.BRANCH_EDITED, TournamentEvent.BRANCH_REMOVED)
    return last_number_of(tournament.journal, *kinds)


def people_version(tournament: Tournament) -> int:
    """Of the roles and accounts."""
    kinds = (
        TournamentEvent.ROLE_GRANTED, TournamentEvent.ROLE_REVOKED,
        TournamentEvent.PASSWORD_RENEWED, TournamentEvent.ACCOUNT_CONFIRMED,
    )  # fmt: skip
    return last_number_of(tournament.journal, *kinds)


def rounds_version(tournament: Tournament) -> int:
    """Of the number of rounds and their starts."""
    kinds = (
        TournamentEvent.ROUND_MOVED, TournamentEvent.ROUNDS_PLANNED,
        TournamentEvent.STAGE_ADDED, TournamentEvent.STAGE_REMOVED,
    )  # fmt: skip
    return last_number_of(tournament.journal, *kinds)


def tables_version(tournament: Tournament) -> int:
    """Of the number of tables."""
    return last_number_of(tournament.journal, TournamentEvent.TABLES_SET)


def table_versions(tournament: Tournament) -> dict[str, int]:
    """Of who plays at which table, by the subject of the round; a round whose tables nobody changed is left out."""
    assigned = Event.objects.filter(journal=tournament.journal_id, kind=TournamentEvent.TABLES_ASSIGNED)
    return dict(assigned.order_by("number").values_list("subject", "number"))


def awards_version(tournament: Tournament) -> int:
    """Of who has won what: the last result, whoever was withdrawn, or what was decided of equals and
    of prizes."""
    kinds = (
        TournamentEvent.RESULT_CONFIRMED, TournamentEvent.RESULT_CORRECTED, TournamentEvent.REMEDY_SIGNED,
        TournamentEvent.MATCH_RESET, TournamentEvent.TEAM_WITHDRAWN, TournamentEvent.TEAM_RESTORED,
        TournamentEvent.PLAYER_SUBSTITUTED, TournamentEvent.NAME_CORRECTED, TournamentEvent.PLACES_DECIDED,
        TournamentEvent.PLACES_REOPENED, TournamentEvent.PRIZE_DECIDED, TournamentEvent.SEASON_CLOSED,
        TournamentEvent.SEASON_REOPENED,
    )  # fmt: skip
    return last_number_of(tournament.journal, *kinds)

"""Which events change what a page about many events prints: the list of events, a season, the results of all years.

Whatever is not named here changes the list: a new kind is better one rendering too many than a page that is wrong.
"""

from enum import StrEnum

from scoring.states import ScoringEvent
from tournaments.codes import TournamentEvent

SITE, FINISHED = "site", "finished"
"""The list of all events with the seasons; what those that are over tell together."""

UNLISTED: frozenset[str] = frozenset(
    (
        # at one table
        ScoringEvent.DEAL_ENTERED, ScoringEvent.DEAL_UNDONE, ScoringEvent.DEAL_CORRECTED, ScoringEvent.PENALTY_ENTERED,
        ScoringEvent.PENALTY_STRUCK, ScoringEvent.BELL_ANSWERED, ScoringEvent.SHEET_STARTED,
        ScoringEvent.SHEET_EXTENDED, ScoringEvent.SHEET_EXTENSION_UNDONE, ScoringEvent.SHEET_AGREED,
        ScoringEvent.SHEET_RESUMED, ScoringEvent.SUBMISSION_CONFLICTED, ScoringEvent.SUBMISSION_CHOSEN,
        TournamentEvent.MATCH_CALLED, TournamentEvent.MATCH_CALL_UNDONE, TournamentEvent.MATCH_CHECKED_IN,
        TournamentEvent.LINE_UP_HANDED_IN,
        TournamentEvent.PLAYER_CHECKED_IN, TournamentEvent.PLAYER_CHECKED_OUT, TournamentEvent.REFEREE_CALLED,
        TournamentEvent.REFEREE_CAME, TournamentEvent.ROUND_CALLED, TournamentEvent.ROUND_CALL_UNDONE,
        TournamentEvent.ROUND_CHECKED_IN, TournamentEvent.TABLES_ASSIGNED, TournamentEvent.TABLES_SET,
        # in the draw, before it is confirmed
        TournamentEvent.DRAW_SEALED, TournamentEvent.DRAW_OPENED, TournamentEvent.DRAW_PREVIEWED,
        TournamentEvent.CEREMONY_OPENED, TournamentEvent.CEREMONY_CHANGED, TournamentEvent.CEREMONY_OVER,
        TournamentEvent.LOT_SHOWN, TournamentEvent.LOT_TAKEN_BACK, TournamentEvent.LOTS_KEPT,
        # who is let in, and who is told
        TournamentEvent.ROLE_GRANTED, TournamentEvent.ROLE_REVOKED, TournamentEvent.PASSWORD_RENEWED,
        TournamentEvent.ACCOUNT_CONFIRMED, TournamentEvent.NOTICE_SENT_AGAIN, TournamentEvent.NOTICE_REWORDED,
        TournamentEvent.CHANNEL_ADDED, TournamentEvent.CHANNEL_CHANGED, TournamentEvent.CHANNEL_REMOVED,
        TournamentEvent.CHANNEL_TESTED, TournamentEvent.PUSH_SUBSCRIBED, TournamentEvent.PUSH_UNSUBSCRIBED,
        TournamentEvent.TOKEN_MADE, TournamentEvent.TOKEN_REVOKED, TournamentEvent.WEBHOOK_ADDED,
        TournamentEvent.WEBHOOK_REMOVED, TournamentEvent.WEBHOOK_TESTED, TournamentEvent.WEBHOOK_DISABLED,
        TournamentEvent.WEBHOOK_ENABLED, TournamentEvent.CALL_REPEATED, TournamentEvent.MAILING_CHANGED,
        TournamentEvent.WORDING_CHANGED, TournamentEvent.WORDING_RESTORED, TournamentEvent.ANNOUNCEMENT_MADE,
        TournamentEvent.ANNOUNCEMENT_WITHDRAWN, TournamentEvent.ENTRY_REMINDED, TournamentEvent.LINK_ISSUED,
        TournamentEvent.LINK_OPENED, TournamentEvent.LINK_REVOKED, TournamentEvent.ENTRY_LINK_ISSUED,
        TournamentEvent.ENTRY_LINK_OPENED, TournamentEvent.ENTRY_LINK_REVOKED, TournamentEvent.OWN_FILE_KEPT,
        TournamentEvent.OWN_FILE_REMOVED, TournamentEvent.CERTIFICATES_WORDED, TournamentEvent.PHONES_DELETED,
    )
)  # fmt: skip

OF_ALL_YEARS: frozenset[str] = frozenset(
    (
        TournamentEvent.AWARDS_CONFIRMED, TournamentEvent.AWARDS_REOPENED, TournamentEvent.TOURNAMENT_EDITED,
        TournamentEvent.TOURNAMENT_IMPORTED, TournamentEvent.CHALLONGE_IMPORTED, TournamentEvent.TOURNAMENT_DELETED,
        TournamentEvent.BRANCH_EDITED, TournamentEvent.TEAM_WITHDRAWN, TournamentEvent.TEAM_RESTORED,
        TournamentEvent.PLAYER_SUBSTITUTED, TournamentEvent.NAME_CORRECTED, TournamentEvent.TEAM_NAMED,
        TournamentEvent.PERSON_FORGOTTEN, TournamentEvent.PEOPLE_FORGOTTEN,
        TournamentEvent.ROUND_MOVED, TournamentEvent.ROUNDS_PLANNED, TournamentEvent.MATCH_MOVED,
        # what they rest on is corrected: the awards are open again
        TournamentEvent.RESULT_CORRECTED, TournamentEvent.REMEDY_SIGNED, TournamentEvent.MATCH_RESET,
        TournamentEvent.SERIES_CREATED, TournamentEvent.SERIES_EDITED, TournamentEvent.SERIES_DELETED,
        TournamentEvent.SERIES_JOINED, TournamentEvent.SERIES_LEFT, TournamentEvent.COMPETITORS_MERGED,
        TournamentEvent.COMPETITORS_PARTED,
    )
)  # fmt: skip


def raised_by(kind: StrEnum) -> tuple[str, ...]:
    """The versions that an event of that kind raises."""
    return (*(() if kind in UNLISTED else (SITE,)), *((FINISHED,) if kind in OF_ALL_YEARS else ()))

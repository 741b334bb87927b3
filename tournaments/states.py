"""States of the event's things, their transitions, and the codes and event kinds of tournaments."""

from enum import StrEnum

from django.db.models import IntegerChoices, TextChoices
from django.utils.translation import gettext_lazy as _

from journal.states import Transitions


class RoleKind(TextChoices):
    OFFICE = "office", _("office")
    CHIEF_REFEREE = "chief_referee", _("chief referee")
    REFEREE = "referee", _("referee")


class TournamentState(TextChoices):
    ENTRY = "entry", _("registration")
    DRAWN = "drawn", _("drawn")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")


# back to drawn: the start of its first round was taken back
TOURNAMENT_TRANSITIONS: Transitions = {
    TournamentState.ENTRY: (TournamentState.DRAWN,),
    TournamentState.DRAWN: (TournamentState.ENTRY, TournamentState.RUNNING, TournamentState.FINISHED),
    TournamentState.RUNNING: (TournamentState.FINISHED, TournamentState.DRAWN),
    TournamentState.FINISHED: (TournamentState.RUNNING,),
}


class TeamState(TextChoices):
    DRAFT = "draft", _("draft")
    ENTERED = "entered", _("entered")
    WITHDRAWN = "withdrawn", _("withdrawn")


TEAM_TRANSITIONS: Transitions = {
    TeamState.DRAFT: (TeamState.ENTERED,),
    TeamState.ENTERED: (TeamState.DRAFT, TeamState.WITHDRAWN),
    TeamState.WITHDRAWN: (TeamState.ENTERED,),
}


class DrawState(TextChoices):
    PREVIEW = "preview", _("preview")
    CONFIRMED = "confirmed", _("confirmed")
    DISCARDED = "discarded", _("discarded")


DRAW_TRANSITIONS: Transitions = {
    DrawState.PREVIEW: (DrawState.CONFIRMED, DrawState.DISCARDED),
    DrawState.CONFIRMED: (DrawState.DISCARDED,),
    DrawState.DISCARDED: (),
}


class DrawMethod(TextChoices):
    PROGRAM = "program", _("by the program")
    LOTS = "lots", _("lots drawn in the hall")
    PLACES = "places", _("by the places of the stage before")


class SlotKind(TextChoices):
    """What stands on one side of a match. To be determined, bye and nobody are three different things."""

    OPEN = "open", _("to be determined")
    TEAM = "team", _("team")
    BYE = "bye", _("bye")
    NOBODY = "nobody", _("nobody, both absent")


class MatchState(TextChoices):
    WAITING = "waiting", _("opponents not known yet")
    READY = "ready", _("ready")
    CALLED = "called", _("called to the table")
    PLAYING = "playing", _("playing")
    DISPUTED = "disputed", _("awaiting a ruling")
    OVER = "over", _("over")
    BYE = "bye", _("bye")


TO_BE_PLAYED = (MatchState.READY, MatchState.CALLED, MatchState.PLAYING)
"""Both teams are known and the match is not over, nor is its result disputed."""

UNDECIDED = (*TO_BE_PLAYED, MatchState.DISPUTED)
"""Both teams are known and nobody has won yet."""


# a call, or the start of a round, that was a mistake is taken back as long as nothing was entered
MATCH_TRANSITIONS: Transitions = {
    MatchState.WAITING: (MatchState.READY, MatchState.OVER, MatchState.BYE),
    MatchState.READY: (MatchState.CALLED, MatchState.PLAYING, MatchState.OVER, MatchState.WAITING),
    MatchState.CALLED: (MatchState.PLAYING, MatchState.OVER, MatchState.WAITING, MatchState.READY),
    MatchState.PLAYING: (
        MatchState.DISPUTED,
        MatchState.OVER,
        MatchState.WAITING,
        MatchState.CALLED,
        MatchState.READY,
    ),
    MatchState.DISPUTED: (MatchState.PLAYING, MatchState.OVER, MatchState.WAITING),
    MatchState.OVER: (MatchState.READY, MatchState.WAITING),
    MatchState.BYE: (MatchState.WAITING,),
}


WALKOVER = "walkover"
"""Reason of a result without play, nobody coming from the other side; other reasons are ``guandan_rules.Reason``."""


class RemedyKind(TextChoices):
    """更正的办法 for a result that others were built upon."""

    KEEP = "keep", _("keep it as it stands")
    REPLAY = "replay", _("correct it and replay the later match")
    WALKOVER = "walkover", _("correct it and award the later match")
    RESET = "reset", _("correct it and reset the branch")
    REMATCH = "rematch", _("play the match itself again")


class BookingKind(IntegerChoices):
    TABLE = 1, _("table")
    TEAM = 2, _("team")


class TournamentEvent(StrEnum):
    TOURNAMENT_CREATED = "tournament.created"
    TOURNAMENT_EDITED = "tournament.edited"
    TOURNAMENT_ARCHIVED = "tournament.archived"
    TOURNAMENT_RESTORED = "tournament.restored"
    TOURNAMENT_DELETED = "tournament.deleted"
    REHEARSAL_REMOVED = "rehearsal.removed"
    ROLE_GRANTED = "role.granted"
    ROLE_REVOKED = "role.revoked"
    PASSWORD_RENEWED = "password.renewed"
    ACCOUNT_CONFIRMED = "account.confirmed"
    NOTICE_SENT_AGAIN = "notice.sent_again"
    NOTICE_REWORDED = "notice.reworded"
    BRANCH_ADDED = "branch.added"
    BRANCH_EDITED = "branch.edited"
    BRANCH_REMOVED = "branch.removed"
    ENTRY_SAVED = "entry.saved"
    TEAM_WITHDRAWN = "team.withdrawn"
    TEAM_RESTORED = "team.restored"
    PLAYER_SUBSTITUTED = "player.substituted"
    DRAW_PREVIEWED = "draw.previewed"
    DRAW_CONFIRMED = "draw.confirmed"
    DRAW_DISCARDED = "draw.discarded"
    STAGE_ADDED = "stage.added"
    STAGE_REMOVED = "stage.removed"
    ROUND_MOVED = "round.moved"
    ROUND_PAIRED = "round.paired"
    ROUND_UNPAIRED = "round.unpaired"
    ROUND_CALLED = "round.called"
    ROUND_CALL_UNDONE = "round.call_undone"
    ROUND_CHECKED_IN = "round.checked_in"
    ROUNDS_PLANNED = "rounds.planned"
    TABLES_ASSIGNED = "tables.assigned"
    TABLES_SET = "tables.set"
    MATCH_MOVED = "match.moved"
    MATCH_CALLED = "match.called"
    MATCH_CALL_UNDONE = "match.call_undone"
    MATCH_CHECKED_IN = "match.checked_in"
    PLAYER_CHECKED_IN = "player.checked_in"
    PLAYER_CHECKED_OUT = "player.checked_out"
    RESULT_CONFIRMED = "result.confirmed"
    RESULT_CORRECTED = "result.corrected"
    REMEDY_SIGNED = "remedy.signed"
    MATCH_RESET = "match.reset"
    LINK_ISSUED = "link.issued"
    LINK_OPENED = "link.opened"
    LINK_REVOKED = "link.revoked"
    REFEREE_CALLED = "referee.called"
    REFEREE_CAME = "referee.came"
    GAME_CONFIRMED = "game.confirmed"
    AWARDS_CONFIRMED = "awards.confirmed"
    AWARDS_REOPENED = "awards.reopened"
    LOTS_KEPT = "lots.kept"
    PARTNERS_DRAWN = "partners.drawn"


class Code(StrEnum):
    """Problems a person can mend; the words are in words/."""

    NAME_EMPTY = "name_empty"
    NAME_TOO_LONG = "name_too_long"
    TEXT_TOO_LONG = "text_too_long"
    NAME_TAKEN = "name_taken"
    MAIL_INVALID = "mail_invalid"
    OVER_QUOTA = "over_quota"
    IN_TWO_TEAMS = "in_two_teams"
    TWICE_IN_TEAM = "twice_in_team"
    LOOKS_ALIKE = "looks_alike"
    ONE_PLAYER_ONLY = "one_player_only"
    NO_PLAYERS = "no_players"
    GENDER_MISSING = "gender_missing"
    GENDER_INVALID = "gender_invalid"
    MORE_THAN_ONE_LEADER = "more_than_one_leader"
    NO_LEADER = "no_leader"
    AFTER_DEADLINE = "after_deadline"
    QUOTA_BELOW_TEAMS = "quota_below_teams"
    QUOTA_OUT_OF_RANGE = "quota_out_of_range"
    BRANCH_HAS_TEAMS = "branch_has_teams"
    DATE_INVALID = "date_invalid"
    VALUE_INVALID = "value_invalid"
    ZONE_UNKNOWN = "zone_unknown"
    RULE_OPTION_INVALID = "rule_option_invalid"
    ROUNDS_OUT_OF_ORDER = "rounds_out_of_order"
    SITTING_TOO_EARLY = "sitting_too_early"
    SITTING_UNKNOWN = "sitting_unknown"
    MATCH_UNDER_WAY = "match_under_way"
    TOO_FEW_TABLES = "too_few_tables"
    TOO_FEW_ROUNDS = "too_few_rounds"
    TOO_FEW_TEAMS = "too_few_teams"
    TOO_MANY_TEAMS = "too_many_teams"
    DRAFTS_LEFT = "drafts_left"
    DRAW_BREACH = "draw_breach"
    ACCEPT_NEEDS_CHIEF = "accept_needs_chief"
    TEAMS_CHANGED = "teams_changed"
    SINGLES_CHANGED = "singles_changed"
    NOBODY_TO_PAIR = "nobody_to_pair"
    MATCH_BEGUN = "match_begun"
    NEXT_MATCH_BEGUN = "next_match_begun"
    TABLE_TAKEN = "table_taken"
    TEAM_TAKEN = "team_taken"
    TABLE_UNKNOWN = "table_unknown"
    ROUND_BEGUN = "round_begun"
    PREVIOUS_ROUND_OPEN = "previous_round_open"
    START_BEFORE_PLAN = "start_before_plan"
    TABLES_NOT_CALLED = "tables_not_called"
    NOBODY_AT_TABLES = "nobody_at_tables"
    NOT_LATE_YET = "not_late_yet"
    VERDICT_PENDING = "verdict_pending"
    NOT_A_SIDE = "not_a_side"
    USERNAME_TAKEN = "username_taken"
    USERNAME_INVALID = "username_invalid"
    LAST_OFFICE = "last_office"
    NOT_DECIDED_YET = "not_decided_yet"
    SLUG_INVALID = "slug_invalid"
    TEAM_OUT = "team_out"
    TEAM_PRESENT = "team_present"
    PLAYER_NOT_HERE = "player_not_here"
    NOT_DECIDED_HERE = "not_decided_here"
    NO_MATCH_TO_CALL = "no_match_to_call"
    NO_CALL_TO_UNDO = "no_call_to_undo"
    NOBODY_TO_CHECK_IN = "nobody_to_check_in"
    NO_MATCH_FOR_TABLE = "no_match_for_table"
    NO_FREE_TABLE = "no_free_table"
    POSITION_MISSING = "position_missing"
    POSITION_OUT_OF_RANGE = "position_out_of_range"
    POSITION_TAKEN = "position_taken"
    TOO_MANY_ROUNDS = "too_many_rounds"
    TABLES_OUT_OF_RANGE = "tables_out_of_range"
    MOMENT_INVALID = "moment_invalid"
    CONSTRAINT_CHANGED = "constraint_changed"
    # asked once
    IN_THE_PAST = "in_the_past"
    AT_NIGHT = "at_night"
    FAR_AHEAD = "far_ahead"
    OWN_ROLE = "own_role"
    TEAM_REMOVED = "team_removed"
    NAMESAKE = "namesake"
    NAMESAKE_SAME_GENDER = "namesake_same_gender"
    EVENT_NAME_TAKEN = "event_name_taken"
    FIRST_DAY_PAST = "first_day_past"
    FIRST_DAY_FAR = "first_day_far"
    EVENT_RUNNING = "event_running"
    EVENT_DELETED = "event_deleted"
    EVENT_HAS_RESULTS = "event_has_results"
    ARCHIVED = "archived"
    PLACE_OF_WITHDRAWN = "place_of_withdrawn"
    BEFORE_THE_FINAL = "before_the_final"
    NAME_INVALID = "name_invalid"
    NAME_CHARACTERS = "name_characters"
    NAME_START = "name_start"
    NAME_WITHOUT_LETTER = "name_without_letter"
    MORE_THAN_ONE_PLAYER = "more_than_one_player"
    NAMES_SPREAD = "names_spread"
    IN_ANOTHER_BRANCH = "in_another_branch"
    TEAM_CHANGED_AFTER_DRAW = "team_changed_after_draw"
    TEAM_HAS_HISTORY = "team_has_history"
    SUBSTITUTION_NEEDS_CHIEF = "substitution_needs_chief"
    SLUG_TAKEN = "slug_taken"
    USER_UNKNOWN = "user_unknown"
    ROLE_GRANTED_ALREADY = "role_granted_already"
    ACCOUNT_NOT_YOURS = "account_not_yours"
    AFTER_DRAW = "after_draw"
    CLOSES_AFTER_FIRST_ROUND = "closes_after_first_round"
    DRAW_BEFORE_CLOSE = "draw_before_close"
    NUMBER_OUT_OF_RANGE = "number_out_of_range"
    # table slips
    LINK_INVALID = "link_invalid"
    LINK_EXPIRED = "link_expired"
    LINK_REVOKED = "link_revoked"
    LINK_MATCH_OVER = "link_match_over"
    DEVICE_INVALID = "device_invalid"
    NO_SLIP_DUE = "no_slip_due"
    NOT_EXPECTED = "not_expected"
    # people and mails
    NOTHING_TO_SEND = "nothing_to_send"
    SECOND_PERSON_NEEDED = "second_person_needed"
    NOT_SIGNED_IN_YET = "not_signed_in_yet"
    CORRECTION_MISSING = "correction_missing"
    CORRECTION_TWOFOLD = "correction_twofold"
    CORRECTION_UNDECIDED = "correction_undecided"
    REMEDY_NOT_OFFERED = "remedy_not_offered"
    NOTHING_BUILT_UPON = "nothing_built_upon"
    STAGE_OPEN = "stage_open"
    PLACES_TAKEN = "places_taken"
    LATER_STAGE_DRAWN = "later_stage_drawn"

"""What happened, as sentences of the journal page: one for every kind of public event.

The names in them are those of ``tournaments.chronicle.words.history.Facts``: an event's data with teams, rounds and
moments in words.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.states import ScoringEvent
from tournaments.codes import TournamentEvent

EVENTS: dict[str, Promise] = {
    TournamentEvent.TEAM_WITHDRAWN: _("%(team)s withdrew: %(reason)s"),
    TournamentEvent.TEAM_RESTORED: _("%(team)s takes part again. %(reason)s"),
    TournamentEvent.DRAW_SEALED: _("Draw no. %(number)s was sealed: fingerprint %(fingerprint)s."),
    TournamentEvent.DRAW_OPENED: _("Draw no. %(number)s was drawn from its seal with the numbers %(numbers)s."),
    TournamentEvent.DRAW_PREVIEWED: _("Draw no. %(number)s was prepared."),
    TournamentEvent.DRAW_CONFIRMED: _("Draw no. %(number)s was confirmed and published."),
    TournamentEvent.DRAW_DISCARDED: _("Draw no. %(number)s was discarded. %(reason)s"),
    TournamentEvent.ROUND_MOVED: _("%(round_name)s was moved from %(before)s to %(after)s."),
    TournamentEvent.ROUNDS_PLANNED: _("%(rounds)s rounds were planned."),
    TournamentEvent.TIMETABLE_ANNOUNCED: _("The timetable was announced."),
    TournamentEvent.ROUND_PAIRED: _("The opponents of %(round_name)s were paired by the standing."),
    TournamentEvent.ROUND_DRAWN: _("The opponents of %(round_name)s were drawn by lot."),
    TournamentEvent.ROUND_UNPAIRED: _("The pairing of %(round_name)s was taken back."),
    TournamentEvent.ROUND_CALLED: _("The teams of %(round_name)s were called to their tables."),
    TournamentEvent.ROUND_CALL_UNDONE: _("The call of %(round_name)s was taken back."),
    TournamentEvent.ROUND_CHECKED_IN: _("%(round_name)s: everybody is at the tables."),
    TournamentEvent.TABLES_ASSIGNED: _("The tables of %(round_name)s were assigned."),
    TournamentEvent.TABLES_SET: _("The hall has %(tables)s tables."),
    TournamentEvent.MATCH_MOVED: _("%(pairing)s: moved from %(before)s to %(after)s."),
    TournamentEvent.DAY_PROPOSED: _("%(pairing)s: %(side_team)s proposes %(day)s."),
    TournamentEvent.DAY_AGREED: _("%(pairing)s: to be played at %(day)s."),
    TournamentEvent.MATCH_CALLED: _("%(pairing)s: called, %(table_name)s."),
    TournamentEvent.MATCH_CALL_UNDONE: _("%(pairing)s: the call was taken back."),
    TournamentEvent.MATCH_CHECKED_IN: _("%(pairing)s: everybody is at the table."),
    TournamentEvent.LINE_UP_HANDED_IN: _("%(pairing)s: %(team)s handed in who plays at which board."),
    TournamentEvent.PLAYER_CHECKED_IN: _("%(pairing)s: players at the table: %(present)s."),
    TournamentEvent.PLAYER_CHECKED_OUT: _("%(pairing)s: the check-in of %(player)s was a mistake."),
    TournamentEvent.RESULT_CONFIRMED: _("%(pairing)s: %(outcome)s."),
    TournamentEvent.RESULT_CORRECTED: _("%(pairing)s: the result was taken back. %(reason)s"),
    TournamentEvent.REMEDY_SIGNED: _("%(pairing)s: the result was corrected. %(reason)s"),
    TournamentEvent.MATCH_RESET: _("%(pairing)s: what was played is set aside and played again."),
    TournamentEvent.REFEREE_CALLED: _("%(pairing)s: the chief referee was called."),
    TournamentEvent.REFEREE_CAME: _("%(pairing)s: the chief referee came."),
    TournamentEvent.GAME_CONFIRMED: _("%(pairing)s: game %(game)s goes to %(winner_team)s."),
    TournamentEvent.AWARDS_CONFIRMED: _("The awards were confirmed."),
    TournamentEvent.AWARDS_REOPENED: _("The confirmation of the awards was taken back. %(reason)s"),
    TournamentEvent.PRIZE_DECIDED: _("The prize %(prize)s: %(recipients_said)s. %(note)s"),
    TournamentEvent.PARTNERS_DRAWN: _("Partners were drawn by lot: %(count)s teams. Seed: %(seed)s"),
    TournamentEvent.LOTS_KEPT: _("The lots typed so far were kept."),
    TournamentEvent.CEREMONY_OPENED: _("The draw ceremony was opened."),
    TournamentEvent.CEREMONY_CHANGED: _("The draw ceremony went on, paused, or changed its pace."),
    TournamentEvent.CEREMONY_OVER: _("The draw ceremony is over: %(shown)s lots were shown."),
    TournamentEvent.LOT_SHOWN: _("%(team)s drew position %(position)s."),
    TournamentEvent.LOT_TAKEN_BACK: _("The lot of %(team)s, position %(position)s, was typed by mistake."),
    ScoringEvent.CLOCK_STARTED: _("%(round_name)s: the clock was started, %(minutes)s minutes."),
    ScoringEvent.CLOCK_PAUSED: _("%(round_name)s: the clock was paused."),
    ScoringEvent.CLOCK_RESUMED: _("%(round_name)s: the clock goes on."),
    ScoringEvent.CLOCK_EXTENDED: _("%(round_name)s: %(minutes)s minutes of extra time. %(reason)s"),
    ScoringEvent.CLOCK_START_UNDONE: _("%(round_name)s: the start of the clock was taken back."),
    ScoringEvent.CLOCK_PAUSE_UNDONE: _("%(round_name)s: the pause was taken back."),
    ScoringEvent.CLOCK_EXTENSION_UNDONE: _("%(round_name)s: the %(minutes)s minutes of extra time were taken back."),
    ScoringEvent.DEAL_ENTERED: _("%(pairing)s: deal %(deal)s goes to %(deal_team)s, levels %(levels_now)s."),
    ScoringEvent.DEAL_UNDONE: _("%(pairing)s: deal %(deal)s was taken back, levels %(levels_now)s."),
    ScoringEvent.DEAL_CORRECTED: _("%(pairing)s: deal %(deal)s was corrected, levels %(levels_now)s. %(reason)s"),
    ScoringEvent.PENALTY_ENTERED: _("%(pairing)s: penalty for %(side_team)s (%(offence_name)s): %(effects_said)s."),
    ScoringEvent.PENALTY_STRUCK: _(
        "%(pairing)s: the penalty for %(side_team)s (%(offence_name)s) was struck. %(reason)s"
    ),
    ScoringEvent.SHEET_STARTED: _("%(pairing)s: begun later than the round, with its whole time."),
    ScoringEvent.SHEET_EXTENDED: _("%(pairing)s: %(minutes)s minutes of extra time for this table. %(reason)s"),
    ScoringEvent.SHEET_EXTENSION_UNDONE: _(
        "%(pairing)s: the %(minutes)s minutes of extra time for this table were taken back."
    ),
    ScoringEvent.SHEET_AGREED: _("%(pairing)s: %(side_team)s agrees to the result."),
    ScoringEvent.SHEET_DISPUTED: _("%(pairing)s: %(side_team)s does not agree; the result awaits a ruling."),
    ScoringEvent.SHEET_RESUMED: _("%(pairing)s: the objection was accepted, the match goes on. %(reason)s"),
    ScoringEvent.SUBMISSION_CONFLICTED: _("%(pairing)s: two phones differ about deal %(deal)s; a ruling is awaited."),
    ScoringEvent.SUBMISSION_CHOSEN: _("%(pairing)s: it was ruled which version of deal %(deal)s stands. %(reason)s"),
    ScoringEvent.BELL_ANSWERED: _("%(pairing)s: it was noted whether a deal was in hand at the bell."),
    ScoringEvent.SHEET_CLOSED: _("%(pairing)s: the sheet was closed."),
    ScoringEvent.SHEET_REOPENED: _("%(pairing)s: the sheet was opened again."),
}
OTHER = _("Something was changed.")

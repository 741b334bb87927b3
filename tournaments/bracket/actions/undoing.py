"""撤回 on the round day: a call, a start, a pause or extra time that was a mistake, as long as nothing rests on it."""

from django.db.models import F, Q

from accounts.models import User
from journal.recording import action, record
from journal.refusals import Problem, Refused, WrongState
from journal.states import become, become_all
from scoring.actions import clocks
from scoring.models import Clock
from scoring.states import ClockState, ScoringCode
from tournaments.bracket.rules.bracket_moves import follows_by_itself, locked
from tournaments.bracket.rules.sides import place_of, place_of_round
from tournaments.codes import Code, TournamentEvent
from tournaments.locks import locked_matches_of
from tournaments.models import Match, Result, Round, Tournament
from tournaments.states import MatchState, TournamentState


@action
def undo_call(match: Match, *, by: User) -> Match:
    """撤回点名: the match is ready as before its call; who is ticked stays so. ``WrongState`` once it is played."""
    match = locked(match)
    if match.state != MatchState.CALLED:
        raise WrongState(match.subject, match.state)
    become(match, MatchState.READY, called_at=None)
    record(
        match.stage.tournament.journal,
        TournamentEvent.MATCH_CALL_UNDONE,
        match.subject,
        by=by,
        **place_of(match).facts(),
    )
    return match


@action
def undo_round_call(round_: Round, *, by: User) -> list[Match]:
    """撤回全部点名 of matches that are not played yet. Refused if there is none."""
    undone = [undo_call(m, by=by) for m in locked_matches_of(round_) if m.state == MatchState.CALLED]
    if not undone:
        raise Refused(Problem(Code.NO_CALL_TO_UNDO))
    facts = place_of_round(round_).facts()
    journal = round_.stage.tournament.journal
    record(journal, TournamentEvent.ROUND_CALL_UNDONE, round_.subject, by=by, matches=len(undone), **facts)
    return undone


@action
def undo_start(round_: Round, *, by: User) -> Clock:
    """撤回开始计时: the clock is set again, its matches are called or ready as they were, and the event is drawn if no
    other round has started.

    Refused once a deal or a penalty stands, or a result was decided since the start.
    """
    matches, tournament = locked_matches_of(round_), round_.stage.tournament
    since_start = Q(withdrawn_at=None, at__gte=F("match__round__clock__started_at"))
    decided = Result.objects.filter(since_start, match__in=matches).select_related("match__result")
    if not all(follows_by_itself(result.match) for result in decided):
        raise Refused(Problem(ScoringCode.ENTRIES_DEPEND))
    clock = clocks.undo_start(round_.clock, tournament.journal, by=by, place=place_of_round(round_))
    playing = Match.every.filter(round=round_, state=MatchState.PLAYING)
    become_all(playing.filter(called_at__isnull=False), MatchState.CALLED)
    become_all(playing, MatchState.READY)
    if not Clock.objects.filter(round__stage__tournament=tournament).exclude(state=ClockState.SET).exists():
        running = Tournament.objects.filter(pk=tournament.pk, state=TournamentState.RUNNING)
        become_all(running, TournamentState.DRAWN)
    return clock


@action
def undo_pause(round_: Round, *, by: User) -> Clock:
    """撤回暂停: the clock goes on as if it had not been stopped."""
    return clocks.undo_pause(round_.clock, round_.stage.tournament.journal, by=by, place=place_of_round(round_))


@action
def undo_extension(round_: Round, *, by: User) -> Clock:
    """撤回加时: the newest extension of the round is gone."""
    return clocks.undo_extension(round_.clock, round_.stage.tournament.journal, by=by, place=place_of_round(round_))

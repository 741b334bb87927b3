"""The round day's clock and calls: one clock a round, kept by the server."""

from accounts.models import User
from journal.actions import action, record
from journal.refusals import Problem, Refused, WrongState, refuse_if
from scoring import actions as scoring
from scoring.models import Clock
from tournaments.actions.matches import call_match
from tournaments.models import Match, Round, Tournament
from tournaments.presence import both_present
from tournaments.states import TO_BE_PLAYED, Code, MatchState, TournamentEvent, TournamentState


def _matches(round_: Round) -> list[Match]:
    rows = Match.objects.filter(round=round_).order_by("number")
    list(rows.select_for_update(no_key=True).values_list("pk"))
    return list(rows.select_related("stage__tournament__journal", "round__clock"))


@action
def call_round(round_: Round, *, by: User) -> list[Match]:
    """点名: call every match that is ready to its table, those called before excepted. Refused if none is left."""
    called = [call_match(m, by=by) for m in _matches(round_) if m.state == MatchState.READY]
    if not called:
        raise Refused(Problem(Code.NO_MATCH_TO_CALL))
    record(
        round_.stage.tournament.journal,
        TournamentEvent.ROUND_CALLED,
        round_.subject,
        by=by,
        entrants=round_.entrants,
        matches=len(called),
    )
    return called


@action
def start_round(round_: Round, *, by: User) -> Clock:
    """开始计时 for all tables at once. Matches whose teams are present begin; late teams join by check-in.

    Refused while an earlier round leaves opponents open; ``WrongState`` before the draw, and if all matches are over.
    """
    matches = _matches(round_)
    tournament = round_.stage.tournament
    open_ = [m for m in matches if m.state == MatchState.WAITING]
    refuse_if([Problem(Code.PREVIOUS_ROUND_OPEN, data={"number": m.number}) for m in open_])
    if not any(m.state in TO_BE_PLAYED for m in matches):
        raise WrongState(round_.subject, MatchState.OVER if matches else tournament.state)
    clock = scoring.start_clock(
        round_.clock, tournament.journal, by=by, subject=round_.subject, entrants=round_.entrants
    )
    for match in matches:
        if match.state in (MatchState.READY, MatchState.CALLED) and both_present(match):
            match.state = MatchState.PLAYING
            match.save(update_fields=["state"])
    Tournament.objects.filter(pk=tournament.pk, state=TournamentState.DRAWN).update(state=TournamentState.RUNNING)
    return clock


@action
def pause_round(round_: Round, *, by: User) -> Clock:
    """暂停 for all tables."""
    journal = round_.stage.tournament.journal
    return scoring.pause_clock(round_.clock, journal, by=by, subject=round_.subject, entrants=round_.entrants)


@action
def resume_round(round_: Round, *, by: User) -> Clock:
    """继续; the pause is added to the bell."""
    journal = round_.stage.tournament.journal
    return scoring.resume_clock(round_.clock, journal, by=by, subject=round_.subject, entrants=round_.entrants)


@action
def extend_round(round_: Round, minutes: int, *, by: User, reason: str) -> Clock:
    """加时 by whole minutes, with a reason."""
    journal, facts = round_.stage.tournament.journal, {"entrants": round_.entrants}
    return scoring.extend_clock(round_.clock, journal, minutes, by=by, subject=round_.subject, reason=reason, **facts)

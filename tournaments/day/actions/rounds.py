"""The round day's clock and calls: one clock a round, kept by the server."""

from typing import Any

from django.db.models import Q

from accounts.models import User
from journal import clock as journal_clock
from journal.recording import action, record
from journal.refusals import Problem, Refused, WrongState, refuse_if
from journal.states import become_all
from scoring.actions import clocks
from scoring.models import Clock, Sheet
from scoring.states import ClockState
from tournaments.bracket.rules.sides import place_of_round
from tournaments.bracket.rules.starts import empty, ready_to_start, start_lacks
from tournaments.bracket.rules.tables import free_tables, lacking_table, lacks_table, waits_for_table
from tournaments.codes import Code, TournamentEvent
from tournaments.day.actions.matches import begin_if_complete, call_match, check_in_all
from tournaments.day.actions.own_days import open_round
from tournaments.day.actions.timetable import set_table
from tournaments.locks import locked_matches_of
from tournaments.models import Match, Round, Tournament
from tournaments.states import TO_BE_PLAYED, MatchState, TournamentState


@action
def call_round(round_: Round, *, by: User) -> list[Match]:
    """点名: call every match that is ready to its table, those called before excepted. Refused if none is left.

    Where tables are too few, a match without one is not called yet: ``assign_next`` calls it.
    """
    ready = [m for m in locked_matches_of(round_) if m.state == MatchState.READY]
    called = [call_match(m, by=by) for m in ready if not lacks_table(m)]
    if not called:
        raise Refused(Problem(Code.NO_MATCH_TO_CALL))
    facts: dict[str, Any] = {"round": round_.number, "entrants": round_.entrants, "matches": len(called)}
    record(round_.stage.tournament.journal, TournamentEvent.ROUND_CALLED, round_.subject, by=by, **facts)
    return called


@action
def check_in_round(round_: Round, *, by: User) -> list[Match]:
    """全部到齐: everybody is at the tables of the matches not yet played. Refused if nobody is missing there."""
    ready = [m for m in locked_matches_of(round_) if m.state in (MatchState.READY, MatchState.CALLED) and m.table_id]
    complete_before = set(ready_to_start(ready))
    checked_in = [check_in_all(match, by=by) for match in ready if match not in complete_before]
    if not checked_in:
        raise Refused(Problem(Code.NOBODY_TO_CHECK_IN))
    journal, facts = round_.stage.tournament.journal, place_of_round(round_).facts()
    record(journal, TournamentEvent.ROUND_CHECKED_IN, round_.subject, by=by, matches=len(checked_in), **facts)
    return checked_in


@action
def assign_next(round_: Round, *, by: User) -> Match:
    """下一场上桌: the next match of the round that is ready but for a table gets the first free one and is called.

    Refused if no match waits for a table, or none is free. If the clock of the round runs already, the match has its
    whole time from its own beginning.
    """
    waiting = [match for match in locked_matches_of(round_) if waits_for_table(match)]
    free = free_tables(round_)
    refuse_if([] if waiting else [Problem(Code.NO_MATCH_FOR_TABLE)])
    refuse_if([] if free else [Problem(Code.NO_FREE_TABLE)])
    first = min(waiting, key=lambda match: match.place)
    match = set_table(first, free[0], by=by)
    if match.state == MatchState.READY:
        match = call_match(match, by=by)
    begin_if_complete(match, by=by)
    return match


@action
def start_round(round_: Round, *, by: User, ask: bool = False) -> Clock:
    """开始计时 for all tables at once. Matches whose teams are present begin; late teams join by check-in.

    Refused while an earlier round leaves opponents open; ``WrongState`` before the draw, and if all matches are over.
    A match whose opponents depend on a ruling, or that waits for a table, holds up nobody: it has its whole time from
    its own beginning. A round of own days is open from its first match on. ``ask``: refused, too, with what is missing
    (``play.starts``).
    """
    matches = locked_matches_of(round_)
    tournament = round_.stage.tournament
    playable = any(m.state in TO_BE_PLAYED for m in matches)
    waiting = [m for m in matches if m.state == MatchState.WAITING and not (playable and _awaits_ruling(m))]
    refuse_if([Problem(Code.PREVIOUS_ROUND_OPEN, data={"number": m.number}) for m in waiting])
    if not playable:
        raise WrongState(round_.subject, MatchState.OVER if matches else tournament.state)
    to_begin = [match for match in matches if match.state in (MatchState.READY, MatchState.CALLED)]
    if ask and round_.clock.state == ClockState.SET:
        at_table = [match for match in to_begin if match.table_id]
        ready = [match for match in at_table if match.state == MatchState.READY]
        uncalled, now = len(ready) - len(ready_to_start(ready)), journal_clock.now(tournament.journal)
        refuse_if(start_lacks(round_.starts_at, now, uncalled=uncalled, empty=len(empty(at_table))))
    if tournament.own_days:
        clock = open_round(round_, by=by)
    else:
        clock = clocks.start_clock(round_.clock, tournament.journal, by=by, place=place_of_round(round_))
    without_table = set(lacking_table(to_begin))
    Sheet.objects.filter(match_game__match__in=without_table, match_game__replaced_at=None).update(waits=True)
    begun = ready_to_start([match for match in to_begin if match not in without_table])
    rows = {pk for match in begun for pk in (match.pk, match.team_match_id) if pk}
    become_all(Match.every.filter(pk__in=rows), MatchState.PLAYING)
    become_all(Tournament.objects.filter(pk=tournament.pk, state=TournamentState.DRAWN), TournamentState.RUNNING)
    return clock


def _awaits_ruling(match: Match) -> bool:
    """待裁定: all the match waits for is disputed, or waits for such a one."""
    waits = match.team_match or match
    fed_by = Match.objects.filter(Q(winner_to=waits) | Q(loser_to=waits))
    feeders = list(fed_by.exclude(state__in=(MatchState.OVER, MatchState.BYE)))
    return bool(feeders) and all(
        feeder.state == MatchState.DISPUTED or (feeder.state == MatchState.WAITING and _awaits_ruling(feeder))
        for feeder in feeders
    )


@action
def pause_round(round_: Round, *, by: User) -> Clock:
    """暂停 for all tables."""
    journal = round_.stage.tournament.journal
    return clocks.pause_clock(round_.clock, journal, by=by, place=place_of_round(round_))


@action
def resume_round(round_: Round, *, by: User) -> Clock:
    """继续; the pause is added to the bell."""
    journal = round_.stage.tournament.journal
    return clocks.resume_clock(round_.clock, journal, by=by, place=place_of_round(round_))


@action
def extend_round(round_: Round, minutes: int, *, by: User, reason: str) -> Clock:
    """加时 by whole minutes, with a reason."""
    journal, place = round_.stage.tournament.journal, place_of_round(round_)
    return clocks.extend_clock(round_.clock, journal, minutes, by=by, reason=reason, place=place)

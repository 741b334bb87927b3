"""The round day's clock and calls: one clock a round, kept by the server."""

from django.db.models import Q

from accounts.models import User
from journal.recording import action, record
from journal.refusals import Problem, Refused, WrongState, refuse_if
from journal.states import become_all
from scoring import actions as scoring
from scoring.models import Clock, Sheet
from tournaments.actions.matches import begin_if_complete, call_match
from tournaments.actions.timetable import set_table
from tournaments.models import Match, Round, Tournament
from tournaments.play.places import place_of_round
from tournaments.play.presence import complete
from tournaments.play.tables import free_tables, lacking_table, lacks_table, waits_for_table
from tournaments.states import TO_BE_PLAYED, Code, MatchState, TournamentEvent, TournamentState


def _matches(round_: Round) -> list[Match]:
    rows = Match.objects.filter(round=round_).order_by("number")
    list(rows.select_for_update(no_key=True).values_list("pk"))
    return list(rows.select_related("stage__tournament__journal", "round__clock"))


def _facts(round_: Round) -> dict[str, int]:
    return {"round": round_.number, "entrants": round_.entrants}


@action
def call_round(round_: Round, *, by: User) -> list[Match]:
    """点名: call every match that is ready to its table, those called before excepted. Refused if none is left.

    Where tables are too few, a match without one is not called yet: ``assign_next`` calls it.
    """
    ready = [m for m in _matches(round_) if m.state == MatchState.READY]
    called = [call_match(m, by=by) for m in ready if not lacks_table(m)]
    if not called:
        raise Refused(Problem(Code.NO_MATCH_TO_CALL))
    record(
        round_.stage.tournament.journal,
        TournamentEvent.ROUND_CALLED,
        round_.subject,
        by=by,
        round=round_.number,
        entrants=round_.entrants,
        matches=len(called),
    )
    return called


@action
def assign_next(round_: Round, *, by: User) -> Match:
    """下一场上桌: the next match of the round that is ready but for a table gets the first free one and is called.

    Refused if no match waits for a table, or none is free. If the clock of the round runs already, the match has its
    whole time from its own beginning.
    """
    waiting = [match for match in _matches(round_) if waits_for_table(match)]
    free = free_tables(round_)
    refuse_if([] if waiting else [Problem(Code.NO_MATCH_FOR_TABLE)])
    refuse_if([] if free else [Problem(Code.NO_FREE_TABLE)])
    first = min(waiting, key=lambda match: (match.third_place, match.place))
    match = set_table(first, free[0], by=by)
    if match.state == MatchState.READY:
        match = call_match(match, by=by)
    begin_if_complete(match, by=by)
    return match


@action
def start_round(round_: Round, *, by: User) -> Clock:
    """开始计时 for all tables at once. Matches whose teams are present begin; late teams join by check-in.

    Refused while an earlier round leaves opponents open; ``WrongState`` before the draw, and if all matches are over.
    A match whose opponents depend on a ruling, or that waits for a table, holds up nobody: it has its whole time from
    its own beginning.
    """
    matches = _matches(round_)
    tournament = round_.stage.tournament
    playable = any(m.state in TO_BE_PLAYED for m in matches)
    waiting = [m for m in matches if m.state == MatchState.WAITING and not (playable and _awaits_ruling(m))]
    refuse_if([Problem(Code.PREVIOUS_ROUND_OPEN, data={"number": m.number}) for m in waiting])
    if not playable:
        raise WrongState(round_.subject, MatchState.OVER if matches else tournament.state)
    clock = scoring.start_clock(round_.clock, tournament.journal, by=by, place=place_of_round(round_))
    _begin([match for match in matches if match.state in (MatchState.READY, MatchState.CALLED)])
    become_all(Tournament.objects.filter(pk=tournament.pk, state=TournamentState.DRAWN), TournamentState.RUNNING)
    return clock


def _begin(matches: list[Match]) -> None:
    without_table = set(lacking_table(matches))
    Sheet.objects.filter(match_game__match__in=without_table, match_game__replaced_at=None).update(waits=True)
    begun = complete([match for match in matches if match not in without_table])
    become_all(Match.objects.filter(pk__in=[match.pk for match in begun]), MatchState.PLAYING)


def _awaits_ruling(match: Match) -> bool:
    """待裁定: all the match waits for is disputed, or waits for such a one."""
    fed_by = Match.objects.filter(Q(winner_to=match) | Q(loser_to=match))
    feeders = list(fed_by.exclude(state__in=(MatchState.OVER, MatchState.BYE)))
    return bool(feeders) and all(
        feeder.state == MatchState.DISPUTED or (feeder.state == MatchState.WAITING and _awaits_ruling(feeder))
        for feeder in feeders
    )


@action
def pause_round(round_: Round, *, by: User) -> Clock:
    """暂停 for all tables."""
    journal = round_.stage.tournament.journal
    return scoring.pause_clock(round_.clock, journal, by=by, place=place_of_round(round_))


@action
def resume_round(round_: Round, *, by: User) -> Clock:
    """继续; the pause is added to the bell."""
    journal = round_.stage.tournament.journal
    return scoring.resume_clock(round_.clock, journal, by=by, place=place_of_round(round_))


@action
def extend_round(round_: Round, minutes: int, *, by: User, reason: str) -> Clock:
    """加时 by whole minutes, with a reason."""
    journal, place = round_.stage.tournament.journal, place_of_round(round_)
    return scoring.extend_clock(round_.clock, journal, minutes, by=by, reason=reason, place=place)

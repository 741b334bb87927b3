"""自己约日子: the two sides of a match agree when and where they play it; the office may say it in their place."""

from datetime import datetime
from typing import Any

from accounts.models import User
from journal import clock as journal_clock
from journal.recording import action, record
from journal.refusals import Problem, WrongState, refuse_if
from journal.states import become_all
from journal.texts import storable
from scoring.actions import clocks
from scoring.models import Clock
from scoring.states import ClockState
from tournaments.bracket.rules.bracket_moves import locked, match_facts
from tournaments.bracket.rules.sides import SIDES, place_of_round
from tournaments.bracket.rules.tables import book, guarded, stamp
from tournaments.codes import Code, TournamentEvent
from tournaments.models import Match, Round, Tournament
from tournaments.states import MatchState, TournamentState

LONGEST_PLACE = 60


@action
def propose_day(match: Match, side: str, at: datetime, place: str = "", *, by: User | None) -> Match:
    """约时间: that side proposes when and where to play; whatever is agreed so far stands until the other side accepts.

    Refused: a moment that is past or lies outside the days of the round, a place that is too long; ``WrongState`` once
    the match has begun.
    """
    match = _before_play(match)
    refuse_if([*_side_problems(side), *_days_problems(match, at), *_problems(match, at, place)])
    match.proposed_at, match.proposed_place, match.proposed_by = at, storable(place.strip()), side
    match.save(update_fields=["proposed_at", "proposed_place", "proposed_by"])
    _note(match, TournamentEvent.DAY_PROPOSED, at, by=by, side=side)
    return match


@action
def accept_day(match: Match, side: str, at: datetime, *, by: User | None) -> Match:
    """同意: that side accepts the moment ``at`` that the other one proposes; agreed already is agreed.

    ``WrongState`` if it is another one by now, or nothing; refused if it is past, or a team plays elsewhere then.
    """
    match = _before_play(match)
    refuse_if(_side_problems(side))
    if match.proposed_at is None and match.agreed_at == at:
        return match
    if match.proposed_at != at:
        raise WrongState(match.subject, "changed")
    refuse_if([Problem(Code.OWN_PROPOSAL)] if match.proposed_by == side else [])
    refuse_if(_problems(match, at, match.proposed_place))
    return _agree(match, at, match.proposed_place, by=by)


@action
def set_day(match: Match, at: datetime, place: str = "", *, by: User | None) -> Match:
    """The office says when and where the match is played, after the last day of its round, too (展期)."""
    match = _before_play(match)
    refuse_if(_problems(match, at, place))
    return _agree(match, at, storable(place.strip()), by=by)


@action
def open_round(round_: Round, *, by: User) -> Clock:
    """A round of own days is open from the beginning of its first match on; its clock rings for nobody."""
    clock = Clock.objects.select_for_update(no_key=True).get(pk=round_.clock_id)
    if clock.state != ClockState.SET:
        return clock
    tournament = round_.stage.tournament
    clock = clocks.start_clock(clock, tournament.journal, by=by, place=place_of_round(round_))
    become_all(Tournament.objects.filter(pk=tournament.pk, state=TournamentState.DRAWN), TournamentState.RUNNING)
    return clock


def _agree(match: Match, at: datetime, place: str, *, by: User | None) -> Match:
    match.agreed_at, match.agreed_place = at, place
    match.proposed_at, match.proposed_place, match.proposed_by = None, "", ""
    with guarded():
        match.save(update_fields=["agreed_at", "agreed_place", "proposed_at", "proposed_place", "proposed_by"])
        book(match)
    _note(match, TournamentEvent.DAY_AGREED, at, by=by)
    return match


def _before_play(match: Match) -> Match:
    match = locked(match)
    if not match.stage.tournament.own_days or match.state not in (MatchState.READY, MatchState.CALLED):
        raise WrongState(match.subject, match.state)
    return match


def _side_problems(side: str) -> list[Problem]:
    return [] if side in SIDES else [Problem(Code.NOT_A_SIDE, "side")]


def _days_problems(match: Match, at: datetime) -> list[Problem]:
    first, last = match.challenged_at or match.round.starts_at, match.until
    if last is None or first <= at <= last:
        return []
    days = {"first_moment": first.astimezone(last.tzinfo).isoformat(), "last_moment": last.isoformat()}
    return [Problem(Code.OUTSIDE_THE_ROUND, "date", days)]


def _problems(match: Match, at: datetime, place: str) -> list[Problem]:
    now = journal_clock.now(match.stage.tournament.journal)
    past = [Problem(Code.IN_THE_PAST, "date", {"at": at.isoformat()})] if at < now else []
    long = [Problem(Code.TEXT_TOO_LONG, "place", {"most": LONGEST_PLACE})] if len(place.strip()) > LONGEST_PLACE else []
    return past + long


def _note(match: Match, kind: TournamentEvent, at: datetime, *, by: User | None, side: str = "") -> None:
    facts: dict[str, Any] = match_facts(match) | {"day": stamp(at)} | ({"side": side} if side else {})
    record(match.stage.tournament.journal, kind, match.subject, by=by, **facts)

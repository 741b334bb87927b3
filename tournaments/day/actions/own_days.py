"""自己约日子: the two sides of a match agree when and where they play it; the office may say it in their place. And
挑战: who stands lower on a ladder challenges one above him, within a season that people close."""

from datetime import datetime
from typing import Any

from django.db.models import Max

from accounts.models import User
from journal import clock
from journal.models import Event
from journal.recording import action, record
from journal.refusals import Problem, Refused, WrongState, refuse_if
from journal.states import become_all
from journal.texts import storable
from scoring.actions import clocks
from scoring.models import Clock, Sheet
from scoring.states import ClockState
from tournaments.bracket.queries.ladders import LadderView
from tournaments.bracket.queries.standings import stage_view
from tournaments.bracket.rules.bracket_moves import follow, locked, match_facts, slot_fields, team_facts
from tournaments.bracket.rules.formats import format_of
from tournaments.bracket.rules.sides import SIDES, place_of_round
from tournaments.bracket.rules.tables import book, guarded, stamp
from tournaments.codes import Code, TournamentEvent
from tournaments.locks import locked_matches, locked_tournament
from tournaments.models import Match, Round, Stage, Team, Tournament
from tournaments.states import UNDECIDED, MatchState, SourceKind, TournamentState

LONGEST_PLACE = 60
IN_SEASON = (TournamentState.DRAWN, TournamentState.RUNNING)


@action
def propose_day(match: Match, side: str, at: datetime, place: str = "", *, by: User | None) -> Match:
    """约时间: that side proposes when and where to play; whatever is agreed so far stands until the other side accepts.

    Refused: a moment that is past or lies outside the days of the round, a place that is too long; ``WrongState`` once
    the match has begun.
    """
    match = _before_play(match)
    first, last = match.challenged_at or match.round.starts_at, match.until
    outside = []
    if last is not None and not first <= at <= last:
        days = {"first_moment": first.astimezone(last.tzinfo).isoformat(), "last_moment": last.isoformat()}
        outside.append(Problem(Code.OUTSIDE_THE_ROUND, "date", days))
    refuse_if([*_side_problems(side), *outside, *_problems(match, at, place)])
    match.proposed_at, match.proposed_place, match.proposed_by = at, storable(place.strip()), side
    match.save(update_fields=["proposed_at", "proposed_place", "proposed_by"])
    _note(match, TournamentEvent.DAY_PROPOSED, by=by, day=stamp(at), side=side)
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
    _note(match, TournamentEvent.DAY_AGREED, by=by, day=stamp(at))
    return match


def _before_play(match: Match) -> Match:
    match = locked(match)
    if not match.stage.tournament.own_days or match.state not in (MatchState.READY, MatchState.CALLED):
        raise WrongState(match.subject, match.state)
    return match


def _side_problems(side: str) -> list[Problem]:
    return [] if side in SIDES else [Problem(Code.NOT_A_SIDE, "side")]


def _problems(match: Match, at: datetime, place: str) -> list[Problem]:
    now = clock.now(match.stage.tournament.journal)
    past = [Problem(Code.IN_THE_PAST, "date", {"at": at.isoformat()})] if at < now else []
    long = [Problem(Code.TEXT_TOO_LONG, "place", {"most": LONGEST_PLACE})] if len(place.strip()) > LONGEST_PLACE else []
    return past + long


def _note(match: Match, kind: TournamentEvent, *, by: User | None, **more: Any) -> None:
    record(match.stage.tournament.journal, kind, match.subject, by=by, **match_facts(match), **more)


@action
def challenge(challenger: Team, challenged: Team, *, by: User) -> Match:
    """挑战: a match of the two in the season that is on, which the first one opens; home is who was challenged. Who has
    challenged him already has done so.

    Refused: the season has not begun or is over, one of them is not on the ladder, stands too far away or has a
    challenge that is open, or they met a short time ago.
    """
    stages = Stage.objects.filter(tournament__branches=challenger.branch_id, size__gt=0).order_by("-number")
    stage = next((stage for stage in stages.select_related("tournament") if format_of(stage).season_days), None)
    if stage is None:
        raise Refused(Problem(Code.NO_LADDER))
    season = _locked_season(stage.rounds.get())
    same = season.matches.filter(home_team=challenged, away_team=challenger, state__in=UNDECIDED)
    before = same.select_related("stage__tournament__journal", "round").first()
    if before is not None:
        return before
    view = LadderView(stage_view(season.stage), clock.now(season.stage.tournament.journal))
    problem = view.problem(challenger.pk, challenged.pk)
    refuse_if([problem] if problem else [])
    open_round(season, by=by)
    match = Match.objects.create(
        stage=season.stage,
        round=season,
        number=_next_number(season.stage.tournament),
        place=(season.matches.aggregate(last=Max("place"))["last"] or 0) + 1,
        challenged_at=view.now,
        home_source_kind=SourceKind.LOT,
        away_source_kind=SourceKind.LOT,
        **slot_fields("home", challenged.pk),
        **slot_fields("away", challenger.pk),
    )
    match = locked(match)
    follow(match, by=by)
    until = stamp(match.until) if match.until else ""
    _note(match, TournamentEvent.CHALLENGE_MADE, by=by, **_sides(match), until=until)
    return match


@action
def withdraw_challenge(match: Match, *, by: User | None) -> None:
    """收回挑战: until a day is agreed on the challenger may take it back; the match is gone.

    ``WrongState`` once it is agreed on, called or played.
    """
    locked_matches(match.stage)
    match = locked(match)
    if match.challenged_at is None or match.state != MatchState.READY or match.agreed_at or match.check_ins.exists():
        raise WrongState(match.subject, match.state)
    _note(match, TournamentEvent.CHALLENGE_WITHDRAWN, by=by, **_sides(match))
    sheets = list(Sheet.objects.filter(match_game__match=match).values_list("pk", flat=True))
    match.delete()
    Sheet.objects.filter(pk__in=sheets).delete()


@action
def close_season(round_: Round, *, by: User | None) -> Round:
    """结束赛季: nobody challenges any more, and the places are final. Refused while a challenge is open; closed already
    is closed."""
    round_ = _locked_season(round_)
    if round_.closed_at is not None:
        return round_
    numbers = round_.matches.filter(state__in=(*UNDECIDED, MatchState.WAITING)).order_by("number")
    still = ", ".join(map(str, numbers.values_list("number", flat=True)))
    refuse_if([Problem(Code.CHALLENGES_OPEN, data={"numbers": still})] if still else [])
    return _set_closed(round_, TournamentEvent.SEASON_CLOSED, by=by)


@action
def reopen_season(round_: Round, *, by: User | None) -> Round:
    """The season was closed by mistake. ``WrongState`` once the event is over, or a later stage took its places."""
    round_ = _locked_season(round_)
    if round_.closed_at is None:
        return round_
    if Stage.objects.filter(source=round_.stage, size__gt=0).exists():
        raise WrongState(round_.subject, "drawn")
    return _set_closed(round_, TournamentEvent.SEASON_REOPENED, by=by)


def _set_closed(round_: Round, kind: TournamentEvent, *, by: User | None) -> Round:
    journal = round_.stage.tournament.journal
    round_.closed_at = clock.now(journal) if kind is TournamentEvent.SEASON_CLOSED else None
    round_.save(update_fields=["closed_at"])
    record(journal, kind, round_.subject, by=by, **place_of_round(round_).facts())
    return round_


def _locked_season(round_: Round) -> Round:
    """With its stage, so that challenges come one after the other, and with the event, which is not over. Refused where
    it is no season."""
    refuse_if([] if format_of(round_.stage).season_days else [Problem(Code.NO_LADDER)])
    locked_matches(round_.stage)
    rows = Round.objects.select_for_update(of=("self",), no_key=True).select_related("stage", "clock")
    row = rows.get(pk=round_.pk)
    row.stage.tournament = locked_tournament(round_.stage.tournament, *IN_SEASON)
    return row


def _next_number(tournament: Tournament) -> int:
    """One that no match of the event has, and no challenge had that was withdrawn: whoever heard of it may look."""
    last = Match.objects.filter(stage__tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    challenges = Event.objects.filter(journal=tournament.journal_id, kind=TournamentEvent.CHALLENGE_MADE)
    newest = challenges.order_by("-number").first()
    return max(last, newest.data["number"] if newest else 0) + 1


def _sides(match: Match) -> dict[str, Any]:
    return {"challenger": team_facts(match.away_team), "challenged": team_facts(match.home_team)}

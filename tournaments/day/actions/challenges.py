"""挑战: who stands lower on a ladder challenges one above him, within a season that people close."""

from typing import Any

from django.db.models import Max

from accounts.models import User
from journal import clock
from journal.models import Event
from journal.recording import action, record
from journal.refusals import Problem, WrongState, refuse_if
from scoring.models import Sheet
from tournaments.bracket.queries.ladders import LadderView
from tournaments.bracket.queries.standings import stage_view
from tournaments.bracket.rules.bracket_moves import follow, locked, match_facts, slot_fields, team_facts
from tournaments.bracket.rules.formats import format_of
from tournaments.bracket.rules.sides import place_of_round
from tournaments.bracket.rules.tables import stamp
from tournaments.codes import Code, TournamentEvent
from tournaments.day.actions.own_days import open_round
from tournaments.locks import locked_matches, locked_tournament
from tournaments.models import Match, Round, Stage, Team, Tournament
from tournaments.states import UNDECIDED, MatchState, SourceKind, TournamentState

IN_SEASON = (TournamentState.DRAWN, TournamentState.RUNNING)


@action
def challenge(challenger: Team, challenged: Team, *, by: User) -> Match:
    """挑战: a match of the two in the season that is on, which the first one opens; home is who was challenged. Who has
    challenged him already has done so.

    Refused: the season has not begun or is over, one of them is not on the ladder, stands too far away or has a
    challenge that is open, or they met a short time ago.
    """
    season = _season(challenger)
    before = _open_between(season, challenger, challenged)
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
    _note(match, TournamentEvent.CHALLENGE_MADE, by=by, until=stamp(match.until) if match.until else "")
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
    _note(match, TournamentEvent.CHALLENGE_WITHDRAWN, by=by)
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


def _season(challenger: Team) -> Round:
    """The newest season of the event that is drawn, with its matches locked; refused where there is none."""
    stages = Stage.objects.filter(tournament__branches=challenger.branch_id, size__gt=0).order_by("-number")
    stage = next((stage for stage in stages.select_related("tournament") if format_of(stage).season_days), None)
    refuse_if([Problem(Code.NO_LADDER)] if stage is None else [])
    assert stage is not None
    return _locked_season(stage.rounds.get())


def _locked_season(round_: Round) -> Round:
    """With its stage, so that challenges come one after the other, and with the event, which is not over. Refused where
    it is no season."""
    refuse_if([] if format_of(round_.stage).season_days else [Problem(Code.NO_LADDER)])
    locked_matches(round_.stage)
    rows = Round.objects.select_for_update(of=("self",), no_key=True).select_related("stage", "clock")
    row = rows.get(pk=round_.pk)
    row.stage.tournament = locked_tournament(round_.stage.tournament, *IN_SEASON)
    return row


def _open_between(season: Round, challenger: Team, challenged: Team) -> Match | None:
    same = season.matches.filter(home_team=challenged, away_team=challenger, state__in=UNDECIDED)
    return same.select_related("stage__tournament__journal", "round").first()


def _next_number(tournament: Tournament) -> int:
    """One that no match of the event has, and no challenge had that was withdrawn: whoever heard of it may look."""
    last = Match.objects.filter(stage__tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    challenges = Event.objects.filter(journal=tournament.journal_id, kind=TournamentEvent.CHALLENGE_MADE)
    newest = challenges.order_by("-number").first()
    return max(last, newest.data["number"] if newest else 0) + 1


def _note(match: Match, kind: TournamentEvent, *, by: User | None, **more: Any) -> None:
    facts = match_facts(match) | {"challenger": team_facts(match.away_team), "challenged": team_facts(match.home_team)}
    record(match.stage.tournament.journal, kind, match.subject, by=by, **facts, **more)

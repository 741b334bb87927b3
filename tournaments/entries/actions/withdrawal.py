"""退出: a team leaves the event, before the draw or at any time after it."""

from collections.abc import Collection

from django.db.models import Q, QuerySet

from accounts.models import User
from guandan_rules import Reason, Side, awarded
from journal.reasons import reason_problems
from journal.recording import action, record
from journal.refusals import Problem, WrongState, ask_about, refuse_if
from journal.states import become
from journal.texts import storable
from scoring.actions import sheets
from scoring.states import SheetState
from tournaments.bracket.rules.bracket_moves import decide_match, locked, team_facts
from tournaments.bracket.rules.current_sheets import current_sheet
from tournaments.bracket.rules.places import place_of
from tournaments.codes import Code, TournamentEvent
from tournaments.entries.queries.entries import double_entries
from tournaments.locks import locked_matches, locked_tournament
from tournaments.models import Match, Stage, Team
from tournaments.states import UNDECIDED, MatchState, SourceKind, TeamState, TournamentState


def _locked_team(team: Team) -> Team:
    rows = Team.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("branch__tournament__journal").get(pk=team.pk)


@action
def withdraw_team(team: Team, *, by: User, reason: str, sure: Collection[str] | None = None) -> Team:
    """退赛: after the draw its open matches go to the opponents, now or once there is one; before, it is not drawn.

    Refused for a team that has no match left, and neither a pairing nor a stage ahead that it may come to. Asked about
    after the draw: it cannot be taken back then.
    """
    for stage in Stage.objects.filter(tournament__branches=team.branch_id):
        locked_matches(stage)
    team = _locked_team(team)
    if team.state != TeamState.ENTERED:
        raise WrongState(team.subject, team.state)
    refuse_if([*reason_problems(reason), *_out_problems(team)])
    ask_about(_lost_matches(team), sure)
    become(team, TeamState.WITHDRAWN, withdrawn_reason=storable(reason))
    record(
        team.branch.tournament.journal,
        TournamentEvent.TEAM_WITHDRAWN,
        team.subject,
        by=by,
        team=team_facts(team),
        reason=team.withdrawn_reason,
    )
    for match in _matches_of(team).filter(state__in=UNDECIDED).order_by("number"):
        _give_to_opponent(locked(match), team, by=by)
    return team


def _matches_of(team: Team) -> QuerySet[Match]:
    return Match.objects.filter(Q(home_team=team) | Q(away_team=team))


def _lost_matches(team: Team) -> list[Problem]:
    """The matches that go to the opponents, by their numbers; of a team that is drawn, be there any or not."""
    if team.branch.tournament.state == TournamentState.ENTRY:
        return []
    numbers = _matches_of(team).filter(state__in=UNDECIDED).order_by("number").values_list("number", flat=True)
    return [Problem(Code.MATCHES_GIVEN_AWAY, "", {"numbers": ", ".join(map(str, numbers)) or "–"})]


def _out_problems(team: Team) -> list[Problem]:
    states = set(_matches_of(team).values_list("state", flat=True))
    left = states & {MatchState.WAITING, *UNDECIDED}
    return [Problem(Code.TEAM_OUT)] if states and not left and not _may_come_to_more(team) else []


def _may_come_to_more(team: Team) -> bool:
    """A round is still to be paired, or a stage to get its teams."""
    stages = Stage.objects.filter(tournament=team.branch.tournament_id)
    unpaired = Match.objects.filter(stage__in=stages, state=MatchState.WAITING, home_source_kind=SourceKind.LOT)
    return unpaired.exists() or stages.filter(size=0).exclude(source=None).exists()


def _give_to_opponent(match: Match, team: Team, *, by: User) -> None:
    winner = Side.AWAY if match.home_team_id == team.pk else Side.HOME
    sheet = current_sheet(match)
    if sheet.state == SheetState.OPEN:
        sheets.close_sheet(sheet, awarded(Reason.WITHDRAWAL, winner), by=by, place=place_of(match))
    decide_match(match, winner, Reason.WITHDRAWAL, by=by, automatic=True)


@action
def restore_team(team: Team, *, by: User) -> Team:
    """恢复报名: the withdrawal was a mistake; only before the draw. Refused if a player is in another team by now."""
    tournament = locked_tournament(team.branch.tournament)
    team = _locked_team(team)
    if team.state != TeamState.WITHDRAWN or tournament.state != TournamentState.ENTRY:
        raise WrongState(team.subject, team.state)
    refuse_if(double_entries(team))
    become(team, TeamState.ENTERED, withdrawn_reason="")
    record(team.branch.tournament.journal, TournamentEvent.TEAM_RESTORED, team.subject, by=by, team=team_facts(team))
    return team

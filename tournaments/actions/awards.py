"""颁奖: the last step of an event."""

from accounts.models import User
from journal import clock
from journal.recording import action, record
from journal.refusals import Problem, WrongState, refuse_if
from journal.states import become
from tournaments.locks import locked_matches, locked_tournament
from tournaments.models import Tournament
from tournaments.queries.awards import Podium, podium
from tournaments.queries.matches import TeamLabel
from tournaments.states import TOURNAMENT_TRANSITIONS, Code, TournamentEvent, TournamentState


@action
def confirm_awards(tournament: Tournament, *, by: User | None) -> Podium:
    """确认名次: the podium stands and the event is finished. Refused while the last match is open.

    An event decided by withdrawals alone never ran and may be finished from ``drawn``.
    """
    for stage in tournament.stages.order_by("number"):
        locked_matches(stage)
    tournament = locked_tournament(tournament)
    if TournamentState.FINISHED not in TOURNAMENT_TRANSITIONS[tournament.state]:
        raise WrongState(tournament.subject, tournament.state)
    standing = podium(tournament)
    refuse_if([] if standing.decided else [Problem(Code.NOT_DECIDED_YET)])
    become(tournament, TournamentState.FINISHED, awards_confirmed_at=clock.now(tournament.journal))
    record(
        tournament.journal,
        TournamentEvent.AWARDS_CONFIRMED,
        tournament.subject,
        by=by,
        champion=_facts(standing.champion),
        runner_up=_facts(standing.runner_up),
        thirds=[_facts(team) for team in standing.thirds],
        souvenirs=[_facts(team) for team in standing.souvenirs],
    )
    return standing


def _facts(team: TeamLabel | None) -> dict[str, object] | None:
    return {"id": team.id, "branch": team.branch, "ordinal": team.ordinal} if team else None

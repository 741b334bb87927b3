"""颁奖: the last step of an event."""

from collections.abc import Collection

from django.db.models import Max

from accounts.models import User
from journal import clock
from journal.recording import action, record
from journal.refusals import Problem, WrongState, ask_about, refuse_if, refuse_overtaken
from journal.states import become
from journal.texts import reason_problems, storable
from tournaments.bracket.placings import keep_placings
from tournaments.bracket.queries.advancement import equal_places
from tournaments.bracket.queries.awards import Podium, podium
from tournaments.bracket.queries.equals import equals_for_awards
from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.prizes import decided_prizes, prize_doubts, prize_facts
from tournaments.bracket.queries.standings import stages_of
from tournaments.bracket.queries.versions import awards_version
from tournaments.bracket.rules.taking_back import open_awards
from tournaments.codes import Code, TournamentEvent
from tournaments.locks import locked_matches, locked_tournament
from tournaments.models import Round, Team, Tournament
from tournaments.states import TOURNAMENT_TRANSITIONS, TeamState, TournamentState


@action
def confirm_awards(
    tournament: Tournament, *, by: User | None, seen: int | None = None, sure: Collection[str] | None = None
) -> Podium:
    """确认名次: the podium stands and the event is finished. Refused while the last match is open, or teams between
    whom a prize ends are equal in everything.

    An event decided by withdrawals alone never ran and may be finished from ``drawn``. Asked about: places of teams
    that withdrew, a confirmation before the day of the last round, and prizes by rule that are not decided, or as was
    proposed before. ``Overtaken`` if ``seen`` is old.
    """
    for stage in tournament.stages.order_by("number"):
        locked_matches(stage)
    tournament = locked_tournament(tournament)
    if TournamentState.FINISHED not in TOURNAMENT_TRANSITIONS[tournament.state]:
        raise WrongState(tournament.subject, tournament.state)
    refuse_overtaken(tournament.subject, seen, awards_version(tournament))
    stages = stages_of(rounds(tournament))
    refuse_if([equal_places(each) for each in equals_for_awards(tournament.awards, stages)])
    places = podium(tournament)
    refuse_if([] if places.decided else [Problem(Code.NOT_DECIDED_YET)])

    placed = [team.id for team in (*places.champions, *places.runners_up, *places.thirds)]
    withdrawn = Team.objects.filter(pk__in=placed, state=TeamState.WITHDRAWN).select_related("branch")
    doubts = [
        Problem(Code.PLACE_OF_WITHDRAWN, "", {"branch": team.branch.name, "ordinal": team.ordinal})
        for team in withdrawn.order_by("branch__number", "ordinal")
    ]
    now, zone = clock.now(tournament.journal), tournament.tzinfo
    last = Round.objects.filter(stage__tournament=tournament).aggregate(last=Max("starts_at"))["last"]
    if last and now.astimezone(zone).date() < last.astimezone(zone).date():
        doubts.append(Problem(Code.BEFORE_THE_FINAL, "", {"at": last.astimezone(zone).isoformat()}))
    ask_about([*doubts, *prize_doubts(tournament, stages)], sure)

    become(tournament, TournamentState.FINISHED, awards_confirmed_at=now)
    keep_placings(tournament)
    record(
        tournament.journal,
        TournamentEvent.AWARDS_CONFIRMED,
        tournament.subject,
        by=by,
        champion=_facts(places.champion),
        runner_up=_facts(places.runner_up),
        sharing=[_facts(team) for team in (*places.champions[1:], *places.runners_up[1:])],
        thirds=[_facts(team) for team in places.thirds],
        souvenirs=[_facts(team) for team in places.souvenirs],
        prizes=prize_facts(decided_prizes(tournament)),
    )
    return places


@action
def reopen_awards(tournament: Tournament, *, by: User | None, reason: str) -> Tournament:
    """撤回确认: the awards leave the notice board until they are confirmed again. It takes a reason."""
    for stage in tournament.stages.order_by("number"):
        locked_matches(stage)
    tournament = locked_tournament(tournament, TournamentState.FINISHED)
    refuse_if(reason_problems(reason))
    open_awards(tournament)
    reason = storable(reason)
    record(tournament.journal, TournamentEvent.AWARDS_REOPENED, tournament.subject, by=by, reason=reason)
    return tournament


def _facts(team: TeamLabel | None) -> dict[str, object] | None:
    return {"id": team.id, "branch": team.branch, "ordinal": team.ordinal} if team else None

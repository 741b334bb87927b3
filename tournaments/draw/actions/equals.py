"""名次相同: what is decided of teams that are equal in everything, 并列, 加赛 or 抽签, and taken back."""

import secrets
from collections.abc import Collection, Sequence

from accounts.models import User
from journal import clock
from journal.recording import action, record
from journal.refusals import Problem, WrongState, refuse_if
from journal.texts import storable
from tournaments.bracket.queries.advancement import advancement
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import equals_of, stages_of
from tournaments.codes import Code, TournamentEvent
from tournaments.draw import method as drawing
from tournaments.locks import locked_event
from tournaments.models import PlaceDecision, Stage, Team
from tournaments.permissions import Permission, may
from tournaments.states import EqualsDecided, TournamentState


@action
def decide_places(
    stage: Stage,
    teams: Collection[int],
    how: EqualsDecided,
    *,
    by: User | None,
    order: Sequence[int] = (),
    note: str = "",
) -> PlaceDecision:
    """The teams with these ids, which are equal in everything, share their place, or stand in the ``order`` of a
    play-off or of lots; without one the program draws it, and keeps the seed.

    ``WrongState`` if these and no others are not equal (any more). Refused: an order without one of them, or with one
    twice; a shared place of whom not all come into the stage that waits; play-off and lots by others than the chief.
    """
    tournament = locked_event(stage.tournament, TournamentState.DRAWN, TournamentState.RUNNING)
    stages = stages_of(rounds(tournament))
    shown = next(view for view in stages if view.label.id == stage.pk)
    wanted = frozenset(teams)
    if not any(wanted == {row.team.id for row in rows} for rows in equals_of(shown)):
        raise WrongState(f"stage:{stage.pk}", "changed")
    problems = []
    if how == EqualsDecided.SHARED:
        waiting = advancement(stages)
        if waiting and any(each.stage.label.id == stage.pk and each.ids == wanted for each in waiting.equals):
            problems.append(Problem(Code.PLACE_NOT_SHAREABLE, "how"))
        order = ()
    elif by is not None and not may(by, Permission.MATCH_RULE, tournament):
        problems.append(Problem(Code.DECISION_NEEDS_CHIEF, "how"))
    if (order or how == EqualsDecided.PLAY_OFF) and sorted(order) != sorted(wanted):
        problems.append(Problem(Code.ORDER_NOT_WHOLE, "order"))
    refuse_if(problems)
    rows = Team.objects.filter(pk__in=wanted).select_related("branch").order_by("branch__number", "ordinal")
    entered = {team.pk: team for team in rows}
    seed = secrets.token_hex(16) if how == EqualsDecided.DRAWN and not order else ""
    decided = list(order) or list(drawing.shuffled(entered, seed) if seed else entered)
    decision = PlaceDecision.objects.create(
        stage=stage, teams=decided, how=how, seed=seed, note=storable(note), at=clock.now(tournament.journal), by=by
    )
    record(
        tournament.journal, TournamentEvent.PLACES_DECIDED, tournament.subject, by=by,
        stage=stage.number, how=how, equals=[_facts(entered[pk]) for pk in decided], seed=seed, note=decision.note,
    )  # fmt: skip
    return decision


@action
def reopen_places(decision: PlaceDecision, *, by: User | None) -> None:
    """撤回: it is open again what becomes of them. ``WrongState`` once the awards are confirmed; refused while a later
    stage stands that took places of this one."""
    stage = decision.stage
    tournament = locked_event(stage.tournament, TournamentState.DRAWN, TournamentState.RUNNING)
    if not PlaceDecision.objects.filter(pk=decision.pk).exists():
        raise WrongState(f"stage:{stage.pk}", "changed")
    later = stage.later.filter(size__gt=0).order_by("number").first()
    refuse_if([Problem(Code.LATER_STAGE_DRAWN, data={"stage": later.number})] if later else [])
    rows = {team.pk: team for team in Team.objects.filter(pk__in=decision.teams).select_related("branch")}
    record(
        tournament.journal, TournamentEvent.PLACES_REOPENED, tournament.subject, by=by,
        stage=stage.number, equals=[_facts(rows[pk]) for pk in decision.teams if pk in rows],
    )  # fmt: skip
    decision.delete()


def _facts(team: Team) -> dict[str, object]:
    return {"id": team.pk, "branch": team.branch.name, "ordinal": team.ordinal}

"""名次相同: what is decided of teams that are equal in everything, 并列, 加赛 or 抽签, and taken back.
晋级: the teams of a later stage come into it, by rank or drawn anew, the next in line for those who are absent.
"""

import secrets
from collections.abc import Collection, Sequence

from accounts.models import User
from journal import clock
from journal.recording import action, record
from journal.refusals import Problem, WrongState, refuse_if
from journal.texts import storable
from tournaments.bracket.queries.advancement import advancement, advancing, are_settled
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import equals_of, groups_of, stage_view, stages_of
from tournaments.bracket.rules.bracket_moves import team_facts
from tournaments.bracket.rules.formats import format_of
from tournaments.codes import Code, TournamentEvent
from tournaments.draw import method as drawing
from tournaments.draw.queries.draws import entries
from tournaments.draw.queries.records import basis_text
from tournaments.draw.queries.sheets import constraints, number_problems, positions_of, teams_in_order
from tournaments.draw.rules import next_number, publish, seed_problems
from tournaments.locks import locked_event
from tournaments.models import Draw, PlaceDecision, Stage, Team
from tournaments.permissions import Permission, may
from tournaments.states import BranchesApart, DrawMethod, DrawState, EqualsDecided, TournamentState


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
        stage=stage.number, how=how, equals=[team_facts(entered[pk]) for pk in decided], seed=seed, note=decision.note,
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
        stage=stage.number, equals=[team_facts(rows[pk]) for pk in decision.teams if pk in rows],
    )  # fmt: skip
    decision.delete()


@action
def place_stage(stage: Stage, *, by: User | None, absent: Collection[int] = (), seed: str = "") -> Draw:
    """Once the places that it takes are settled they stand in this one: by rank, or drawn anew from ``seed`` or a fresh
    one. The stage that they come from may go on above them.

    ``absent``: ids of teams that cannot come; the next in line come for them (替补). ``WrongState`` if this stage is
    placed already, or takes its teams from registration. Refused while one of the places is open, or shared by teams of
    whom not all come, if fewer teams are left than the format takes, or if too few rounds are planned.
    """
    tournament = locked_event(stage.tournament, TournamentState.DRAWN, TournamentState.RUNNING)
    stage = Stage.objects.select_related("tournament__journal", "source").get(pk=stage.pk)
    if stage.source is None or stage.size:
        raise WrongState(f"stage:{stage.pk}", "drawn" if stage.size else "registration")
    seed = storable(seed)
    refuse_if(seed_problems(seed))
    seed = seed or secrets.token_hex(16)
    source = stage_view(stage.source)
    refuse_if([] if are_settled(source, stage.first_place) else [Problem(Code.STAGE_OPEN)])
    coming, undecided = advancing(stage, source, seed, absent=absent)
    refuse_if(undecided)
    refuse_if(number_problems(format_of(stage), len(coming), stage.rounds.filter(sitting=1).count()))
    teams = list(Team.objects.filter(pk__in=coming).select_related("branch").order_by("branch__number", "ordinal"))
    draw = Draw(stage=stage, number=next_number(tournament), state=DrawState.CONFIRMED, seed=seed)
    if stage.by_lot:
        conditions = constraints(stage, len(teams), tournament.branches_apart)
        drawn = drawing.draw_sheet(entries(teams), conditions, seed)
        draw.method, draw.branches_apart = DrawMethod.PROGRAM, tournament.branches_apart
        draw.sampling, draw.uniform = drawn.method.value, drawn.uniform
        draw.teams, draw.positions = [team.pk for team in teams], positions_of(drawn.positions, teams)
    else:
        slots = format_of(stage).placed(coming, groups_of(source))
        draw.method, draw.branches_apart = DrawMethod.PLACES, BranchesApart.NONE
        draw.teams, draw.positions = coming, [slot if isinstance(slot, int) else None for slot in slots]
    draw.basis = basis_text(draw, teams_in_order(draw.teams))
    draw.made_by = draw.confirmed_by = by
    draw.made_at = draw.confirmed_at = clock.now(tournament.journal)
    draw.save()
    publish(draw, tournament, teams, by=by)
    return draw

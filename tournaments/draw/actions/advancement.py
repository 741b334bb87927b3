"""晋级: the teams of a later stage come into it, by rank or drawn anew, the next in line for those who are absent."""

import secrets
from collections.abc import Collection

from accounts.models import User
from journal import clock
from journal.recording import action
from journal.refusals import Problem, WrongState, refuse_if
from journal.texts import storable
from tournaments.bracket.queries.advancement import advancing, are_settled
from tournaments.bracket.queries.standings import groups_of, stage_view
from tournaments.bracket.rules.formats import format_of
from tournaments.codes import Code
from tournaments.draw import method as drawing
from tournaments.draw.queries.draws import entries
from tournaments.draw.queries.records import basis_text
from tournaments.draw.queries.sheets import constraints, number_problems, positions_of, teams_in_order
from tournaments.draw.rules import next_number, publish, seed_problems
from tournaments.locks import locked_event
from tournaments.models import Draw, Stage, Team
from tournaments.states import BranchesApart, DrawMethod, DrawState, TournamentState


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
    if stage.by_lot:
        conditions = constraints(stage, len(teams), tournament.branches_apart)
        drawn = drawing.draw_sheet(entries(teams), conditions, seed)
        draw = Draw(
            state=DrawState.CONFIRMED,
            method=DrawMethod.PROGRAM,
            branches_apart=tournament.branches_apart,
            sampling=drawn.method.value,
            uniform=drawn.uniform,
            teams=[team.pk for team in teams],
            positions=positions_of(drawn.positions, teams),
        )
    else:
        slots = format_of(stage).placed(coming, groups_of(source))
        positions = [slot if isinstance(slot, int) else None for slot in slots]
        draw = Draw(
            state=DrawState.CONFIRMED,
            method=DrawMethod.PLACES,
            branches_apart=BranchesApart.NONE,
            teams=coming,
            positions=positions,
        )
    draw.stage, draw.number, draw.seed = stage, next_number(tournament), seed
    draw.basis = basis_text(draw, teams_in_order(draw.teams))
    draw.made_by = draw.confirmed_by = by
    draw.made_at = draw.confirmed_at = clock.now(tournament.journal)
    draw.save()
    publish(draw, tournament, teams, by=by)
    return draw

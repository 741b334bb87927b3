"""Lots beside the draw of an event. 逐轮抽签: they say who meets in a round, once the one before is over. 抽签组队:
people who entered alone become teams; where the table is drawn first, its two sides meet.
"""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import replace

from accounts.models import User
from journal.recording import action, record
from journal.refusals import Problem, WrongState, refuse_if
from journal.states import become
from journal.texts import storable
from tournaments.bracket.actions.pairing import pair_round
from tournaments.bracket.rules.building import seat_pairs, to_be_paired
from tournaments.bracket.rules.formats import format_of
from tournaments.bracket.rules.sides import place_of_round
from tournaments.codes import Code, TournamentEvent
from tournaments.draw import method as drawing
from tournaments.draw.method.sampling import Partners, Single, draw_partners
from tournaments.draw.queries.draws import entered_teams, entries, first_stage
from tournaments.draw.queries.lots import read_lots
from tournaments.draw.queries.round_draws import basis_of, draws_rounds, pot_of
from tournaments.draw.queries.sheets import number_problems, positions_of
from tournaments.draw.rules import seed_problems
from tournaments.entries.actions.entries import record_saved
from tournaments.entries.queries.entries import singles
from tournaments.formats.matches import BYE
from tournaments.locks import locked_tournament
from tournaments.models import Branch, Match, Player, Round, Team, Tournament
from tournaments.states import TeamState, TournamentState


@action
def draw_round(round_: Round, *, by: User, seed: str = "", lots: Mapping[int, int | None] | None = None) -> list[Match]:
    """抽签决定本轮对手: by the program, from ``seed`` or a fresh one, or as the ``lots`` drawn in the hall have it:
    position, from 1, by the id of the team; positions 1 and 2 meet, 3 and 4, …

    Refused while a match of an earlier round of the stage is open, and for lots that are no pairs, each at its field
    ``position-<team id>``; ``WrongState`` if the round is drawn already, or is none that is drawn.
    """
    if not draws_rounds(round_):
        raise WrongState(round_.subject, "planned")
    matches = to_be_paired(round_)
    pot = pot_of(round_, len(matches))
    seed = storable(seed)
    refuse_if(seed_problems(seed))
    if lots is None:
        seed = seed or secrets.token_hex(16)
        drawn = drawing.draw_sheet(entries(pot.teams), pot.conditions, seed, pot.wishes)
        numbers, sampling, uniform = drawn.positions, drawn.method.value, drawn.uniform
    else:
        sheet, problems = read_lots(pot.teams, lots, pot.conditions)
        refuse_if(problems)
        taken = sheet.positions
        beside = [place for place in range(0, len(taken), 2) if taken[place] is taken[place + 1] is None]
        refuse_if([Problem(Code.BYES_MEET, data={"first": at + 1, "second": at + 2}) for at in beside])
        numbers, sampling, uniform, seed = taken, "", True, ""
    positions = positions_of(numbers, pot.teams)
    slots = [BYE if team is None else team for team in positions]
    matches = seat_pairs(matches, list(zip(slots[::2], slots[1::2], strict=True)), by=by, feeders=pot.feeders)
    place = place_of_round(round_).facts()
    record(
        round_.stage.tournament.journal, TournamentEvent.ROUND_DRAWN, round_.subject, by=by,
        **place, seed=seed, sampling=sampling, uniform=uniform, basis=basis_of(round_, pot, by_hand=lots is not None),
        teams=[team.pk for team in pot.teams], positions=positions,
    )  # fmt: skip
    return matches


@action
def pair_or_draw(round_: Round, *, by: User, absent: Collection[int] = ()) -> list[Match]:
    """编排本轮, by the standing or by lot, as the format has it.

    ``absent`` as in `pair_round`; ``WrongState`` where lots are drawn, since nobody is left out of them."""
    if not draws_rounds(round_):
        return pair_round(round_, by=by, absent=absent)
    if absent:
        raise WrongState(round_.subject, "planned")
    return draw_round(round_, by=by)


@action
def draw_teams(
    tournament: Tournament,
    chosen: Collection[int],
    *,
    by: User | None,
    mixed: bool = False,
    tables: bool = False,
    seed: str = "",
) -> Partners:
    """Teams by lot of the ``chosen`` (ids of their teams, `queries.entries.singles`), from ``seed`` or a fresh one.

    The others of a team join that of the first, which is entered; their own go. Who is left stays a draft. ``tables``:
    先抓桌 (S003): two teams drawn one after the other are a table, and their positions in the first round are kept as
    the lots of the draw. Refused if one of them is no longer alone, if they are too few for a team, or, with
    ``tables``, if other teams are entered or the format cannot take so many.
    """
    tournament = locked_tournament(tournament, TournamentState.ENTRY)
    list(Branch.objects.select_for_update(no_key=True).filter(tournament=tournament).order_by("pk"))
    alone = {single.id: single for single in singles(tournament) if single.id in set(chosen)}
    seed = storable(seed)
    refuse_if([Problem(Code.SINGLES_CHANGED, "singles")] if len(alone) < len(set(chosen)) else seed_problems(seed))
    seed = seed or secrets.token_hex(16)
    people = [Single(one.id, one.gender) for one in alone.values()]
    drawn = draw_partners(people, seed, seats=tournament.fewest_players, mixed=mixed)
    refuse_if([] if drawn.teams else [Problem(Code.NOBODY_TO_PAIR, "singles", {"seats": tournament.fewest_players})])
    stage = first_stage(tournament) if tables else None
    if stage is not None:
        entered = len(entered_teams(tournament))
        refuse_if([Problem(Code.TABLES_FOR_ALL, "tables", {"teams": entered})] if entered else [])
        wrong = number_problems(format_of(stage), len(drawn.teams), stage.rounds.filter(sitting=1).count())
        refuse_if([replace(problem, field="tables") for problem in wrong])
    for ids in drawn.teams:
        for number, one in enumerate(ids, start=1):
            Player.objects.filter(team=one, left_at=None).update(team=ids[0], number=number)
        Team.objects.filter(pk__in=ids[1:]).delete()
        become(Team.objects.get(pk=ids[0]), TeamState.ENTERED)
    names = {
        one.id: {"branch": one.team.branch, "ordinal": one.team.ordinal, "name": one.name} for one in alone.values()
    }
    record(
        tournament.journal, TournamentEvent.PARTNERS_DRAWN, tournament.subject, by=by,
        seed=seed, mixed=mixed, count=len(drawn.teams), pairs=[[names[one] for one in ids] for ids in drawn.teams],
    )  # fmt: skip
    branches = {alone[one].team.branch_id for ids in drawn.teams for one in ids}
    record_saved(tournament, list(Branch.objects.filter(pk__in=branches)), by=by, draft=False, public=False)
    if stage is not None:
        positions = format_of(stage).at_tables(len(drawn.teams))
        lots = [(ids[0], position) for ids, position in zip(drawn.teams, positions, strict=True)]
        record(tournament.journal, TournamentEvent.LOTS_KEPT, tournament.subject, by=by, public=False, lots=lots)
    return drawn

"""逐轮抽签: lots say who meets in a round, once the one before is over."""

import secrets
from collections.abc import Collection, Mapping

from accounts.models import User
from journal.recording import action, record
from journal.refusals import Problem, WrongState, refuse_if
from journal.texts import storable
from tournaments.bracket.actions.pairing import pair_round
from tournaments.bracket.rules.building import seat_pairs, to_be_paired
from tournaments.bracket.rules.sides import place_of_round
from tournaments.codes import Code, TournamentEvent
from tournaments.draw import method as drawing
from tournaments.draw.queries.draws import entries
from tournaments.draw.queries.lots import lot_problem
from tournaments.draw.queries.round_draws import Pot, basis_of, draws_rounds, pot_of
from tournaments.draw.queries.sheets import positions_of
from tournaments.draw.rules.drawn import seed_problems
from tournaments.formats.matches import BYE
from tournaments.models import Match, Round


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
        numbers, sampling, uniform, seed = _lots_drawn(pot, lots), "", True, ""
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


def _lots_drawn(pot: Pot, lots: Mapping[int, int | None]) -> tuple[int | None, ...]:
    """By number in the pot. Refused as `draw_round` says."""
    numbers = {team.pk: number for number, team in enumerate(pot.teams, start=1)}
    refuse_if([Problem(Code.TEAMS_CHANGED)] if set(lots) - numbers.keys() else [])
    typed = {numbers[team]: position for team, position in lots.items() if position is not None}
    sheet = drawing.from_lots(typed, entries(pot.teams), pot.conditions)
    problems = [
        lot_problem(sheet, number, team, f"position-{team.pk}", typed) for number, team in enumerate(pot.teams, start=1)
    ]
    refuse_if([problem for problem in problems if problem])
    beside = [
        Problem(Code.BYES_MEET, data={"first": place + 1, "second": place + 2})
        for place in range(0, len(sheet.positions), 2)
        if sheet.positions[place] is sheet.positions[place + 1] is None
    ]
    refuse_if(beside)
    return sheet.positions

"""封存抽签: the closed list is sealed under a fingerprint before anything is drawn, and drawn by numbers called out."""

import secrets

from accounts.models import User
from journal import clock
from journal.recording import action, record
from journal.refusals import Problem, refuse_if
from journal.states import become
from journal.texts import storable
from tournaments.codes import Code, TournamentEvent
from tournaments.draw import method as drawing
from tournaments.draw.actions.draws import discard_former
from tournaments.draw.method import records
from tournaments.draw.method.records import MOST_CALLS, MOST_DIGITS, CalledNumber, read_calls
from tournaments.draw.queries.draws import change_problems, entered_teams, first_stage
from tournaments.draw.queries.lots import list_problems, sheet_fields
from tournaments.draw.queries.records import basis_text
from tournaments.draw.queries.wishes import WishRequest, wish_problems, wishes_for, with_rated_seeds
from tournaments.draw.rules import draw_facts, next_number
from tournaments.entries.names import likeness
from tournaments.locks import lock_entries, locked_draw, locked_event
from tournaments.models import Draw, Tournament
from tournaments.states import DrawMethod, DrawState, TournamentState

SECRET_BYTES = 32


@action
def seal_draw(
    tournament: Tournament, *, by: User | None, without_drafts: bool = False, wishes: WishRequest | None = None
) -> Draw:
    """封存: close the list under a fingerprint that everybody may note down; what was previewed or sealed before is
    discarded, and counted.

    Refused as ``preview_draw`` is, and for wishes that do not fit the stage or its teams.
    """
    tournament = locked_event(tournament, TournamentState.ENTRY)
    lock_entries(tournament)
    teams = entered_teams(tournament)
    request = with_rated_seeds(tournament, teams, wishes or WishRequest())
    refuse_if([*list_problems(tournament, without_drafts), *wish_problems(tournament, teams, request)])
    discard_former(tournament, by=by)
    draw = Draw(
        stage=first_stage(tournament),
        number=next_number(tournament),
        state=DrawState.SEALED,
        method=DrawMethod.PROGRAM,
        branches_apart=tournament.branches_apart,
        teams=[team.pk for team in teams],
        made_by=by,
    )
    secret = secrets.token_hex(SECRET_BYTES)
    draw.basis = basis_text(draw, teams, secret=secret, wishes=wishes_for(tournament, teams, request))
    draw.made_at = draw.sealed_at = clock.now(tournament.journal)
    draw.save()
    facts = {**draw_facts(draw), "fingerprint": draw.fingerprint}
    record(tournament.journal, TournamentEvent.DRAW_SEALED, draw.subject, by=by, **facts)
    return draw


@action
def draw_sealed(draw: Draw, called: str, *, by: User | None) -> Draw:
    """按报数抽签: the numbers that were ``called`` out, mixed with the secret, are the seed; a preview is made of it.

    Refused if a team or the constraint changed since (it must be sealed again), and without any number.
    """
    tournament = locked_event(draw.stage.tournament, TournamentState.ENTRY)
    draw = locked_draw(draw, DrawState.PREVIEW)
    lock_entries(tournament)
    teams = entered_teams(tournament)
    calls, problems = _called_numbers(tournament, called)
    refuse_if([*change_problems(draw, tournament, [team.pk for team in teams]), *problems])
    basis = records.read_basis(draw.basis)
    seed = records.mixed_seed(basis.secret, [call.number for call in calls])
    drawn = drawing.draw_sheet(basis.teams, basis.constraints, seed, basis.wishes)
    become(
        draw,
        DrawState.PREVIEW,
        seed=seed,
        numbers=[{"by": call.by, "number": call.number} for call in calls],
        sampling=drawn.method.value,
        uniform=drawn.uniform,
        made_at=clock.now(tournament.journal),
        made_by=by,
        **sheet_fields(tournament, teams, drawn.positions, by_program=True),
    )
    numbers = ", ".join(call.number for call in calls)
    facts = {**draw_facts(draw), "numbers": numbers}
    record(tournament.journal, TournamentEvent.DRAW_OPENED, draw.subject, by=by, **facts)
    return draw


def _called_numbers(tournament: Tournament, called: str) -> tuple[tuple[CalledNumber, ...], list[Problem]]:
    """Each with the name of its branch, if one is given; problems at the field ``called``."""
    branches = {likeness(name): name for name in tournament.branches.values_list("name", flat=True)}
    calls, unreadable = read_calls(called)
    unreadable += tuple(call.by for call in calls if call.by and likeness(call.by) not in branches)
    calls = tuple(CalledNumber(call.number, branches.get(likeness(call.by), "")) for call in calls)
    if unreadable:
        data = {"line": storable(unreadable[0])[:40], "most": MOST_DIGITS}
        return calls, [Problem(Code.NUMBERS_UNREADABLE, "called", data)]
    if not calls:
        return calls, [Problem(Code.NUMBERS_MISSING, "called")]
    return calls, [Problem(Code.NUMBERS_TOO_MANY, "called", {"most": MOST_CALLS})] if len(calls) > MOST_CALLS else []

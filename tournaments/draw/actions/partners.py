"""抽签配对: people who entered alone become teams."""

import secrets
from collections.abc import Collection

from accounts.models import User
from journal.recording import action, record
from journal.refusals import Problem, refuse_if
from journal.states import become
from journal.texts import storable
from tournaments.codes import Code, TournamentEvent
from tournaments.draw.method.partners import Partners, Single, draw_partners
from tournaments.draw.rules.drawn import seed_problems
from tournaments.entries.actions.entries import record_saved
from tournaments.entries.queries.entries import singles
from tournaments.locks import locked_tournament
from tournaments.models import Branch, Player, Team, Tournament
from tournaments.states import TeamState, TournamentState


@action
def pair_singles(
    tournament: Tournament, chosen: Collection[int], *, by: User | None, mixed: bool = False, seed: str = ""
) -> Partners:
    """Partners by lot for the ``chosen`` (ids of their teams, `queries.entries.singles`), from ``seed`` or a
    fresh one.

    The second of a pair joins the team of the first, which is entered; his own goes. Who is left stays a draft. Refused
    if one of them is no longer alone, or if there are no two to be paired.
    """
    tournament = locked_tournament(tournament, TournamentState.ENTRY)
    list(Branch.objects.select_for_update(no_key=True).filter(tournament=tournament).order_by("pk"))
    alone = {single.id: single for single in singles(tournament) if single.id in set(chosen)}
    seed = storable(seed)
    refuse_if([Problem(Code.SINGLES_CHANGED, "singles")] if len(alone) < len(set(chosen)) else seed_problems(seed))
    seed = seed or secrets.token_hex(16)
    drawn = draw_partners([Single(one.id, one.gender) for one in alone.values()], seed, mixed=mixed)
    refuse_if([] if drawn.pairs else [Problem(Code.NOBODY_TO_PAIR, "singles")])
    for first, second in drawn.pairs:
        team, other = Team.objects.get(pk=first), Team.objects.get(pk=second)
        Player.objects.filter(team=team, left_at=None).update(number=1)
        Player.objects.filter(team=other, left_at=None).update(team=team, number=2)
        other.delete()
        become(team, TeamState.ENTERED)
    names = {
        one.id: {"branch": one.team.branch, "ordinal": one.team.ordinal, "name": one.name} for one in alone.values()
    }
    record(
        tournament.journal, TournamentEvent.PARTNERS_DRAWN, tournament.subject, by=by,
        seed=seed, mixed=mixed, count=len(drawn.pairs), pairs=[[names[one] for one in pair] for pair in drawn.pairs],
    )  # fmt: skip
    branches = {alone[team].team.branch_id for pair in drawn.pairs for team in pair}
    record_saved(tournament, list(Branch.objects.filter(pk__in=branches)), by=by, draft=False, public=False)
    return drawn

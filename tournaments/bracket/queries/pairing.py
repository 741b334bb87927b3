"""编排 of a round whose opponents follow from the standing (瑞士移位): who is to be paired, and why it came out so."""

from collections.abc import Sequence
from dataclasses import dataclass

from journal.models import Event
from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.queries.matches import team_label
from tournaments.bracket.queries.standings import meetings, stage_view
from tournaments.codes import TournamentEvent
from tournaments.formats.swiss import Swiss
from tournaments.formats.swiss_pairing import RoundPairing, pair
from tournaments.models import Match, Round, Team, Tournament
from tournaments.states import BranchesApart, MatchState, SourceKind, TeamState, TournamentState


@dataclass(frozen=True)
class PairReason:
    """Why these two meet, or why one rests (``away`` is None): codes of `swiss_pairing.Why`; ``instead_of`` is whom the
    better one would have met by the standing."""

    home: TeamLabel
    away: TeamLabel | None
    why: tuple[str, ...]
    instead_of: TeamLabel | None


def next_pairing(round_: Round) -> RoundPairing:
    """The pairing of that round from all results before it; who left the event is not among them, and who entered
    it since the draw (`late_round`) is."""
    stage = stage_view(round_.stage)
    format_ = stage.label.shape
    assert isinstance(format_, Swiss)
    before = tuple(r for r in stage.rounds if r.number < round_.number)
    earlier = meetings(stage, before)
    stood = {slot for meeting in earlier for slot in (meeting.home, meeting.away) if isinstance(slot, int)}
    who = {"pk__in": stood} if round_.stage.source_id else {"branch__tournament": round_.stage.tournament_id}
    teams = Team.objects.filter(**who, state=TeamState.ENTERED)
    branches = dict(teams.values_list("pk", "branch_id"))
    if round_.stage.tournament.branches_apart == BranchesApart.NONE:
        branches = dict.fromkeys(branches, 0)
    return pair(format_.contenders(earlier, branches), matching=cheapest)


def cheapest(nodes: int, edges: Sequence[tuple[int, int, int]]) -> set[tuple[int, int]]:
    """Perfect matchings of least cost, by rustworkx (Edmonds' blossoms), as `formats.swiss_pairing` asks for them.

    The pairs of 0 … nodes-1 that leave the fewest alone and, among those, cost least.

    An edge is (one, other, cost). Costs are whole and below 2¹²⁴: the library counts in 128 bits, and doubles.
    """
    from rustworkx import PyGraph, max_weight_matching  # at a round of Swiss only: the start need not pay for it

    most = max((cost for *_, cost in edges), default=0)
    if most >= 1 << 124:
        raise ValueError("the costs are too far apart to be weighed exactly")
    graph: PyGraph[None, int] = PyGraph(multigraph=False)
    graph.add_nodes_from([None] * nodes)
    graph.add_edges_from([(one, other, most - cost) for one, other, cost in edges])
    return max_weight_matching(graph, max_cardinality=True, weight_fn=lambda weight: weight)


def late_round(tournament: Tournament) -> int:
    """补报: the round from which a team would play that enters after the draw, 0 where none can: the next one to be
    paired of a Swiss that began with those who registered."""
    if tournament.state not in (TournamentState.DRAWN, TournamentState.RUNNING):
        return 0
    own = Match.objects.filter(stage__tournament=tournament, stage__source=None, state=MatchState.WAITING)
    unpaired = own.filter(stage__format=Swiss.name, home_source_kind=SourceKind.LOT).order_by("round__number")
    return unpaired.values_list("round__number", flat=True).first() or 0


def pair_reasons(tournament: Tournament) -> dict[int, tuple[PairReason, ...]]:
    """By round id: the reasons of the pairing that stands; two queries."""
    kinds = (TournamentEvent.ROUND_PAIRED, TournamentEvent.ROUND_UNPAIRED)
    events = Event.objects.filter(journal=tournament.journal_id, kind__in=kinds).order_by("number")
    rows = {int(event.subject.removeprefix("round:")): event.data.get("reasons", ()) for event in events}
    ids = {team for reasons in rows.values() for row in reasons for team in row["teams"] if team}
    labels = {team.pk: team_label(team) for team in Team.objects.filter(pk__in=ids).select_related("branch")}
    return {
        round_id: tuple(
            PairReason(labels[home], labels.get(away), tuple(map(str, row["why"])), labels.get(instead_of))
            for row in reasons
            for home, away, instead_of in [row["teams"]]
        )
        for round_id, reasons in rows.items()
    }

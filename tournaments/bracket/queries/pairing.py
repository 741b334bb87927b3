"""编排 of a round whose opponents follow from the standing (瑞士制): who is to be paired, and why it came out so."""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Max, Q, QuerySet

from journal.models import Event
from tournaments.bracket.queries.labels import team_label, with_people
from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.queries.standings import meetings, stage_view, standing
from tournaments.bracket.rules.sides import SEATED
from tournaments.codes import TournamentEvent
from tournaments.draw.method.chance import shuffled
from tournaments.formats.individual import Individual, Partners, rests_of
from tournaments.formats.individual_schedule import Sitting
from tournaments.formats.ladder import Ladder
from tournaments.formats.swiss import Swiss
from tournaments.formats.swiss_pairing import RoundPairing, pair
from tournaments.models import Match, Round, Stage, Team, Tournament
from tournaments.states import BranchesApart, MatchState, SourceKind, TeamState, TournamentState

CHANGES_OF_RESULTS = (
    TournamentEvent.RESULT_CONFIRMED,
    TournamentEvent.RESULT_CORRECTED,
    TournamentEvent.MATCH_RESET,
)


@dataclass(frozen=True)
class PairReason:
    """Why these two meet, or why one rests (``away`` is None): codes of `swiss_pairing.Why`; ``instead_of`` is whom the
    better one would have met by the standing."""

    home: TeamLabel
    away: TeamLabel | None
    why: tuple[str, ...]
    instead_of: TeamLabel | None


@dataclass(frozen=True)
class PairedRound:
    """How a round was paired: the reasons, and the teams that were ``absent`` from it."""

    reasons: tuple[PairReason, ...] = ()
    absent: tuple[TeamLabel, ...] = ()


def next_pairing(round_: Round, absent: Collection[int] = ()) -> RoundPairing:
    """The pairing of that round from all results before it; who left the event is not among them, nor the ``absent``,
    by their ids; who entered it since the draw (`late_round`) is."""
    stage = stage_view(round_.stage)
    format_ = stage.label.shape
    assert isinstance(format_, Swiss)
    before = tuple(r for r in stage.rounds if r.number < round_.number)
    earlier = meetings(stage, before)
    branches = dict(may_play(round_.stage).values_list("pk", "branch_id"))
    if round_.stage.tournament.branches_apart == BranchesApart.NONE:
        branches = dict.fromkeys(branches, 0)
    there = format_.contenders(earlier, branches)
    return pair(
        [one for one in there if one.entry not in absent],
        away=[one for one in there if one.entry in absent],
        later=sum(r.number > round_.number for r in stage.rounds),
        matching=cheapest,
    )


@dataclass(frozen=True)
class NextSitting:
    """每轮换搭档: who sits where in a round, who of the ``absent`` would have been there, and the ``seed`` of the lots,
    "" where partners follow from the standing."""

    sitting: Sitting
    absent: tuple[int, ...]
    seed: str = ""


def next_sitting(round_: Round, absent: Collection[int] = (), seed: str = "") -> NextSitting:
    """By the standing before that round; where lots are drawn from ``seed`` or a fresh one, over the ids of all who are
    there, the smallest first."""
    stage = stage_view(round_.stage)
    format_ = stage.label.shape
    assert isinstance(format_, Individual)
    before = meetings(stage, [r for r in stage.rounds if r.number < round_.number])
    here = set(may_play(round_.stage).values_list("pk", flat=True))
    there = [row.entry for row in format_.standing(before) if row.place and row.entry in here - {*absent}]
    seed = (seed or secrets.token_hex(16)) if format_.partners is Partners.LOT else ""
    if seed:
        there = list(shuffled(sorted(there), seed))
    return NextSitting(format_.next_sitting(there, rests_of(before)), tuple(sorted(here & {*absent})), seed)


def may_play(stage: Stage) -> QuerySet[Team]:
    """Who is to be paired in the next round of a Swiss: nobody who left the event, and whoever entered it since the
    draw."""
    entered = Team.objects.filter(branch__tournament=stage.tournament_id, state=TeamState.ENTERED)
    if not stage.source_id:
        return entered
    seated = Match.objects.filter(stage=stage)
    condition = Q()
    for column in SEATED:
        condition |= Q(pk__in=seated.filter(**{f"{column}__isnull": False}).values(column))
    return entered.filter(condition)


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
    paired of a Swiss, or the season of a ladder, that began with those who registered."""
    if tournament.state not in (TournamentState.DRAWN, TournamentState.RUNNING):
        return 0
    own = Match.objects.filter(stage__tournament=tournament, stage__source=None, state=MatchState.WAITING)
    open_ = Round.objects.filter(stage__tournament=tournament, stage__source=None, stage__size__gt=0, closed_at=None)
    season = open_.filter(stage__format=Ladder.name).values_list("number", flat=True).first()
    if season:
        return season
    unpaired = own.filter(stage__format=Swiss.name, home_source_kind=SourceKind.LOT).order_by("round__number")
    return unpaired.values_list("round__number", flat=True).first() or 0


def _labels(teams: QuerySet[Team]) -> dict[int, TeamLabel]:
    return {team.pk: team_label(team) for team in with_people(teams)}


def paired_rounds(tournament: Tournament) -> dict[int, PairedRound]:
    """By round id: how the pairing that stands came about; two queries."""
    kinds = (TournamentEvent.ROUND_PAIRED, TournamentEvent.ROUND_UNPAIRED)
    events = Event.objects.filter(journal=tournament.journal_id, kind__in=kinds).order_by("number")
    rows = {int(event.subject.removeprefix("round:")): event.data for event in events}
    named = [{team for row in data.get("reasons", ()) for team in row["teams"]} for data in rows.values()]
    ids = set().union(*named, *(data.get("absent", ()) for data in rows.values())) - {None}
    labels = _labels(Team.objects.filter(pk__in=ids))
    return {
        round_id: PairedRound(
            tuple(
                PairReason(labels[home], labels.get(away), tuple(map(str, row["why"])), labels.get(instead_of))
                for row in data.get("reasons", ())
                for home, away, instead_of in [row["teams"]]
            ),
            tuple(labels[team] for team in data.get("absent", ())),
        )
        for round_id, data in rows.items()
    }


def rests_on_old_results(tournament: Tournament, number: int) -> bool:
    """Has a result of an earlier round of its stage changed since the round of that number was paired? Four queries."""
    events = Event.objects.filter(journal=tournament.journal_id)
    stages = dict(Round.objects.filter(stage__tournament=tournament, number=number).values_list("pk", "stage"))
    kinds = (TournamentEvent.ROUND_PAIRED, TournamentEvent.ROUND_DRAWN)
    pairings = events.filter(kind__in=kinds, subject__in=[f"round:{pk}" for pk in stages])
    before = Match.objects.filter(stage__in=stages.values(), round__number__lt=number).values_list("pk", flat=True)
    changes = events.filter(kind__in=CHANGES_OF_RESULTS, subject__in=[f"match:{pk}" for pk in before])
    paired = pairings.aggregate(last=Max("number"))["last"]
    return paired is not None and changes.filter(number__gt=paired).exists()


@dataclass(frozen=True)
class PairingDesk:
    """What the office sees before it pairs a round: who may play, by the standing."""

    round: RoundView
    teams: tuple[TeamLabel, ...]


def pairing_desk(tournament: Tournament, number: int) -> PairingDesk | None:
    """Of the round of that number; None where it does not wait for its pairing."""
    view = next((r for r in rounds(tournament) if r.number == number and r.matches and r.waits_for_pairing), None)
    if view is None:
        return None
    stage = Stage.objects.get(pk=view.stage.id)
    by_id = _labels(may_play(stage))
    placed = [row.entry for row in standing(stage_view(stage)) if row.entry in by_id]
    late = sorted(by_id.keys() - {*placed})
    return PairingDesk(view, tuple(by_id[team] for team in (*placed, *late)))

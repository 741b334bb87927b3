"""逐轮抽签: who draws lots for a round, and the record of what was drawn, as a draw of an event has one."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from journal.models import Event
from tournaments.bracket.queries.labels import team_label
from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.rules.formats import format_of
from tournaments.codes import TournamentEvent
from tournaments.draw import method as drawing
from tournaments.draw.method import records
from tournaments.draw.queries.records import as_file, listed_in_basis
from tournaments.draw.queries.sheets import teams_in_order
from tournaments.formats.redraw import Redraw
from tournaments.models import Draw, Match, Round, Team, Tournament
from tournaments.states import BranchesApart, DrawState, MatchState, TeamState


@dataclass(frozen=True)
class Pot:
    """Who draws: ``teams`` in the order of the annex, into so many pairs (``conditions``), with what is asked of them;
    ``feeders``: the match that each won, None where nobody is out."""

    teams: tuple[Team, ...]
    conditions: drawing.Constraints
    wishes: drawing.Wishes
    feeders: Mapping[int, Match] | None

    @property
    def size(self) -> int:
        return self.conditions.pairs


@dataclass(frozen=True)
class RoundRecord:
    """How the pairs of a round were drawn, with everything that its file says."""

    round: int
    by_hand: bool
    seed: str
    positions: tuple[TeamLabel | None, ...]
    method: str
    file: Mapping[str, Any]


def pot_of(round_: Round, pairs: int) -> Pot:
    """As it is before the round is drawn; ``pairs``: as many as were planned, more only of those who came late.

    Nobody meets again, and nobody rests again, if that can be had.
    """
    stage = round_.stage
    first = stage.rounds.earliest("number").number
    rounds = {pk: number - first + 1 for pk, number in stage.rounds.values_list("pk", "number")}
    before = [
        match
        for match in Match.objects.filter(stage=stage, place_for=None).select_related("result").order_by("number")
        if rounds[match.round_id] < rounds[round_.pk]
    ]
    feeders: dict[int, Match] | None = None
    if stage.format == Redraw.name:
        last = max(rounds[match.round_id] for match in before)
        feeders = {winner: match for match in before if rounds[match.round_id] == last and (winner := _winner(match))}
        who: dict[str, Any] = {"pk__in": feeders}
    elif stage.source_id:
        who = {"pk__in": {team for match in before for team in (match.home_team_id, match.away_team_id) if team}}
    else:
        who = {"branch__tournament": stage.tournament_id}
    teams = Team.objects.filter(**who, state=TeamState.ENTERED).select_related("branch")
    listed = tuple(teams.order_by("branch__number", "ordinal"))
    numbers = {team.pk: number for number, team in enumerate(listed, start=1)}

    rested = {_winner(match) for match in before if match.state == MatchState.BYE}
    met = {
        tuple(sorted((numbers[one], numbers[other])))
        for match in before
        for one, other in [(match.home_team_id, match.away_team_id)]
        if one in numbers and other in numbers
    }
    pairs = min(max(pairs, -(-len(listed) // 2)), len(listed))
    apart = BranchesApart(stage.tournament.branches_apart).rounds >= (rounds[round_.pk] if feeders is not None else 1)
    return Pot(
        teams=listed,
        conditions=drawing.Constraints(opposite_halves=False, separate_first_round=apart, pairs=2 * pairs),
        wishes=drawing.Wishes(
            rested=tuple(number for team, number in numbers.items() if team in rested),
            met=tuple((one, other) for one, other in sorted(met)),
        ),
        feeders=feeders,
    )


def _winner(match: Match) -> int | None:
    """Whom the match leaves in the event; of a bye whoever stands there."""
    if match.state == MatchState.BYE:
        return match.home_team_id or match.away_team_id
    return match.winning_team_id


def basis_of(round_: Round, pot: Pot, *, by_hand: bool) -> str:
    """What the pairs of the round are drawn from."""
    basis: dict[str, Any] = {
        "event": round_.stage.tournament.slug,
        "draw": 0,
        "round": round_.number,
        "way": (records.DrawWay.BY_HAND if by_hand else records.DrawWay.PAIRS).value,
        "size": pot.size,
        "groups": 1,
        "opposite_halves": False,
        "separate_first_round": pot.conditions.separate_first_round,
        **listed_in_basis(pot.teams, pot.wishes),
    }
    return json.dumps(basis, ensure_ascii=False, separators=(",", ":"))


def round_records(tournament: Tournament) -> dict[int, RoundRecord]:
    """By the number of the round: how the pairs that stand were drawn; two queries."""
    kinds = (TournamentEvent.ROUND_DRAWN, TournamentEvent.ROUND_UNPAIRED)
    stand: dict[str, Event] = {}
    for event in Event.objects.filter(journal=tournament.journal_id, kind__in=kinds).order_by("number"):
        stand.pop(event.subject, None)
        if event.kind == TournamentEvent.ROUND_DRAWN:
            stand[event.subject] = event
    teams = {team.pk: team for team in teams_in_order([t for e in stand.values() for t in e.data["teams"]])}
    drawn = {}
    for event in stand.values():
        data = event.data
        basis = records.read_basis(data["basis"])
        numbers = {team: number for number, team in enumerate(data["teams"], start=1)}
        positions = tuple(numbers[team] if team else None for team in data["positions"])
        missed = drawing.missed(positions, basis.teams, basis.wishes)
        draw = Draw(
            state=DrawState.CONFIRMED,
            seed=data["seed"],
            sampling=data["sampling"],
            uniform=data["uniform"],
            made_at=event.at,
            confirmed_at=event.at,
        )
        drawn[data["round"]] = RoundRecord(
            round=data["round"],
            by_hand=basis.way == records.DrawWay.BY_HAND,
            seed=data["seed"],
            positions=tuple(team_label(teams[team]) if team else None for team in data["positions"]),
            method=data["sampling"],
            file=as_file(draw, tournament.name, data["basis"], positions, missed, []),
        )
    return drawn


def draws_rounds(round_: Round) -> bool:
    """Do lots say who meets in its rounds after the first, in pairs that are drawn in the hall or by the program? Four
    who change partners are drawn as a round is paired."""
    format_ = format_of(round_.stage)
    return format_.draws_rounds and not format_.changes_partners

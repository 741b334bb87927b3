"""编排: the opponents of a round that follow from the standing, and taking that back."""

from collections.abc import Collection
from typing import Any, Final

from django.db.models import Q

from accounts.models import User
from journal.recording import action, record
from journal.refusals import Problem, Refused, WrongState
from journal.states import become
from scoring.models import Sheet
from tournaments.bracket.queries.pairing import may_play, next_pairing, next_sitting
from tournaments.bracket.rules.boards import follow_team_match, played_at_tables
from tournaments.bracket.rules.bookings import release
from tournaments.bracket.rules.bracket_moves import has_begun, locked, slot_fields
from tournaments.bracket.rules.formats import format_of
from tournaments.bracket.rules.paired_rounds import locked_round, seat_pairs, to_be_paired
from tournaments.bracket.rules.places import place_of_round
from tournaments.bracket.rules.results import withdraw_result
from tournaments.bracket.rules.sides import SIDES, partner_fields
from tournaments.codes import Code, TournamentEvent
from tournaments.formats.individual import Individual
from tournaments.formats.knockout import Redraw, lot_rounds
from tournaments.formats.matches import BYE, OPEN, Slot
from tournaments.models import Match, Round
from tournaments.states import MatchState, SourceKind


@action
def pair_round(round_: Round, *, by: User, absent: Collection[int] = ()) -> list[Match]:
    """编排本轮: seat the teams by the standing, best table first, with the reason of each pair in the journal.

    ``absent``: ids of teams that cannot come to this round: they have no match, no bye and no points, and are paired
    again in the next one.
    Refused while a match of an earlier round of the stage is open; ``WrongState`` if the round is paired already, or
    takes its opponents from the sheet.
    """
    matches = to_be_paired(round_)
    if round_.stage.format == Individual.name:
        return _seat_individuals(round_, matches, by=by, absent=absent)
    away = sorted(may_play(round_.stage).filter(pk__in=absent).values_list("pk", flat=True))
    pairing = next_pairing(round_, away)
    pairs: list[tuple[Slot, Slot]] = [(pair.home, pair.away) for pair in pairing.pairs]
    reasons: list[dict[str, Any]] = [
        {"teams": [pair.home, pair.away, pair.instead_of], "why": [why.value for why in pair.why]}
        for pair in pairing.pairs
    ]
    if bye := pairing.bye:
        pairs.append((bye.entry, BYE))
        reasons.append({"teams": [bye.entry, None, bye.instead_of], "why": [why.value for why in bye.why]})
    matches = seat_pairs(matches, pairs, by=by)
    journal, facts = round_.stage.tournament.journal, place_of_round(round_).facts()
    record(journal, TournamentEvent.ROUND_PAIRED, round_.subject, by=by, reasons=reasons, absent=away, **facts)
    return matches


def _seat_individuals(round_: Round, matches: list[Match], *, by: User, absent: Collection[int]) -> list[Match]:
    """每轮换搭档: by the standing the first with the last, or by lots, whose seed the journal keeps; the ``absent`` sit
    and rest nowhere."""
    following = next_sitting(round_, absent)
    sitting = following.sitting
    pairs: list[tuple[Slot, Slot]] = [(home, other) for home, _, other, _ in sitting.tables]
    pairs += [(entry, BYE) for entry in sitting.rests]
    partners = [(home, away) for _, home, _, away in sitting.tables]
    matches = seat_pairs(matches, pairs, by=by, partners=partners)
    record(
        round_.stage.tournament.journal, TournamentEvent.ROUND_PAIRED, round_.subject, by=by,
        reasons=[], absent=list(following.absent), seed=following.seed, **place_of_round(round_).facts(),
    )  # fmt: skip
    return matches


_BY_LOT: Final = {"kind": SourceKind.LOT, "match": None, "position": None}


def _is_paired(match: Match, *, is_redraw: bool) -> bool:
    """Did lots, or the standing, seat its teams? In a knockout drawn anew the matches of its last round but the drawn
    ones come from the plan."""
    if not is_redraw:
        return match.home_source_kind == SourceKind.LOT and match.state != MatchState.WAITING
    nth = match.round.number - match.stage.rounds.earliest("number").number + 1
    plan = format_of(match.stage).plan(match.stage.size)
    return nth in lot_rounds(plan) and match.home_source_kind != SourceKind.LOT


@action
def unpair_round(round_: Round, *, by: User) -> list[Match]:
    """撤回编排: nobody is seated in the round any more. Refused once a match of it has begun."""
    is_redraw = round_.stage.format == Redraw.name
    matches = locked_round(round_)
    paired = [match for match in matches if _is_paired(match, is_redraw=is_redraw)]
    if not paired:
        raise WrongState(round_.subject, "unpaired")
    begun = [match.number for match in paired if match.state != MatchState.BYE and has_begun(locked(match))]
    if begun:
        raise Refused(Problem(Code.MATCH_BEGUN, data={"numbers": ", ".join(map(str, begun))}))
    of_paired = Q(match_game__match__in=paired) | Q(match_game__match__team_match__in=paired)
    sheets = list(Sheet.objects.filter(of_paired).values_list("pk", flat=True))
    for match in paired:
        row = locked(match)
        release(row)
        for table in played_at_tables(row):
            table.games.all().delete()
        nobody = {name: value for side in SIDES for name, value in slot_fields(side, OPEN).items()}
        nobody |= {name: value for side in SIDES for name, value in partner_fields(side, None).items()}
        withdraw_result(row)  # a walkover, where a team has left since
        if is_redraw:
            nobody |= {f"{side}_source_{name}": value for side in SIDES for name, value in _BY_LOT.items()}
            Match.objects.filter(winner_to=row).update(winner_to=None)
        become(row, MatchState.WAITING, result=None, **nobody)
        follow_team_match(row)
    Sheet.objects.filter(pk__in=sheets).delete()
    journal, facts = round_.stage.tournament.journal, place_of_round(round_).facts()
    record(journal, TournamentEvent.ROUND_UNPAIRED, round_.subject, by=by, **facts)
    return paired

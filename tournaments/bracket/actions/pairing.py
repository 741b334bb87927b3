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
from tournaments.bracket.rules.bracket_moves import has_begun, locked, slot_fields
from tournaments.bracket.rules.building import locked_round, seat_pairs, to_be_paired
from tournaments.bracket.rules.current_sheets import withdraw_result
from tournaments.bracket.rules.formats import format_of
from tournaments.bracket.rules.sides import SIDES, partner_fields, place_of_round
from tournaments.bracket.rules.tables import release
from tournaments.codes import Code, TournamentEvent
from tournaments.formats.individual import Individual
from tournaments.formats.matches import BYE, OPEN, Slot
from tournaments.formats.redraw import Redraw, lot_rounds
from tournaments.models import Match, Round
from tournaments.states import MatchState, SourceKind


@action
def pair_round(round_: Round, *, by: User, absent: Collection[int] = ()) -> list[Match]:
    """编排本轮: seat the teams by the standing, best table first, with the reason of each pair in the journal. Where
    partners change (每轮换搭档), by the standing the first with the last, or by lots, whose seed the journal keeps.

    ``absent``: ids of teams that cannot come to this round: they have no match, no bye and no points (of
    individuals they sit and rest nowhere), and are paired again in the next one.
    Refused while a match of an earlier round of the stage is open; ``WrongState`` if the round is paired already, or
    takes its opponents from the sheet.
    """
    matches = to_be_paired(round_)
    pairs: list[tuple[Slot, Slot]]
    facts: dict[str, Any] = {"reasons": []}
    partners: list[tuple[int, int]] = []
    if round_.stage.format == Individual.name:
        following = next_sitting(round_, absent)
        tables = following.sitting.tables
        pairs = [(home, other) for home, _, other, _ in tables]
        pairs += [(entry, BYE) for entry in following.sitting.rests]
        partners = [(home, away) for _, home, _, away in tables]
        facts |= {"absent": list(following.absent), "seed": following.seed}
    else:
        away = sorted(may_play(round_.stage).filter(pk__in=absent).values_list("pk", flat=True))
        pairing = next_pairing(round_, away)
        pairs = [(pair.home, pair.away) for pair in pairing.pairs]
        facts["absent"] = away
        for pair in pairing.pairs:
            why = [each.value for each in pair.why]
            facts["reasons"].append({"teams": [pair.home, pair.away, pair.instead_of], "why": why})
        if bye := pairing.bye:
            pairs.append((bye.entry, BYE))
            why = [each.value for each in bye.why]
            facts["reasons"].append({"teams": [bye.entry, None, bye.instead_of], "why": why})
    matches = seat_pairs(matches, pairs, by=by, partners=partners)
    facts |= place_of_round(round_).facts()
    record(round_.stage.tournament.journal, TournamentEvent.ROUND_PAIRED, round_.subject, by=by, **facts)
    return matches


_BY_LOT: Final = {"kind": SourceKind.LOT, "match": None, "position": None}


@action
def unpair_round(round_: Round, *, by: User) -> list[Match]:
    """撤回编排: nobody is seated in the round any more. Refused once a match of it has begun."""
    is_redraw = round_.stage.format == Redraw.name
    matches = locked_round(round_)
    if is_redraw:  # in its last round the matches but the drawn ones come from the plan
        nth = round_.number - round_.stage.rounds.earliest("number").number + 1
        has_lots = nth in lot_rounds(format_of(round_.stage).plan(round_.stage.size))
        paired = [match for match in matches if has_lots and match.home_source_kind != SourceKind.LOT]
    else:
        lots = [match for match in matches if match.home_source_kind == SourceKind.LOT]
        paired = [match for match in lots if match.state != MatchState.WAITING]
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

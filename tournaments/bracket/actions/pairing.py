"""编排: the opponents of a round that follow from the standing, and taking that back."""

from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final

from django.db.models import Max

from accounts.models import User
from journal.recording import action, record
from journal.refusals import Problem, Refused, WrongState, refuse_if
from journal.states import become
from scoring.models import Sheet
from tournaments.bracket.queries.pairing import may_play, next_pairing
from tournaments.bracket.rules.bookings import release
from tournaments.bracket.rules.bracket_moves import SIDES, follow, has_begun, locked, seat, slot_fields
from tournaments.bracket.rules.formats import format_of
from tournaments.bracket.rules.places import place_of_round
from tournaments.bracket.rules.rounds import sittings_of
from tournaments.bracket.rules.tables import free_tables
from tournaments.bracket.rules.taking_back import withdraw_result
from tournaments.codes import Code, TournamentEvent
from tournaments.formats.matches import BYE, OPEN, Slot
from tournaments.formats.redraw import Redraw, lot_rounds
from tournaments.locks import locked_matches
from tournaments.models import Match, Round
from tournaments.states import UNDECIDED, MatchState, SourceKind


def to_be_paired(round_: Round) -> list[Match]:
    """The matches of the round, locked. Refused and ``WrongState`` as `pair_round` says."""
    matches = _locked_matches(round_)
    if not matches or any(m.home_source_kind != SourceKind.LOT or m.state != MatchState.WAITING for m in matches):
        raise WrongState(round_.subject, "paired" if matches else "planned")
    before = Match.objects.filter(stage=round_.stage, round__number__lt=round_.number)
    open_ = before.filter(state__in=(*UNDECIDED, MatchState.WAITING)).order_by("number")
    refuse_if([Problem(Code.PREVIOUS_ROUND_OPEN, data={"number": m.number}) for m in open_[:1]])
    return matches


@action
def pair_round(round_: Round, *, by: User, absent: Collection[int] = ()) -> list[Match]:
    """编排本轮: seat the teams by the standing, best table first, with the reason of each pair in the journal.

    ``absent``: ids of teams that cannot come to this round: they have no match, no bye and no points, and are paired
    again in the next one.
    Refused while a match of an earlier round of the stage is open; ``WrongState`` if the round is paired already, or
    takes its opponents from the sheet.
    """
    matches = to_be_paired(round_)
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


def seat_pairs(
    matches: list[Match], pairs: Sequence[tuple[Slot, Slot]], *, by: User, feeders: Mapping[Slot, Match] | None = None
) -> list[Match]:
    """The pairs on the (locked) ``matches`` from the top, nobody on those left over, with further ones where there are
    more pairs. ``feeders``: the match that each team won, whose winner its side is from now on, so that whatever
    becomes of that result goes the way of a bracket."""
    matches = matches + _late_matches(matches[-1], len(pairs) - len(matches))
    for match, pair in zip_longest(matches, pairs, fillvalue=(BYE, BYE)):
        assert isinstance(match, Match)
        row = locked(match)
        for side, slot in zip(SIDES, pair, strict=True):
            seat(row, side, slot)
            if feeders is not None:
                _feed(row, side, feeders.get(slot))
        row.save()
        follow(row, by=by)
    return matches


def _feed(row: Match, side: str, feeder: Match | None) -> None:
    """Without saving the row. A side that nobody won is a position behind the last one: nobody stands there."""
    kind = SourceKind.WINNER if feeder else SourceKind.POSITION
    fields = {"kind": kind, "match": feeder, "position": None if feeder else row.stage.size + 1}
    for name, value in fields.items():
        setattr(row, f"{side}_source_{name}", value)
    if feeder:
        Match.objects.filter(pk=feeder.pk).update(winner_to=row)


def _late_matches(last: Match, count: int) -> list[Match]:
    """So many matches more in the round of its ``last`` one, for who entered since the draw: with the next numbers of
    the event, since those that were published stay, and with tables while there are some."""
    numbers = Match.objects.filter(stage__tournament=last.stage.tournament_id).aggregate(last=Max("number"))
    tables = free_tables(last.round) if count > 0 else []
    return Match.objects.bulk_create(
        Match(
            stage=last.stage,
            round=last.round,
            number=numbers["last"] + nth,
            place=last.place + nth,
            home_source_kind=SourceKind.LOT,
            away_source_kind=SourceKind.LOT,
            table=tables[nth - 1] if nth <= len(tables) else None,
        )
        for nth in range(1, count + 1)
    )


def _locked_matches(round_: Round) -> list[Match]:
    """The matches of the round in all its sittings, from its top; nobody changes one of the stage meanwhile."""
    sittings = {sitting.pk for sitting in sittings_of(round_)}
    own = [match for match in locked_matches(round_.stage) if match.round_id in sittings]
    return sorted(own, key=lambda match: match.place)


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
    matches = _locked_matches(round_)
    paired = [match for match in matches if _is_paired(match, is_redraw=is_redraw)]
    if not paired:
        raise WrongState(round_.subject, "unpaired")
    begun = [match.number for match in paired if match.state != MatchState.BYE and has_begun(locked(match))]
    if begun:
        raise Refused(Problem(Code.MATCH_BEGUN, data={"numbers": ", ".join(map(str, begun))}))
    sheets = list(Sheet.objects.filter(match_game__match__in=paired).values_list("pk", flat=True))
    for match in paired:
        row = locked(match)
        release(row)
        row.games.all().delete()
        nobody = {name: value for side in SIDES for name, value in slot_fields(side, OPEN).items()}
        withdraw_result(row)  # a walkover, where a team has left since
        if is_redraw:
            nobody |= {f"{side}_source_{name}": value for side in SIDES for name, value in _BY_LOT.items()}
            Match.objects.filter(winner_to=row).update(winner_to=None)
        become(row, MatchState.WAITING, result=None, **nobody)
    Sheet.objects.filter(pk__in=sheets).delete()
    journal, facts = round_.stage.tournament.journal, place_of_round(round_).facts()
    record(journal, TournamentEvent.ROUND_UNPAIRED, round_.subject, by=by, **facts)
    return paired

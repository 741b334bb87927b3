"""The matches of a round whose opponents are known once the round before is over, and seating them."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from django.db.models import Max, QuerySet

from accounts.models import User
from journal.refusals import Problem, WrongState, refuse_if
from tournaments.bracket.rules.boards import with_boards
from tournaments.bracket.rules.bracket_moves import follow, locked, seat
from tournaments.bracket.rules.rounds import sittings_of
from tournaments.bracket.rules.sides import SIDES, partner_fields
from tournaments.bracket.rules.tables import free_tables
from tournaments.codes import Code
from tournaments.formats.matches import BYE, Slot
from tournaments.locks import locked_matches
from tournaments.models import Match, Round
from tournaments.states import UNDECIDED, MatchState, SourceKind


def to_be_paired(round_: Round) -> list[Match]:
    """The matches of the round, locked. Refused while a match of an earlier round of the stage is open;
    ``WrongState`` if the round is paired already, or takes its opponents from the sheet."""
    matches = locked_round(round_)
    if not matches or any(m.home_source_kind != SourceKind.LOT or m.state != MatchState.WAITING for m in matches):
        raise WrongState(round_.subject, "paired" if matches else "planned")
    refuse_if([Problem(Code.PREVIOUS_ROUND_OPEN, data={"number": m.number}) for m in open_before(round_)[:1]])
    return matches


def open_before(round_: Round) -> QuerySet[Match]:
    """The matches of earlier rounds of the stage that are not decided, by number."""
    before = Match.objects.filter(stage=round_.stage, round__number__lt=round_.number)
    return before.filter(state__in=(*UNDECIDED, MatchState.WAITING)).order_by("number")


def seat_pairs(
    matches: list[Match],
    pairs: Sequence[tuple[Slot, Slot]],
    *,
    by: User,
    feeders: Mapping[int, Match] | None = None,
    partners: Sequence[tuple[int, int]] = (),
) -> list[Match]:
    """The pairs on the (locked) ``matches`` from the top, nobody on those left over, with further ones where there are
    more pairs. ``feeders``: the match that each team won, whose winner its side is from now on, so that whatever
    becomes of that result goes the way of a bracket. ``partners``: who sits beside home and away of the first pairs."""
    matches = matches + _late_matches(matches[-1], len(pairs) - len(matches))
    beside = {match.pk: pair for match, pair in zip(matches, partners, strict=False)}
    for match, pair in zip_longest(matches, pairs, fillvalue=(BYE, BYE)):
        assert isinstance(match, Match)
        row = locked(match)
        for side, slot, partner in zip(SIDES, pair, beside.get(match.pk, (None, None)), strict=True):
            seat(row, side, slot)
            for name, value in partner_fields(side, partner).items():
                setattr(row, name, value)
            if feeders is None:
                continue
            feeder = feeders.get(slot) if isinstance(slot, int) else None
            setattr(row, f"{side}_source_kind", SourceKind.WINNER if feeder else SourceKind.POSITION)
            setattr(row, f"{side}_source_match", feeder)
            # a side that nobody won is a position behind the last one: nobody stands there
            setattr(row, f"{side}_source_position", None if feeder else row.stage.size + 1)
            if feeder:
                Match.objects.filter(pk=feeder.pk).update(winner_to=row)
        row.save()
        follow(row, by=by)
    return matches


def _late_matches(last: Match, count: int) -> list[Match]:
    """So many matches more in the round of its ``last`` one, for who entered since the draw: with the next numbers of
    the event, since those that were published stay, and with tables while there are some."""
    numbers = Match.objects.filter(stage__tournament=last.stage.tournament_id).aggregate(last=Max("number"))
    tables = free_tables(last.round) if count > 0 else []
    matches = [
        Match(
            stage=last.stage,
            round=last.round,
            number=numbers["last"] + nth,
            place=last.place + nth,
            home_source_kind=SourceKind.LOT,
            away_source_kind=SourceKind.LOT,
        )
        for nth in range(1, count + 1)
    ]
    boards = with_boards(matches, last.stage.tournament.boards) if last.has_boards else []
    for match, table in zip(boards or matches, tables, strict=False):
        match.table = table
    made = Match.objects.bulk_create(matches)
    Match.objects.bulk_create(boards)
    return made


def locked_round(round_: Round) -> list[Match]:
    """The matches of the round in all its sittings, from its top; nobody changes one of the stage meanwhile."""
    sittings = {sitting.pk for sitting in sittings_of(round_)}
    own = [match for match in locked_matches(round_.stage) if match.round_id in sittings]
    return sorted(own, key=lambda match: match.place)

"""From a drawn stage to rows: every match of its format at once, byes taken along, whatever the size of the event; and
the matches of a round whose opponents are known once the round before is over, and seating them."""

from collections.abc import Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Any

from django.db import connection
from django.db.backends.postgresql.psycopg_any import DateTimeTZRange
from django.db.models import Max, QuerySet

from accounts.models import User
from journal.refusals import Problem, WrongState, refuse_if
from scoring.models import Sheet
from scoring.standings import first_standing
from tournaments.bracket.rules.boards import with_boards
from tournaments.bracket.rules.bracket_moves import follow, locked, seat, slot_fields
from tournaments.bracket.rules.formats import format_of
from tournaments.bracket.rules.rounds import sittings_of
from tournaments.bracket.rules.sides import SIDES, partner_fields, source_fields
from tournaments.bracket.rules.tables import book_all, free_tables, give_out, guarded, seat_in_order, time_of
from tournaments.codes import Code
from tournaments.formats.matches import BYE, Position, Seated, Slot, seated
from tournaments.locks import locked_matches
from tournaments.models import Booking, Game, Match, Round, Stage, Table
from tournaments.states import UNDECIDED, BookingKind, MatchState, SlotKind, SourceKind


def build_matches(stage: Stage, positions: Sequence[int | None], tables: Sequence[Table] = ()) -> list[Match]:
    """Make every match of a drawn stage: its positions as team ids, None for a bye. The rounds exist and have names.

    Matches whose two teams are known are ready, with a sheet; the team of a bye advances. Numbers go on where the stage
    before ended. In each round the matches get ``tables``, as far as they reach and no other stage has them at that
    hour (``seat_in_order``). The number of queries does not depend on the size.
    """
    planned = format_of(stage).plan(len(positions))
    matches = _unsaved(stage, seated(planned, [BYE if team is None else team for team in positions]))
    rests = {MatchState.BYE, SlotKind.BYE}
    count = stage.tournament.boards
    boards = with_boards(matches, count) if count > 1 else []
    to_play = [m for m in boards or matches if not rests & {m.state, m.home_slot, m.away_slot}]
    booked: dict[int, list[DateTimeTZRange]] = {}
    bookings = Booking.objects.filter(kind=BookingKind.TABLE, resource__in=[table.pk for table in tables])
    for table_id, during in bookings.values_list("resource", "during"):
        booked.setdefault(table_id, []).append(during)
    sittings: dict[int, list[Round]] = {}
    for sitting in stage.rounds.select_related("clock").order_by("number", "sitting"):
        sittings.setdefault(sitting.number, []).append(sitting)
    for number, group in groupby(to_play, key=lambda match: match.round.number):
        for own in filter(None, give_out(list(group), sittings[number], len(tables))):
            needed = time_of(own[0])
            free = [
                table
                for table in tables
                if all(taken.upper <= needed.lower or needed.upper <= taken.lower for taken in booked.get(table.pk, ()))
            ]
            seat_in_order(own, free)
    made = Match.objects.bulk_create(matches)
    at_tables = Match.objects.bulk_create(boards) if boards else made

    ready = [match for match in at_tables if match.state == MatchState.READY]
    journal = stage.tournament.journal
    sheets = Sheet.objects.bulk_create(Sheet(journal=journal, clock=match.round.clock, rule_set={}) for match in ready)
    # written once by the database, not a thousand times by the program: they are the same for all
    standing = first_standing(stage.game, stage.rule_set).to_dict()
    Sheet.objects.filter(pk__in=[sheet.pk for sheet in sheets]).update(
        game=stage.game, rule_set=stage.rule_set, standing=standing
    )
    Game.objects.bulk_create(Game(match=m, number=1, sheet=sheet) for m, sheet in zip(ready, sheets, strict=True))
    with guarded():
        book_all([*to_play, *(made if boards else ())])
    return made


def _unsaved(stage: Stage, seatings: Sequence[Seated]) -> list[Match]:
    """In the order of the rounds. The keys are taken beforehand, so that matches can point at later ones."""
    rounds = list(stage.rounds.filter(sitting=1).select_related("clock").order_by("number"))
    others = Match.objects.filter(stage__tournament=stage.tournament_id).exclude(stage=stage)
    last_number = others.aggregate(last=Max("number"))["last"] or 0
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
            [Match._meta.db_table, len(seatings)],
        )
        keys = [key for (key,) in cursor.fetchall()]

    def key(number: int) -> int:
        return keys[number - 1]

    matches = []
    for seating in seatings:
        planned, (home, away) = seating.match, seating.pair
        state = MatchState.READY if isinstance(home, int) and isinstance(away, int) else MatchState.WAITING
        matches.append(
            Match(
                pk=key(planned.number),
                stage=stage,
                round=rounds[planned.round - 1],
                number=last_number + planned.number,
                place=planned.place,
                place_for=planned.place_for,
                winner_to_id=key(planned.winner_to.match) if planned.winner_to else None,
                loser_to_id=key(planned.loser_to.match) if planned.loser_to else None,
                # only a bye decides anything before the first card
                state=MatchState.BYE if seating.outcome is not None else state,
                **source_fields("home", planned.home, key),
                **source_fields("away", planned.away, key),
                **slot_fields("home", home),
                **slot_fields("away", away),
                **_partners(seating),
            )
        )
    return matches


def _partners(seating: Seated) -> dict[str, Any]:
    """Who sits beside the two sides, and from which positions; nobody yet where a round is still to be paired."""
    fields: dict[str, Any] = {}
    for side, source, slot in zip(SIDES, seating.match.partners or (), seating.partners or (), strict=False):
        if isinstance(slot, int) and isinstance(source, Position):
            fields |= partner_fields(side, slot, source.number)
    return fields


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

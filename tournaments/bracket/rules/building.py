"""From a drawn stage to rows: every match of its format at once, byes taken along, whatever the size of the event."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby

from django.db import connection
from django.db.models import Max

from scoring import clocks
from scoring.models import Sheet
from scoring.standings import first_standing
from tournaments.bracket.rules.bookings import book_all
from tournaments.bracket.rules.bracket_moves import slot_fields
from tournaments.bracket.rules.formats import format_of
from tournaments.bracket.rules.sources import source_fields
from tournaments.bracket.rules.tables import guarded, seat_in_order
from tournaments.formats.matches import BYE, Seated, seated
from tournaments.models import Booking, Game, Match, Round, Stage, Table
from tournaments.states import BookingKind, MatchState


def build_matches(stage: Stage, positions: Sequence[int | None], tables: Sequence[Table] = ()) -> list[Match]:
    """Make every match of a drawn stage: its positions as team ids, None for a bye. The rounds exist and have names.

    Matches whose two teams are known are ready, with a sheet; byes hand their team on. Numbers go on where the stage
    before ended. In each round the matches get ``tables`` from the first, as far as they reach and no other stage has
    them at that hour. The number of queries
    does not depend on the size.
    """
    planned = format_of(stage).plan(len(positions))
    matches = _unsaved(stage, seated(planned, [BYE if team is None else team for team in positions]))
    to_play = [match for match in matches if match.state != MatchState.BYE]
    taken = _taken(tables)
    for _, group in groupby(to_play, key=lambda match: match.round_id):
        of_round = list(group)
        seat_in_order(of_round, [t for t in tables if not _clashes(of_round[0].round, taken.get(t.pk, ()))])
    made = Match.objects.bulk_create(matches)
    _open(stage, [match for match in made if match.state == MatchState.READY])
    with guarded():
        book_all(to_play)
    return made


def _taken(tables: Sequence[Table]) -> dict[int, list[tuple[datetime, datetime]]]:
    """When each table is booked by matches of other stages, by its id."""
    by_table: dict[int, list[tuple[datetime, datetime]]] = {}
    booked = Booking.objects.filter(kind=BookingKind.TABLE, resource__in=[table.pk for table in tables])
    for table, during in booked.values_list("resource", "during"):
        by_table.setdefault(table, []).append((during.lower, during.upper))
    return by_table


def _clashes(round_: Round, taken: Iterable[tuple[datetime, datetime]]) -> bool:
    ends_at = round_.starts_at + clocks.planned(round_.clock)
    return any(start < ends_at and round_.starts_at < end for start, end in taken)


def _unsaved(stage: Stage, seatings: Sequence[Seated]) -> list[Match]:
    """In the order of the rounds. The keys are taken beforehand, so that matches can point at later ones."""
    rounds = list(stage.rounds.select_related("clock").order_by("number"))
    before = _last_number(stage)
    keys = _new_keys(len(seatings))

    def key(number: int) -> int:
        return keys[number - 1]

    return [
        Match(
            pk=keys[planned.number - 1],
            stage=stage,
            round=rounds[planned.round - 1],
            number=before + planned.number,
            place=planned.place,
            place_for=planned.place_for,
            winner_to_id=key(planned.winner_to.match) if planned.winner_to else None,
            loser_to_id=key(planned.loser_to.match) if planned.loser_to else None,
            state=_state(row),
            **source_fields("home", planned.home, key),
            **source_fields("away", planned.away, key),
            **slot_fields("home", row.pair[0]),
            **slot_fields("away", row.pair[1]),
        )
        for row in seatings
        for planned in [row.match]
    ]


def _last_number(stage: Stage) -> int:
    """Of the matches of the other stages: a match has one number in the whole event."""
    others = Match.objects.filter(stage__tournament=stage.tournament_id).exclude(stage=stage)
    return others.aggregate(last=Max("number"))["last"] or 0


def _state(seating: Seated) -> MatchState:
    """Only a bye decides anything before the first card."""
    if seating.outcome is not None:
        return MatchState.BYE
    return MatchState.READY if all(isinstance(slot, int) for slot in seating.pair) else MatchState.WAITING


def _new_keys(count: int) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
            [Match._meta.db_table, count],
        )
        return [key for (key,) in cursor.fetchall()]


def _open(stage: Stage, ready: list[Match]) -> None:
    journal = stage.tournament.journal
    sheets = Sheet.objects.bulk_create(Sheet(journal=journal, clock=match.round.clock, rule_set={}) for match in ready)
    # written once by the database, not a thousand times by the program: they are the same for all
    made = Sheet.objects.filter(pk__in=[sheet.pk for sheet in sheets])
    standing = first_standing(stage.game, stage.rule_set).to_dict()
    made.update(game=stage.game, rule_set=stage.rule_set, standing=standing)
    Game.objects.bulk_create(Game(match=m, number=1, sheet=sheet) for m, sheet in zip(ready, sheets, strict=True))

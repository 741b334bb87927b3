"""Who and what is taken when: a match books its table and its teams for the time of its round."""

from collections.abc import Sequence

from django.db.backends.postgresql.psycopg_any import DateTimeTZRange

from scoring import clocks
from tournaments.bracket.rules.sides import seated_ids
from tournaments.models import Booking, Match
from tournaments.states import BookingKind


def book(match: Match) -> None:
    """(Re)make the match's bookings from its table, its teams and its planned time. The teams of boards are booked by
    their team match.

    The exclusion constraint is deferred: a clash comes up at the end of the transaction, or at ``SET CONSTRAINTS``.
    """
    book_all([match])


def book_all(matches: Sequence[Match]) -> None:
    """Replace the bookings of these matches of one event (two queries). A match whose day its sides choose takes
    nothing before they have agreed."""
    Booking.objects.filter(match__in=matches).delete()
    bookings = []
    for match in matches:
        if match.agreed_at is None and match.stage.tournament.own_days:
            continue
        during = time_of(match)
        teams = seated_ids(match) if not match.board else ()
        taken = [(BookingKind.TABLE, match.table_id), *((BookingKind.TEAM, team) for team in teams)]
        bookings += [Booking(match=match, kind=kind, resource=taker, during=during) for kind, taker in taken if taker]
    Booking.objects.bulk_create(bookings)


def time_of(match: Match) -> DateTimeTZRange:
    """For how long the match occupies its table and its teams."""
    starts_at = match.agreed_at or match.round.starts_at
    return DateTimeTZRange(starts_at, starts_at + clocks.planned(match.round.clock))


def book_if_free(match: Match) -> None:
    """Book a match that is to be played again. If another match has its table by now, it loses its table."""
    during = time_of(match)
    others = Booking.objects.filter(kind=BookingKind.TABLE, during__overlap=during).exclude(match=match)
    if match.table_id is not None and others.filter(resource=match.table_id).exists():
        match.table = None
        match.save(update_fields=["table"])
    book(match)


def release(match: Match) -> None:
    """Delete the bookings of a match that is over, or whose sides are open again."""
    Booking.objects.filter(match=match).delete()

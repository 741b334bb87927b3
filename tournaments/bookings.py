"""Who and what is taken when: a match books its table and its teams for the time of its round."""

from django.db.backends.postgresql.psycopg_any import DateTimeTZRange

from scoring import clocks
from tournaments.models import Booking, Match
from tournaments.states import BookingKind


def book(match: Match) -> None:
    """(Re)make the match's bookings from its table, its teams and its round's planned time.

    The exclusion constraint is deferred: a clash comes up at the end of the transaction, or at ``SET CONSTRAINTS``.
    """
    release(match)
    starts_at = match.round.starts_at
    during = DateTimeTZRange(starts_at, starts_at + clocks.length(match.round.clock))
    taken = [
        (BookingKind.TABLE, match.table_id),
        (BookingKind.TEAM, match.home_team_id),
        (BookingKind.TEAM, match.away_team_id),
    ]
    Booking.objects.bulk_create(
        Booking(match=match, kind=kind, resource=resource, during=during) for kind, resource in taken if resource
    )


def release(match: Match) -> None:
    """A match that is over, or whose sides are open again, takes nothing."""
    Booking.objects.filter(match=match).delete()

"""改期 and 排桌 as they are carried out and recorded: rounds to another start, matches to a table."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from accounts.models import User
from journal.recording import record
from tournaments.bracket.rules.bookings import book_all
from tournaments.bracket.rules.places import place_of_round
from tournaments.bracket.rules.tables import guarded, open_matches
from tournaments.codes import TournamentEvent
from tournaments.models import Round


def move_rounds(moved: Sequence[tuple[Round, datetime, datetime]], *, by: User | None) -> None:
    """Rounds, each with the start that it has and the one that it gets, with what their matches have booked."""
    with guarded():
        for round_, _, start in moved:
            round_.starts_at = start
            round_.save(update_fields=["starts_at"])
            book_all(open_matches(round_))
    for round_, before, _ in moved:
        record_move(round_, before, by=by)


def record_move(round_: Round, before: datetime, *, by: User | None) -> None:
    """The round stands at its new start."""
    facts = place_of_round(round_).facts() | {"before": stamp(before), "after": stamp(round_.starts_at)}
    record(round_.stage.tournament.journal, TournamentEvent.ROUND_MOVED, round_.subject, by=by, **facts)


def record_tables(round_: Round, tables: Mapping[int, int], *, by: User | None) -> None:
    """Who plays where now: table by match number, 0 for none."""
    data: dict[str, Any] = place_of_round(round_).facts() | {"tables": sorted(tables.items())}
    record(round_.stage.tournament.journal, TournamentEvent.TABLES_ASSIGNED, round_.subject, by=by, **data)


def stamp(moment: datetime) -> str:
    """As the journal writes a moment."""
    return moment.astimezone(UTC).isoformat()

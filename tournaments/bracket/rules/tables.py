"""改期 and 排桌: when a round is played, who plays at which table, what a match books for its time (its table and its
teams), and the last word of the database on all of it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import zip_longest
from math import ceil
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.backends.postgresql.psycopg_any import DateTimeTZRange
from django.db.models import Q

from accounts.models import User
from journal.recording import record
from journal.refusals import Problem, Refused
from scoring import clocks
from tournaments.bracket.rules.sides import place_of_round, seated_ids
from tournaments.codes import Code, TournamentEvent
from tournaments.formats import FORMATS
from tournaments.models import Booking, Match, Round, Table, Team
from tournaments.states import BookingKind, MatchState, SlotKind


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


# nobody needs a table there any more, or ever did
WITHOUT_TABLE = (MatchState.BYE, MatchState.OVER)
# both teams sit there, or stand around it
AT_TABLE = (MatchState.CALLED, MatchState.PLAYING, MatchState.DISPUTED)
GUARD = "one_match_at_a_time"
# PostgreSQL says: Key (…)=([1,2), [7,8), …) conflicts with existing key; first the kind of booking, then the id taken
CLASH = re.compile(GUARD + r".*?=\(\[(\d+),\d+\), \[(\d+),\d+\)", re.DOTALL)


def open_matches(round_: Round) -> list[Match]:
    """The matches of the round that need a table, from the top; not one that is a bye, whoever comes."""
    matches = Match.at_tables.filter(round=round_).exclude(state__in=WITHOUT_TABLE).exclude(home_slot=SlotKind.BYE)
    matches = matches.exclude(away_slot=SlotKind.BYE).select_related("round__clock", "table", "stage__tournament")
    return list(matches.order_by("place", "board"))


def lacks_table(match: Match) -> bool:
    """The hall has tables, and this match has to wait for one."""
    return bool(lacking_table([match]))


def lacking_table(matches: Sequence[Match]) -> list[Match]:
    """Those of the matches of one stage that have to wait for a table: one query at most."""
    without = [match for match in matches if match.table_id is None]
    return without if without and Table.objects.filter(tournament__stages=without[0].stage_id).exists() else []


def waits_for_table(match: Match) -> bool:
    """Is it ready or called, but for a table?"""
    return match.state in (MatchState.READY, MatchState.CALLED) and match.table_id is None


def free_tables(round_: Round) -> list[Table]:
    """空桌, by number: at which nobody sits now, and that no match has booked for the time of the round."""
    during = DateTimeTZRange(round_.starts_at, round_.starts_at + clocks.planned(round_.clock))
    booked = Booking.objects.filter(kind=BookingKind.TABLE, during__overlap=during).values("resource")
    held = Match.every.filter(stage=round_.stage_id, table__isnull=False).filter(
        Q(state__in=AT_TABLE) | Q(round=round_) & ~Q(state__in=WITHOUT_TABLE)
    )
    tables = Table.objects.filter(tournament__stages=round_.stage_id)
    return list(tables.exclude(pk__in=booked).exclude(pk__in=held.values("table")).order_by("number"))


def fill_tables(round_: Round) -> dict[int, int]:
    """按顺序排桌: tables by number to the open matches from the top, as far as they reach; match → table number."""
    matches = open_matches(round_)
    tables = list(Table.objects.filter(tournament__stages=round_.stage_id).order_by("number"))
    seat_in_order(matches, tables)
    with guarded():
        Match.every.bulk_update(matches, ["table"])
        book_all(matches)
    return {match.number: match.table.number if match.table else 0 for match in matches}


def give_out(matches: Sequence[Match], sittings: Sequence[Round], tables: int) -> Iterator[list[Match]]:
    """The matches of a round to its sittings in turn, as many to each as there are ``tables``, all others to the last.

    Yields those of each sitting, which have it as their round now; nothing is saved."""
    further = len(sittings) - 1
    fits = tables if 0 < tables * further < len(matches) else ceil(len(matches) / len(sittings))
    for index, sitting in enumerate(sittings):
        own = [*matches[index * fits : (index + 1) * fits if index < further else None]]
        for match in own:
            match.round = sitting
        yield own


def seat_in_order(matches: Sequence[Match], tables: Sequence[Table]) -> None:
    """The tables of a round to its matches as far as they reach; nothing is saved.

    Where the format keeps tables (移位赛), a match of place k gets table k. Otherwise, from the first table: pairs of
    matches whose winners meet (第一桌胜者对第二桌胜者), then those whose winner meets a team that rested, and so on.
    """
    if not matches:
        return
    keeps = FORMATS[matches[0].stage.format].keeps_tables
    if keeps and max(match.place for match in matches) <= len(tables):
        for match in matches:
            match.table = tables[match.place - 1]
        return
    feeding: Counter[int | None] = Counter(match.winner_to_id for match in matches)
    paired = sorted(
        matches, key=lambda match: not keeps and bool(match.winner_to_id) and feeding[match.winner_to_id] == 1
    )
    for match, table in zip_longest(paired, tables[: len(matches)]):
        match.table = table


@contextmanager
def guarded() -> Iterator[None]:
    """Let the exclusion constraint speak here and not at the commit; a clash becomes ``Refused``, naming who is taken.

    The checks of the actions come first; this is for the person who was faster.
    """
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            yield
            cursor.execute(f"SET CONSTRAINTS {GUARD} IMMEDIATE")
            cursor.execute(f"SET CONSTRAINTS {GUARD} DEFERRED")
    except IntegrityError as error:
        clash = CLASH.search(str(error))
        if clash is None:
            raise
        kind, resource = int(clash[1]), int(clash[2])
        if kind == BookingKind.TEAM:
            team = Team.objects.select_related("branch").get(pk=resource)
            taken = Problem(Code.TEAM_TAKEN, data={"branch": team.branch.name, "ordinal": team.ordinal})
        else:
            table = Table.objects.get(pk=resource)
            booked = Booking.objects.filter(kind=kind, resource=resource).select_related("match").first()
            number = booked.match.number if booked else 0
            taken = Problem(Code.TABLE_TAKEN, data={"table": table.number, "number": number})
        raise Refused(taken) from error


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

"""The chief referee's desk: every table of a round, who is late, and what is missing at its start and its end."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from journal import clock as journal_clock
from journal.refusals import Problem
from scoring import clocks
from scoring.clocks import ClockReading
from scoring.queries import last_extensions
from scoring.states import ClockState
from tournaments.bracket.queries.match_views import MatchView, TeamLabel
from tournaments.bracket.queries.matches import rounds, single_view, stage_matches
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.rules.bracket_moves import begun_after, follows_by_itself
from tournaments.bracket.rules.starts import start_lacks
from tournaments.bracket.rules.tables import free_tables
from tournaments.day.queries.desk_tables import TableCard, TableRow, is_last_bell, table_cards, table_rows
from tournaments.formats.knockout import Redraw, lot_rounds
from tournaments.models import Match, Round, Tournament
from tournaments.states import MatchState, SlotKind, SourceKind

GROUPS = ("all", "chief", "missing", "playing", "over")
"""What the desk may be narrowed to."""
MOST_NAMED = 24


@dataclass(frozen=True)
class Lack:
    """Tables whose matches still need the same before the round is over: the status of a table, or ``tableless``."""

    status: str
    rows: tuple[TableRow, ...]

    @property
    def first(self) -> tuple[TableRow, ...]:
        """Those that are named."""
        return self.rows[:MOST_NAMED]

    @property
    def more(self) -> int:
        return len(self.rows) - len(self.first)


@dataclass(frozen=True)
class RoundDesk:
    """A round, or a sitting of it, on the desk, with all rounds for the way to the others. ``now`` is the event's
    present moment.

    ``rows`` stand by table. ``held`` are the matches that depend on a ruling alone; ``extension``: the minutes of the
    newest extra time, which can be taken back (0: none); ``is_last``: 最后一副 is told.
    """

    rounds: tuple[RoundView, ...]
    round: RoundView
    rows: tuple[TableRow, ...]
    clock: ClockReading
    now: datetime
    held: frozenset[int] = frozenset()
    extension: int = 0
    free_tables: tuple[int, ...] = ()
    is_last: bool = False

    @property
    def sittings(self) -> tuple[RoundView, ...]:
        """All rounds, those that are divided by their sittings."""
        return tuple(part for round_ in self.rounds for part in round_.parts)

    @cached_property
    def played(self) -> tuple[TableRow, ...]:
        return tuple(row for row in self.rows if row.status != "bye")

    def with_status(self, *statuses: str) -> tuple[TableRow, ...]:
        return tuple(row for row in self.rows if row.status in statuses)

    @cached_property
    def waiting(self) -> tuple[TableRow, ...]:
        return self.with_status("waiting")

    @cached_property
    def blocked(self) -> tuple[TableRow, ...]:
        """Those that hold up the start of the round."""
        return tuple(row for row in self.waiting if row.match.number not in self.held)

    @cached_property
    def uncalled(self) -> tuple[TableRow, ...]:
        """Those that ``call_round`` would call."""
        return tuple(row for row in self.with_status("due") if row.match.table)

    @cached_property
    def incomplete(self) -> tuple[TableRow, ...]:
        """Tables at which somebody is missing."""
        return tuple(row for row in self.rows if row.match.table and row.takes_check_ins and not row.both_present)

    @property
    def is_paired(self) -> bool:
        """Is it set by the standing, or by lots of its own, and not begun?"""
        shape, size = self.round.stage.shape, self.round.stage.size
        if shape.name == Redraw.name:
            own = [r.number for r in self.rounds if r.stage.id == self.round.stage.id]
            nth = sorted(own).index(self.round.number) + 1
            lots = not self.round.waits_for_pairing and nth in lot_rounds(shape.plan(size))
        else:
            lots = any(row.match.home.source.kind == SourceKind.LOT and row.match.home.team for row in self.rows)
        return lots and self.is_set

    @property
    def resting(self) -> tuple[TeamLabel, ...]:
        """轮空: who has no card among the tables; of a sheet with its many byes the bracket shows them."""
        byes = () if self.round.stage.shape.is_sheet else self.round.matches
        return tuple(match.goes_on for match in byes if match.is_bye and match.goes_on)

    @property
    def may_unpair(self) -> bool:
        return self.is_paired and not self.may_undo_call

    @property
    def start_lacks(self) -> tuple[Problem, ...]:
        """What ``start_round`` would ask about; nothing once the clock runs."""
        if not self.is_set:
            return ()
        empty = sum(not row.here for row in self.rows if row.match.table and row.takes_check_ins)
        return start_lacks(self.round.starts_at, self.now, uncalled=len(self.uncalled), empty=empty)

    @cached_property
    def by_urgency(self) -> tuple[TableRow, ...]:
        """The matches to be played, those first that need the chief referee."""
        return tuple(sorted(self.played, key=lambda row: row.place))

    @cached_property
    def groups(self) -> dict[str, tuple[TableRow, ...]]:
        """The tables of each of ``GROUPS``, the most pressing first."""
        rows = self.by_urgency
        return {
            "all": rows,
            "chief": tuple(row for row in rows if row.needs_attention),
            "missing": tuple(row for row in rows if row.takes_check_ins and not row.both_present),
            "playing": tuple(row for row in rows if row.match.is_live),
            "over": tuple(row for row in rows if not row.is_open),
        }

    @property
    def lacks(self) -> tuple[Lack, ...]:
        """What the round still lacks at its end, the tables by what each needs."""
        by_lack: dict[str, list[TableRow]] = {}
        tableless = {row.match.number for row in self.without_table}
        for row in self.by_urgency:
            if row.is_open:
                by_lack.setdefault("tableless" if row.match.number in tableless else row.status, []).append(row)
        return tuple(Lack(status, tuple(rows)) for status, rows in by_lack.items())

    @property
    def undecided(self) -> tuple[MatchView, ...]:
        """Team matches that their boards leave open: the chief referee decides."""
        return tuple(m for m in self.round.matches if m.boards and not m.is_over and all(b.is_over for b in m.boards))

    @property
    def following(self) -> RoundView | None:
        """The round or sitting after this one, which comes next once this one is over."""
        here = (self.round.number, self.round.sitting)
        return next((r for r in self.sittings if (r.number, r.sitting) > here and r.matches), None)

    @cached_property
    def without_table(self) -> tuple[TableRow, ...]:
        """Matches that are ready but for a table; on a day of their own they need none."""
        if self.round.until:
            return ()
        states = (MatchState.READY, MatchState.CALLED)
        ready = [row for row in self.rows if row.match.state in states and not row.match.table]
        return tuple(sorted(ready, key=lambda row: row.match.place))

    @property
    def may_assign(self) -> bool:
        return bool(self.without_table and self.free_tables)

    @cached_property
    def unfinished(self) -> tuple[TableRow, ...]:
        return tuple(row for row in self.rows if row.is_open)

    @property
    def is_set(self) -> bool:
        return self.clock.state == ClockState.SET

    @property
    def may_undo_call(self) -> bool:
        return any(row.match.state == MatchState.CALLED for row in self.rows)

    @property
    def may_undo_start(self) -> bool:
        return not self.is_set and all(row.last_entry is None for row in self.rows) and bool(self.unfinished)

    @property
    def may_undo(self) -> bool:
        """Can anything be taken back?"""
        undoing = (self.may_unpair, self.may_undo_call, self.may_undo_start, self.may_resume, self.extension)
        return any(undoing)

    @property
    def may_start(self) -> bool:
        return self.is_set and len(self.unfinished) > len(self.waiting) and not self.blocked

    @property
    def may_pause(self) -> bool:
        return self.clock.state == ClockState.RUNNING and not self.clock.rung and bool(self.unfinished)

    @property
    def may_resume(self) -> bool:
        return self.clock.state == ClockState.PAUSED

    @property
    def may_extend(self) -> bool:
        return self.clock.rings and not self.is_set and bool(self.unfinished)


@dataclass(frozen=True)
class Correction:
    """Whether a result may be taken back: not if it ``follows`` from other matches alone, nor once match ``obstacle``
    has begun (0: none has)."""

    follows: bool
    obstacle: int

    @property
    def is_possible(self) -> bool:
        return not self.follows and not self.obstacle


def correction_of(match: Match) -> Correction:
    """What ``actions.rulings.correct_result`` would say to a decided match."""
    begun = begun_after(match)
    return Correction(follows_by_itself(match), begun.number if begun else 0)


def current_round(known: tuple[RoundView, ...]) -> RoundView | None:
    """The round that is not over and starts first, of two at the same hour the earlier stage's; the last one once all
    are over. None before the draw."""
    drawn = [r for r in known if r.is_drawn]
    open_ = [r for r in drawn if not r.is_over]
    return min(open_, key=lambda r: r.starts_at) if open_ else drawn[-1] if drawn else None


def round_desk(tournament: Tournament, number: int | None = None, sitting: int = 1) -> RoundDesk | None:
    """The desk of that ``sitting`` of round ``number``, or of the one that is on; None if there is no such round or
    nothing is drawn yet."""
    known = rounds(tournament)
    current = current_round(known)
    parts = (part for r in known for part in r.parts if (r.number, part.sitting) == (number, sitting))
    shown = (current and current.on) if number is None else next(parts, None)
    if shown is None or not shown.is_drawn:
        return None
    now = journal_clock.now(tournament.journal)
    reading, round_ = clocks.read(shown.clock, now), Round.objects.select_related("clock").get(pk=shown.id)
    extended = [f"round:{shown.id}"] if shown.clock.extra and not reading.rung else []
    extensions = last_extensions(tournament.journal, shown.clock, extended)
    return RoundDesk(
        rounds=known,
        round=shown,
        rows=tuple(table_rows(tournament, round_, shown.at_tables, now)),
        clock=reading,
        now=now,
        held=_held(known, shown),
        extension=next(iter(extensions.values()), 0),
        free_tables=tuple(table.number for table in free_tables(round_)),
        is_last=is_last_bell(tournament, reading) and not shown.is_over,
    )


def _held(known: tuple[RoundView, ...], shown: RoundView) -> frozenset[int]:
    """待裁定: the matches of the round that wait for a ruling alone, as ``actions.rounds.start_round`` has it."""
    by_number = {match.number: match for round_ in known for match in round_.matches}

    def is_held(match: MatchView) -> bool:
        sources = [line.source for line in match.lines if line.slot == SlotKind.OPEN]
        open_ = [m for m in (by_number[source.number] for source in sources if source.is_match) if not m.is_over]
        return bool(open_) and all(m.is_disputed or (m.state == MatchState.WAITING and is_held(m)) for m in open_)

    held = [m for m in shown.matches if m.state == MatchState.WAITING and is_held(m)]
    return frozenset(table.number for m in held for table in m.boards or (m,))


def match_card(tournament: Tournament, number: int) -> TableCard | None:
    """One match as a card; None if there is no such match."""
    match = stage_matches(tournament).filter(number=number).first()
    if match is None:
        return None
    round_, now = match.round, journal_clock.now(tournament.journal)
    rows = table_rows(tournament, round_, [single_view(match)], now)
    return table_cards(tournament, round_.clock, rows, now)[0]

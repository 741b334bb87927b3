"""Readings of a sheet, or of many: its log, where it leads by the sheet's game, and the verdict that follows."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from django.contrib.postgres.aggregates import JSONBAgg
from django.db.models import Count, Exists, Max, OuterRef, QuerySet, TextField
from django.db.models.functions import Cast, JSONObject

from guandan_rules import COUNTED_TOGETHER, Effect, Offence, Pending, Side, Verdict, effects_due
from journal.models import Event, Journal
from scoring import clocks
from scoring.games.entries import PENALTY
from scoring.games.game import EntryResult
from scoring.models import Clock, Confirmation, Deal, Penalty, Sheet, Submission
from scoring.standings import entry_of_text, state_after
from scoring.states import ClockState, DealKind, ScoringEvent, SheetState, SubmissionState

Row = Deal | Penalty
STANDS = (SubmissionState.ACCEPTED, SubmissionState.DUPLICATE)
EXTENDED = (ScoringEvent.CLOCK_EXTENDED, ScoringEvent.SHEET_EXTENDED)
EXTENSIONS = (*EXTENDED, ScoringEvent.CLOCK_EXTENSION_UNDONE, ScoringEvent.SHEET_EXTENSION_UNDONE)
UNSETTLED = (SubmissionState.WAITING, SubmissionState.CONFLICTING)
_WRITE = json.JSONEncoder(ensure_ascii=False).encode


def counting_deals(sheet: Sheet) -> list[Deal]:
    """The deals that count, in order; struck ones are left out. Uses ``sheet.deals`` if it was prefetched."""
    return sorted((d for d in sheet.deals.all() if d.struck_at is None), key=lambda d: d.number)


def rows(sheet: Sheet) -> list[Row]:
    """记录: the deals and penalties that count. Uses ``sheet.deals`` and ``sheet.penalties`` if they were prefetched.

    A penalty with ``after_deal`` k stands behind deal k and before deal k+1, several as they were given.
    """
    penalties = sorted((p for p in sheet.penalties.all() if p.struck_at is None), key=lambda p: p.pk)
    return in_order(counting_deals(sheet), penalties)


def in_order(deals: Iterable[Deal], penalties: Iterable[Penalty]) -> list[Row]:
    """The log of rows that count; several penalties behind one deal stand as they are given here."""
    unsorted: list[Row] = [*deals, *penalties]
    return sorted(unsorted, key=lambda row: (row.after_deal, 1) if isinstance(row, Penalty) else (row.number, 0))


def text_of(row: Row, bell: datetime) -> str:
    """A row as JSON text. Where this table's bell was put off, what was the last deal is one of many.

    A void deal (此副作废, rules.md §7) is the one being played: it is dealt again and never stands in the log, so the
    levels stay. One that was entered already is taken back before the penalty is given.
    """
    if isinstance(row, Penalty):
        return _WRITE({"type": PENALTY, "side": row.side, "offence": row.offence, "effects": row.effects})
    was_last = row.entered_at < bell and row.kind in (DealKind.LATE, DealKind.IN_HAND)
    return _WRITE(row.entry | {"kind": DealKind.REGULAR.value} if was_last else row.entry)


def texts(sheet: Sheet, entered: Sequence[Row] | None = None) -> tuple[str, ...]:
    """The log as `scoring.standings` takes it; ``entered``: the rows if they were read already, in order."""
    bell = clocks.latest_sheet_bell(sheet)
    return tuple(text_of(row, bell) for row in (rows(sheet) if entered is None else entered))


def log(sheet: Sheet, entered: Sequence[Row] | None = None) -> list[Any]:
    """The log as the game knows it."""
    return [entry_of_text(sheet.game, text) for text in texts(sheet, entered)]


def state_of(sheet: Sheet, entered: Sequence[Row] | None = None) -> Any:
    """Where the game stands after all that counts; ``entered``: the rows if they were read already, in order."""
    return state_after(sheet.game, sheet.option_text, texts(sheet, entered))


def states(sheet: Sheet, entered: Sequence[Row]) -> list[Any]:
    """Where the game stood at first and after each of the rows, one more than there are rows."""
    log = texts(sheet, entered)
    return [state_after(sheet.game, sheet.option_text, log[:count]) for count in range(len(log) + 1)]


def replayed_rows(sheet: Sheet, entered: Sequence[Row]) -> Iterator[tuple[Row, EntryResult]]:
    """Each row of the log with what it did to the sheet."""
    steps = pairwise(states(sheet, entered))
    return ((row, sheet.played.result_of(*step)) for row, step in zip(entered, steps, strict=True))


def sheet_verdict(sheet: Sheet, now: datetime) -> Verdict | Pending:
    """Who has won this game and why, or what is still awaited; follows from the log, the clock and the answer then."""
    time_up = clocks.sheet_has_rung(sheet, now)
    return sheet.played.verdict(sheet.options, state_of(sheet), time_up=time_up, in_hand=sheet.in_hand)


def due(sheet: Sheet, side: str, offence: str, entered: Sequence[Row]) -> tuple[Effect, ...]:
    """处罚的效果 that the rule set's table has for the side's next offence of that kind in this game."""
    sides = tuple(Side) if offence in COUNTED_TOGETHER else (side,)
    times = sum(isinstance(row, Penalty) and row.side in sides and row.offence == offence for row in entered)
    return effects_due(sheet.played.terms(sheet.options).penalties, Offence(offence), times + 1)


def answers(sheet: Sheet, seen: int) -> dict[str, Confirmation]:
    """双方确认 by side: the newest answer of each to the sheet as of ``seen``; a side that said nothing is left out."""
    return {c.side: c for c in Confirmation.objects.filter(sheet=sheet, seen=seen).order_by("pk")}


def unsettled_sheets() -> int:
    """On how many sheets an entry of a phone conflicts with what stands, or waits for an earlier one."""
    submissions = Submission.objects.filter(state__in=UNSETTLED)
    return submissions.order_by().values("sheet").distinct().count()


def devices_behind(since: datetime, until: datetime) -> int:
    """How many devices held further entries when they sent their last one between then, and nothing has come after."""
    later = Submission.objects.filter(device=OuterRef("device"), pk__gt=OuterRef("pk"))
    submissions = Submission.objects.filter(~Exists(later), behind__gt=0, received_at__range=(since, until))
    return submissions.order_by().values("device").distinct().count()


def silent_sheets(since: datetime, until: datetime) -> int:
    """On how many sheets that were begun between then, and whose clock runs, nothing has come in after ``until``; those
    of a rehearsal count nowhere."""
    sent = Submission.objects.filter(sheet=OuterRef("pk"), received_at__gt=until)
    entered = Deal.objects.filter(sheet=OuterRef("pk"), entered_at__gt=until)
    playing = Sheet.objects.filter(
        state=SheetState.OPEN,
        waits=False,
        clock__state=ClockState.RUNNING,
        clock__started_at__range=(since, until),
        journal__rehearsal=False,
    )
    return playing.filter(~Exists(sent), ~Exists(entered)).count()


def unsettled(received: Sequence[Submission]) -> list[Submission]:
    """Those of a sheet's that nobody settled yet: in conflict, waiting, or refused.

    A refused entry is settled once its device has sent something later that stands.
    """
    last = {row.device: row.pk for row in received if row.state in STANDS}
    refused = {r.pk for r in received if r.state == SubmissionState.REFUSED and r.pk > last.get(r.device, 0)}
    return [row for row in received if row.state in UNSETTLED or row.pk in refused]


def last_extensions(journal: Journal, clock: Clock, subjects: Collection[str]) -> dict[str, int]:
    """最近一次加时 of rounds and sheets of that clock, as the journal calls them: the minutes of the newest one since
    its start that was not taken back. One query; none before the start."""
    if clock.started_at is None or not subjects:
        return {}
    since = Event.objects.filter(journal=journal, subject__in=subjects, at__gte=clock.started_at, kind__in=EXTENSIONS)
    granted: dict[str, list[int]] = defaultdict(list)
    for kind, subject, data in since.order_by("number").values_list("kind", "subject", "data"):
        if kind in EXTENDED:
            granted[subject].append(data["minutes"])
        else:
            granted[subject].pop()
    return {subject: minutes[-1] for subject, minutes in granted.items() if minutes}


@dataclass(frozen=True)
class SheetLog:
    """The log of a sheet: how many ``deals``, the moment of the last entry (None: there is none), and the rows as
    JSON text, deals and penalties."""

    deals: int = 0
    last_entry: datetime | None = None
    log: tuple[str, str] = ("[]", "[]")


NOTHING: Final = SheetLog()


def sheet_logs(sheets: QuerySet[Any] | Collection[int]) -> dict[int, SheetLog]:
    """What counts in each of the ``sheets``, those left out in which nothing does; two queries."""
    by_sheet = {
        sheet: SheetLog(deals, last, (log, "[]"))
        for sheet, deals, last, log in _rows(Deal, sheets, "number", "entry", "entered_at")
    }
    for sheet, _, last, log in _rows(Penalty, sheets, "after_deal", "side", "offence", "effects", "entered_at"):
        deals = by_sheet.get(sheet, NOTHING)
        by_sheet[sheet] = replace(deals, last_entry=max(last, deals.last_entry or last), log=(deals.log[0], log))
    return by_sheet


def _rows(
    model: type[Deal | Penalty], sheets: QuerySet[Any] | Collection[int], *fields: str
) -> QuerySet[Any, tuple[int, int, datetime, str]]:
    log = Cast(JSONBAgg(JSONObject(**{name: name for name in fields}), order_by="pk"), TextField())
    counting = model.objects.filter(sheet__in=sheets, struck_at=None).order_by()
    return counting.values_list("sheet").annotate(Count("pk"), Max("entered_at"), log=log)


@lru_cache(maxsize=2048)  # twice the tables of a big hall
def state_of_log(game: str, rule_set: str, log: tuple[str, str], bell: datetime) -> Any:
    """Where a ``log`` of ``sheet_logs`` leads by these options (JSON text); ``bell``: ``clocks.latest_sheet_bell``."""
    deals, penalties = (
        [row | {"entered_at": datetime.fromisoformat(row["entered_at"])} for row in json.loads(text)] for text in log
    )
    rows = in_order([Deal(**row) for row in deals], [Penalty(**row) for row in penalties])
    return state_after(game, rule_set, tuple(text_of(row, bell) for row in rows))

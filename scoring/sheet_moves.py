"""A sheet that is being written: how it is taken, how its log grows and shrinks, what is kept and recorded of that.

`locked_row` and `locked_sheet` take it; every other function needs a sheet that was taken so, in this transaction.
They refuse before they write anything, with every reason (``Refused``).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import prefetch_related_objects

from accounts.models import User
from guandan_rules import DealKind as PlayedKind
from journal import clock as journal_clock
from journal.queries import last_event_number
from journal.recording import record
from journal.refusals import Problem, Refused, WrongState, refuse_if
from scoring import clocks
from scoring.games import EntryError, GameCode
from scoring.games.entries import PENALTY
from scoring.models import Clock, Deal, Penalty, Sheet, new_mark
from scoring.places import Place
from scoring.queries import Row, log, rows, state_of
from scoring.standings import standing_of
from scoring.states import ClockState, DealKind, ScoringCode, ScoringEvent, SheetState


def locked_row(sheet: Sheet, *related: str) -> Sheet:
    """The sheet in any state, its rows of the names ``related`` with it.

    Locked first and read after, so that clock, journal and rows are not older than the waiting.
    """
    Sheet.objects.select_for_update(no_key=True).values_list("pk").get(pk=sheet.pk)
    return with_rows(Sheet.objects.select_related("clock", "journal").get(pk=sheet.pk), *related)


def with_rows(sheet: Sheet, *related: str) -> Sheet:
    """The sheet with its rows of those names; a query for each that it does not have yet."""
    prefetch_related_objects([sheet], *related)
    return sheet


def locked_sheet(sheet: Sheet, *, seen: int | None = None) -> Sheet:
    """The open sheet, read anew unless it is held; ``WrongState`` if it is closed, or if ``seen`` is not the number of
    its last event."""
    row = sheet if sheet.is_held else locked_row(sheet)
    if row.state != SheetState.OPEN:
        raise WrongState(row.subject, row.state)
    if seen is not None and seen != last_event_number(row.journal, row.subject):
        raise WrongState(row.subject, "changed")
    return row


def locked_clock(clock: Clock, *states: ClockState) -> Clock:
    """The clock, which is in one of these states; ``WrongState`` else."""
    row = Clock.objects.select_for_update(no_key=True).get(pk=clock.pk)
    if row.state not in states:
        raise WrongState(row.subject, row.state)
    return row


def note(sheet: Sheet, kind: ScoringEvent, place: Place, *, by: User | None, **facts: Any) -> None:
    """An event of the sheet itself; it is the one that the next write must have seen."""
    sheet.last_event = record(sheet.journal, kind, sheet.subject, by=by, **facts, **place.facts())


def keep_standing(sheet: Sheet, state: Any) -> None:
    """The cached standing of the sheet's changed log, which leads to that state."""
    sheet.standing = standing_of(sheet.game, state).to_dict()
    sheet.save(update_fields=["standing"])


def begin(sheet: Sheet, place: Place, *, by: User | None) -> None:
    """开打: a sheet that had to wait gets as extra time what has gone by of its round's clock; others stay as is."""
    if not sheet.waits:
        return
    sheet.extra += clocks.elapsed(sheet.clock, journal_clock.now(sheet.journal))
    sheet.waits = False
    sheet.save(update_fields=["extra", "waits"])
    note(sheet, ScoringEvent.SHEET_STARTED, place, by=by, minutes=int(sheet.extra.total_seconds() // 60))


def write(sheet: Sheet, raw: Mapping[str, Any], place: Place, *, by: User, mark: str = "") -> Deal:
    """记一笔: the game's next entry; its ``done`` says what it did."""
    now, game, entered = journal_clock.now(sheet.journal), sheet.played, rows(sheet)
    before = state_of(sheet, entered)
    unset = [Problem(ScoringCode.CLOCK_NOT_STARTED)] if sheet.clock.state == ClockState.SET else []
    time_up = clocks.sheet_has_rung(sheet, now)
    wrong = game.entry_problems(sheet.options, before, raw, time_up=time_up, in_hand=sheet.in_hand)
    refuse_if([*(Problem(problem.code, problem.field) for problem in wrong), *unset])
    if raw["type"] == PENALTY:
        raise Refused(Problem(GameCode.NOT_AN_ENTRY, "type"))  # it is a row of its own, with its note
    begin(sheet, place, by=by)
    deal = sheet.deals.create(
        number=sum(isinstance(row, Deal) for row in entered) + 1,
        entry=game.plain_entry(game.entry_of(raw)),
        mark=mark or new_mark(),
        entered_at=now,
        entered_by=by,
    )
    after = state_of(sheet, [*entered, deal])
    deal.result = game.result_of(before, after)
    keep_standing(sheet, after)
    note_deal(sheet, ScoringEvent.DEAL_ENTERED, deal, place, by=by, deal_kind=deal.kind)
    return deal


def note_deal(sheet: Sheet, kind: ScoringEvent, deal: Deal, place: Place, *, by: User, **more: Any) -> None:
    """What became of a deal, and the standing that it leads to; of 掼蛋 its finish order, else the whole entry."""
    written = {"order": deal.order} if deal.order else {"game": sheet.game, "entry": deal.entry}
    note(sheet, kind, place, by=by, deal=deal.number, **written, standing=sheet.standing, **more)


def take_back(sheet: Sheet, place: Place, *, by: User) -> Deal:
    """撤回 the last deal: it is struck; not while a penalty stands behind it, which would stand behind nothing."""
    entered = rows(sheet)
    if not any(isinstance(row, Deal) for row in entered):
        raise Refused(Problem(ScoringCode.NO_DEAL_TO_UNDO))
    deal = entered[-1]
    if isinstance(deal, Penalty):
        raise Refused(Problem(ScoringCode.PENALTY_FOLLOWS))
    strike(deal, by=by)
    keep_standing(sheet, state_of(sheet, entered[:-1]))
    note_deal(sheet, ScoringEvent.DEAL_UNDONE, deal, place, by=by)
    return deal


def strike(row: Row, *, by: User, reason: str = "") -> None:
    """The row counts no more and stays readable; a deal without a reason was undone by the referee."""
    row.struck_at, row.struck_by, row.struck_reason = journal_clock.now(row.sheet.journal), by, reason
    row.save(update_fields=["struck_at", "struck_by", "struck_reason"])


def answer(sheet: Sheet, in_hand: bool, place: Place, *, by: User) -> None:
    """响铃时是否正在打牌; refused before the bell."""
    if not clocks.sheet_has_rung(sheet, journal_clock.now(sheet.journal)):
        raise Refused(Problem(ScoringCode.CLOCK_NOT_OVER))
    sheet.in_hand = in_hand
    sheet.save(update_fields=["in_hand"])
    note(sheet, ScoringEvent.BELL_ANSWERED, place, by=by, in_hand=in_hand)


def unreadable(sheet: Sheet, raw: Mapping[str, Any]) -> list[Problem]:
    """Why this is no entry of the sheet's game."""
    try:
        sheet.played.entry_of(raw)
    except EntryError as wrong:
        return [Problem(problem.code, problem.field) for problem in wrong.problems]
    return []


def refuse_unless_legal(sheet: Sheet, entered: Sequence[Row], first: int) -> None:
    """``Refused`` if an entry from index ``first`` on would no longer count in the changed log.

    Nothing may stand behind the end of a game, and an extra deal only where one is due.
    """
    game, options, entries = sheet.played, sheet.options, log(sheet, entered)
    time_up = clocks.sheet_has_rung(sheet, journal_clock.now(sheet.journal))
    state = game.fold(options, entries[:first])
    for row, entry in zip(entered[first:], entries[first:], strict=True):
        is_extra = isinstance(row, Deal) and row.kind == DealKind.EXTRA
        if game.is_over(state) or (
            is_extra and game.refusals(options, state, PlayedKind.EXTRA, time_up=time_up, in_hand=sheet.in_hand)
        ):
            number = row.number if isinstance(row, Deal) else row.after_deal
            raise Refused(Problem(ScoringCode.LATER_ENTRIES_FALL, data={"number": number}))
        state = game.step(options, state, entry)

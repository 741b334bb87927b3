"""记录: a changed log is judged as a whole, and its standing is kept on the sheet."""

from collections.abc import Sequence

from guandan_rules import Deal as PlayedDeal
from guandan_rules import DealKind, Race, RuleSet, fold, may_enter
from guandan_rules.levels import Entry
from journal import clock as journal_clock
from journal.refusals import Problem, Refused
from scoring import clocks
from scoring.models import Deal, Sheet
from scoring.queries import Row, log, rule_set
from scoring.standings import standing_of
from scoring.states import ScoringCode


def keep_standing(sheet: Sheet, found: Race) -> None:
    """The cached standing of the sheet's changed log, which makes the race ``found``."""
    sheet.standing = standing_of(found).to_dict()
    sheet.save(update_fields=["standing"])


def refuse_unless_legal(sheet: Sheet, entered: Sequence[Row], first: int) -> None:
    """``Refused`` if an entry from index ``first`` on would no longer count in the changed log.

    Nothing may stand behind the end of a game, and an extra deal only where one is due.
    """
    rules, entries = rule_set(sheet), log(sheet, entered)
    time_up = clocks.sheet_has_rung(sheet, journal_clock.now(sheet.journal))
    for index in range(first, len(entries)):
        if not _counts(rules, entries, index, time_up=time_up, in_hand=sheet.in_hand):
            row = entered[index]
            number = row.number if isinstance(row, Deal) else row.after_deal
            raise Refused(Problem(ScoringCode.LATER_ENTRIES_FALL, data={"number": number}))


def _counts(rules: RuleSet, entries: Sequence[Entry], index: int, *, time_up: bool, in_hand: bool | None) -> bool:
    before, entry = fold(rules, entries[:index]), entries[index]
    if before.winner or before.extra_winner:
        return False
    if not isinstance(entry, PlayedDeal) or entry.kind is not DealKind.EXTRA:
        return True
    return not may_enter(rules, before, time_up=time_up, in_hand=in_hand, kind=DealKind.EXTRA)

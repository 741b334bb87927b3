"""States of a clock and of a sheet, their transitions, and the codes and event kinds of scoring."""

from enum import StrEnum

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class ClockState(TextChoices):
    SET = "set", _("not started")
    RUNNING = "running", _("running")
    PAUSED = "paused", _("paused")


CLOCK_TRANSITIONS: dict[str, tuple[str, ...]] = {
    ClockState.SET: (ClockState.RUNNING,),
    ClockState.RUNNING: (ClockState.PAUSED,),
    ClockState.PAUSED: (ClockState.RUNNING,),
}


class SheetState(TextChoices):
    OPEN = "open", _("open")
    CLOSED = "closed", _("closed")


# a closed sheet is opened again only by a correction before the next match began
SHEET_TRANSITIONS: dict[str, tuple[str, ...]] = {
    SheetState.OPEN: (SheetState.CLOSED,),
    SheetState.CLOSED: (SheetState.OPEN,),
}


class DealKind(TextChoices):
    """When a deal was played. The values are those of ``guandan_rules.DealKind``."""

    REGULAR = "regular", _("regular")
    LATE = "late", _("finished before the bell, entered after it")
    IN_HAND = "in_hand", _("in hand at the bell")
    EXTRA = "extra", _("extra deal")


class ScoringEvent(StrEnum):
    CLOCK_STARTED = "clock.started"
    CLOCK_PAUSED = "clock.paused"
    CLOCK_RESUMED = "clock.resumed"
    CLOCK_EXTENDED = "clock.extended"
    DEAL_ENTERED = "deal.entered"
    DEAL_UNDONE = "deal.undone"
    BELL_ANSWERED = "bell.answered"
    SHEET_CLOSED = "sheet.closed"
    SHEET_REOPENED = "sheet.reopened"


class ScoringCode(StrEnum):
    """Refusals of the sheet itself; those of the game are ``guandan_rules.Code``."""

    CLOCK_NOT_STARTED = "clock_not_started"
    KIND_UNKNOWN = "kind_unknown"
    CLOCK_NOT_OVER = "clock_not_over"
    NO_DEAL_TO_UNDO = "no_deal_to_undo"
    MINUTES_OUT_OF_RANGE = "minutes_out_of_range"

"""States of a clock and of a sheet, their transitions, and the codes and event kinds of scoring."""

from enum import StrEnum

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from journal.states import Transitions


class ClockState(TextChoices):
    SET = "set", _("not started")
    RUNNING = "running", _("running")
    PAUSED = "paused", _("paused")


# a start that was a mistake is taken back as long as nothing was entered
CLOCK_TRANSITIONS: Transitions = {
    ClockState.SET: (ClockState.RUNNING,),
    ClockState.RUNNING: (ClockState.PAUSED, ClockState.SET),
    ClockState.PAUSED: (ClockState.RUNNING, ClockState.SET),
}


class SheetState(TextChoices):
    OPEN = "open", _("open")
    CLOSED = "closed", _("closed")


# a closed sheet is opened again only by a correction before the next match began
SHEET_TRANSITIONS: Transitions = {
    SheetState.OPEN: (SheetState.CLOSED,),
    SheetState.CLOSED: (SheetState.OPEN,),
}


class DealKind(TextChoices):
    """When a deal was played. The values are those of ``guandan_rules.DealKind``."""

    REGULAR = "regular", _("regular")
    LATE = "late", _("finished before the bell, entered after it")
    IN_HAND = "in_hand", _("in hand at the bell")
    EXTRA = "extra", _("extra deal")


class SubmissionState(TextChoices):
    """What became of an entry that a device sent. Waiting: an entry before it has not come yet, or is disputed."""

    WAITING = "waiting", _("waiting for an earlier entry")
    ACCEPTED = "accepted", _("accepted")
    DUPLICATE = "duplicate", _("the same as what stands")
    CONFLICTING = "conflicting", _("differs from what stands")
    REFUSED = "refused", _("refused")
    DROPPED = "dropped", _("set aside by the chief referee")


SUBMISSION_TRANSITIONS: Transitions = {
    SubmissionState.WAITING: (
        SubmissionState.ACCEPTED,
        SubmissionState.DUPLICATE,
        SubmissionState.CONFLICTING,
        SubmissionState.REFUSED,
        SubmissionState.DROPPED,
    ),
    SubmissionState.ACCEPTED: (),
    SubmissionState.DUPLICATE: (),
    SubmissionState.CONFLICTING: (SubmissionState.ACCEPTED, SubmissionState.DROPPED),
    SubmissionState.REFUSED: (),
    SubmissionState.DROPPED: (),
}


class Operation(TextChoices):
    """What a device may send while it is alone with its table."""

    DEAL = "deal", _("a deal")
    UNDO = "undo", _("the last deal undone")
    BELL = "bell", _("the answer at the bell")


class ScoringEvent(StrEnum):
    CLOCK_STARTED = "clock.started"
    CLOCK_PAUSED = "clock.paused"
    CLOCK_RESUMED = "clock.resumed"
    CLOCK_EXTENDED = "clock.extended"
    CLOCK_START_UNDONE = "clock.start_undone"
    CLOCK_PAUSE_UNDONE = "clock.pause_undone"
    CLOCK_EXTENSION_UNDONE = "clock.extension_undone"
    DEAL_ENTERED = "deal.entered"
    DEAL_UNDONE = "deal.undone"
    DEAL_CORRECTED = "deal.corrected"
    PENALTY_ENTERED = "penalty.entered"
    PENALTY_STRUCK = "penalty.struck"
    BELL_ANSWERED = "bell.answered"
    SHEET_STARTED = "sheet.started"
    SHEET_EXTENDED = "sheet.extended"
    SHEET_EXTENSION_UNDONE = "sheet.extension_undone"
    SHEET_AGREED = "sheet.agreed"
    SHEET_DISPUTED = "sheet.disputed"
    SHEET_RESUMED = "sheet.resumed"
    SUBMISSION_CONFLICTED = "submission.conflicted"
    SUBMISSION_CHOSEN = "submission.chosen"
    SHEET_CLOSED = "sheet.closed"
    SHEET_REOPENED = "sheet.reopened"


class ScoringCode(StrEnum):
    """Refusals of the sheet itself; those of the game are ``guandan_rules.Code``."""

    CLOCK_NOT_STARTED = "clock_not_started"
    CLOCK_NOT_OVER = "clock_not_over"
    ENTRIES_DEPEND = "entries_depend"
    NO_DEAL_TO_UNDO = "no_deal_to_undo"
    MINUTES_OUT_OF_RANGE = "minutes_out_of_range"
    NOTHING_RINGS = "nothing_rings"
    DEAL_UNKNOWN = "deal_unknown"
    LATER_ENTRIES_FALL = "later_entries_fall"
    PENALTY_FOLLOWS = "penalty_follows"
    PENALTY_UNKNOWN = "penalty_unknown"
    OFFENCE_UNKNOWN = "offence_unknown"
    SIDE_UNKNOWN = "side_unknown"
    AMOUNT_OUT_OF_RANGE = "amount_out_of_range"
    ENTRY_INVALID = "entry_invalid"
    KEY_REUSED = "key_reused"
    SHEET_NOT_OPEN = "sheet_not_open"
    NUMBER_WRONG = "number_wrong"
    BUILDS_ON_REFUSED = "builds_on_refused"
    NOT_THE_LAST_DEAL = "not_the_last_deal"
    SUBMISSION_UNKNOWN = "submission_unknown"

"""Clock, sheet and deals. They know sides, never teams; who the sides are is the match's business."""

from datetime import timedelta
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property

from guandan_rules import Offence, RuleSet, Side, Step
from journal.models import Journal
from scoring.states import ClockState, DealKind, Operation, SheetState, SubmissionState

KEY_LENGTH = 40
REASON_LENGTH = 200
SIDES = [(side.value, side.value) for side in Side]


def new_mark() -> str:
    """The mark of a deal that no device named."""
    return uuid4().hex


class Clock(models.Model):
    """The server's clock of a round: started, paused and extended moments; the bell is derived from them."""

    minutes = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=ClockState, default=ClockState.SET)
    started_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    held = models.DurationField(default=timedelta(0), help_text="sum of the pauses that are over")
    extra = models.DurationField(default=timedelta(0), help_text="sum of the extensions")

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="a_clock_that_is_set_has_no_start",
                condition=Q(state=ClockState.SET, started_at=None)
                | (~Q(state=ClockState.SET) & Q(started_at__isnull=False)),
            ),
            models.CheckConstraint(
                name="only_a_paused_clock_has_a_pause",
                condition=Q(state=ClockState.PAUSED, paused_at__isnull=False)
                | (~Q(state=ClockState.PAUSED) & Q(paused_at=None)),
            ),
        ]

    def __str__(self) -> str:
        return f"clock {self.pk}, {self.minutes} min, {self.state}"


class Sheet(models.Model):
    """记分表, one game. ``rule_set`` is a frozen copy; ``standing`` is rebuilt from the deals at every change."""

    journal = models.ForeignKey(Journal, models.CASCADE, related_name="+")
    clock = models.ForeignKey(Clock, models.PROTECT, related_name="sheets")
    rule_set = models.JSONField()
    state = models.CharField(max_length=8, choices=SheetState, default=SheetState.OPEN)
    extra = models.DurationField(default=timedelta(0), help_text="what this table has beyond the clock of its round")
    waits = models.BooleanField(
        default=False, help_text="the clock of its round ran before its sides were known: its time begins with its play"
    )
    in_hand = models.BooleanField(
        null=True, blank=True, help_text="was a deal in hand at the bell? null: not asked yet"
    )
    standing = models.JSONField(default=dict)
    winner = models.CharField(max_length=4, blank=True)
    reason = models.CharField(max_length=24, blank=True)

    def __str__(self) -> str:
        return f"sheet {self.pk}, {self.state}"

    @property
    def subject(self) -> str:
        return f"sheet:{self.pk}"

    @cached_property
    def rules(self) -> RuleSet:
        """``rule_set`` as the rules know it."""
        return RuleSet.from_dict(self.rule_set)


class Deal(models.Model):
    """副. ``order`` is the finish order as seat letters: ``WE`` (双下) or all four. A struck deal stays readable."""

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=DealKind, default=DealKind.REGULAR)
    order = models.CharField(max_length=4)
    mark = models.CharField(max_length=KEY_LENGTH, default=new_mark, help_text="later entries build on it")
    entered_at = models.DateTimeField()
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    struck_at = models.DateTimeField(null=True, blank=True)
    struck_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    struck_reason = models.CharField(max_length=REASON_LENGTH, blank=True, help_text="empty: undone by the referee")

    step: Step | None = None
    """What it did, of a deal that was entered a moment ago; None of one that was read."""

    class Meta:
        ordering = ["number", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "number"], condition=Q(struck_at=None), name="deal_number_once_a_sheet"
            ),
            models.UniqueConstraint(fields=["sheet", "mark"], name="deal_mark_once_a_sheet"),
            models.CheckConstraint(
                name="order_is_two_or_four_seats", condition=Q(order__regex=r"^[NWSE]{2}([NWSE]{2})?$")
            ),
        ]

    def __str__(self) -> str:
        return f"deal {self.number} of sheet {self.sheet_id}: {self.order}"


class Penalty(models.Model):
    """处罚, in the log behind the deal it followed (0: before the first); ``effects``: kind and amount of each."""

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="penalties")
    after_deal = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=4, choices=SIDES)
    offence = models.CharField(max_length=20, choices=[(offence.value, offence.value) for offence in Offence])
    effects = models.JSONField(default=list)
    note = models.CharField(max_length=REASON_LENGTH, blank=True)
    entered_at = models.DateTimeField()
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    struck_at = models.DateTimeField(null=True, blank=True)
    struck_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    struck_reason = models.CharField(max_length=REASON_LENGTH, blank=True)

    class Meta:
        ordering = ["after_deal", "pk"]
        verbose_name_plural = "penalties"

    def __str__(self) -> str:
        return f"{self.offence} of {self.side} after deal {self.after_deal} of sheet {self.sheet_id}"


class Confirmation(models.Model):
    """双方确认: a side agrees to the sheet, or not, as it saw it; it counts while ``seen`` is the sheet's last event.

    Of several answers of a side to one version the newest counts.
    """

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="confirmations")
    side = models.CharField(max_length=4, choices=SIDES)
    agrees = models.BooleanField()
    seen = models.PositiveIntegerField()
    note = models.CharField(max_length=REASON_LENGTH, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "side", "seen", "agrees"], name="a_side_says_it_once_a_version"),
        ]

    def __str__(self) -> str:
        return f"{self.side} of sheet {self.sheet_id} {'agrees' if self.agrees else 'disputes'}"


class Submission(models.Model):
    """What a device sent, stored before it is judged, never changed afterwards but for what became of it.

    ``number`` is the deal it speaks of (for an undo the one undone, for an answer at the bell the last one),
    ``builds_on`` the key of the entry before it on that device, or the mark of the deal it was shown last. ``deal`` is
    the deal that later entries rest on: the accepted one, that of which it is a duplicate, the one before an undo.
    """

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="submissions")
    device = models.CharField(max_length=KEY_LENGTH)
    key = models.CharField(max_length=KEY_LENGTH)
    operation = models.CharField(max_length=4, choices=Operation)
    number = models.PositiveSmallIntegerField()
    builds_on = models.CharField(max_length=KEY_LENGTH, blank=True)
    body = models.JSONField(default=dict, help_text="order and kind of a deal, in_hand of an answer at the bell")
    state = models.CharField(max_length=11, choices=SubmissionState)
    problems = models.JSONField(default=list)
    deal = models.ForeignKey(Deal, models.CASCADE, null=True, blank=True, related_name="submissions")
    received_at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    is_repeat = False
    """Had it been received before it was sent now?"""

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["sheet", "key"], name="submission_key_once_a_sheet")]

    def __str__(self) -> str:
        return f"{self.operation} {self.number} of sheet {self.sheet_id}: {self.state}"

"""Clock, sheet and deals. They know sides, never teams; who the sides are is the match's business."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q

from journal.models import Journal
from scoring.states import ClockState, DealKind, SheetState


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


class Deal(models.Model):
    """副. ``order`` is the finish order as seat letters: ``WE`` (双下) or all four. A struck deal stays readable."""

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=DealKind, default=DealKind.REGULAR)
    order = models.CharField(max_length=4)
    entered_at = models.DateTimeField()
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    struck_at = models.DateTimeField(null=True, blank=True)
    struck_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["number", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "number"], condition=Q(struck_at=None), name="deal_number_once_a_sheet"
            ),
            models.CheckConstraint(
                name="order_is_two_or_four_seats", condition=Q(order__regex=r"^[NWSE]{2}([NWSE]{2})?$")
            ),
        ]

    def __str__(self) -> str:
        return f"deal {self.number} of sheet {self.sheet_id}: {self.order}"

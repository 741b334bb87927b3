"""Clock, sheet and deals. They know sides, never teams; who the sides are is the match's business."""

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property

from guandan_rules import Side
from journal.models import Journal
from journal.recording import Happening
from scoring.games import GAMES
from scoring.games.game import EntryResult, Game
from scoring.games.guandan import Guandan
from scoring.standings import options_of_text
from scoring.states import (
    CLOCK_TRANSITIONS,
    SHEET_TRANSITIONS,
    SUBMISSION_TRANSITIONS,
    ClockState,
    DealKind,
    Operation,
    SheetState,
    SubmissionState,
)

KEY_LENGTH = 40
REASON_LENGTH = 200
SIDES = [(side.value, side.value) for side in Side]


def new_mark() -> str:
    """The mark of a deal that no device named."""
    return uuid4().hex


class Clock(models.Model):
    """The server's clock of a round: started, paused and extended moments; the bell is derived from them."""

    transitions = CLOCK_TRANSITIONS

    minutes = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=ClockState, default=ClockState.SET)
    started_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    held = models.DurationField(default=timedelta(0), help_text="sum of the pauses that are over")
    extra = models.DurationField(default=timedelta(0), help_text="sum of the extensions")
    games = models.PositiveSmallIntegerField(
        default=1, help_text="how many games of so many minutes follow one another at a table, at most"
    )
    rings = models.BooleanField(default=True, help_text="off: the rules limit no time, the minutes are planned alone")

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

    @property
    def subject(self) -> str:
        return f"clock:{self.pk}"


class Sheet(models.Model):
    """记分表 of one game. ``rule_set`` is a frozen copy of the options of ``game``, one of ``scoring.games.GAMES``.

    ``standing`` is rebuilt from the log at every change.
    """

    transitions = SHEET_TRANSITIONS

    journal = models.ForeignKey(Journal, models.CASCADE, related_name="+")
    clock = models.ForeignKey(Clock, models.PROTECT, related_name="sheets")
    game = models.CharField(max_length=20, default=Guandan.name, help_text="a name in `scoring.games.GAMES`")
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

    is_held = False
    """Was it locked in this transaction and read after that? Only whoever did so may say it."""
    last_event: Happening | None = None
    """What was recorded of it in this transaction, the newest; None of a sheet that was read."""

    def __str__(self) -> str:
        return f"sheet {self.pk}, {self.state}"

    @property
    def subject(self) -> str:
        return f"sheet:{self.pk}"

    @property
    def played(self) -> Game[Any, Any, Any]:
        """The game, which says what can be entered, what it leads to, and who has won."""
        return GAMES[self.game]

    @cached_property
    def options(self) -> Any:
        """``rule_set`` as the game knows it."""
        return options_of_text(self.game, self.option_text)

    @cached_property
    def option_text(self) -> str:
        """``rule_set`` as JSON text."""
        return json.dumps(self.rule_set, ensure_ascii=False)


class Deal(models.Model):
    """副, or what a game writes down instead: ``entry`` is its `Game.plain_entry`. A struck one stays readable."""

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField()
    entry = models.JSONField()
    mark = models.CharField(max_length=KEY_LENGTH, default=new_mark, help_text="later entries build on it")
    entered_at = models.DateTimeField()
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    struck_at = models.DateTimeField(null=True, blank=True)
    struck_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    struck_reason = models.CharField(max_length=REASON_LENGTH, blank=True, help_text="empty: undone by the referee")

    result: EntryResult | None = None
    """What it did, of a deal that was entered a moment ago; None of one that was read."""

    class Meta:
        ordering = ["number", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "number"], condition=Q(struck_at=None), name="deal_number_once_a_sheet"
            ),
            models.UniqueConstraint(fields=["sheet", "mark"], name="deal_mark_once_a_sheet"),
            models.CheckConstraint(name="an_entry_says_its_type", condition=Q(entry__has_key="type")),
            models.CheckConstraint(
                name="order_is_two_or_four_seats",
                condition=~Q(entry__type="deal", entry__has_key="order")
                | Q(entry__order__regex=r"^[NWSE]{2}([NWSE]{2})?$"),
            ),
        ]

    def __str__(self) -> str:
        return f"deal {self.number} of sheet {self.sheet_id}: {self.entry}"

    @property
    def kind(self) -> str:
        """When it was played, a ``DealKind``."""
        return str(self.entry.get("kind", DealKind.REGULAR))

    @property
    def order(self) -> str:
        """游次 of 掼蛋 as seat letters: ``WE`` (双下) or all four; "" in games that write none of that kind."""
        order = self.entry.get("order", "")
        return order if isinstance(order, str) else ""


class Penalty(models.Model):
    """处罚, in the log behind the deal it followed (0: before the first); ``effects``: kind and amount of each."""

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="penalties")
    after_deal = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=4, choices=SIDES)
    offence = models.CharField(max_length=20, help_text="a `guandan_rules.Offence`")
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

    ``body``: of a deal its ``entry``, or 掼蛋's ``order`` and ``kind``; ``in_hand`` of an answer at the bell.
    ``number`` is the deal it speaks of (for an undo the one undone, for an answer at the bell the last one),
    ``builds_on`` the key of the entry before it on that device, or the mark of the deal it was shown last. ``deal`` is
    the deal that later entries rest on: the accepted one, that of which it is a duplicate, the one before an undo.
    ``behind``: how many entries the device still held when it sent this one.
    """

    transitions = SUBMISSION_TRANSITIONS

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="submissions")
    device = models.CharField(max_length=KEY_LENGTH)
    key = models.CharField(max_length=KEY_LENGTH)
    operation = models.CharField(max_length=4, choices=Operation)
    number = models.PositiveSmallIntegerField()
    builds_on = models.CharField(max_length=KEY_LENGTH, blank=True)
    body = models.JSONField(default=dict)
    behind = models.PositiveSmallIntegerField(default=0, db_default=0)
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

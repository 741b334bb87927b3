"""抽签, and how far its lots are shown in the hall (抽签仪式)."""

from datetime import datetime

from django.conf import settings
from django.db import models

from tournaments.bracket.models.matches import Stage
from tournaments.draw.method import records
from tournaments.draw.method.sampling import Method
from tournaments.states import (
    CEREMONY_TRANSITIONS,
    DRAW_TRANSITIONS,
    BranchesApart,
    CeremonyPace,
    CeremonyState,
    DrawMethod,
    DrawState,
    Likelihood,
)


class Draw(models.Model):
    """抽签: perhaps sealed, a sheet of positions, previewed, confirmed, then frozen. Discarded draws stay readable.

    ``positions`` is a list of 2ⁿ team ids, null for a bye; ``breaches`` and ``unavoidable`` were shown before.

    ``basis`` is what it is drawn from, as the text of ``draw.records``; of a sealed draw it holds the secret, so that
    nobody may see it before the draw. ``numbers``: those called out, each with who called it.
    """

    transitions = DRAW_TRANSITIONS

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=DrawState, default=DrawState.PREVIEW)
    method = models.CharField(max_length=8, choices=DrawMethod)
    sampling = models.CharField(max_length=30, blank=True, help_text="name of the sampling method, for the record")
    uniform = models.BooleanField(default=True)
    seed = models.CharField(max_length=64, blank=True)
    branches_apart = models.CharField(max_length=12, choices=BranchesApart, default=BranchesApart.HALVES)
    teams = models.JSONField(default=list, help_text="the closed list of team ids, in the order that was drawn from")
    positions = models.JSONField(default=list)
    breaches = models.JSONField(default=list)
    unavoidable = models.JSONField(default=list)
    reason = models.CharField(
        max_length=200, blank=True, help_text="why breaches were accepted, or why it was drawn again"
    )
    basis = models.TextField(
        blank=True, help_text="the list and the constraints as one text; empty before migration 15"
    )
    numbers = models.JSONField(default=list, blank=True)
    sealed_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="draw_number_once_a_stage"),
            models.UniqueConstraint(
                fields=["stage"], condition=models.Q(state=DrawState.CONFIRMED), name="one_confirmed_draw_a_stage"
            ),
            models.UniqueConstraint(
                fields=["stage"], condition=models.Q(state=DrawState.PREVIEW), name="one_preview_a_stage"
            ),
            models.UniqueConstraint(
                fields=["stage"], condition=models.Q(state=DrawState.SEALED), name="one_sealed_draw_a_stage"
            ),
        ]

    def __str__(self) -> str:
        return f"draw {self.number} of stage {self.stage_id}, {self.state}"

    @property
    def likelihood(self) -> str:
        """How likely the legal sheets were, a ``Likelihood``; "" of what the program did not draw, or not yet."""
        if self.method != DrawMethod.PROGRAM or not self.positions:
            return ""
        if self.uniform:
            return Likelihood.EVEN
        return Likelihood.DEALT if self.sampling == Method.DEALT else Likelihood.UNEVEN

    @property
    def subject(self) -> str:
        return f"draw:{self.pk}"

    @property
    def drawn_at(self) -> datetime | None:
        return self.made_at if self.positions else None

    @property
    def is_counting(self) -> bool:
        return self.state == DrawState.CONFIRMED

    @property
    def is_open(self) -> bool:
        """A record is for everybody once the draw counts, or counts no more after it was sealed or published."""
        was_shown = self.confirmed_at is not None or self.sealed_at is not None
        return self.is_counting or (self.state == DrawState.DISCARDED and was_shown and bool(self.positions))

    @property
    def fingerprint(self) -> str:
        """封存码 of what was sealed; "" of a draw that was not."""
        return records.fingerprint(self.basis) if self.sealed_at else ""


class Ceremony(models.Model):
    """Every screen follows from this row: ``shown`` lots were shown when ``since`` was noted; from then on the clock
    shows another every ``seconds`` where the pace is auto (``rules.shown_at``).

    Of lots drawn ``by_hand`` the row keeps ``lots``, [team, position] as they were typed, and gets its draw once they
    are all there.
    """

    transitions = CEREMONY_TRANSITIONS

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="ceremonies")
    draw = models.ForeignKey(Draw, models.CASCADE, null=True, blank=True, related_name="ceremonies")
    by_hand = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=CeremonyState, default=CeremonyState.READY)
    teams = models.JSONField(default=list, help_text="ids, in the order in which their lots are drawn")
    lots = models.JSONField(default=list)
    pace = models.CharField(max_length=10, choices=CeremonyPace, default=CeremonyPace.HAND)
    seconds = models.PositiveSmallIntegerField(default=10)
    shown = models.PositiveSmallIntegerField(default=0)
    since = models.DateTimeField(null=True, blank=True, help_text="from when the clock counts; none while it is held")
    repeats = models.PositiveSmallIntegerField(default=0, help_text="how often a lot was turned once more")
    opened_at = models.DateTimeField()
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage"], condition=~models.Q(state=CeremonyState.OVER), name="one_open_ceremony_a_stage"
            )
        ]

    def __str__(self) -> str:
        return f"ceremony {self.pk} of stage {self.stage_id}, {self.state}"

    @property
    def subject(self) -> str:
        return f"ceremony:{self.pk}"

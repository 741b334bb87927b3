"""抽签仪式: how far the lots of a draw are shown in the hall. Every screen follows from this row."""

from django.conf import settings
from django.db import models

from tournaments.bracket.models.bracket import Stage
from tournaments.draw.models.draw import Draw
from tournaments.states import CEREMONY_TRANSITIONS, CeremonyPace, CeremonyState


class Ceremony(models.Model):
    """``shown`` lots were shown when ``since`` was noted; from then on the clock shows another every ``seconds`` where
    the pace is auto (``play.ceremony.shown_at``). Of lots drawn ``by_hand`` the row keeps ``lots``, [team, position] as
    they were typed, and gets its draw once they are all there."""

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

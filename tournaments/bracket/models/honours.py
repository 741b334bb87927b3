"""What the teams of a stage and of an event came to: places that were decided, places of finished events, prizes."""

from django.conf import settings
from django.db import models

from tournaments.bracket.models.matches import Stage
from tournaments.entries.models import Branch, Team
from tournaments.event.models.tournament import Tournament
from tournaments.prizes import PrizeRule
from tournaments.states import EqualsDecided


class PlaceDecision(models.Model):
    """名次相同: what was decided of teams of a stage that are equal in everything. It counts while these and no others
    are (`formats.tie_breaks.Decision`).

    ``teams``: their ids, best first. ``seed``: from which the program drew that order, "" of lots drawn by hand.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="decisions")
    teams = models.JSONField(help_text="ids of the teams, best first")
    how = models.CharField(max_length=8, choices=EqualsDecided)
    seed = models.CharField(max_length=64, blank=True)
    note = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.how} of teams of stage {self.stage_id}"


class Placing(models.Model):
    """名次: the place of a team that was drawn, and its matches; it counts while the event is finished.

    Written when the event is over (``tournaments.bracket.placings``), so that what all years tell is counted by the
    database.
    """

    team = models.OneToOneField(Team, models.CASCADE, primary_key=True, related_name="placing")
    place = models.PositiveIntegerField(help_text="0: none")
    won = models.PositiveIntegerField()
    drawn = models.PositiveIntegerField()
    lost = models.PositiveIntegerField()

    class Meta:
        ordering = ["place", "team"]

    def __str__(self) -> str:
        return f"place {self.place} of team {self.team_id}"


class Prize(models.Model):
    """按条件评的奖, beside those for places. The program proposes, the office decides who gets it; it is given once the
    awards are confirmed (docs/decisions/0064-prizes-by-rule.md)."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="prizes")
    position = models.PositiveSmallIntegerField(help_text="1, 2 … in the order of the settings")
    name = models.CharField(max_length=20)
    rule = models.CharField(max_length=12, choices=[(rule.value, rule.value) for rule in PrizeRule])
    count = models.PositiveSmallIntegerField(default=1, help_text="how many get it")
    teams = models.ManyToManyField(Team, blank=True, related_name="+")
    branches = models.ManyToManyField(Branch, blank=True, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True, help_text="when the office decided who gets it")
    note = models.CharField(max_length=200, blank=True, help_text="why somebody else than was proposed gets it")

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["tournament", "position"], name="prize_position_once")]

    def __str__(self) -> str:
        return self.name

    @property
    def subject(self) -> str:
        return f"prize:{self.pk}"

"""名次: what the teams of finished events came to, so that what all years tell is counted by the database."""

from django.db import models

from tournaments.entries.models import Team


class Placing(models.Model):
    """The place of a team that was drawn, and its matches; it counts while the event is finished.

    Written when the event is over (``tournaments.bracket.placings``).
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

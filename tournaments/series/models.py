"""系列赛: several events that one table of the season counts together."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from journal.models import Journal
from tournaments.series.season import BRANCH_SCALES
from tournaments.states import SeriesCounts


def usual_branch_scale() -> list[int]:
    return list(BRANCH_SCALES["six"])


class Series(models.Model):
    """月赛 of one season and their yearly final. Its events name it (``Tournament.series``).

    ``journal`` remembers what was changed about the series itself; what concerns one event stands in that event's.
    """

    slug = models.SlugField(unique=True, max_length=40)
    name = models.CharField(max_length=80)
    organiser = models.CharField(max_length=60, blank=True)
    season = models.CharField(max_length=20, blank=True, help_text="as people say it: 2026, 2025–26")
    journal = models.OneToOneField(Journal, models.PROTECT, related_name="series")
    scale = models.JSONField(
        default=list, blank=True, help_text="points for the 1st, 2nd … place; empty: those gathered in the event itself"
    )
    best = models.PositiveSmallIntegerField(default=0, help_text="how many of the best events count; 0: all")
    criteria = models.JSONField(default=list, help_text="names of `season.Criterion`, in their order")
    finalists = models.PositiveSmallIntegerField(
        default=16, validators=[MinValueValidator(2), MaxValueValidator(4096)], help_text="how many go into the final"
    )
    counts = models.CharField(max_length=8, choices=SeriesCounts, default=SeriesCounts.TEAMS)
    branch_scale = models.JSONField(
        default=usual_branch_scale, help_text="points of a branch for the 1st, 2nd … place of one of its teams"
    )
    branch_best = models.PositiveSmallIntegerField(
        default=0, help_text="how many places of a branch count in each event; 0: all"
    )
    share_points = models.BooleanField(
        default=False, help_text="whoever shares places gets the mean of their points in the table of branches"
    )
    merged = models.JSONField(
        default=dict, blank=True, help_text="key of a competitor → key of the one that it is taken for"
    )
    declined = models.JSONField(default=list, blank=True, help_text="keys of those who do not come to the final")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.name

    @property
    def subject(self) -> str:
        return f"series:{self.pk}"

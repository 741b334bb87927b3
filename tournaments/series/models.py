"""系列赛: several events that one table of the season counts together."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from journal.models import Journal


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

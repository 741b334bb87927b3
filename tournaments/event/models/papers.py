"""An office's own papers: what it lays its documents out with instead of what the program offers."""

from django.db import models

from tournaments.event.models.tournament import Tournament
from tournaments.states import OwnFileKind


class OwnFile(models.Model):
    """自备文件: a Word template or a picture of one event, or of the site (no event), which serves where an event has
    none of its own. It was checked when it was sent (``tournaments.papers``)."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, blank=True, related_name="own_files")
    kind = models.CharField(max_length=12, choices=OwnFileKind)
    name = models.CharField(max_length=100, help_text="of the file as it was sent")
    data = models.BinaryField()
    sent_at = models.DateTimeField()

    class Meta:
        ordering = ["kind", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "kind"], name="own_file_once", nulls_distinct=False)
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.tournament_id or 'the site'}"


class CertificateStyle(models.Model):
    """奖状 of one event in the office's words; what is empty is as usual."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="certificate_style")
    title = models.CharField(max_length=20, blank=True)
    text = models.TextField(blank=True, help_text="a line a paragraph, with the blanks of `papers.vocabulary`")
    signed_by = models.CharField(max_length=60, blank=True)
    dated = models.DateField(null=True, blank=True)
    is_each_player = models.BooleanField(default=True, help_text="a certificate for each player, else one a team")
    is_words_only = models.BooleanField(default=False, help_text="for paper that is printed already: no frame, no seal")
    has_souvenirs = models.BooleanField(default=False, help_text="for those who won no place, too")

    def __str__(self) -> str:
        return f"certificates of {self.tournament_id}"

"""扫码进入: signed links that open one match on a phone without an account of one's own."""

from django.conf import settings
from django.db import models

from tournaments.models.bracket import Match


class AccessLink(models.Model):
    """A table slip. The link is signed, not stored; whoever opens it acts as ``account``, in this match alone."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="links")
    account = models.OneToOneField(settings.AUTH_USER_MODEL, models.PROTECT, related_name="slip")
    issued_at = models.DateTimeField()
    issued_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=models.Q(revoked_at=None), name="one_valid_slip_a_match"
            )
        ]

    def __str__(self) -> str:
        return f"slip {self.pk} of match {self.match_id}"


class AccessDevice(models.Model):
    """A phone on which a slip was opened."""

    link = models.ForeignKey(AccessLink, models.CASCADE, related_name="devices")
    device = models.CharField(max_length=40)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        ordering = ["first_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["link", "device"], name="device_once_a_slip")]

    def __str__(self) -> str:
        return f"device {self.pk} of slip {self.link_id}"

"""扫码进入: signed links that open a match, or the entry form of a branch, without an account of one's own."""

from django.conf import settings
from django.db import models

from tournaments.bracket.models.matches import Match
from tournaments.entries.models import Branch
from tournaments.event.models.tournament import Tournament


class AccessLink(models.Model):
    """台票 of a match, or 报名链接 of a branch: of one of the two. The link is signed, not stored; whoever opens it
    acts as ``account``, there alone.

    A slip has its last moment; the link of a branch ends with registration, whenever that is (``queries.links``).
    """

    match = models.ForeignKey(Match, models.CASCADE, null=True, blank=True, related_name="links")
    branch = models.ForeignKey(Branch, models.CASCADE, null=True, blank=True, related_name="links")
    account = models.OneToOneField(settings.AUTH_USER_MODEL, models.PROTECT, related_name="slip")
    issued_at = models.DateTimeField()
    issued_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    expires_at = models.DateTimeField(null=True, blank=True, help_text="of a slip")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=models.Q(revoked_at=None), name="one_valid_slip_a_match"
            ),
            models.UniqueConstraint(
                fields=["branch"], condition=models.Q(revoked_at=None), name="one_valid_link_a_branch"
            ),
            models.CheckConstraint(
                name="link_of_a_match_or_a_branch",
                condition=models.Q(match=None, branch__isnull=False)
                | models.Q(match__isnull=False, branch=None, expires_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"slip {self.pk} of match {self.match_id}" if self.match_id else f"link of branch {self.branch_id}"

    @property
    def tournament(self) -> Tournament:
        """The event of its match or branch."""
        if self.match is not None:
            return self.match.stage.tournament
        assert self.branch is not None  # says the database
        return self.branch.tournament


class AccessDevice(models.Model):
    """A phone on which a link was opened."""

    link = models.ForeignKey(AccessLink, models.CASCADE, related_name="devices")
    device = models.CharField(max_length=40)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        ordering = ["first_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["link", "device"], name="device_once_a_slip")]

    def __str__(self) -> str:
        return f"device {self.pk} of slip {self.link_id}"

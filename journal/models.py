"""The journal of one tournament or series (version and time), its events (append-only), the versions that journals
share, and the receipts of repeated requests."""

from django.conf import settings
from django.db import models


class Journal(models.Model):
    """One per event or series. ``version`` counts what the public can see; a rehearsal carries its own time."""

    version = models.PositiveBigIntegerField(default=0)
    last_number = models.PositiveBigIntegerField(default=0)
    rehearsal = models.BooleanField(default=False)
    # a rehearsal's time: it showed `shown_at` at the real moment `anchored_at` and runs `pace` times as fast since
    shown_at = models.DateTimeField(null=True, blank=True)
    anchored_at = models.DateTimeField(null=True, blank=True)
    pace = models.FloatField(default=1.0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="only_a_rehearsal_has_its_own_time",
                condition=models.Q(rehearsal=True) | models.Q(shown_at=None, anchored_at=None, pace=1.0),
            )
        ]

    def __str__(self) -> str:
        return f"journal {self.pk}, version {self.version}"


class SharedVersion(models.Model):
    """What pages that tell of many journals go by: it rises with those events of any of them that such a page shows."""

    name = models.CharField(max_length=20, primary_key=True)
    version = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name}, version {self.version}"


class Event(models.Model):
    """One thing that happened. ``kind`` is ``noun.past_participle``, ``subject`` is ``noun:id``; never changed."""

    journal = models.ForeignKey(Journal, models.CASCADE, related_name="events")
    number = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    kind = models.CharField(max_length=40)
    subject = models.CharField(max_length=60)
    data = models.JSONField(default=dict)
    public = models.BooleanField(default=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["journal", "number"], name="event_number_once_a_journal")]
        indexes = [models.Index(fields=["journal", "subject", "number"], name="event_by_subject")]

    def __str__(self) -> str:
        return f"{self.number} {self.kind} {self.subject}"


class Receipt(models.Model):
    """The answer once given to a request that carried a key; the same key gets it again."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.CharField(max_length=80)
    digest = models.CharField(max_length=64)
    answer = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["by", "key"], name="key_once_a_person")]

    def __str__(self) -> str:
        return f"{self.by_id} {self.key}"

"""Tokens of programs; webhooks, what goes to each (a call), and every attempt at it."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from integrations.states import CALL_TRANSITIONS, CallState, Scope
from tournaments.models import Tournament


class Token(models.Model):
    """令牌: by it a program acts as ``user`` in one event, within ``scopes`` and until ``expires_at``.

    Of the token only the SHA-256 is kept: it is 256 random bits, so nobody finds it by trying. ``hint`` is its end.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    name = models.CharField(max_length=40)
    scopes = models.JSONField(default=list, help_text="`Scope`s")
    digest = models.CharField(max_length=64, unique=True)
    hint = models.CharField(max_length=4)
    made_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"token {self.pk} of {self.user_id}"

    @property
    def subject(self) -> str:
        return f"token:{self.pk}"

    @property
    def scope_labels(self) -> list[str]:
        return [str(Scope(scope).label) for scope in self.scopes]


class Webhook(models.Model):
    """An address that is told of the event's public journal. ``secret`` holds address and signing key under the site's
    key, ``hint`` what may be shown of the address. ``after``: the number of the journal's last event that has its call.
    ``failing_since``: since when nothing has been taken; it rests between two calls, and is switched off after so long.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    name = models.CharField(max_length=40)
    secret = models.TextField(blank=True)
    hint = models.CharField(max_length=254, blank=True)
    kinds = models.JSONField(default=list, help_text="beginnings of kinds of events; none: all")
    after = models.PositiveBigIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)
    rests_until = models.DateTimeField(null=True, help_text="by the database's own clock")
    disabled_at = models.DateTimeField(null=True)
    removed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def subject(self) -> str:
        return f"webhook:{self.pk}"


class Call(models.Model):
    """One event on its way to one webhook: ``number`` is its own in the journal, 0: a test. ``message_id`` is fixed
    here, so that a repeated call is known as the same; the body is made of the journal each time, and so forgets with
    it. ``lease_until`` and ``retry_at`` are moments of the database's own clock."""

    transitions = CALL_TRANSITIONS

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="calls")
    message_id = models.CharField(max_length=80, unique=True)
    number = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=40)
    state = models.CharField(max_length=10, choices=CallState, default=CallState.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    retry_at = models.DateTimeField(null=True)
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(
                "webhook",
                F("retry_at").asc(nulls_first=True),
                "id",
                condition=Q(state=CallState.PENDING),
                name="call_waiting_by_webhook",
            )
        ]

    def __str__(self) -> str:
        return f"{self.message_id}, {self.state}"

    @property
    def is_waiting(self) -> bool:
        return self.state == CallState.PENDING

    @property
    def tries(self) -> "list[CallAttempt]":
        """Its attempts, the first one first."""
        return list(self.log.all())


class CallAttempt(models.Model):
    """One try; the row is made before anything is sent. ``status`` 0: no answer came. ``said``: its beginning."""

    call = models.ForeignKey(Call, models.CASCADE, related_name="log")
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField(db_default=Now())
    status = models.PositiveSmallIntegerField(null=True)
    said = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"attempt {self.number} of call {self.call_id}: {self.status}"

"""A notice (what is to be said, and when) and its deliveries (to whom, and how that went)."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from notices.states import DELIVERY_TRANSITIONS, NOTICE_TRANSITIONS, DeliveryState, NoticeState, Security
from tournaments.models import Match, Result, Round, Team, Tournament


class Notice(models.Model):
    """通知. Made in the transaction of the change that calls for it; its words are found when they are shown or sent.

    ``key`` says what it is about, the scheduled start included, so nothing is announced twice. What it speaks of may
    go (a draw is discarded); the notice stays and is cancelled.
    """

    transitions = NOTICE_TRANSITIONS

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=20, help_text="a `NoticeKind`")
    key = models.CharField(max_length=120, unique=True)
    due_at = models.DateTimeField(help_text="in the time of the event's journal")
    state = models.CharField(max_length=10, choices=NoticeState, default=NoticeState.PENDING)
    round = models.ForeignKey(Round, models.SET_NULL, null=True, related_name="+")
    match = models.ForeignKey(Match, models.SET_NULL, null=True, related_name="+")
    team = models.ForeignKey(Team, models.SET_NULL, null=True, related_name="+")
    result = models.ForeignKey(Result, models.SET_NULL, null=True, related_name="+")
    recalls = models.ManyToManyField(
        "self", symmetrical=False, related_name="recalled_by", help_text="notices that a recall sets right"
    )
    starts_at = models.DateTimeField(null=True, help_text="the scheduled start that it speaks of")
    moved_from = models.DateTimeField(null=True, help_text="the start before the round was moved")
    own_words = models.TextField(
        default="", blank=True, help_text="what the office says in place of the usual text, in its own words"
    )
    made_at = models.DateTimeField()
    issued_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["due_at", "pk"]
        indexes = [
            models.Index(fields=["tournament", "due_at"], name="notice_by_due_time"),
            models.Index("tournament", "due_at", condition=Q(state=NoticeState.PENDING), name="notice_pending"),
        ]

    def __str__(self) -> str:
        return f"{self.key}, {self.state}"

    @property
    def subject(self) -> str:
        return f"notice:{self.pk}"


class Delivery(models.Model):
    """A notice on its way to one address. ``message_id`` is fixed here, so that a repeated mail is known as the same.

    ``lease_until`` and ``retry_at`` are moments of the database's own clock: who sends now, and not before when.
    """

    transitions = DELIVERY_TRANSITIONS

    notice = models.ForeignKey(Notice, models.CASCADE, related_name="deliveries")
    address = models.EmailField(max_length=254)
    message_id = models.CharField(max_length=200, unique=True)
    state = models.CharField(max_length=10, choices=DeliveryState, default=DeliveryState.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    retry_at = models.DateTimeField(null=True)
    last_error = models.CharField(max_length=200, blank=True, help_text="what the mail server said")
    sent_at = models.DateTimeField(null=True, help_text="in the time of the event's journal")

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "deliveries"
        constraints = [models.UniqueConstraint(fields=["notice", "address"], name="one_delivery_an_address")]
        indexes = [
            models.Index(
                F("retry_at").asc(nulls_first=True),
                "id",
                condition=Q(state=DeliveryState.PENDING),
                name="delivery_waiting",
            )
        ]

    def __str__(self) -> str:
        return f"notice {self.notice_id} to {self.address}, {self.state}"


class MailServer(models.Model):
    """发信服务器: where the site hands its mails in, one row for the whole site. The environment's server comes first.

    ``secret`` is the password under the site's key (``notices.mail_servers``).
    """

    host = models.CharField(max_length=253)
    port = models.PositiveIntegerField()
    security = models.CharField(max_length=10, choices=Security)
    username = models.CharField(max_length=254, blank=True)
    secret = models.TextField(blank=True)
    sender = models.EmailField(max_length=254)
    changed_at = models.DateTimeField(auto_now=True)
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"

"""A notice (what is to be said, and when) and its deliveries (to whom, and how that went)."""

from datetime import datetime, time

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from notices.states import (
    DELIVERY_TRANSITIONS,
    NOTICE_TRANSITIONS,
    Collecting,
    Concerned,
    DeliveryState,
    NoticeState,
    Outcome,
    Security,
    Service,
)
from tournaments.models import Branch, Match, Result, Round, Team, Tournament


class Announcement(models.Model):
    """公告 in the office's own words. Who hears it is found when it is due; ``public`` ones stand on the board."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="announcements")
    title = models.CharField(max_length=60)
    text = models.TextField()
    concerned = models.CharField(max_length=10, choices=Concerned, default=Concerned.ALL)
    branch = models.ForeignKey(Branch, models.SET_NULL, null=True, related_name="+")
    team = models.ForeignKey(Team, models.SET_NULL, null=True, related_name="+")
    round = models.ForeignKey(Round, models.SET_NULL, null=True, related_name="+")
    public = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.title

    @property
    def subject(self) -> str:
        return f"announcement:{self.pk}"


class Attachment(models.Model):
    """The file of an announcement; mails carry it, chat groups do not."""

    announcement = models.OneToOneField(Announcement, models.CASCADE, related_name="attachment")
    name = models.CharField(max_length=120)
    content = models.BinaryField()

    def __str__(self) -> str:
        return self.name


class Channel(models.Model):
    """群与邮箱: a chat group or mailbox of the event, of a branch or of a team, to which notices go as well.

    ``secret`` is the address and key under the site's key (``notices.addressing``), ``mark`` a digest of the address by
    which one robot is known wherever it stands, ``hint`` what may be shown of it. A channel that was removed has no
    secret, and stays for the log. ``paused_until`` is a moment of the database's own clock.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="channels")
    branch = models.ForeignKey(Branch, models.CASCADE, null=True, related_name="+")
    team = models.ForeignKey(Team, models.CASCADE, null=True, related_name="+")
    name = models.CharField(max_length=40)
    service = models.CharField(max_length=12, choices=Service)
    secret = models.TextField(blank=True)
    mark = models.CharField(max_length=64, db_index=True)
    hint = models.CharField(max_length=254, blank=True)
    silenced = models.JSONField(default=list, help_text="kinds of notices that it does not hear")
    quiet_from = models.TimeField(null=True, help_text="on the wall of the event's zone")
    quiet_until = models.TimeField(null=True)
    collecting = models.PositiveSmallIntegerField(choices=Collecting, default=Collecting.AT_ONCE)
    paused_until = models.DateTimeField(null=True, help_text="the service asked for a pause")
    removed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def subject(self) -> str:
        return f"channel:{self.pk}"

    @property
    def quiet(self) -> tuple[time, time] | None:
        """免打扰, its beginning and its end."""
        return (self.quiet_from, self.quiet_until) if self.quiet_from and self.quiet_until else None


class Mailing(models.Model):
    """邮件通知: which kinds of notices are not mailed in an event; without a row all are."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="mailing")
    silenced = models.JSONField(default=list, help_text="kinds of notices")

    def __str__(self) -> str:
        return f"{self.tournament_id}: {', '.join(self.silenced)}"


class Wording(models.Model):
    """消息模板: what notices of a kind say in an event, with variables in braces; without a row, the usual words."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="wordings")
    kind = models.CharField(max_length=20, help_text="a `NoticeKind`")
    title = models.CharField(max_length=100)
    text = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "kind"], name="one_wording_a_kind")]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.kind}"


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
    branch = models.ForeignKey(
        Branch, models.SET_NULL, null=True, related_name="+", help_text="whose entry form it is about"
    )
    announcement = models.OneToOneField(Announcement, models.CASCADE, null=True, related_name="notice")
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
            models.Index("tournament", "due_at", "id", condition=Q(state=NoticeState.PENDING), name="notice_waiting"),
        ]

    def __str__(self) -> str:
        return f"{self.key}, {self.state}"

    @property
    def subject(self) -> str:
        return f"notice:{self.pk}"


class Delivery(models.Model):
    """A notice on its way to one address. ``message_id`` is fixed here, so that a repeated mail is known as the same.

    To a channel the address is its subject, and what waits for it goes out in one message: ``together`` is the id of
    that message, the same on every try. ``lease_until`` and ``retry_at`` are moments of the database's own clock: who
    sends now, and not before when.
    """

    transitions = DELIVERY_TRANSITIONS

    notice = models.ForeignKey(Notice, models.CASCADE, related_name="deliveries")
    address = models.EmailField(max_length=254)
    channel = models.ForeignKey(Channel, models.CASCADE, null=True, related_name="deliveries")
    together = models.CharField(max_length=200, blank=True, default="")
    message_id = models.CharField(max_length=200, unique=True)
    state = models.CharField(max_length=10, choices=DeliveryState, default=DeliveryState.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    retry_at = models.DateTimeField(null=True)
    last_error = models.CharField(max_length=200, blank=True, help_text="what the server said")
    sent_at = models.DateTimeField(null=True, help_text="in the time of the event's journal")

    # no column: when its channel says what it collects or what came in its quiet hours, set by who shows it
    held_until: datetime | None = None

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

    @property
    def tries(self) -> "list[Attempt]":
        """Every attempt at it, the first one first."""
        return list(self.log.all())

    @property
    def is_waiting(self) -> bool:
        """Is it sent as soon as may be?"""
        return self.state == DeliveryState.PENDING and self.held_until is None


class Attempt(models.Model):
    """One try at a delivery; ``at`` by the database's own clock. The row is made before anything is sent."""

    delivery = models.ForeignKey(Delivery, models.CASCADE, related_name="log")
    message_id = models.CharField(max_length=200)
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField(db_default=Now())
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True, default=Outcome.UNKNOWN)
    said = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"attempt {self.number} of delivery {self.delivery_id}: {self.outcome or 'unknown'}"


class MailServer(models.Model):
    """发信服务器: where the site hands its mails in, one row for the whole site. The environment's server comes first.

    ``secret`` is the password under the site's key (``notices.mail_servers``). Two attributes are no columns.
    ``is_fixed``: the environment names it, and no page changes it. ``is_open``: this process can hand mails in; one
    without the account's password cannot.
    """

    is_fixed = False
    is_open = True

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

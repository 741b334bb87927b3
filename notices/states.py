"""Kinds of notices, the states of a notice and of its delivery to one address, and ways to a mail server."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from journal.states import Transitions


class NoticeKind(TextChoices):
    """The notices of a match speak to one team, those of a round to the board and the office."""

    DRAW_PUBLISHED = "draw_published", _("draw published")
    ROUND_DAY_BEFORE = "round_day_before", _("round, the day before")
    ROUND_SOON = "round_soon", _("round, half an hour before")
    MATCH_DAY_BEFORE = "match_day_before", _("your match, the day before")
    MATCH_SOON = "match_soon", _("your match, half an hour before")
    ROUND_MOVED = "round_moved", _("round moved")
    MATCH_CALLED = "match_called", _("your match is called")
    CALL_UNDONE = "call_undone", _("the call was taken back")
    RESULT = "result", _("result")
    AWARDS = "awards", _("awards")
    RECALL = "recall", _("correction")


ROUND_REMINDERS = (NoticeKind.ROUND_DAY_BEFORE, NoticeKind.ROUND_SOON)
MATCH_REMINDERS = (NoticeKind.MATCH_DAY_BEFORE, NoticeKind.MATCH_SOON)
TO_A_TEAM = (*MATCH_REMINDERS, NoticeKind.MATCH_CALLED)
"""What one team is told of its match; wrong once others stand there."""
REMINDERS = (*ROUND_REMINDERS, *MATCH_REMINDERS)


class NoticeState(TextChoices):
    PENDING = "pending", _("waiting for its time")
    ISSUED = "issued", _("issued")
    NO_ADDRESS = "no_address", _("due, but nobody has an address")
    CANCELLED = "cancelled", _("cancelled")


# a cancelled notice waits again when a round is moved back to the start that it names
NOTICE_TRANSITIONS: Transitions = {
    NoticeState.PENDING: (NoticeState.ISSUED, NoticeState.NO_ADDRESS, NoticeState.CANCELLED),
    NoticeState.ISSUED: (NoticeState.CANCELLED,),
    NoticeState.NO_ADDRESS: (NoticeState.ISSUED, NoticeState.CANCELLED),
    NoticeState.CANCELLED: (NoticeState.PENDING,),
}


class DeliveryState(TextChoices):
    PENDING = "pending", _("waiting to be sent")
    SENT = "sent", _("sent")
    UNSENT = "unsent", _("not sent: no mail server is set up")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


# only what nobody is sending is cancelled: a mail that went out never reads as cancelled
DELIVERY_TRANSITIONS: Transitions = {
    DeliveryState.PENDING: (
        DeliveryState.SENT,
        DeliveryState.UNSENT,
        DeliveryState.FAILED,
        DeliveryState.CANCELLED,
    ),
    DeliveryState.CANCELLED: (DeliveryState.PENDING,),
    # by hand: whoever sends again decides that it is not too late
    DeliveryState.UNSENT: (DeliveryState.PENDING,),
    DeliveryState.FAILED: (DeliveryState.PENDING,),
    DeliveryState.SENT: (),
}


class Security(TextChoices):
    """How the way to the mail server is closed to others."""

    TLS = "tls", _("TLS from the start (usually port 465)")
    STARTTLS = "starttls", _("STARTTLS (usually port 587)")
    NONE = "none", _("none (only within one's own network)")

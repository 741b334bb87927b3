"""What a token may be used for and how long, and the states of what goes to a webhook."""

from django.db.models import IntegerChoices, TextChoices
from django.utils.translation import gettext_lazy as _

from journal.states import Transitions


class Scope(TextChoices):
    """What a token is good for, of all that its person may do."""

    READ = "read", _("read what its person may read")
    ENTRIES = "entries", _("entry forms of branches")
    DAY = "day", _("check-in, and the clock of a round")
    REFEREE = "referee", _("deals and results at the tables")
    DRAW = "draw", _("the draw")
    RULINGS = "rulings", _("rulings and corrections")
    TEAMS = "teams", _("substitutes and withdrawals")
    OFFICE = "office", _("announcements, the timetable and awards")


class Lifetime(IntegerChoices):
    """For how many days a token is good."""

    DAY = 1, _("one day")
    WEEK = 7, _("one week")
    MONTH = 30, _("30 days")
    QUARTER = 90, _("90 days")
    YEAR = 365, _("one year")


class CallState(TextChoices):
    """Of an event on its way to a webhook."""

    PENDING = "pending", _("waiting to be sent")
    SENT = "sent", _("sent")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


# what was sent, or failed, is sent again by hand; under the same id, so that it counts once
CALL_TRANSITIONS: Transitions = {
    CallState.PENDING: (CallState.SENT, CallState.FAILED, CallState.CANCELLED),
    CallState.SENT: (CallState.PENDING,),
    CallState.FAILED: (CallState.PENDING,),
    CallState.CANCELLED: (),
}

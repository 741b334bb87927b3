"""Kinds of notices, the states of a notice and of its delivery to one address, ways to mail servers and chat groups."""

from enum import StrEnum, auto
from typing import Final, NamedTuple

from django.db.models import IntegerChoices, TextChoices
from django.utils.translation import gettext_lazy as _

from journal.states import Transitions


class NoticeKind(TextChoices):
    """The notices of a match speak to one team, those of a round to the board and the office. A new kind is a name
    here, its row in `KINDS`, a template, and in `receivers` the event that gives occasion to it."""

    DRAW_PUBLISHED = "draw_published", _("draw published")
    ROUND_DAY_BEFORE = "round_day_before", _("round, the day before")
    ROUND_SOON = "round_soon", _("round, half an hour before")
    MATCH_DAY_BEFORE = "match_day_before", _("your match, the day before")
    MATCH_SOON = "match_soon", _("your match, half an hour before")
    ROUND_MOVED = "round_moved", _("round moved")
    MATCH_CALLED = "match_called", _("your match is called")
    CALL_UNDONE = "call_undone", _("the call was taken back")
    CHALLENGED = "challenged", _("your team is challenged")
    CHALLENGE_UNDONE = "challenge_undone", _("a challenge was taken back")
    DAY_PROPOSED = "day_proposed", _("a day is proposed for your match")
    DAY_AGREED = "day_agreed", _("the day of your match is agreed")
    DAY_AWAITED = "day_awaited", _("your match has no day yet")
    RESULT_AWAITED = "result_awaited", _("the result of your match is awaited")
    ROUND_CLOSES = "round_closes", _("last day of a round")
    RESULT = "result", _("result")
    AWARDS = "awards", _("awards")
    DAILY_REPORT = "daily_report", _("report of the day")
    RECALL = "recall", _("correction")
    ENTRY_REMINDER = "entry_reminder", _("entry form awaited")
    ENTRY_RETURNED = "entry_returned", _("entry form returned")
    ENTRY_ACCEPTED = "entry_accepted", _("entry form accepted")
    ANNOUNCEMENT = "announcement", _("announcement of the office")
    WITHDRAWN = "withdrawn", _("announcement withdrawn")
    CHANNEL_TEST = "channel_test", _("test of a channel")
    PERSONAL_DATA = "personal_data", _("personal data kept long enough")


class Audience(StrEnum):
    """Who hears a notice by mail; `audience.addresses` finds their addresses."""

    EVERYBODY_IN_CHARGE = auto()
    OFFICE = auto()
    OWN_TEAM = auto()
    OWN_CONTACT = auto()
    BOTH_TEAMS = auto()
    CANDIDATES_OF_ROUND = auto()
    OWN_BRANCH = auto()
    OF_ANNOUNCEMENT = auto()
    ALREADY_ADDRESSED = auto()


class KindRow(NamedTuple):
    """``template`` stands in templates/notices/, ``page`` is the name of the page of the event to which it leads (a
    match's own page where it is about one), ``on_board``: everybody may read it."""

    template: str
    audience: Audience
    page: str = "event"
    on_board: bool = True


KINDS: Final[dict[str, KindRow]] = {
    NoticeKind.DRAW_PUBLISHED: KindRow("draw", Audience.EVERYBODY_IN_CHARGE, "bracket"),
    NoticeKind.ROUND_DAY_BEFORE: KindRow("round", Audience.OFFICE, "rounds"),
    NoticeKind.ROUND_SOON: KindRow("round", Audience.OFFICE, "rounds"),
    NoticeKind.MATCH_DAY_BEFORE: KindRow("match", Audience.OWN_TEAM, on_board=False),
    NoticeKind.MATCH_SOON: KindRow("match", Audience.OWN_TEAM, on_board=False),
    NoticeKind.ROUND_MOVED: KindRow("moved", Audience.CANDIDATES_OF_ROUND, "timetable"),
    NoticeKind.CHALLENGED: KindRow("challenged", Audience.OWN_CONTACT, on_board=False),
    NoticeKind.CHALLENGE_UNDONE: KindRow("challenge_undone", Audience.ALREADY_ADDRESSED, on_board=False),
    NoticeKind.DAY_PROPOSED: KindRow("day_proposed", Audience.OWN_CONTACT, on_board=False),
    NoticeKind.DAY_AGREED: KindRow("day_agreed", Audience.OWN_CONTACT, on_board=False),
    NoticeKind.DAY_AWAITED: KindRow("day_awaited", Audience.OWN_CONTACT, on_board=False),
    NoticeKind.RESULT_AWAITED: KindRow("result_awaited", Audience.OWN_CONTACT, on_board=False),
    NoticeKind.ROUND_CLOSES: KindRow("round_closes", Audience.OFFICE, "rounds", on_board=False),
    NoticeKind.MATCH_CALLED: KindRow("called", Audience.OWN_TEAM, on_board=False),
    NoticeKind.CALL_UNDONE: KindRow("call_undone", Audience.ALREADY_ADDRESSED, on_board=False),
    NoticeKind.RESULT: KindRow("result", Audience.BOTH_TEAMS),
    NoticeKind.AWARDS: KindRow("awards", Audience.EVERYBODY_IN_CHARGE, "results"),
    NoticeKind.DAILY_REPORT: KindRow("daily_report", Audience.OFFICE, "report"),
    NoticeKind.RECALL: KindRow("recall", Audience.ALREADY_ADDRESSED),
    NoticeKind.ENTRY_REMINDER: KindRow("entry_reminder", Audience.OWN_BRANCH, on_board=False),
    NoticeKind.ENTRY_RETURNED: KindRow("entry_returned", Audience.OWN_BRANCH, on_board=False),
    NoticeKind.ENTRY_ACCEPTED: KindRow("entry_accepted", Audience.OWN_BRANCH, on_board=False),
    NoticeKind.ANNOUNCEMENT: KindRow("announcement", Audience.OF_ANNOUNCEMENT, "notices", on_board=False),
    NoticeKind.WITHDRAWN: KindRow("withdrawn", Audience.ALREADY_ADDRESSED, on_board=False),
    NoticeKind.CHANNEL_TEST: KindRow("channel_test", Audience.ALREADY_ADDRESSED, on_board=False),
    NoticeKind.PERSONAL_DATA: KindRow("personal_data", Audience.OFFICE, "archive", on_board=False),
}
ON_BOARD: Final = tuple(code for code, kind in KINDS.items() if kind.on_board)

ROUND_REMINDERS = (NoticeKind.ROUND_DAY_BEFORE, NoticeKind.ROUND_SOON)
MATCH_REMINDERS = (NoticeKind.MATCH_DAY_BEFORE, NoticeKind.MATCH_SOON)
AWAITED = (NoticeKind.DAY_AWAITED, NoticeKind.RESULT_AWAITED)
"""Of a match whose sides choose their day: what is still missing."""
OF_OWN_DAYS = (NoticeKind.CHALLENGED, NoticeKind.DAY_PROPOSED, NoticeKind.DAY_AGREED, *AWAITED)
"""What the contact of a branch hears of the day of a match, with its link."""
TO_A_TEAM = (*MATCH_REMINDERS, *OF_OWN_DAYS, NoticeKind.MATCH_CALLED)
"""What one team is told of its match; wrong once others stand there."""
TO_A_BRANCH = (NoticeKind.ENTRY_REMINDER, NoticeKind.ENTRY_RETURNED, NoticeKind.ENTRY_ACCEPTED)
"""What the contact of one branch is told of its entry form, with its link."""
REMINDERS = (*ROUND_REMINDERS, *MATCH_REMINDERS, *AWAITED, NoticeKind.ROUND_CLOSES)
URGENT = (NoticeKind.MATCH_CALLED, NoticeKind.CALL_UNDONE, NoticeKind.CHANNEL_TEST)
"""What no quiet hours and no collecting hold back: an hour later it is of no use."""
ALONE = (NoticeKind.ANNOUNCEMENT, NoticeKind.WITHDRAWN, NoticeKind.RECALL, NoticeKind.CHANNEL_TEST)
"""What a channel says in a message of its own: it must be read whole."""


class NoticeState(TextChoices):
    PENDING = "pending", _("waiting to be sent")
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
    NONE = "none", _("none (only within your own network)")


class Service(TextChoices):
    """Where a channel delivers its messages: the robot of a chat service, or an e-mail address."""

    WECOM = "wecom", _("WeCom group robot")
    DINGTALK = "dingtalk", _("DingTalk group robot")
    FEISHU = "feishu", _("Feishu group robot")
    SERVERCHAN = "serverchan", _("ServerChan (to your own WeChat)")
    MAIL = "mail", _("e-mail address")


class Collecting(IntegerChoices):
    """How long a channel collects before it says everything in one message, in minutes."""

    AT_ONCE = 0, _("each at once")
    QUARTER = 15, _("every quarter of an hour")
    HOUR = 60, _("every hour")
    DAY = 1440, _("once a day, at 18:00")


class Outcome(TextChoices):
    """How one attempt at a delivery ended."""

    UNKNOWN = "", _("under way, or its process ended")
    SENT = "sent", _("delivered")
    LATER = "later", _("not delivered, tried again later")
    REFUSED = "refused", _("refused for good")


class Concerned(TextChoices):
    """Whom an announcement is for."""

    ALL = "all", _("everybody")
    BRANCH = "branch", _("one branch")
    TEAM = "team", _("one team")
    ROUND = "round", _("the teams of a round")
    ABSENT = "absent", _("the teams of a round that have not checked in")

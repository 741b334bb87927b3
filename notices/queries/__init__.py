"""Readings of the notices: the board for everybody, the outbox for the office."""

from notices.queries.announced import BoardItem, board, next_due
from notices.queries.channels import (
    ChannelItem,
    Logged,
    channel_log,
    channels,
    mailed_kinds,
    mailing_subject,
)
from notices.queries.lateness import Overdue, overdue
from notices.queries.sendings import (
    Draft,
    Outbox,
    OutboxItem,
    Sending,
    Shelf,
    Written,
    announcements,
    draft,
    outbox,
)

__all__ = [
    "BoardItem",
    "ChannelItem",
    "Draft",
    "Logged",
    "Outbox",
    "OutboxItem",
    "Overdue",
    "Sending",
    "Shelf",
    "Written",
    "announcements",
    "board",
    "channel_log",
    "channels",
    "draft",
    "mailed_kinds",
    "mailing_subject",
    "next_due",
    "outbox",
    "overdue",
]

"""Readings of the notices: the board for everybody, the outbox for the office."""

from notices.queries.announced import BoardItem, board, next_due
from notices.queries.sendings import Draft, Outbox, OutboxItem, Sending, Shelf, draft, outbox

__all__ = ["BoardItem", "Draft", "Outbox", "OutboxItem", "Sending", "Shelf", "board", "draft", "next_due", "outbox"]

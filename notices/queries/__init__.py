"""Readings of the notices: the board for everybody, the outbox for the office."""

from notices.queries.announced import BoardItem, board, next_due
from notices.queries.sendings import Outbox, OutboxItem, Sending, Shelf, outbox

__all__ = ["BoardItem", "Outbox", "OutboxItem", "Sending", "Shelf", "board", "next_due", "outbox"]

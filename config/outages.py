"""What is known of a part that the site cannot do without while it is away or full, and what the log says of it: the
reason in one line, once for as long as it goes on, however often anybody meets it. And what no line may say."""

import logging
import re
from time import monotonic
from typing import Any, Final
from urllib.parse import urlsplit

import psycopg
from celery import Task
from celery.exceptions import Ignore
from django.conf import settings
from django.db import DatabaseError

DATABASE, BROKER = "PostgreSQL", "Valkey"
FULL: Final = "53"
"""The class of SQLSTATE for what there is too little of: space, memory, connections."""
OVER = 60.0
"""Seconds without it after which an outage is over: the next one is a new one."""
LONGEST = 300
TOKEN = re.compile(r"/t/(?:own/)?[^/\s?]+")
FAULTS = 500

log = logging.getLogger(__name__)
_ongoing: dict[str, tuple[str, float]] = {}


def note(part: str, error: BaseException) -> str:
    """The reason in a line, written to the log unless it was and has gone on since."""
    reason, now = reason_of(error), monotonic()
    before, at = _ongoing.get(part, ("", now))
    _ongoing[part] = reason, now
    if reason != before or now - at > OVER:
        log.error("%s: %s", part, reason)
    return reason


def reason_of(error: BaseException) -> str:
    """What the driver says, in one line and without a password."""
    words = " ".join(str(error).split()) or type(error).__name__
    for secret in (settings.DATABASES["default"].get("PASSWORD"), urlsplit(settings.REDIS_URL).password):
        words = words.replace(secret, "…") if secret else words
    return words[:LONGEST]


def never_connected(error: BaseException) -> bool:
    """Was it the connection to the database that failed? One that breaks later may have stored what was asked."""
    cause = error.__cause__
    if not isinstance(cause, psycopg.OperationalError) or cause.sqlstate is not None:
        return False
    nameless = str(cause).startswith("failed to resolve host")  # a container that is stopped has no address
    return nameless or cause.pgconn is not None


def is_full(error: BaseException) -> bool:
    """Did the database refuse for want of space, memory or connections? It has taken back what the transaction did."""
    return (getattr(error.__cause__, "sqlstate", None) or "").startswith(FULL)


def is_lost(error: BaseException) -> bool:
    """Did the connection break, or was it ended?"""
    cause = error.__cause__
    return isinstance(cause, psycopg.OperationalError) and (cause.sqlstate or "57P").startswith("57P")


class Quiet(Task):
    """A task that a database which is away or full stops without a traceback: beat asks again, and so do people."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().__call__(*args, **kwargs)
        except DatabaseError as error:
            if not (is_full(error) or is_lost(error)):
                raise
            note(DATABASE, error)
            raise Ignore from error


class Discreet(logging.Filter):
    """Rewrites records, lets every one pass: an ordinary refusal is one line without a traceback, and no line has the
    token of a slip."""

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", FAULTS) < FAULTS:
            record.exc_info = record.exc_text = None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg, record.args = TOKEN.sub("/t/…", record.getMessage()), None
        vars(record).pop("request", None)  # Django's own, with the address once more; ours is the number of the request
        return True

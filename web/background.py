"""Background jobs: begun by a press, done by a worker, looked at meanwhile from any page, whoever leaves it.

What is known of a job stands in Valkey under a key that has one job at a time (an event, a person at an event), as
long as what it made is kept; that stands beside it, under the token of the job. A worker that dies says nothing any
more: after ``SILENCE`` its job counts as broken off and may be begun again. While Valkey or the broker is away nothing
can be begun and nobody knows how far anything is: what raises one of ``AWAY`` changed nothing.
"""

import base64
import secrets
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, ClassVar, Final, Self, TypeVar

from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError
from redis import RedisError

AWAY: Final = (RedisError, OperationalError)
PATIENCE: Final = 45
"""Seconds for which a worker waits for Valkey to come back: less than the silence of any job."""

Answer = TypeVar("Answer")
AnyJob = TypeVar("AnyJob")


@dataclass(frozen=True, kw_only=True)
class BackgroundJob:
    """``done`` steps of it were tried; ``has_begun``: a worker has taken it; ``at``: when somebody last said something
    of it, in seconds since 1970. ``KEPT`` and ``SILENCE`` are seconds."""

    KEPT: ClassVar[int]
    SILENCE: ClassVar[int]

    token: str = field(default_factory=lambda: secrets.token_urlsafe(9))
    done: int = 0
    has_begun: bool = False
    at: float = field(default_factory=lambda: timezone.now().timestamp())

    @property
    def is_over(self) -> bool:
        """Is nothing more to be done, well or not?"""
        raise NotImplementedError

    @property
    def is_broken(self) -> bool:
        """Has nobody said anything for too long?"""
        return not self.is_over and timezone.now().timestamp() - self.at > self.SILENCE

    @property
    def is_on(self) -> bool:
        return not (self.is_over or self.is_broken)

    @property
    def said_at(self) -> datetime:
        return datetime.fromtimestamp(self.at, tz=UTC)

    @classmethod
    def newest(cls, key: str) -> Self | None:
        values = cache.get(key)
        try:
            return cls.read(values) if values else None
        except (TypeError, KeyError):  # of a release that knew other things of a job
            return None

    @classmethod
    def read(cls, stored: dict[str, Any]) -> Self:
        """From what ``said`` wrote down."""
        return cls(**stored)

    def is_meant(self, key: str) -> bool:
        """Was it neither begun anew nor forgotten meanwhile?"""
        newest = self.newest(key)
        return newest is not None and newest.token == self.token

    def said(self, key: str) -> Self:
        """Written down, with the moment."""
        updated = replace(self, at=timezone.now().timestamp())
        updated._write(key)
        return updated

    def begin(self, key: str, ask: Callable[[Self], object]) -> Self:
        """``ask`` hands it to the broker; nothing happens while another is on its way. If no broker takes it, what was
        made before is still there."""
        before = self.newest(key)
        if before and before.is_on:
            return before
        begun = self.said(key)
        try:
            ask(begun)
        except OperationalError:
            if before:
                before._write(key)
            else:
                cache.delete(key)
            raise
        return begun

    def keep(self, data: bytes, number: int = 0) -> None:
        """One of the files that were made."""
        cache.set(self.file_key(number), base64.b64encode(data).decode(), self.KEPT)

    def kept(self, number: int = 0) -> bytes | None:
        """That file; None if it is not there (any more)."""
        data: str | None = cache.get(self.file_key(number))
        return base64.b64decode(data) if data else None

    def file_key(self, number: int = 0) -> str:
        return f"made:{self.token}:{number}"

    def _write(self, key: str) -> None:
        cache.set(key, asdict(self), self.KEPT)


def looked_for(find: Callable[[], AnyJob | None]) -> tuple[AnyJob | None, bool]:
    """The job for a page, and whether nobody knows of any now."""
    try:
        return find(), False
    except AWAY:
        return None, True


def not_begun() -> str:
    return _(
        "It could not be started: the server's memory for long tasks does not answer. Please try again in a moment."
    )


def when_there(say: Callable[[], Answer]) -> Answer:
    """For a worker: what it has made is not lost because Valkey starts anew; it waits."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return say()
        except RedisError:
            if time.monotonic() > until:
                raise
            time.sleep(1)

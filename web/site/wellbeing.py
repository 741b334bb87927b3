"""站点状况: is all well with the site itself? Read once for the page of its office and for what a machine asks
(``config.monitoring``)."""

import shutil
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe
from redis import Redis, RedisError

from journal import clock
from notices.mail_servers import outgoing
from notices.queries.sendings import Overdue, overdue
from notices.tasks import BEAT_KEY
from scoring.queries import devices_behind, silent_sheets, unsettled_sheets
from tournaments.day.queries.desk_tables import SILENT_MINUTES
from tournaments.permissions import Permission
from web.publishing.store import STORE
from web.requests.loaders import needs
from web.requests.numbers import OFFICE_ZONE

BACKUP_KEY = "backup"
"""Of the cache: when a backup was last written by other means than `make backup` (``manage.py backup_made``)."""
QUEUE = "celery"
BEAT_LATE = 30.0
MAIL_LATE = timedelta(minutes=5)
PHONES_SINCE = timedelta(days=1)
SENDING = timedelta(minutes=1)
"""A phone that held further entries and has been silent for so long does not find the site."""
BACKUP_LATE = timedelta(hours=36)
CLOCKS_APART = 2.0
LEAST_SPACE = 1 << 30


@dataclass(frozen=True)
class Wellbeing:
    """``beat_age`` in seconds (None: none of late), ``apart`` the seconds by which the database's clock is ahead of
    this machine's, ``queue`` the tasks that wait (None: Valkey does not answer), ``sheets`` those on which an entry
    of a phone waits or conflicts, ``phones`` those that held further entries when they were last heard today,
    ``silent`` the tables in play from which nothing came for long, ``free`` bytes left where the data stand."""

    now: datetime
    broker: bool
    beat_age: float | None
    live: bool
    queue: int | None
    overdue: Overdue
    has_mail: bool
    sheets: int
    phones: int
    silent: int
    backup: datetime | None
    apart: float
    free: int

    @property
    def works(self) -> bool:
        """Is somebody there who sends notices and makes papers?"""
        return self.beat_age is not None and self.beat_age <= BEAT_LATE

    @property
    def late(self) -> timedelta:
        """How long the oldest notice that is due has been waiting."""
        return self.now - self.overdue.oldest if self.overdue.oldest else timedelta(0)

    @property
    def sends(self) -> bool:
        return self.late <= MAIL_LATE and not self.overdue.failed

    @property
    def hears(self) -> bool:
        """Does every phone that is known to hold entries find the site?"""
        return not self.phones

    @property
    def is_backed_up(self) -> bool:
        return self.backup is not None and self.now - self.backup <= BACKUP_LATE

    @property
    def clocks_agree(self) -> bool:
        return abs(self.apart) <= CLOCKS_APART

    @property
    def has_space(self) -> bool:
        return self.free >= LEAST_SPACE

    @property
    def is_well(self) -> bool:
        """Nothing that somebody should see to; a sheet at which two phones differ, and a table that is silent, are the
        chief referee's daily work."""
        processes, data = (self.works, self.live), (self.is_backed_up, self.clocks_agree, self.has_space)
        return all((*processes, *data, self.sends, self.has_mail, self.hears))


def wellbeing() -> Wellbeing:
    """The present state. Raises ``DatabaseError`` where there is no database: then no page opens anyway."""
    now = datetime.fromtimestamp(time.time(), UTC)
    apart = clock.of_the_database().timestamp() - time.time()
    try:
        with Redis.from_url(settings.REDIS_URL) as valkey:
            queue: int | None = int(valkey.llen(QUEUE))
        beat, backup_at = cache.get(BEAT_KEY), cache.get(BACKUP_KEY)
    except RedisError:
        queue = beat = backup_at = None
    dumps = [file.stat().st_mtime for file in (Path(settings.VAR) / "backups").glob("guandan-*.dump")]
    newest = max([*dumps, *([backup_at] if backup_at else [])], default=None)
    return Wellbeing(
        now=now,
        broker=queue is not None,
        beat_age=None if beat is None else max(0.0, time.time() - beat),
        live=bool(STORE.listeners()),
        queue=queue,
        overdue=overdue(now),
        has_mail=outgoing() is not None,
        sheets=unsettled_sheets(),
        phones=devices_behind(now - PHONES_SINCE, now - SENDING),
        silent=silent_sheets(now - PHONES_SINCE, now - timedelta(minutes=SILENT_MINUTES)),
        backup=None if newest is None else datetime.fromtimestamp(newest, UTC),
        apart=apart,
        free=shutil.disk_usage(settings.VAR if Path(settings.VAR).exists() else settings.BASE_DIR).free,
    )


@needs(Permission.SITE)
@require_safe
def site_state(request: HttpRequest) -> HttpResponse:
    version = {"release": settings.RELEASE, "build": settings.BUILD_ID}
    context = {"site": wellbeing(), "by_make": not settings.PRODUCTION, **version}
    with timezone.override(OFFICE_ZONE):
        return render(request, "site/state.html", context)

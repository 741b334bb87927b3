"""The message to an open page, sent to it or fetched by it: is it still right, what time is it, what do the clocks
say?"""

import json
import logging
from datetime import datetime, timedelta
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.db import DatabaseError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from journal import clock
from journal.models import Journal
from scoring import clocks
from scoring.states import ClockState
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.publishing.door import answered_at_once
from web.publishing.store import STORE
from web.publishing.versions import SITE, VERSIONS, WROTE, Version

LONG_RUNG = timedelta(hours=1)
"""A clock that rang so long ago is left out."""

logger = logging.getLogger(__name__)


@answered_at_once
@require_safe
def pulse(request: HttpRequest, slug: str = SITE) -> HttpResponse:
    """JSON: ``edition`` (the version of the page that would be rendered now), ``version`` (its number), ``now`` and
    ``next`` (when something changes although nothing happens; ms since the epoch in the time of the event), ``pace``,
    ``bells`` (of every round that is started and not over: ms since the epoch, null while its clock is held). Answered
    from memory; a database is asked for new versions only.
    """
    version = VERSIONS.present(slug, request.COOKIES.get(WROTE, ""))
    if version is None:
        raise Http404
    response = HttpResponse(_message(version), content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


pulse.permission = Permission.PUBLIC  # type: ignore[attr-defined]


@require_safe
def live(request: HttpRequest, slug: str = SITE) -> HttpResponse:
    """The live process stands behind nginx, or at the port after ours; 204 where there is none: the page asks."""
    if not settings.LIVE_PORT:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    host = f"{request.scheme}://{request.get_host()}".removesuffix(f":{request.get_port()}")
    return redirect(f"{host}:{settings.LIVE_PORT}{request.get_full_path()}")


live.permission = Permission.PUBLIC  # type: ignore[attr-defined]


def _message(version: Version) -> str:
    now, pace = clock.now(version.journal), version.journal.pace
    message: dict[str, Any] = {
        "edition": version.name,
        "version": version.number,
        "now": _ms(now),
        "next": _ms(version.next),
        "pace": int(pace) if pace.is_integer() else pace,
    }
    if not version.of_many:
        message["bells"] = bells = {}
        for number, round_clock in version.clocks.items():
            bell_at = clocks.bell_at(round_clock, now)
            if bell_at and now - bell_at <= LONG_RUNG:
                bells[number] = _ms(bell_at) if round_clock.state == ClockState.RUNNING else None
    return json.dumps(message, separators=(",", ":"))


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def notify_open_pages(journal: int, version: int) -> None:
    """Receiver of committed versions (``journal.recording.on_version``): nothing is read where nobody listens."""
    try:
        for slug in STORE.listened({_slug(journal), SITE}):
            new = VERSIONS.read(slug)
            if new:
                STORE.tell(slug, _message(new))
    except DatabaseError as error:  # what was committed stands: a page that is not notified asks
        logger.warning("Open pages were not told of version %s of journal %s: %s", version, journal, error)


@lru_cache(maxsize=1024)
def _slug(journal: int) -> str:
    """Of the event with that journal; that of a series is news of the site."""
    return Tournament.objects.filter(journal=journal).values_list("slug", flat=True).first() or SITE


def notify_of_time(sender: object, instance: Journal, created: bool, **_: object) -> None:
    """Receiver of ``post_save``: a rehearsal's time was set, which is no event."""

    def notify() -> None:
        VERSIONS.outdate(instance.pk)
        notify_open_pages(instance.pk, instance.version)

    if not created:
        transaction.on_commit(notify)

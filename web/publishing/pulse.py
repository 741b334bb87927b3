"""What an open page is told, or asks: is it still right, what time is it, and what do the clocks say?"""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from journal import clock
from scoring import clocks
from scoring.states import ClockState
from tournaments.permissions import Permission
from web.publishing.door import answered_at_once
from web.publishing.pages import PAGES, Pages
from web.publishing.timelines import RoundClock
from web.publishing.versions import SITE, WROTE, Pulse

LONG_RUNG = timedelta(hours=1)
"""A clock that rang so long ago is told nobody any more."""


@answered_at_once
@require_safe
def site_pulse(request: HttpRequest) -> HttpResponse:
    return _answer(request, SITE)


@answered_at_once
@require_safe
def pulse(request: HttpRequest, slug: str) -> HttpResponse:
    """JSON: ``edition`` (of the page that would be rendered now), ``version``, ``now`` (ms since the epoch in the
    time of the event), ``pace``, ``bells`` (of every round that is started and not over: ms since the epoch, null while
    its clock is held). Answered from memory; a database is asked for new versions only.
    """
    return _answer(request, slug)


site_pulse.permission = Permission.PUBLIC  # type: ignore[attr-defined]
pulse.permission = Permission.PUBLIC  # type: ignore[attr-defined]


@require_safe
def live(request: HttpRequest, slug: str = SITE) -> HttpResponse:
    """The live process stands behind nginx, or at the port after ours; 204 where there is none: the page asks."""
    if not settings.LIVE_PORT:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    host = f"{request.scheme}://{request.get_host()}".removesuffix(f":{request.get_port()}")
    return redirect(f"{host}:{settings.LIVE_PORT}{request.get_full_path()}")


live.permission = Permission.PUBLIC  # type: ignore[attr-defined]


def _answer(request: HttpRequest, slug: str) -> HttpResponse:
    found = PAGES.versions.present(slug, request.COOKIES.get(WROTE, ""))
    if found is None:
        raise Http404
    response = HttpResponse(written(PAGES, slug, found), content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


def written(pages: Pages, slug: str, found: Pulse) -> str:
    """The JSON that is asked for here, and that open pages are told (``press``)."""
    lines = pages.timelines.of(slug, found)
    answer: dict[str, Any] = {
        "edition": pages.edition(slug, found),
        "version": sum(journal.version for journal in found.journals),
        "now": int(found.now.timestamp() * 1000),
        "pace": int(found.pace) if found.pace.is_integer() else found.pace,
    }
    if slug != SITE:
        line, journal = lines[0]
        answer["bells"] = dict(_bells(line.clocks, clock.now(journal)))
    return json.dumps(answer, separators=(",", ":"))


def _bells(found: tuple[RoundClock, ...], now: datetime) -> Iterator[tuple[int, int | None]]:
    for round_clock in found:
        state, bell_at = round_clock.clock.state, clocks.bell_at(round_clock.clock, now)
        if bell_at and now - bell_at <= LONG_RUNG:
            yield round_clock.round, int(bell_at.timestamp() * 1000) if state == ClockState.RUNNING else None

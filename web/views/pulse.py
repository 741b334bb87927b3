"""What an open page asks every other second: is it still right, what time is it, and what do the clocks say?"""

from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from journal import clock
from scoring import clocks
from scoring.states import ClockState
from tournaments.permissions import Permission
from web.pages import PAGES
from web.timelines import RoundClock
from web.versions import SITE, WROTE


@require_safe
def site_pulse(request: HttpRequest) -> HttpResponse:
    return _answer(request, SITE)


@require_safe
def pulse(request: HttpRequest, slug: str) -> HttpResponse:
    """JSON: ``mark`` (of the page that would be rendered now), ``version``, ``now`` (ms since the epoch in the event's
    time), ``pace``, ``hour`` and ``moment`` (for people), ``clocks``. Answered from memory; a database is
    asked for new versions only.
    """
    return _answer(request, slug)


site_pulse.permission = Permission.PUBLIC  # type: ignore[attr-defined]
pulse.permission = Permission.PUBLIC  # type: ignore[attr-defined]


def _answer(request: HttpRequest, slug: str) -> HttpResponse:
    found = PAGES.versions.present(slug, request.COOKIES.get(WROTE, ""))
    if found is None:
        raise Http404
    lines = PAGES.timelines.of(slug, found)
    answer: dict[str, Any] = {
        "mark": PAGES.mark(slug, found),
        "version": found.mark,
        "now": int(found.now.timestamp() * 1000),
        "pace": found.pace,
    }
    if slug != SITE:
        line, journal = lines[0]
        now = clock.now(journal)
        answer["moment"] = now.astimezone(line.zone).strftime("%H:%M:%S")
        answer["hour"] = now.astimezone(line.zone).strftime("%H:%M")
        answer["clocks"] = [_clock(round_clock, now) for round_clock in line.clocks]
    response = JsonResponse(answer)
    response.headers["Cache-Control"] = "no-store"
    return response


def _clock(round_clock: RoundClock, now: datetime) -> dict[str, Any]:
    reading = clocks.read(round_clock.clock, now)
    bell = reading.bell_at if round_clock.clock.state in (ClockState.RUNNING, ClockState.PAUSED) else None
    return {
        "round": round_clock.round,
        "state": reading.state,
        "remaining": int(reading.remaining.total_seconds() * 1000),
        "bell": int(bell.timestamp() * 1000) if bell else None,
        "length": int(reading.length.total_seconds() * 1000),
    }

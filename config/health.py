"""Whether the site is well, at three addresses, for machines.

``/livez``: a web process answers. ``/readyz``: it has its database, so pages open and entries are kept. ``/healthz``:
everything else works too. Which part does not, and why, is told to this machine only, and to the log (once).
"""

import time
from collections.abc import Mapping
from ipaddress import ip_address

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from redis import RedisError

from config import outages
from notices.tasks import BEAT_KEY

BEAT_LATE_SECONDS = 30.0


@never_cache
def livez(request: HttpRequest) -> JsonResponse:
    return _answer(request, {}, well=True)


@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    why = _of_the_database()
    return _answer(request, {"why": why} if why else {}, well=not why)


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Database, broker, and the age in seconds of the last sign of beat and worker."""
    why = _of_the_database()
    age: float | None = None
    try:
        beat = cache.get(BEAT_KEY)
        age = None if beat is None else round(max(0.0, time.time() - beat), 1)
    except RedisError as error:
        why["broker"] = outages.note(outages.BROKER, error)
    parts = {
        "database": "database" not in why, "broker": "broker" not in why, "beat_age": age,
        "build": settings.BUILD_ID, "why": why,
    }  # fmt: skip
    well = not why and age is not None and age <= BEAT_LATE_SECONDS
    return _answer(request, parts, well=well)


def _answer(request: HttpRequest, parts: Mapping[str, object], *, well: bool) -> JsonResponse:
    details = parts if is_from_here(request) else {}
    answer = JsonResponse({"well": well, **details}, status=200 if well else 503)
    answer._has_been_logged = True  # type: ignore[attr-defined]  # why is in the log, not each look at it
    return answer


def is_from_here(request: HttpRequest) -> bool:
    try:
        return ip_address(request.META["REMOTE_ADDR"]).is_loopback
    except ValueError:
        return False


def _of_the_database() -> dict[str, str]:
    """Why it does not answer; nothing if it does."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
    except DatabaseError as error:
        return {"database": outages.note(outages.DATABASE, error)}
    return {}

"""Whether the site is well, at three addresses, for machines.

``/livez``: a web process answers. ``/readyz``: it has its database, so pages open and entries are kept. ``/healthz``:
everything else works too; which part does not is told to this machine only.
"""

import time
from ipaddress import ip_address

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from redis import RedisError

from notices.tasks import BEAT_KEY

BEAT_LATE_SECONDS = 30.0


@never_cache
def livez(request: HttpRequest) -> JsonResponse:
    return _answer(well=True)


@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    return _answer(well=_database_answers())


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Database, broker, and the age in seconds of the last sign of beat and worker."""
    database = _database_answers()
    broker, age = _broker_and_beat()
    parts = {"database": database, "broker": broker, "beat_age": age, "build": settings.BUILD_ID}
    well = database and age is not None and age <= BEAT_LATE_SECONDS
    return _answer(well=well, **(parts if is_from_here(request) else {}))


def _answer(*, well: bool, **parts: object) -> JsonResponse:
    return JsonResponse({"well": well, **parts}, status=200 if well else 503)


def is_from_here(request: HttpRequest) -> bool:
    try:
        return ip_address(request.META["REMOTE_ADDR"]).is_loopback
    except ValueError:
        return False


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
    except DatabaseError:
        return False
    return True


def _broker_and_beat() -> tuple[bool, float | None]:
    """Whether Valkey, which is the broker, answers, and how old the last beat is (None: there was none of late)."""
    try:
        beat = cache.get(BEAT_KEY)
    except RedisError:
        return False, None
    return True, None if beat is None else round(max(0.0, time.time() - beat), 1)

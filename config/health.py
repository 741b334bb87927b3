"""``/healthz``: whether the site can do its work, for machines and for the person in front of a dead page."""

import time

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from redis import RedisError

BEAT_KEY = "beat"  # set to time.time() by the task notices.tasks.beat
BEAT_LATE_SECONDS = 30.0


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Database, broker and the age of the last beat in seconds; status 200 if all is well, else 503."""
    database = _database_answers()
    broker, age = _broker_and_beat()
    healthy = database and age is not None and age <= BEAT_LATE_SECONDS
    report = {"database": database, "broker": broker, "beat_age": age, "build": settings.BUILD_ID}
    return JsonResponse(report, status=200 if healthy else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
    except DatabaseError:
        return False
    return True


def _broker_and_beat() -> tuple[bool, float | None]:
    """Whether Valkey, which is the broker, answers, and how old the last beat is (None: there was none)."""
    try:
        beat = cache.get(BEAT_KEY)
    except RedisError:
        return False, None
    return True, None if beat is None else round(max(0.0, time.time() - beat), 1)

"""What machines ask: whether the site is well, at three addresses, and what Prometheus reads at /metrics.

``/livez``: a web process answers. ``/readyz``: it has its database, so pages open and entries are kept. ``/healthz``:
everything else works too. Which part does not, and why, is told to this machine only, and to the log (once).

``/metrics``: counts of the web processes of this machine, and the state of the site. The counts of all processes are
added up by way of files in ``PROMETHEUS_MULTIPROC_DIR``; where that is not set they are this process's own. Told to
this machine, and to whoever sends ``GUANDAN_METRICS_TOKEN``.
"""

import os
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from ipaddress import ip_address

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from redis import RedisError

from config import outages
from journal.recording import on_version
from notices.tasks import BEAT_KEY
from web.publishing.store import STORE
from web.site.wellbeing import wellbeing

BEAT_LATE_SECONDS = 30.0
ANSWERS = Counter("guandan_answers", "Answers, by method and hundred of the status", ["method", "status"])
SECONDS = Histogram(
    "guandan_answer_seconds",
    "Time from a request to its answer: reading, or writing (POST and the like)",
    ["kind"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0),
)
SAVES = Counter("guandan_saves", "Changes of events that were committed")
READING = ("GET", "HEAD", "OPTIONS")
METHODS = (*READING, "POST", "PUT", "PATCH", "DELETE")


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


class Counting:
    """Middleware: counts every answer and how long it took."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self._reading, self._writing = SECONDS.labels("read"), SECONDS.labels("write")
        on_version(count_save)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = self.get_response(request)
        method = request.method if request.method in METHODS else "other"
        (self._reading if method in READING else self._writing).observe(time.perf_counter() - began)
        ANSWERS.labels(method, f"{response.status_code // 100}xx").inc()
        return response


def count_save(_journal: int, _version: int) -> None:
    SAVES.inc()


class State:
    """The state of the site, read when it is asked for."""

    def collect(self) -> Iterator[Metric]:
        state = wellbeing()
        gauges: dict[str, tuple[str, float | None]] = {
            "well": ("1 if all is well", float(state.is_well)),
            "beat_age_seconds": ("Since the last sign of beat and worker", state.beat_age),
            "queue_length": ("Tasks that wait for a worker", state.queue),
            "overdue_notices": ("Notices and sendings that are due and wait", state.overdue.waiting),
            "failed_sendings": ("Sendings of the last day that were given up", state.overdue.failed),
            "oldest_unsent_seconds": ("How long the oldest of them has waited", state.late.total_seconds()),
            "unsettled_sheets": ("Sheets on which an entry of a phone waits or conflicts", state.sheets),
            "phones_behind": ("Phones that held further entries when they were last heard", state.phones),
            "silent_tables": ("Tables in play from which nothing came for ten minutes", state.silent),
            "backup_age_seconds": (
                "Since the last backup",
                (state.now - state.backup).total_seconds() if state.backup else None,
            ),
            "clocks_apart_seconds": ("By how much the database's clock is ahead", state.apart),
            "free_bytes": ("Space left where the data stand", state.free),
            "open_connections": (
                "Pages that the live processes of the whole site keep a stream open for",
                sum(STORE.listeners()),
            ),
        }
        for name, (description, value) in gauges.items():  # what is not known is NaN
            yield GaugeMetricFamily(f"guandan_{name}", description, value=float("nan") if value is None else value)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The text that Prometheus reads; nothing is here for strangers."""
    token = settings.METRICS_TOKEN
    bearer = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not is_from_here(request) and not (token and secrets.compare_digest(bearer.encode(), token.encode())):
        return HttpResponseNotFound()
    registry: CollectorRegistry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
    state = CollectorRegistry()
    state.register(State())
    return HttpResponse(generate_latest(registry) + generate_latest(state), content_type=CONTENT_TYPE_LATEST)

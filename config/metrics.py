"""What Prometheus reads at /metrics: counts of the web processes of this machine, and the state of the site.

The counts of all processes are added up by way of files in ``PROMETHEUS_MULTIPROC_DIR``; where that is not set they are
this process's own. Told to this machine, and to whoever sends ``GUANDAN_METRICS_TOKEN``.
"""

import os
import secrets
from collections.abc import Callable, Iterator
from time import perf_counter

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

from config.health import is_from_here
from journal.recording import on_version
from web.publishing.store import STORE
from web.site.wellbeing import wellbeing

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


class Counting:
    """Middleware: counts every answer and how long it took."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self._reading, self._writing = SECONDS.labels("read"), SECONDS.labels("write")
        on_version(count_save)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = perf_counter()
        response = self.get_response(request)
        method = request.method if request.method in METHODS else "other"
        (self._reading if method in READING else self._writing).observe(perf_counter() - began)
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

"""One process imports the site, and from it those are forked that work: they share its memory, and begin at once.

`python -m config.serving web worker` is what `make run` starts; a container has one of the two. The first process is
granian's, which starts again whatever web process ends; what works beside them is kept by a thread.
"""

import gc
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

from granian import Granian
from granian.constants import Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from launch import live, signs
from launch.children import hear_of_parents_end
from launch.commands import listening

STUCK = 120.0
"""Seconds after which nobody waits for an answer any more: nginx gives up after 60."""
HEADER_MILLISECONDS = 30_000
PAUSE = 1.0
"""Seconds before what has ended is started again."""

WSGI = Callable[[dict[str, Any], Callable[..., Any]], Any]


def preload() -> WSGI:
    """The application, with all that the first request of a process would still have to read."""
    from django.conf import settings
    from django.template.loader import get_template
    from django.urls import reverse
    from django.utils import translation

    from config.wsgi import application

    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            reverse("home")
    folder = settings.BASE_DIR / "templates"
    for path in folder.rglob("*.html"):
        get_template(str(path.relative_to(folder)))
    gc.collect()
    gc.freeze()  # no child looks through it for garbage, which would take it a copy of its own
    return application


class Watched:
    """The application, and since when it has been busy with a request."""

    def __init__(self, application: WSGI) -> None:
        self._application = application
        self._since: float | None = None

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        self._since = time.monotonic()
        try:
            return self._application(environ, start_response)
        finally:
            self._since = None

    def is_well(self) -> bool:
        since = self._since
        return since is None or time.monotonic() - since < STUCK


class Beside:
    """A process beside those that answer, forked again when it has ended."""

    def __init__(self, name: str, work: Callable[[], None]) -> None:
        self.name, self._work = name, work
        self._process: multiprocessing.process.BaseProcess | None = None
        self._is_over = threading.Event()

    def start(self) -> None:
        threading.Thread(target=self._run, name=self.name, daemon=True).start()

    def _run(self) -> None:
        while not self._is_over.is_set():
            self._process = multiprocessing.Process(target=self._begin, name=self.name)
            self._process.start()
            self._process.join()
            if not self._is_over.wait(PAUSE):
                sys.stderr.write(f"{self.name} ended ({self._process.exitcode}) and is started again\n")

    def _begin(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        hear_of_parents_end(signal.SIGTERM)
        self._work()

    def end(self) -> None:
        self._is_over.set()
        if self._process is not None:
            self._process.terminate()


def serve(application: WSGI, *beside: Beside) -> None:
    """Answer until asked to end. A process per core with one thread each renders twice what many threads do."""
    multiprocessing.set_start_method("fork", force=True)

    def load() -> WSGI:
        watched = Watched(application)
        signs.show_while(watched.is_well)
        return watched

    server = Granian(
        "config.wsgi:application", **listening("web"), interface=Interfaces.WSGI, websockets=False,
        workers=int(os.environ.get("GUANDAN_WORKERS") or len(os.sched_getaffinity(0))), blocking_threads=1,
        respawn_failed_workers=True, workers_kill_timeout=3, log_level=LogLevels.warning,
        http1_settings=HTTP1Settings(header_read_timeout=HEADER_MILLISECONDS),
    )  # fmt: skip

    def start() -> None:
        """When granian hears signals and has not forked yet."""

        def end(number: int, frame: FrameType | None) -> None:
            for part in beside:
                part.end()
            server.signal_handler_interrupt(number, frame)

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, end)
        for part in beside:
            part.start()
        signs.show_while(lambda: True)

    server.on_startup(start)
    server.serve(target_loader=load, wrap_loader=False)


def main(parts: list[str]) -> None:
    application = preload()
    from config.worker import work

    beside = {"live": live.serve, "worker": work}
    if parts == ["worker"]:
        work()
    else:
        serve(application, *(Beside(name, beside[name]) for name in parts if name != "web"))


if __name__ == "__main__":
    main(sys.argv[1:])

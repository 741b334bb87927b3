"""What each middleware costs a bare view, and what a cached public page pays of it.

Run as `python -m benchmarks.middleware`. The application is called in this process, without network: the same one-line
view behind the first n of settings.MIDDLEWARE, n from none to all, in alternating turns; of each the median of its
turns, in processor time as a share of the view behind all of them. A cached page of an event stands beside it, behind
the door alone and behind the whole list: the same if it is answered there.
"""

import sys
from collections.abc import Callable
from io import BytesIO
from statistics import median
from time import process_time
from typing import Any

from benchmarks.site import database

TURNS, REQUESTS = 15, 200
MOST = 1.15
"""How much more than behind the door alone a cached page may cost behind the whole list."""


def asked(path: str) -> dict[str, Any]:
    """A WSGI request of somebody without a cookie."""
    return {
        "REQUEST_METHOD": "GET", "PATH_INFO": path, "SCRIPT_NAME": "", "QUERY_STRING": "", "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80", "HTTP_HOST": "127.0.0.1", "SERVER_PROTOCOL": "HTTP/1.1", "REMOTE_ADDR": "127.0.0.1",
        "wsgi.url_scheme": "http", "wsgi.input": BytesIO(), "wsgi.errors": sys.stderr,
    }  # fmt: skip


def application(middleware: list[str]) -> Callable[[str], float]:
    """Answers so many requests for a path: seconds of processor time. Any answer but 200 is an error."""
    from django.core.handlers.wsgi import WSGIHandler
    from django.test import override_settings

    with override_settings(MIDDLEWARE=middleware):
        handler = WSGIHandler()

    def turn(path: str) -> float:
        began = process_time()
        for _ in range(REQUESTS):
            response = handler(asked(path), lambda *_: None)
            if response.status_code != 200:
                raise SystemExit(f"{path} was answered by {response.status_code}")
            response.close()
        return process_time() - began

    return turn


def main() -> int:
    with database():
        from django.conf import settings
        from django.urls import reverse

        from benchmarks import event

        page = reverse("bracket", args=[event.championship().slug])
        listed = settings.MIDDLEWARE
        rows = [("no middleware", application([]), "/bare/")]
        rows += [(f"+ {name}", application(listed[: n + 1]), "/bare/") for n, name in enumerate(listed)]
        rows += [("cached page, door alone", application(listed[:1]), page), ("the same, all", rows[-1][1], page)]
        taken: list[list[float]] = [[] for _ in rows]
        for _, turn, path in rows:
            turn(path)
        for number in range(TURNS):
            for place in range(len(rows))[:: 1 if number % 2 else -1]:
                _, turn, path = rows[place]
                taken[place].append(turn(path))
        found = [median(turns) for turns in taken]
        whole, before = found[len(listed)], 0.0
        for (name, _, path), seconds in zip(rows, found, strict=True):
            added = f"{(seconds - before) / whole:+8.0%}" if path == "/bare/" else " " * 8
            sys.stdout.write(f"{name:56}{seconds / whole:6.0%}{added}\n")
            before = seconds
    return int(found[-1] > MOST * found[-2])


if __name__ == "__main__":
    raise SystemExit(main())

"""The site inside the process and transaction of a test: requests as they are, without a server, sockets or threads."""

from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections

ADDRESS = "http://127.0.0.1"


class _Plain(httpx.WSGITransport):
    """Nothing is compressed on a way of no length."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.headers["Accept-Encoding"] = "identity"
        return super().handle_request(request)


@contextmanager
def in_process() -> Iterator[httpx.BaseTransport]:
    """How a `rehearsal.browser.Browser` reaches it; the connection to the database outlives each request."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield _Plain(get_wsgi_application())
    finally:
        for signal in signals:
            signal.connect(close_old_connections)

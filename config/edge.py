"""What the site tells nginx, which stands in front of it in production."""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from web.requests.visitors import PROGRAMS

STALE_SECONDS = 10
"""Seconds after its own for which a page may be handed out while it is renewed behind a reader; a script on it asks."""


class MicroCacheMiddleware:
    """Let nginx keep public pages to the end of this second, so that a crowd at one page costs about one request a
    second, and nobody waits for that one.

    A page with an ETag that sets no cookie is the same for all who ask without cookies; nginx asks for nobody else,
    and keeps each encoding apart (deploy/nginx/site.conf). An absolute second is named because nginx would stretch "one
    second" to almost two. A page that was asked for by its version is right at that address, and kept longer
    (``kept`` s). A program is never handed out what is older, for nothing would tell it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        public = request.method == "GET" and response.status_code == 200 and "ETag" in response
        if public and not response.cookies and "cookie" not in response.get("Vary", "").lower():
            seconds = getattr(response, "kept", None)
            for_browsers = response["Cache-Control"]
            del response["Cache-Control"]
            response["X-Accel-Expires"] = f"@{int(time.time())}" if seconds is None else str(seconds)
            if seconds is None and not request.path.startswith(PROGRAMS):
                for_browsers += f", stale-while-revalidate={STALE_SECONDS}"
            response["Cache-Control"] = for_browsers  # nginx reads of it what comes after its own header
        return response

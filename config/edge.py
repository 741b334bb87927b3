"""What the site tells nginx, which stands in front of it in production."""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


class MicroCacheMiddleware:
    """Let nginx keep public pages to the end of the second in which they were known to be right (``behind`` s ago), so
    that a crowd at one page costs about one request a second.

    A page with an ETag that sets no cookie is the same for all who ask without cookies; nginx asks for nobody else,
    and keeps each encoding apart (deploy/nginx/door.conf). An absolute second is named because nginx would stretch "one
    second" to almost two. A page that was asked for by its edition is right at that address, and kept longer.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        public = request.method == "GET" and response.status_code == 200 and "ETag" in response
        if public and not response.cookies and "cookie" not in response.get("Vary", "").lower():
            until = f"@{int(time.time() - getattr(response, 'behind', 0.0))}"
            response["X-Accel-Expires"] = str(getattr(response, "kept", until))
        return response

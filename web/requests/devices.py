"""手机: the name by which a phone is known to the sheets it writes, in a cookie that the page's script may read."""

import re
import secrets

from django.http import HttpRequest, HttpResponse

COOKIE = "device"
YEAR = 365 * 24 * 3600
_NAME = re.compile(r"[A-Za-z0-9-]{8,40}")


def device_of(request: HttpRequest) -> str:
    """The phone's name; a new one if it has none yet or a garbled one."""
    known = request.COOKIES.get(COOKIE, "")
    return known if _NAME.fullmatch(known) else secrets.token_hex(16)


def keep_device(request: HttpRequest, response: HttpResponse, device: str) -> None:
    """Let the phone keep its name; not HttpOnly, for the queue of unsent entries carries it."""
    response.set_cookie(COOKIE, device, max_age=YEAR, samesite="Lax", secure=request.is_secure())

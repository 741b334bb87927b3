"""通知我: a device asks to be told by Web Push what concerns a team or branch, or no longer."""

import json
from http import HTTPStatus
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from redis import RedisError

from journal.refusals import Refused
from notices.actions import subscribe, unsubscribe
from notices.actions.subscriptions import Subscription
from notices.queries import device_at
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.public.entries.owners import owner_or_404
from web.requests.loaders import needs
from web.requests.visitors import MINUTE, address_of, count

PRESSES = 60
"""A minute, from one address, behind which a whole hall may be."""
LONGEST_BODY = 2_000


@csrf_exempt  # a page for everybody holds no token of a visitor: what a page of another site can send is refused here
@needs(Permission.PUBLIC)
@require_POST
def tell(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    """What is sent is the browser's ``PushSubscription`` as JSON, with ``on``: false where it shall not be told."""
    owner = owner_or_404(tournament, token)
    if request.content_type != "application/json":  # a form of another site cannot be of that type
        return HttpResponse(status=HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
    if urlsplit(request.headers.get("Origin", "")).netloc != request.get_host():
        return HttpResponse(status=HTTPStatus.FORBIDDEN)
    if _is_too_often(request):
        return HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS, headers={"Retry-After": str(MINUTE)})
    asked, on = _read(request.body)
    if asked is None:
        return HttpResponse(status=HTTPStatus.BAD_REQUEST)
    try:
        if on:
            subscribe(tournament, owner, asked, language=request.LANGUAGE_CODE, by=None)
        elif (device := device_at(owner, asked.endpoint)) is not None:
            unsubscribe(device, by=None)
    except Refused:
        return HttpResponse(status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def _is_too_often(request: HttpRequest) -> bool:
    try:
        return count(f"tell:{address_of(request)}", MINUTE) > PRESSES
    except RedisError:
        return False


def _read(body: bytes) -> tuple[Subscription | None, bool]:
    """None: it is not what a browser says."""
    try:
        said = json.loads(body[: LONGEST_BODY + 1])
        texts = [said["endpoint"], said["keys"]["p256dh"], said["keys"]["auth"]]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None, False
    if not all(isinstance(text, str) and text.isascii() and text.isprintable() for text in texts):
        return None, False
    return Subscription(*texts), said.get("on") is True

"""What is kept so that it is not made again: the cache in Valkey, the names of static files, pages at nginx.

The cache is JSON, in which nobody who can write to Valkey can smuggle code, by connections that all threads share. What
cannot be read, of a release that wrote otherwise or of nobody knows whom, counts as absent.
"""

import json
import time
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from django.core.cache.backends import redis
from django.http import HttpRequest, HttpResponse
from whitenoise.storage import CompressedManifestStaticFilesStorage

from web.requests.visitors import PROGRAMS

UNREADABLE = object()
STALE_SECONDS = 10
"""Seconds after its own for which a page may be handed out while it is renewed behind a reader; a script on it asks."""


class Client(redis.RedisCacheClient):
    """Unlike Django's it asks for the default where a value is there and cannot be read."""

    def get(self, key: Any, default: Any) -> Any:
        return self.get_many([key]).get(key, default)

    def get_many(self, keys: Iterable[Any]) -> dict[Any, Any]:
        keys = list(keys)
        read = zip(keys, map(Json().loads, self.get_client(None).mget(keys)), strict=True)
        return {key: value for key, value in read if value is not UNREADABLE}


class Cache(redis.RedisCache):
    """Django makes a client for each thread, and closes no connection of a thread that has ended."""

    _clients: ClassVar[dict[tuple[str, ...], Any]] = {}

    @cached_property
    def _cache(self) -> Any:
        made: Any = self
        return self._clients.setdefault(tuple(made._servers), Client(made._servers, **made._options))

    def validate_key(self, key: str) -> None:
        """Valkey takes any key; Django warns of those that memcached would refuse, and an address may hold one."""


class Json:
    """Numbers are written plainly, so that Valkey can count them up."""

    def dumps(self, value: Any) -> bytes:
        return json.dumps(value).encode()

    def loads(self, data: bytes | str | None) -> Any:
        """The value, or ``UNREADABLE``; None is a value."""
        try:
            return UNREADABLE if data is None else json.loads(data)
        except (ValueError, RecursionError):
            return UNREADABLE


class Storage(CompressedManifestStaticFilesStorage):
    """Names with the hash of their contents; each is looked up once a process, for every page names ten of them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._named = lru_cache(maxsize=256)(super().url)

    def url(self, name: str, force: bool = False) -> str:
        return str(self._named(name, force))


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

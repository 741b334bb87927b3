"""The live process: open pages are told at once when something changes, by server-sent events.

A raw ASGI application beside the web processes. It knows neither Django nor the database: what the process that wrote
tells of an event (``Store.tell``) is handed on to all who listen to it, and they fetch what they need: of a
crowd with the same page one first, and the others when that one has caused the page to be made.
In return it notes in Valkey how many connections are open.

A message replaces the one before it: who is slow, or is told more often than pages can be fetched, hears the last.
"""

import asyncio
import os
import random
import re
import resource
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

OPEN = "live:open:"
"""The key in Valkey under which a live process keeps its number of connections."""
LOOK = 2.0
"""Seconds between two notes of it."""
NOTED_SECONDS = 6
"""Seconds for which it counts."""
LATE = 15.0
"""Seconds after which it does not look any more: whoever started it ends it."""
SILENCE = 8.0
"""Seconds after which a silent stream says that it is there."""
MOST = 15_000
"""Connections of one process; who comes beyond them is refused, and asks."""
LONGEST_ADDRESS = 500
FETCHES = 4000
"""Pages that may be fetched in a second: where more are open, each is told something so much more seldom."""
CROWD = 8
"""So many with the same page are a crowd."""
PATIENCE, ON_ITS_WAY = 0.5, 0.01
"""Seconds for which a crowd waits for its page at the most, and until one that is made has reached nginx."""
COMING_BACK = (500, 5000)
"""Milliseconds after which a page comes back when the connection broke, so that not all come at once."""
REST = 1.0
STREAM = re.compile(r"/(?:e/([^/]+)/)?live/")
NOTHING = b"data: null\n\n"

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


def channel(url: str, slug: str) -> str:
    """Where news of an event are called out: pub/sub of one server is shared by all its databases."""
    return f"live:{urlsplit(url).path.strip('/') or 0}:{slug}"


class Audience:
    """Those who have the same page open; ``page`` is its path, "" one of everybody's own."""

    def __init__(self, page: str = "") -> None:
        self.page, self.listeners = page, 0
        self.message, self.number = b"", 0
        self._next = b""
        self._sent_at = 0.0
        self._waiting: set[asyncio.Future[None]] = set()
        self._crowd: set[asyncio.Future[None]] = set()

    def tell(self, message: bytes, pause: float) -> None:
        """Hand the message on, so many seconds after the last one at the soonest."""
        loop, is_planned = asyncio.get_running_loop(), bool(self._next)
        self._next = message
        if not is_planned:
            loop.call_at(self._sent_at + pause, self._hand_on)

    def _hand_on(self) -> None:
        self.message, self.number, self._next = self._next, self.number + 1, b""
        loop = asyncio.get_running_loop()
        self._sent_at = loop.time()
        waiting, self._waiting = self._waiting, set()
        if self.page and len(waiting) >= CROWD:
            first = waiting.pop()
            self._crowd |= waiting
            loop.call_later(PATIENCE, self._let_go)
            waiting = {first}
        _wake(waiting)

    def made(self, version: bytes) -> None:
        """The page of that version lies ready."""
        if self._crowd and version in self.message:
            asyncio.get_running_loop().call_later(ON_ITS_WAY, self._let_go)

    def _let_go(self) -> None:
        crowd, self._crowd = self._crowd, set()
        _wake(crowd)

    async def news(self, since: int) -> bytes:
        """The message after that number; one that came meanwhile is not missed. ``NOTHING`` after a silence."""
        if self.number == since:
            listener: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.add(listener)
            try:
                async with asyncio.timeout(SILENCE):
                    await listener
            except TimeoutError:
                return NOTHING
            finally:
                self._waiting.discard(listener)
                self._crowd.discard(listener)
        return self.message


def _wake(listeners: set[asyncio.Future[None]]) -> None:
    for listener in listeners:
        if not listener.done():
            listener.set_result(None)


class Live:
    """The application."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.events: dict[str, dict[str, Audience]] = {}
        """By the slug of the event, and the address at which its stream was asked for."""
        self.connections = 0
        self._key = f"{OPEN}{uuid4().hex}"
        self._changed = asyncio.Event()
        self._looked_at = monotonic()

    def is_well(self) -> bool:
        """Whether it looks as often as it should, be Valkey there or not."""
        return monotonic() - self._looked_at < LATE

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        tasks = [asyncio.create_task(each()) for each in (self._hand_on, self._note)]
        await send({"type": "lifespan.startup.complete"})
        await receive()
        for task in tasks:
            task.cancel()
        await send({"type": "lifespan.shutdown.complete"})

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        stream = STREAM.fullmatch(scope["path"])
        name = f"{scope['path']}?{scope['query_string'].decode('latin-1')}"
        if not stream or self.connections >= MOST or len(name) > LONGEST_ADDRESS:
            headers = [(b"retry-after", b"10")]
            await send({"type": "http.response.start", "status": 503 if stream else 404, "headers": headers})
            await send({"type": "http.response.body"})
            return
        slug = stream[1] or ""
        if slug not in self.events:
            self._changed.set()
        page = parse_qs(scope["query_string"].decode("latin-1")).get("page", [""])[0]
        audience = self.events.setdefault(slug, {}).setdefault(name, Audience(page))
        audience.listeners += 1
        self.connections += 1
        speaking = asyncio.create_task(_speak(audience, send))
        try:
            while (await receive())["type"] != "http.disconnect" and not speaking.done():
                pass
        finally:
            speaking.cancel()
            self.connections -= 1
            audience.listeners -= 1
            if not audience.listeners:
                del self.events[slug][name]
            if not self.events[slug]:
                del self.events[slug]
                self._changed.set()

    async def _hand_on(self) -> None:
        """Hand on what is told of the events that somebody listens to."""
        while True:
            with suppress(RedisError, OSError):
                async with Redis.from_url(self.url) as server, server.pubsub(ignore_subscribe_messages=True) as pubsub:
                    await pubsub.subscribe(self._key)  # a connection that listens to nothing is none
                    following = asyncio.create_task(self._follow(pubsub))
                    try:
                        async for message in pubsub.listen():
                            self.tell(message["channel"].decode().split(":", 2)[2], message["data"])
                    finally:
                        following.cancel()
            await asyncio.sleep(REST)

    async def _follow(self, pubsub: PubSub) -> None:
        """Listen to those events and no others."""
        listening: set[str] = set()
        with suppress(RedisError, OSError):  # whoever hands on is the first to know, and begins anew
            while True:
                self._changed.clear()
                wanted = {channel(self.url, slug) for slug in self.events}
                if wanted - listening:
                    await pubsub.subscribe(*wanted - listening)
                if listening - wanted:
                    await pubsub.unsubscribe(*listening - wanted)
                listening = wanted
                await self._changed.wait()

    def tell(self, slug: str, words: bytes) -> None:
        """Something was told of an event: news, or the path of a page that was made and its version."""
        audiences = self.events.get(slug, {}).values()
        if not words.startswith(b"{"):
            path, _, version = words.partition(b" ")
            for audience in audiences:
                if audience.page == path.decode():
                    audience.made(version)
            return
        number = sum(map(len, self.events.values()))
        for audience in audiences:
            crowd = min(self.connections, audience.listeners * number)  # a hall screen waits for no crowd
            audience.tell(b"data: " + words + b"\n\n", crowd / FETCHES)

    async def _note(self) -> None:
        """Let others know that this process lives, and how many listen."""
        async with Redis.from_url(self.url, socket_timeout=LOOK) as server:
            while True:
                self._looked_at = monotonic()
                with suppress(RedisError, OSError):
                    await server.set(self._key, self.connections, ex=NOTED_SECONDS)
                await asyncio.sleep(LOOK)


async def _speak(audience: Audience, send: Send) -> None:
    """The first message says nothing but that messages come through: the page asks then for what it has missed."""
    headers = [
        (b"content-type", b"text/event-stream"), (b"cache-control", b"no-store"), (b"x-accel-buffering", b"no"),
        (b"access-control-allow-origin", b"*"),  # without nginx the page comes from the port before this one
    ]  # fmt: skip
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    message = b"retry: %d\n" % random.randint(*COMING_BACK) + NOTHING
    while True:
        number = audience.number
        await send({"type": "http.response.body", "body": message, "more_body": True})
        message = await audience.news(number)


def application() -> Live:
    """As the environment says."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    file = os.environ.get("REDIS_URL_FILE")
    return Live(Path(file).read_text().strip() if file else os.environ["REDIS_URL"])

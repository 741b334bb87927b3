"""The live process: open pages are told at once when something changes, by server-sent events.

A raw ASGI application beside the web processes. It knows neither Django nor the database: an open page is the address
that its stream was asked for at, and whatever is told to that address (``Store.tell``, by the press) is handed on to
all who listen there. In return it notes in Valkey which addresses are listened to, and how many connections are open.

A message replaces the one before it: who is slow, or is told more often than pages can be fetched, hears the last.
"""

import asyncio
import os
import random
import resource
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from pathlib import Path
from time import monotonic, time
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from redis.asyncio import Redis
from redis.exceptions import RedisError

LISTENED, OPEN = "live:listened", "live:open:"
"""Keys in Valkey: the addresses by the time of the last look, and one a live process with its number of connections."""
LOOK, BREATH = 2.0, 0.1
"""Seconds between two looks at who listens; when somebody comes to a new address, the next one is as soon as that."""
LISTENED_SECONDS = 3 * LOOK
"""Seconds for which such a look counts."""
LATE = 15.0
"""Seconds after which it does not look any more: whoever started it ends it."""
EACH = 1e-5
"""Seconds by which a look counts as later for each who listens there: so the addresses stand by how many these are."""
MOST = 15_000
"""Connections of one process; who comes beyond them is refused, and asks."""
LONGEST_ADDRESS = 500
FETCHES = 4000
"""Pages that may be fetched in a second: where more are open, each is told something so much more seldom."""
COMING_BACK = (500, 5000)
"""Milliseconds after which a page comes back when the connection broke, so that not all come at once."""
REST = 1.0

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


def channel(url: str) -> str:
    """Where messages for open pages are called out: pub/sub of one server is shared by all its databases."""
    return f"live:{urlsplit(url).path.strip('/') or 0}"


class Address:
    """Those who listen at one address."""

    def __init__(self) -> None:
        self.listeners = 0
        self.message, self.number = b"", 0
        self._next = b""
        self._told_at = 0.0
        self._waiting: set[asyncio.Future[None]] = set()

    def tell(self, message: bytes, pause: float) -> None:
        """Hand the message on, so many seconds after the last one at the soonest."""
        loop, is_planned = asyncio.get_running_loop(), bool(self._next)
        self._next = message
        if not is_planned:
            loop.call_at(self._told_at + pause, self._hand_on)

    def _hand_on(self) -> None:
        self.message, self.number, self._next = self._next, self.number + 1, b""
        self._told_at = asyncio.get_running_loop().time()
        waiting, self._waiting = self._waiting, set()
        for listener in waiting:
            if not listener.done():
                listener.set_result(None)

    async def news(self, since: int) -> None:
        """Wait until there is a message after that number; what was said meanwhile is not missed."""
        if self.number == since:
            listener: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.add(listener)
            try:
                await listener
            finally:
                self._waiting.discard(listener)


class Live:
    """The application."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.addresses: dict[str, Address] = {}
        self.connections = 0
        self._key = f"{OPEN}{uuid4().hex}"
        self._work: list[asyncio.Task[None]] = []
        self._came = asyncio.Event()
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
        self._work = [asyncio.create_task(work()) for work in (self._hand_on, self._look)]
        await send({"type": "lifespan.startup.complete"})
        await receive()
        for work in self._work:
            work.cancel()
        await send({"type": "lifespan.shutdown.complete"})

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = f"{scope['path']}?{scope['query_string'].decode('latin-1')}"
        if self.connections >= MOST or len(name) > LONGEST_ADDRESS:
            await send({"type": "http.response.start", "status": 503, "headers": [(b"retry-after", b"10")]})
            await send({"type": "http.response.body"})
            return
        if name not in self.addresses:
            self._came.set()
        address = self.addresses.setdefault(name, Address())
        address.listeners += 1
        self.connections += 1
        stream = asyncio.create_task(_stream(address, send))
        try:
            while (await receive())["type"] != "http.disconnect" and not stream.done():
                pass
        finally:
            stream.cancel()
            self.connections -= 1
            address.listeners -= 1
            if not address.listeners:
                self.addresses.pop(name, None)

    async def _hand_on(self) -> None:
        """Hand on what the press tells."""
        while True:
            with suppress(RedisError, OSError):
                async with Redis.from_url(self.url) as server, server.pubsub() as heard:
                    await heard.subscribe(channel(self.url))
                    async for message in heard.listen():
                        if message["type"] == "message":
                            self.tell(message["data"])
            await asyncio.sleep(REST)

    def tell(self, message: bytes) -> None:
        """A line with the address, and what is told there."""
        name, _, words = message.partition(b"\n")
        address = self.addresses.get(name.decode())
        if address:
            crowd = min(self.connections, address.listeners * len(self.addresses))  # a hall screen waits for no crowd
            address.tell(b"data: " + words + b"\n\n", crowd / FETCHES)

    async def _look(self) -> None:
        """Let others know who listens."""
        async with Redis.from_url(self.url, socket_timeout=LOOK) as server:
            while True:
                self._looked_at = monotonic()
                with suppress(RedisError, OSError):
                    await server.set(self._key, self.connections, ex=int(LISTENED_SECONDS))
                    now = time()
                    looks = {name: now + EACH * address.listeners for name, address in self.addresses.items()}
                    if looks:
                        await server.zadd(LISTENED, looks)
                await asyncio.sleep(BREATH)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._came.wait(), LOOK - BREATH)
                self._came.clear()


async def _stream(address: Address, send: Send) -> None:
    """The first message says nothing but that messages come through: the page asks then for what it has missed."""
    headers = [
        (b"content-type", b"text/event-stream"), (b"cache-control", b"no-store"), (b"x-accel-buffering", b"no"),
        (b"access-control-allow-origin", b"*"),  # without nginx the page comes from the port before this one
    ]  # fmt: skip
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    message = b"retry: %d\ndata: null\n\n" % random.randint(*COMING_BACK)
    while True:
        number = address.number
        await send({"type": "http.response.body", "body": message, "more_body": True})
        await address.news(number)
        message = address.message


def application() -> Live:
    """As the environment says."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    file = os.environ.get("REDIS_URL_FILE")
    return Live(Path(file).read_text().strip() if file else os.environ["REDIS_URL"])

"""The live process (web/publishing/live.py) as it is started; a program of its own, for it needs nothing of Django."""

import asyncio

from granian.constants import Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.embed import Server

from launch import signs
from launch.commands import listening

BACKLOG, MOST = 4096, 20_000


def serve() -> None:
    """Hold streams open until asked to end, which ends them: their pages come back.

    Its buffers are the smallest that granian takes: what a page asks for here is an address and its cookies.
    """
    from web.publishing.live import application

    live = application()
    signs.show_while(live.is_well)
    server = Server(
        live, **listening("live"), interface=Interfaces.ASGI, websockets=False, backlog=BACKLOG, backpressure=MOST,
        http1_settings=HTTP1Settings(max_buffer_size=8192), log_level=LogLevels.error,
    )  # fmt: skip
    asyncio.run(server.serve())


if __name__ == "__main__":
    serve()

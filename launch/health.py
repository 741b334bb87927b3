"""What a container's health check asks: is the part that runs here well?

Nothing said: does the web server of this machine answer, with its database? ``site``: is everything well, in words.
``beat`` (and with it the worker, which does what the beat asks) and ``live``: is there a sign of life of it
in Valkey, where each goes out by itself?
"""

import os
import sys
import urllib.error
import urllib.request
from pathlib import Path

from launch.commands import address

SIGNS = {"beat": ":1:beat", "live": "live:open:*"}
"""The key of a sign of life, as Django's cache and the store of pages write it."""


def is_well(path: str, *, aloud: bool = False) -> bool:
    """Whether this machine's web server says so at that address."""
    host = (os.environ.get("GUANDAN_HOSTS") or "127.0.0.1").split(",")[0].strip()
    request = urllib.request.Request(f"http://127.0.0.1:{address()[1]}{path}", headers={"Host": host})
    try:
        answer = urllib.request.urlopen(request, timeout=8)  # noqa: S310 - our own address
    except urllib.error.HTTPError as error:
        answer = error
    except OSError as error:
        print(error, file=sys.stderr)
        return False
    with answer:
        if aloud:
            print(answer.read().decode())
        return bool(answer.status == 200)


def has_sign(part: str) -> bool:
    """Whether the part has shown of late that it lives."""
    from redis import Redis, RedisError

    file = os.environ.get("REDIS_URL_FILE")
    url = Path(file).read_text().strip() if file else os.environ["REDIS_URL"]
    try:
        with Redis.from_url(url, socket_timeout=8) as server:
            return any(True for _ in server.scan_iter(SIGNS[part], count=1000))
    except RedisError:
        return False


def main(words: list[str]) -> int:
    match words:
        case []:
            well = is_well("/readyz", aloud=True)
        case ["site"]:
            well = is_well("/healthz", aloud=True)
        case [part, *_]:
            well = has_sign(part)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

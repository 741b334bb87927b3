"""Asks /healthz of the web server on this machine, as a container's health check."""

import os
import sys
import urllib.error
import urllib.request

from launch.commands import address


def is_healthy() -> bool:
    """Whether the site reports that database, broker and beat are well."""
    host = (os.environ.get("GUANDAN_HOSTS") or "127.0.0.1").split(",")[0].strip()
    request = urllib.request.Request(f"http://127.0.0.1:{address()[1]}/healthz", headers={"Host": host})
    try:
        with urllib.request.urlopen(request, timeout=8) as answer:  # noqa: S310 - our own address
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


if __name__ == "__main__":
    sys.exit(0 if is_healthy() else 1)

"""A second process of the site: real Python, the same database and Valkey, its own memory."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from django.conf import settings
from django.db import connection

ANSWERS = """
import json, sys
import django
django.setup()
from django.conf import settings
settings.DATABASES["default"]["NAME"] = sys.argv[1]
from django.db import connection
connection.settings_dict["NAME"] = sys.argv[1]
from django.test import Client
from web.publishing.pages import PAGES
from web.publishing.versions import WROTE
for line in sys.stdin:
    path, wrote = json.loads(line)
    client = Client()
    if wrote:
        client.cookies[WROTE] = wrote
    answer = client.get(path)
    found = {"status": answer.status_code, "etag": answer.get("ETag"), "body": answer.content.decode()}
    print(json.dumps(found | {"rendered": PAGES.rendered}), flush=True)
"""


class Process:
    """Asks the other process for pages."""

    def __init__(self, child: "subprocess.Popen[str]") -> None:
        self._child = child

    def get(self, path: str, *, wrote: str = "") -> dict[str, Any]:
        assert self._child.stdin
        assert self._child.stdout
        self._child.stdin.write(json.dumps([path, wrote]) + "\n")
        self._child.stdin.flush()
        return cast(dict[str, Any], json.loads(self._child.stdout.readline()))


@contextmanager
def another_process() -> Iterator[Process]:
    """It ends with the block."""
    name = str(connection.settings_dict["NAME"])
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "GUANDAN_BUILD": settings.BUILD_ID}
    child = subprocess.Popen(
        [sys.executable, "-c", ANSWERS, name],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, cwd=settings.BASE_DIR,
    )  # fmt: skip
    try:
        yield Process(child)
    finally:
        assert child.stdin
        assert child.stdout
        child.stdin.close()
        child.stdout.close()
        child.wait(60)

"""A copy of the database that follows it, as deploy/replica.sh makes one on a second machine."""

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from launch.children import end_with_parent
from launch.servers import postgres_binaries, unprivileged

SCRIPT = Path(__file__).parent.parent / "deploy" / "replica.sh"


@contextmanager
def replica_of(url: str) -> Iterator[str]:
    """The address of a server that holds what the one at ``url`` holds, and takes no writes."""
    with tempfile.TemporaryDirectory(prefix="guandan-replica-") as name:
        folder, programs = Path(name), postgres_binaries()
        folder.chmod(0o755)
        prefix, owner = unprivileged(folder, programs / "postgres")
        (folder / "url").write_text(url)
        os.chown(folder, owner, -1)
        place = {"PGDATA": str(folder / "data"), "DATABASE_URL_FILE": str(folder / "url")}
        server = subprocess.Popen(
            [*prefix, "sh", str(SCRIPT), "-k", name, "-c", "listen_addresses="],
            env=os.environ | place | {"PATH": f"{programs}:{os.environ['PATH']}"},
            cwd=folder, preexec_fn=end_with_parent(),  # noqa: PLW1509
        )  # fmt: skip
        try:
            address = f"postgres://guandan@{urlsplit(url).path}?host={name}"
            _wait(address, server)
            yield address
        finally:
            server.terminate()
            server.wait(10)


def _wait(address: str, server: "subprocess.Popen[bytes]") -> None:
    while True:
        try:
            psycopg.connect(address).close()
            return
        except psycopg.OperationalError:
            if server.poll() is not None:
                raise
            time.sleep(0.05)

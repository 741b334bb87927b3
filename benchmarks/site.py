"""A site of its own to measure: embedded servers in a folder that goes afterwards, and granian on 127.0.0.1."""

import os
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from launch.commands import press, web
from launch.servers import Postgres, Valkey, end_with_parent, free_port


@contextmanager
def database() -> Iterator[None]:
    """Durable PostgreSQL and Valkey, Django set up on them, tables made."""
    folder = Path(tempfile.mkdtemp(prefix="guandan-bench-"))
    folder.chmod(0o755)
    servers = [Postgres(folder / "postgres"), Valkey(folder / "valkey")]
    try:
        for server in servers:
            server.start()
        for server in servers:
            server.wait()
        os.environ |= {"DATABASE_URL": servers[0].url, "REDIS_URL": servers[1].url, "GUANDAN_VAR": str(folder / "var")}
        os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
        _set_up(folder)
        yield
    finally:
        for server in servers:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _set_up(folder: Path) -> None:
    import django
    from django.core.management import call_command

    os.environ["GUANDAN_STATIC"] = str(folder / "static")
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


@dataclass(frozen=True)
class Server:
    """A running web server: its address, and the processor time of all its own processes so far."""

    address: str
    pid: int

    @property
    def cpu_seconds(self) -> float:
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return sum(_cpu_seconds(int(pid)) for pid in [self.pid, *children])


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server(*, workers: int = 1, prints: bool = True) -> Iterator[Server]:
    """The web server as `make run` starts it, with so many processes; ``prints``: and the press beside it."""
    port = free_port()
    os.environ |= {"PORT": str(port), "GUANDAN_WORKERS": str(workers)}
    units = [web(), press()] if prints else [web()]
    children = [subprocess.Popen(unit, preexec_fn=end_with_parent()) for unit in units]  # noqa: PLW1509
    try:
        address = f"http://127.0.0.1:{port}"
        _wait(address, children[0])
        yield Server(address, children[0].pid)
    finally:
        for child in children:
            child.terminate()
        for child in children:
            child.wait(10)


def _wait(address: str, child: "subprocess.Popen[bytes]") -> None:
    """For as long as a busy machine needs, unless the server has ended."""
    while True:
        try:
            urllib.request.urlopen(f"{address}/bare/", timeout=2).read()  # noqa: S310
            return
        except OSError:
            if child.poll() is not None:
                raise
            time.sleep(0.05)

"""A site of its own to measure: embedded servers in a folder that goes afterwards, and granian on 127.0.0.1."""

import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from launch.commands import live, web
from launch.servers import Postgres, Valkey, end_with_parent, free_ports


@contextmanager
def database() -> Iterator[None]:
    """Durable PostgreSQL and Valkey, Django set up on them, tables made."""
    folder = Path(tempfile.mkdtemp(prefix="guandan-bench-"))
    folder.chmod(0o755)
    postgres, valkey = Postgres(folder / "postgres"), Valkey(folder / "valkey")
    servers = (postgres, valkey)
    try:
        for server in servers:
            server.start()
        for server in servers:
            server.wait()
        os.environ |= {"DATABASE_URL": postgres.url, "REDIS_URL": valkey.url, "GUANDAN_VAR": str(folder / "var")}
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
    call_command("door_pages")


@dataclass(frozen=True)
class Part:
    """A running part of the site, with all its processes: processor time so far, and memory that is its alone."""

    process: "subprocess.Popen[bytes]"

    @property
    def pids(self) -> list[int]:
        pid = self.process.pid
        return [pid, *(int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]

    @property
    def cpu_seconds(self) -> float:
        stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self.pids]
        return sum(int(fields[11]) + int(fields[12]) for fields in stats) / os.sysconf("SC_CLK_TCK")

    @property
    def kilobytes(self) -> int:
        rollups = [Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in self.pids]
        return sum(int(kb) for text in rollups for kb in re.findall(r"Private_\w+: +(\d+)", text))


@dataclass(frozen=True)
class Server:
    """A running site: the address of its web server, and its parts by name."""

    address: str
    parts: dict[str, Part]

    @property
    def cpu_seconds(self) -> float:
        """Of the web processes."""
        return self.parts["web"].cpu_seconds if self.parts else 0.0


UNITS = {"web": web, "live": live}


@contextmanager
def server(*, workers: int = 1, tells: bool = True) -> Iterator[Server]:
    """The web server as `make run` starts it, with so many processes; ``tells``: with the live process."""
    port, live_port = free_ports(2)
    os.environ |= {"PORT": str(port), "GUANDAN_LIVE_PORT": str(live_port), "GUANDAN_WORKERS": str(workers)}
    with ExitStack() as stack:
        parts = {name: stack.enter_context(running(unit())) for name, unit in UNITS.items() if tells or name == "web"}
        address = f"http://127.0.0.1:{port}"
        _wait(address, parts["web"].process)
        yield Server(address, parts)


@contextmanager
def running(argv: list[str]) -> Iterator[Part]:
    """That command, until the block ends."""
    child = subprocess.Popen(argv, preexec_fn=end_with_parent())  # noqa: PLW1509
    try:
        yield Part(child)
    finally:
        child.terminate()
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

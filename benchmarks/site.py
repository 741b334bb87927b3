"""A site of its own to measure: embedded servers in a folder that goes afterwards, and granian on 127.0.0.1."""

import os
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from launch.commands import UNITS
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
        os.environ |= {"GUANDAN_STATIC": str(folder / "static"), "DJANGO_SETTINGS_MODULE": "benchmarks.settings"}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("door_pages")
        yield
    finally:
        for server in servers:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def children(pid: int) -> list[int]:
    """The processes that it has started; none if it has ended."""
    try:
        threads = Path(f"/proc/{pid}/task").iterdir()
        return [int(child) for thread in threads for child in (thread / "children").read_text().split()]
    except OSError:
        return []


def processor_seconds(pids: Iterable[int]) -> float:
    """What they have used so far."""
    return sum(int(ticks) for pid in pids for ticks in stat_fields(pid)[11:13]) / os.sysconf("SC_CLK_TCK")


def stat_fields(pid: int) -> list[str]:
    """What the kernel says of a process, from its state on: 1 is the parent, 11 to 14 ticks, its own and of children
    that have ended."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def forget_pages() -> None:
    """Each page is made anew, of queries that are counted from nought."""
    from django.conf import settings
    from django.db import reset_queries
    from redis import Redis

    from web.publishing.pages import PAGES

    PAGES.forget()
    Redis.from_url(settings.REDIS_URL).flushdb()
    reset_queries()  # Django remembers 9,000 of them at the most


@dataclass(frozen=True)
class Server:
    """A running site: the address of its web server, and its process, where it is one of ours."""

    address: str
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def cpu_seconds(self) -> float:
        """Of the web processes so far."""
        return processor_seconds([self.process.pid, *children(self.process.pid)]) if self.process else 0.0


@contextmanager
def server(*, workers: int = 1, tells: bool = True, behind_nginx: bool = False) -> Iterator[Server]:
    """The web server as `make run` starts it, with so many processes; ``tells``: with the live process;
    ``behind_nginx``: it says of each page how long nginx may keep it, without which nginx keeps none."""
    port, live_port = free_ports(2)
    os.environ["BEHIND_NGINX"] = "1" if behind_nginx else ""
    os.environ |= {"PORT": str(port), "GUANDAN_LIVE_PORT": str(live_port), "GUANDAN_WORKERS": str(workers)}
    with ExitStack() as stack:
        names = ("web", "live") if tells else ("web",)
        web, *_ = [stack.enter_context(running(UNITS[name])) for name in names]
        address = f"http://127.0.0.1:{port}"
        while True:  # for as long as a busy machine needs, unless the server has ended
            try:
                urllib.request.urlopen(f"{address}/bare/", timeout=2).read()  # noqa: S310
                break
            except OSError:
                if web.poll() is not None:
                    raise
                time.sleep(0.05)
        yield Server(address, web)


@contextmanager
def running(argv: list[str]) -> "Iterator[subprocess.Popen[bytes]]":
    """That command, until the block ends."""
    child = subprocess.Popen(argv, preexec_fn=end_with_parent())  # noqa: PLW1509
    try:
        yield child
    finally:
        child.terminate()
        child.wait(10)

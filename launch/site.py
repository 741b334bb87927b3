"""The site on this machine: servers, database, processes, from the start to Ctrl-C."""

import os
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from launch import commands, hall, places, processes
from launch.catalogues import compile_catalogues
from launch.children import end_with_parent, hear_of_parents_end
from launch.door import nginx
from launch.keeper import Child, Keeper
from launch.lock import Lock
from launch.logs import rotate
from launch.preparation import Preparation
from launch.progress import Trouble, stretch
from launch.servers import Postgres, Server, Valkey, free_port
from launch.stamps import Stamp, digest

PACKAGES = "requirements.txt"
DOOR_PAGES = "api/management/commands/door_pages.py"
PARTS = ("web", "live", "worker")
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_signals: list[int] = []  # that asked this process to stop: Python drops what is raised while it forks
LOGS_SECONDS = 10.0  # between two looks at how long the logs have grown
FORGOTTEN = "Sign in as office; if the password is lost: make manage DO='changepassword office'"


class Site:
    """A running site; ``run`` returns when it was stopped."""

    def __init__(self, *, empty: bool = False, demo: bool = False, hall: bool = False) -> None:
        self.empty, self.demo, self.hall = empty, demo, hall
        self.folder = places.writable(places.data_folder())
        self.environment = {**os.environ, "GUANDAN_VAR": str(self.folder), "PYTHONUNBUFFERED": "1"}
        self.servers: list[Server] = []
        self.processes: list[processes.Process] = []
        self.accounts = ""

    def run(self) -> int:
        """Start everything, follow the logs, and end everything on Ctrl-C, on a signal, or on Trouble."""

        def stop(number: int, frame: FrameType | None) -> None:
            _signals.append(number)
            raise KeyboardInterrupt

        if os.environ.get("MAKELEVEL"):  # started by make: should make be killed, end as if by Ctrl-C
            hear_of_parents_end(signal.SIGTERM)
        for number in ENDING:
            signal.signal(number, stop)
        lock = Lock(self.folder)
        lock.take()
        try:
            self.prepare(lock.handle)
            self._start_processes(lock)
            self._follow()
        except KeyboardInterrupt:
            print("\nStopping …", flush=True)
        finally:
            for number in ENDING:
                signal.signal(number, signal.SIG_IGN)
            processes.end_all(self.processes)
            self.stop_servers()
            self.print_accounts()
            lock.release()
        print("Stopped.", flush=True)
        return 0

    def prepare(self, lock: int) -> None:
        """Start the servers; beside it, whatever has to be done before the first page, unless it was done already."""
        self.name_servers()
        own_database = any(isinstance(server, Postgres) for server in self.servers)
        sources = digest(places.ROOT, ["static/**/*", "*/static/**/*", "templates/*.html", DOOR_PAGES, PACKAGES])
        collected = Stamp(places.static_folder() / ".stamp", sources)
        migrations = digest(places.ROOT, ["*/migrations/*.py", PACKAGES])
        migrated = Stamp(self.folder / "stamps" / "migrated", migrations)
        words = [] if collected.is_fresh else ["--static"]
        if not (own_database and migrated.is_fresh):
            words += ["--database"] if self.empty else ["--database", "--with-teams"]
        if (self.folder / "rehearsing").exists():
            words.append("--leftovers")
        if words:
            with Preparation(words, self.environment) as preparation:
                self.start_servers(lock)
                self.accounts = preparation.finish()
            collected.save()
            migrated.save()
        else:
            self.start_servers(lock)

    def name_servers(self) -> None:
        """Choose those that the environment does not name; where they will be reached is known before they run."""
        compile_catalogues()
        for name, kind in (("DATABASE_URL", Postgres), ("REDIS_URL", Valkey)):
            if not (os.environ.get(name) or os.environ.get(f"{name}_FILE")):
                server: Postgres | Valkey = kind(self.folder / kind.__name__.lower())
                self.servers.append(server)
                self.environment[name] = server.url

    def start_servers(self, lock: int) -> None:
        """Start them, both at once, and wait until they answer."""
        if self.servers:
            with stretch(f"Starting {' and '.join(server.name for server in self.servers)}"):
                for server in self.servers:
                    server.lock = lock
                    server.start()
                for server in self.servers:
                    server.wait()

    @contextmanager
    def servers_only(self, *, prepared: bool = False) -> Iterator[dict[str, str]]:
        """The environment in which the servers are reached, for as long as the block lasts; Trouble if a site runs.

        ``prepared``: with everything that a first page needs.
        """
        lock = Lock(self.folder)
        lock.take()
        try:
            if prepared:
                self.prepare(lock.handle)
                self.print_accounts()
            else:
                self.name_servers()
                self.start_servers(lock.handle)
            yield self.environment
        finally:
            self.stop_servers()
            lock.release()

    def stop_servers(self) -> None:
        for server in self.servers:
            server.ask_to_end()
        for server in self.servers:
            server.stop()

    def print_accounts(self) -> None:
        """Print the accounts that this start has made, once: beside the address, or where the start broke off."""
        made = re.findall(r"username: .*\npassword: .*\n", self.accounts)
        self.accounts = ""
        office = [account for account in made if account.startswith("username: office\n")]
        others = [account for account in made if account not in office]
        if office:
            print(f"Sign in with this one-time password, shown only now:\n{''.join(office).strip()}", flush=True)
        if others:
            print(f"Chief referee and referees of the event, likewise:\n{''.join(others).strip()}", flush=True)

    def _start_processes(self, lock: Lock) -> None:
        """Those that answer first, and behind nginx if there is one; then it is told where the site is."""
        logs = self.folder / "logs"
        logs.mkdir(exist_ok=True)
        address = "http://{}:{}/".format(*commands.address())
        places.empty_metrics(self.folder / "metrics")
        self.environment[places.METRICS] = os.environ[places.METRICS]
        own = {name: url for name, url in self.environment.items() if name in {"DATABASE_URL", "REDIS_URL"}}
        with stretch("Starting the site"):
            site = processes.Process("site", commands.site(*PARTS), logs, self._environment(lock), lock.handle)
            self.processes.append(site)
            site.start()
            lock.leave_note(address, own)
            while True:
                with suppress(OSError):  # nginx refuses until a web process answers
                    urllib.request.urlopen(f"{address}livez", timeout=30).close()  # noqa: S310 - our own address
                    break
                site.log_tail.print_new()
                if not site.is_alive:
                    raise Trouble(f"The site ended before it answered: read {site.log} for the cause.")
                time.sleep(0.02)
        print(f"\nThe site is ready: {address}", flush=True)
        if self.hall:
            hall.show(address)
        if self.accounts:
            self.print_accounts()
        else:
            print(FORGOTTEN, flush=True)
        print(f"Ctrl-C stops it. Logs: {logs}\n", flush=True)
        if self.demo:
            self._rehearse()

    def _environment(self, lock: Lock) -> dict[str, str]:
        """For the parts of the site: on the sockets of an nginx that listens in their place, if there is one."""
        in_front = nginx(self.folder / "nginx")
        if in_front is None:
            print("There is no nginx on this machine: the site does without.", flush=True)
            return {**self.environment, "GUANDAN_LIVE_PORT": str(free_port(commands.address()[0]))}
        in_front.lock = lock.handle
        in_front.start()
        self.servers.append(in_front)
        return {**self.environment, **in_front.environment}

    def _rehearse(self) -> None:
        """Play a copy of the championship to its end, its progress on the terminal."""
        rehearsed = Stamp(self.folder / "stamps" / "rehearsed", "once")
        if not rehearsed.is_fresh:
            rehearsal = subprocess.run(
                commands.manage("rehearse"), cwd=places.ROOT, env=self.environment, check=False,
                preexec_fn=end_with_parent(),
            )  # fmt: skip
            if rehearsal.returncode:
                raise Trouble("The rehearsal did not reach its end: the cause stands above.")
            rehearsed.save()

    def _follow(self) -> None:
        """Tell what the processes say, and start again whatever ends."""
        parts: list[Child] = [*self.servers, *self.processes]
        keepers = [Keeper(part) for part in parts]
        look_at_logs = 0.0
        while True:
            for process in self.processes:
                process.log_tail.print_new()
                process.signs.end_late()
            for keeper in keepers:
                keeper.watch()
            if time.monotonic() >= look_at_logs:
                for process in self.processes:
                    process.log_tail.rotate()
                for server in self.servers:
                    rotate(server.log)
                look_at_logs = time.monotonic() + LOGS_SECONDS
            time.sleep(0.2)
            if _signals:
                raise KeyboardInterrupt


def manage_command(words: list[str]) -> int:
    """Run manage.py on the running site's servers, or start them for the moment; a rehearsal needs the whole site."""
    if "--help" in words:
        return subprocess.run(commands.manage(*words), check=False).returncode
    site = Site()
    running = Lock(site.folder).running()
    if running is not None:
        environment = {**site.environment, **running["environment"]}
        return subprocess.run(commands.manage(*words), env=environment, check=False).returncode
    with site.servers_only(prepared=words[:1] == ["rehearse"]) as environment:
        return subprocess.run(commands.manage(*words), env=environment, check=False).returncode
